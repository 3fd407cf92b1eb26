"""Broader concepts of new concepts, inferred from the head of their names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from kg.link.index import VocabularyIndex
from kg.link.key import PREPOSITIONS, join_words
from kg.link.resolution import KNOWN, NEW
from kg.link.words import GENERIC

_TAIL: Final = re.compile(r"v?\d+(?:\.\d+)*[a-z]{0,3}")


def _is_tail(word: str) -> bool:
    """Say whether a last word is a version or a size."""
    return (word[:1] == "v" or word[:1].isdecimal()) and bool(_TAIL.fullmatch(word))


class Broader:
    """Infers parents among the vocabulary's entries and the new concepts of the corpus."""

    def __init__(
        self, index: VocabularyIndex, numbers: Mapping[str, int], types: Sequence[str]
    ) -> None:
        self._index = index
        self._numbers = numbers
        self._types = types

    def of(self, number: int, joined: str) -> str:
        """Return the group whose name ends this one's head phrase, the longest one, or nothing.

        "GPU-based software cache" is a kind of "software cache"; a version or size behind a name
        ("Llama 3 70B") makes it a kind of what stands before. `joined` are its words.
        """
        words = joined.split(" ")
        if len(words) < 2:
            return ""
        cut = len(words)
        if not PREPOSITIONS.isdisjoint(words):
            cut = next((i for i, word in enumerate(words) if i and word in PREPOSITIONS), cut)
        if cut == len(words) and _is_tail(words[-1]):
            found = self._named(words[:-1], number)
            if found:
                return found
        for start in range(cut == len(words), cut):
            found = self._named(words[start:cut], number)
            if found:
                return found
        return ""

    def _named(self, words: Sequence[str], below: int) -> str:
        key = "".join(words).replace("-", "")
        if not key.isalpha():
            key = join_words([part for word in words for part in word.split("-")])
        type_ = self._types[below]
        if len(words) == 1 and (words[0] in GENERIC or key in self._index.ambiguous_keys):
            return self._default_sense(key, type_)
        for entry in self._index.by_key(key):
            if entry.type == type_:
                return KNOWN + entry.key
        if len(words) > 1:
            other = NEW + key
            number = self._numbers.get(other)
            if number is not None and number != below and self._types[number] == type_:
                return other
        return ""

    def _default_sense(self, key: str, type_: str) -> str:
        entries = self._index.vocabulary.entries
        for ambiguity in self._index.ambiguous_keys.get(key, ()):
            entry = entries.get(ambiguity.default)
            if entry and entry.type == type_:
                return KNOWN + entry.key
        return ""
