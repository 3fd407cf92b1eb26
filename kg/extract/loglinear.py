"""Multinomial log-linear models over named features, with their weights in a table."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kg.extract.tables import text

Names = tuple[str, ...]

Template = Callable[..., Names]
"""A function that names some features of an instance."""

Block = tuple[Any, ...]
"""A `Template` and its arguments, which may well be met again in another instance."""

Instance = Iterable[Block]
"""What describes one instance."""

_REMEMBERED: Final = 200_000


def given(*names: str) -> Names:
    """The template of features that are at hand by name."""
    return names


def expand(block: Block) -> Names:
    """Return the features of a block by name."""
    template: Template = block[0]
    return template(*block[1:])


class LogLinear:
    """Weights by feature and class; `classes[0]` means "none of these"."""

    def __init__(
        self, classes: tuple[str, ...], index: dict[str, int], weights: NDArray[np.float32]
    ) -> None:
        self.classes = classes
        self.index = index
        self.weights = weights
        self._numbers = _Numbers(index)

    def predict(self, instances: Sequence[Instance]) -> tuple[list[int], list[float]]:
        """Return, for each instance, the most likely class other than none and its probability."""
        if not instances:
            return [], []
        numbers_of = self._numbers.__getitem__
        flat = array("q")
        starts: list[int] = []
        for blocks in instances:
            starts.append(len(flat))
            flat.append(0)
            for numbers in map(numbers_of, blocks):
                flat.extend(numbers)
        rows = self.weights.take(np.frombuffer(flat, dtype=np.int64), axis=0)
        logits = np.add.reduceat(rows, starts, axis=0)
        logits -= logits.max(axis=1, keepdims=True)
        odds = np.exp(logits)
        best = odds[:, 1:].argmax(axis=1) + 1
        likely = odds[np.arange(len(starts)), best] / odds.sum(axis=1)
        return best.tolist(), likely.tolist()


class _Numbers(dict[Block, "array[int]"]):
    """The rows of weights that a block stands for, worked out when it is first met."""

    def __init__(self, index: dict[str, int]) -> None:
        super().__init__()
        self.index = index

    def __missing__(self, block: Block) -> array[int]:
        if len(self) >= _REMEMBERED:
            self.clear()
        get = self.index.get
        found = array("q", [number for name in expand(block) if (number := get(name)) is not None])
        self[block] = found
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
    flat = np.fromstring(" ".join(numbers), dtype=np.float32, sep=" ")
    weights = np.zeros((len(index) + 1, len(classes)), dtype=np.float32)
    weights[1:] = flat.reshape(len(index), len(classes)) / 100
    return LogLinear(classes, index, weights)
