"""Multinomial log-linear models over named features, with their weights in a table."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from kg.extract.tables import text

Look = Callable[[str, int], int]
"""Gives the number of a feature by what follows a prefix of its name, or else the second argument."""
_SEPARATOR: Final = re.compile("[=:]")


class Index(Protocol):
    """Numbers features from 1 on."""

    def numbers(self, names: Iterable[str]) -> list[int]:
        """Return the number of each feature, 0 for one that is not known."""

    def group(self, prefix: str) -> Look:
        """Return the features whose names begin with `prefix`: faster than by the whole name.

        A prefix ends in the first `=` or `:` of the name, or in the first `:` after that `=`.
        """


class LogLinear:
    """Weights by feature and class; `classes[0]` means "none of these"."""

    def __init__(
        self, classes: tuple[str, ...], index: dict[str, int], weights: NDArray[np.float32]
    ) -> None:
        self.classes = classes
        self.index = index
        self.weights = weights

    def numbers(self, names: Iterable[str]) -> list[int]:
        """Return the row of each feature in `weights`, 0 for one without."""
        get = self.index.get
        return [get(name, 0) for name in names]

    def group(self, prefix: str) -> Look:
        """Return the rows of the features whose names begin with `prefix`."""
        return self._groups[prefix].get

    @cached_property
    def _groups(self) -> defaultdict[str, dict[str, int]]:
        groups: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for name, number in self.index.items():
            separator = _SEPARATOR.search(name)
            if separator is None:
                continue
            end = separator.end()
            groups[name[:end]][name[end:]] = number
            colon = name.find(":", end) + 1
            if colon and separator[0] == "=":
                groups[name[:colon]][name[colon:]] = number
        return groups

    def predict(self, instances: Sequence[Iterable[int]]) -> tuple[list[int], list[float]]:
        """Return, for each instance, the most likely class other than none and its probability.

        An instance is given by the numbers of its features; 0 stands for one that is not known.
        """
        if not instances:
            return [], []
        flat = array("q")
        starts: list[int] = []
        for numbers in instances:
            starts.append(len(flat))
            flat.append(0)
            flat.extend(numbers)
        given = np.frombuffer(flat, dtype=np.int64)
        known = given != 0
        known[starts] = True  # No instance is empty: the first row of the weights is zero.
        rows = self.weights.take(given[known], axis=0)
        logits = np.add.reduceat(rows, np.cumsum(known)[starts] - 1, axis=0)
        logits -= logits.max(axis=1, keepdims=True)
        odds = np.exp(logits)
        best = odds[:, 1:].argmax(axis=1) + 1
        likely = odds[np.arange(len(starts)), best] / odds.sum(axis=1)
        return best.tolist(), likely.tolist()


@cache
def load_model(name: str) -> LogLinear:
    """Read a model from its table: a head line with the classes, then feature and weights in hundredths."""
    head, *lines = text(name).splitlines()
    classes = tuple(head.split("\t")[1].split(" "))
    index: dict[str, int] = {}
    numbers: list[str] = []
    for line in lines:
        feature, _, cells = line.rpartition("\t")
        index[feature] = len(index) + 1
        numbers.append(cells)
    flat = np.fromstring(" ".join(numbers), dtype=np.float32, sep=" ")
    weights = np.zeros((len(index) + 1, len(classes)), dtype=np.float32)
    weights[1:] = flat.reshape(len(index), len(classes)) / 100
    return LogLinear(classes, index, weights)
