"""The tokenizer of the field: fine-grained, lossless, one regular expression."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import registry
from spacy.vocab import Vocab

from kg.extract.analysis import KEY, analyse

HYPHENS: Final = frozenset("-‐‑–")
"""Hyphen, Unicode hyphen, non-breaking hyphen, and the en dash that joins words (`CPU–GPU`)."""

TOKEN: Final = re.compile(
    r"""
      \s+
    | [A-Za-z]+(?=[ ,])                                         # the common case, told at once
    | \$[^$\s](?:[^$\n]{0,60}[^$\s])?\$                        # inline formula: $k$, $1.5\times$
    | https?://[^\s<>"]*[^\s<>".,;:!?)\]}]                     # address, without closing punctuation
    | (?:[eE]\.g|[iI]\.e|[aA]\.k\.a|w\.r\.t|[cC]f|[eE]tc|[vV]s|al
        |[Ff]igs?|[Ee]qs?|[Ss]ecs?|[Tt]ab|[Rr]efs?|resp|approx|Dr|Prof|St|No)\.(?![^\W\d_])
    | \d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w])                      # 1,000,000
    | \d+\.\d+[^\W_]*                                           # 2.5, 0.5B
    | [^\W\d_]\+\+ | [CF]\#(?!\w)                               # C++, C#
    | \w+(?:\.\d+)+[^\W_]*                                      # Qwen2.5, v1.0
    | \w+\.(?:js|cpp|py|io|ai|jl|rs|net|NET)\b                  # llama.cpp
    | [^\W\d_]+n['’]t\b                                         # don't
    | ['’](?:s|re|ve|ll|d|m)\b                                  # NVIDIA's
    | \w+@[^\W_]+                                                # recall@k
    | \w+
    | --+ | \.\.+ | ``|''
    | .                                                         # any other character on its own
    """,
    re.VERBOSE | re.DOTALL,
)


class FieldTokenizer:
    """Split text so that hyphens, slashes, units and glued full stops never hide a name.

    The document's text is always the input, character for character: white space other than one
    ordinary space becomes a token of its own.
    """

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        words: list[str] = []
        spaces: list[bool] = []
        visible: list[str] = []
        starts: list[int] = []
        position = 0
        joinable = False  # Whether one space after the last word belongs to it.
        for word in TOKEN.findall(text):
            start = position
            position += len(word)
            if word.isspace():
                if joinable and word[0] == " ":
                    spaces[-1] = True
                    word = word[1:]
                joinable = False
                if not word:
                    continue
            else:
                visible.append(word)
                starts.append(start)
                joinable = True
            words.append(word)
            spaces.append(False)
        state = analyse(text, visible, starts)
        return Doc(self.vocab, words=words, spaces=spaces, user_data={KEY: state})

    def to_bytes(self, **_: object) -> bytes:
        """Return nothing: the rules are code."""
        return b""

    def from_bytes(self, _: bytes, **__: object) -> FieldTokenizer:
        """Return the tokenizer unchanged: the rules are code."""
        return self


def create_tokenizer() -> Callable[[Language], FieldTokenizer]:
    """Make the tokenizer for a spaCy configuration."""
    return lambda nlp: FieldTokenizer(nlp.vocab)


registry.tokenizers.register("kg.tokenizer.v1", func=create_tokenizer)
