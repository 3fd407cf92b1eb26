"""Sentence boundaries."""

from __future__ import annotations

from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import Analysis, analysis

MAX_TOKENS: Final = 250
"""No sentence is longer: what is, is a table or no language, and the work on it stays bounded."""

_STOPS: Final = frozenset((".", "!", "?", "…", "...", ".."))
_CLOSING: Final = frozenset("\"'”’)]}»")
_OPENING: Final = frozenset("\"'“‘([{«$`")


def find_sentences(state: Analysis) -> list[tuple[int, int]]:
    """Return the sentences as token ranges that cover all tokens.

    A full stop ends a sentence before a capital, a digit or an opening bracket, also where the
    space is missing (`CTR.We`). Abbreviations (`e.g.`, `et al.`) carry their stop inside the token,
    and a single capital before the stop is an initial.
    """
    words, text = state.words, state.text
    sentences: list[tuple[int, int]] = []
    first = 0
    index = 0
    count = len(words)
    while index < count:
        word = words[index]
        index += 1
        if word in _STOPS:
            while index < count and words[index] in _CLOSING and state.glued(index):
                index += 1
            if index == count or _breaks(state, index, word):
                sentences.append((first, index))
                first = index
        elif index - first >= MAX_TOKENS or (
            index < count and "\n\n" in text[state.ends[index - 1] : state.starts[index]]
        ):
            sentences.append((first, index))
            first = index
    if first < count:
        sentences.append((first, count))
    return sentences


def _breaks(state: Analysis, index: int, stop: str) -> bool:
    following = state.words[index]
    opener = following[0]
    if state.glued(index):
        before = state.words[index - 2] if index > 1 else ""
        return stop == "." and len(before) > 1 and opener.isupper() and len(following) > 1
    if not (opener.isupper() or opener.isdigit() or opener in _OPENING):
        # A name may begin small (vLLM, mLoRA): a capital inside says so.
        return stop != "…" and any(letter.isupper() for letter in following)
    before = state.words[index - 2] if index > 1 else ""
    return not (stop == "." and len(before) == 1 and before.isupper() and before not in "IX")


@Language.component("kg_sentences")
def kg_sentences(doc: Doc) -> Doc:
    """Mark the sentences of a document."""
    state = analysis(doc)
    state.sentences = find_sentences(state)
    return doc
