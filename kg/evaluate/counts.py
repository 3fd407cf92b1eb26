"""Precision, recall and F1 from counts that add up over documents."""

from __future__ import annotations

from collections.abc import Hashable, Set
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of `predicted` are `correct`, and how many of `gold` are `found`.

    The two numbers of hits differ only where one prediction may answer several gold items
    (overlap). All three measures are percentages, 0 where undefined.
    """

    correct: int = 0
    predicted: int = 0
    found: int = 0
    gold: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.correct + other.correct,
            self.predicted + other.predicted,
            self.found + other.found,
            self.gold + other.gold,
        )

    @property
    def precision(self) -> float:
        """Share of the predicted that is correct."""
        return 100 * self.correct / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Share of the gold that is found."""
        return 100 * self.found / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def compare(gold: Set[Hashable], predicted: Set[Hashable]) -> Counts:
    """Count the agreement of two sets."""
    both = len(gold & predicted)
    return Counts(both, len(predicted), both, len(gold))
