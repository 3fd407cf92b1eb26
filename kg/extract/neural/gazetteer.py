"""Vocabulary matches as input features of the model: which words lie in a known name, and of which type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from kg.schema import ENTITY_TYPES

_WORD: Final = re.compile(r"\w+|[^\w\s]")
_LONGEST: Final = 8

FEATURES: Final = 2 * len(ENTITY_TYPES)
"""A first-word and an inner-word flag for each type."""


class _Node(dict[str, "_Node"]):
    """The words that may come next in a name, and the type bits of the name that ends here."""

    __slots__ = ("bits",)

    def __init__(self) -> None:
        super().__init__()
        self.bits = 0

    def ending(self, word: str) -> int:
        """The bits of the name that ends with `word` here, or with the singular it may be a plural of."""
        node = self.get(word)
        if (node is None or not node.bits) and word[-1] == "s" and len(word) > 3:
            node = self.get(word[:-1])
        return 0 if node is None else node.bits


class Gazetteer:
    """Surfaces of the vocabulary by their lower-cased words, each with the set of its types as bits.

    `shelf` maps words joined by blanks to a bit mask over `kg.schema.ENTITY_TYPES`.
    """

    def __init__(self, shelf: Mapping[str, int]) -> None:
        self.shelf = dict(shelf)
        self._root = _Node()
        for name, bits in self.shelf.items():
            node = self._root
            for word in name.split(" "):
                if word not in node:
                    node[word] = _Node()
                node = node[word]
            node.bits = bits

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
        start = 0
        for first, word in enumerate(low):
            if first < start or (word not in self._root and word[-1] != "s"):
                continue
            node: _Node | None = self._root
            match = None
            for last in range(first, len(low)):
                if node is None:
                    break
                if bits := node.ending(low[last]):
                    match = first, last, bits
                node = node.get(low[last])
            if match:
                found.append(match)
                start = match[1] + 1
        return found

    def features(self, words: list[str]) -> npt.NDArray[np.float32]:
        """Give each of N words its flags: (N, `FEATURES`)."""
        rows = np.zeros((len(words), FEATURES), dtype=np.float32)
        for first, last, bits in self.match(words):
            for kind in range(len(ENTITY_TYPES)):
                if bits >> kind & 1:
                    rows[first, 2 * kind] = 1
                    rows[first + 1 : last + 1, 2 * kind + 1] = 1
        return rows
