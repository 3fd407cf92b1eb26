"""Multinomial log-linear models over named features, with their weights in a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kg.extract.tables import text

Instance = Sequence[tuple[str, ...]]
"""The features of one instance, in blocks that are likely to be met again."""

_REMEMBERED: Final = 200_000


class LogLinear:
    """Weights by feature and class; `classes[0]` means "none of these"."""

    def __init__(
        self, classes: tuple[str, ...], index: dict[str, int], weights: NDArray[np.float32]
    ) -> None:
        self.classes = classes
        self.index = index
        self.weights = weights
        self._numbers: dict[tuple[str, ...], list[int]] = {}

    def predict(self, instances: Sequence[Instance]) -> tuple[list[int], list[float]]:
        """Return, for each instance, the most likely class other than none and its probability."""
        if not instances:
            return [], []
        known = self._numbers
        flat: list[int] = []
        starts: list[int] = []
        for blocks in instances:
            starts.append(len(flat))
            flat.append(0)
            for block in blocks:
                found = known.get(block)
                flat += self._look_up(block) if found is None else found
        logits = np.add.reduceat(self.weights[flat], starts, axis=0)
        logits -= logits.max(axis=1, keepdims=True)
        odds = np.exp(logits)
        best = odds[:, 1:].argmax(axis=1) + 1
        likely = odds[np.arange(len(starts)), best] / odds.sum(axis=1)
        return best.tolist(), likely.tolist()

    def _look_up(self, block: tuple[str, ...]) -> list[int]:
        if len(self._numbers) >= _REMEMBERED:
            self._numbers.clear()
        get = self.index.get
        found = [number for name in block if (number := get(name)) is not None]
        self._numbers[block] = found
        return found


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
    flat = np.array(" ".join(numbers).split(" "), dtype=np.float32) if numbers else np.zeros(0)
    weights = np.zeros((len(index) + 1, len(classes)), dtype=np.float32)
    weights[1:] = flat.reshape(len(index), len(classes)) / 100
    return LogLinear(classes, index, weights)
