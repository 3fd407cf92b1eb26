"""Vocabulary matches as input features of the model: which words lie in a known name, and of which type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from kg.schema import ENTITY_TYPES

_WORD: Final = re.compile(r"\w+|[^\w\s]")
_LONGEST: Final = 8

FEATURES: Final = 2 * len(ENTITY_TYPES)
"""A first-word and an inner-word flag for each type."""


class Gazetteer:
    """Surfaces of the vocabulary by their lower-cased words, each with the set of its types as bits.

    `shelf` maps words joined by blanks to a bit mask over `kg.schema.ENTITY_TYPES`.
    """

    def __init__(self, shelf: Mapping[str, int]) -> None:
        self.shelf = dict(shelf)

    @classmethod
    def compile(cls, surfaces: Iterable[tuple[str, str]]) -> Gazetteer:
        """Make a gazetteer from pairs of surface and entity type."""
        shelf: dict[str, int] = {}
        for surface, kind in surfaces:
            key = " ".join(_WORD.findall(surface.lower()))
            if key and key.count(" ") < _LONGEST:
                shelf[key] = shelf.get(key, 0) | 1 << ENTITY_TYPES.index(kind)
        return cls(dict(sorted(shelf.items())))

    def match(self, words: list[str]) -> list[tuple[int, int, int]]:
        """Find the longest matches from left to right as (first word, last word, type bits).

        A final plural `s` of the last word is ignored where the surface as written is unknown.
        """
        low = [word.lower() for word in words]
        found: list[tuple[int, int, int]] = []
        i = 0
        while i < len(low):
            for j in range(min(len(low), i + _LONGEST), i, -1):
                key = " ".join(low[i:j])
                bits = self.shelf.get(key, 0)
                if not bits and len(low[j - 1]) > 3 and key.endswith("s"):
                    bits = self.shelf.get(key[:-1], 0)
                if bits:
                    found.append((i, j - 1, bits))
                    i = j - 1
                    break
            i += 1
        return found

    def features(self, words: list[str]) -> list[list[int]]:
        """Give each word its `FEATURES` flags."""
        rows = [[0] * FEATURES for _ in words]
        for first, last, bits in self.match(words):
            for index in range(first, last + 1):
                for kind in range(len(ENTITY_TYPES)):
                    if bits >> kind & 1:
                        rows[index][2 * kind + (index > first)] = 1
        return rows
