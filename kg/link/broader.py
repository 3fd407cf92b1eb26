"""Broader concepts of new concepts, inferred from the head of their names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from kg.link.index import VocabularyIndex, Words
from kg.link.key import PREPOSITIONS, join_words
from kg.link.resolution import KNOWN, NEW
from kg.link.words import GENERIC
from kg.vocabulary.data import Entry

_TAIL: Final = re.compile(r"v?\d+(?:\.\d+)*[a-z]{0,3}")


class Broader:
    """Infers parents among the vocabulary's entries and the new concepts of the corpus."""

    def __init__(
        self, index: VocabularyIndex, names: Mapping[str, Words], types: Mapping[str, str]
    ) -> None:
        self._index = index
        self._types = types
        self._groups = set(names)

    def of(self, group: str, words: Words) -> tuple[str, ...]:
        """Return the group or entry whose name ends this one's head phrase, the longest one, if any.

        "GPU-based software cache" is a kind of "software cache"; a version or size behind a name
        ("Llama 3 70B") makes it a kind of what stands before.
        """
        if len(words) < 2:
            return ()
        type_ = self._types[group]
        cut = next((i for i, word in enumerate(words) if i and word in PREPOSITIONS), len(words))
        head = words[:cut]
        if (cut == len(words) and _TAIL.fullmatch(words[-1]) and not words[-2].isalpha()) or (
            _TAIL.fullmatch(words[-1]) and len(words) == 2
        ):
            found = self._named(words[:-1], type_, group)
            if found:
                return (found,)
        if cut < len(words):
            found = self._named(head, type_, group)
            if found:
                return (found,)
        for start in range(1, len(head)):
            found = self._named(head[start:], type_, group)
            if found:
                return (found,)
        return ()

    def _named(self, words: Words, type_: str, group: str) -> str | None:
        if not words or (len(words) == 1 and words[0] in GENERIC):
            return None
        entry = self._entry(words, type_)
        if entry:
            return KNOWN + entry.key
        key = NEW + join_words(words)
        if key in self._groups and key != group and self._types[key] == type_ and len(words) > 1:
            return key
        return None

    def _entry(self, words: Words, type_: str) -> Entry | None:
        key = join_words(words)
        if key in self._index.ambiguous_keys and len(words) == 1:
            senses = {a.default for a in self._index.ambiguous_keys[key]}
            found = [self._index.vocabulary.entries[s] for s in sorted(senses) if s]
        else:
            found = list(self._index.by_key(key))
        return next((e for e in found if e.type == type_), None)
