"""Word pieces: the encoder's own way of splitting a word (Wu et al., 2016, as uncased BERT does it)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_LONGEST: Final = 100
_REMEMBERED: Final = 50_000
_CJK: Final = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip


class WordPieces:
    """Splits words into the longest known pieces from the left; callable, with a bounded memory.

    `vocabulary` gives each piece's number; pieces within a word begin with `##`.
    """

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self.vocabulary = vocabulary
        self.unknown = vocabulary["[UNK]"]
        self._known: dict[str, list[int]] = {}

    @classmethod
    def load(cls, path: Path) -> WordPieces:
        """Read a vocabulary file with one piece a line, numbered from 0."""
        lines = path.read_text(encoding="utf-8").split("\n")
        return cls({piece: number for number, piece in enumerate(lines) if piece})

    def __call__(self, word: str) -> list[int]:
        """The numbers of a word's pieces; nothing for a word of invisible characters only."""
        known = self._known.get(word)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = [number for part in parts(word) for number in self._split(part)]
            self._known[word] = known
        return known

    def _split(self, word: str) -> list[int]:
        if len(word) > _LONGEST:
            return [self.unknown]
        found: list[int] = []
        start = 0
        while start < len(word):
            end = len(word)
            prefix = "##" if start else ""
            while end > start and prefix + word[start:end] not in self.vocabulary:
                end -= 1
            if end == start:
                return [self.unknown]
            found.append(self.vocabulary[prefix + word[start:end]])
            start = end
        return found


def parts(word: str) -> list[str]:
    """Clean a word as the encoder's training did: lower case, no accents, punctuation and CJK apart."""
    if word.isascii() and word.isalnum():
        return [word.lower()]
    clean = "".join(char for char in word if char not in "\0\ufffd" and not _control(char))
    bare = unicodedata.normalize("NFD", clean)
    low = "".join(char for char in bare if unicodedata.category(char) != "Mn").lower()
    spaced = "".join(f" {char} " if _apart(char) else char for char in low)
    return spaced.split()


def _control(char: str) -> bool:
    return char not in "\t\n\r" and unicodedata.category(char) in ("Cc", "Cf", "Cn", "Co", "Cs")


def _apart(char: str) -> bool:
    code = ord(char)
    if code < 128:
        return not char.isalnum() and not char.isspace() and code > 32
    return unicodedata.category(char).startswith("P") or any(a <= code <= b for a, b in _CJK)
