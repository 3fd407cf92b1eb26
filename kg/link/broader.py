"""Broader concepts of new concepts, inferred from the head of their names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from kg.link.index import VocabularyIndex, Words
from kg.link.key import PREPOSITIONS, join_words
from kg.link.resolution import KNOWN, NEW
from kg.link.words import GENERIC

_TAIL: Final = re.compile(r"v?\d+(?:\.\d+)*[a-z]{0,3}")


class Broader:
    """Infers parents among the vocabulary's entries and the new concepts of the corpus."""

    def __init__(self, index: VocabularyIndex, types: Mapping[str, str]) -> None:
        self._index = index
        self._types = types

    def of(self, name: str, joined: str) -> str:
        """Return the group whose name ends this one's head phrase, the longest one, or nothing.

        "GPU-based software cache" is a kind of "software cache"; a version or size behind a name
        ("Llama 3 70B") makes it a kind of what stands before. `joined` are its words.
        """
        words = tuple(joined.split(" "))
        if len(words) < 2:
            return ""
        type_ = self._types[name]
        cut = next((i for i, word in enumerate(words) if i and word in PREPOSITIONS), len(words))
        if _TAIL.fullmatch(words[-1]) and cut == len(words):
            found = self._named(words[:-1], type_, name)
            if found:
                return found
        head = words[:cut]
        first = 0 if cut < len(words) else 1
        for start in range(first, len(head)):
            found = self._named(head[start:], type_, name)
            if found:
                return found
        return ""

    def _named(self, words: Words, type_: str, name: str) -> str:
        key = join_words(words)
        if len(words) == 1 and (words[0] in GENERIC or key in self._index.ambiguous_keys):
            return self._default_sense(key, type_)
        for entry in self._index.by_key(key):
            if entry.type == type_:
                return KNOWN + entry.key
        other = NEW + key
        if len(words) > 1 and other != name and self._types.get(other) == type_:
            return other
        return ""

    def _default_sense(self, key: str, type_: str) -> str:
        entries = self._index.vocabulary.entries
        for ambiguity in self._index.ambiguous_keys.get(key, ()):
            entry = entries.get(ambiguity.default)
            if entry and entry.type == type_:
                return KNOWN + entry.key
        return ""
