"""Multinomial log-linear models over named features, with their weights in a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kg.extract.tables import text


class LogLinear:
    """Weights by feature and class; `classes[0]` means "none of these"."""

    def __init__(
        self, classes: tuple[str, ...], index: dict[str, int], weights: NDArray[np.float32]
    ) -> None:
        self.classes = classes
        self.index = index
        self.weights = weights

    def predict(self, instances: Sequence[Sequence[str]]) -> list[list[float]]:
        """Return one row of class probabilities for each instance, given as feature names."""
        if not instances:
            return []
        get = self.index.get
        flat: list[int] = []
        starts: list[int] = []
        for names in instances:
            starts.append(len(flat))
            flat.append(0)
            flat.extend([number for name in names if (number := get(name)) is not None])
        logits = np.add.reduceat(self.weights[flat], starts, axis=0)
        logits -= logits.max(axis=1, keepdims=True)
        odds = np.exp(logits)
        result: list[list[float]] = (odds / odds.sum(axis=1, keepdims=True)).tolist()
        return result


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
