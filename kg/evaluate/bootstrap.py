"""Confidence intervals by resampling documents (percentile bootstrap, Efron 1979)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kg.evaluate.counts import Counts


def interval(
    counts: Sequence[Counts], *, samples: int = 1000, seed: int = 0, level: float = 0.95
) -> tuple[float, float]:
    """The interval of F1 over documents drawn with replacement; (0, 0) without documents."""
    if not counts:
        return 0.0, 0.0
    table = np.array([(c.correct, c.predicted, c.found, c.gold) for c in counts], dtype=float)
    rng = np.random.default_rng(seed)
    drawn = table[rng.integers(0, len(table), (samples, len(table)))].sum(axis=1)
    correct, predicted, found, gold = drawn.T
    precision = np.divide(correct, predicted, out=np.zeros(samples), where=predicted > 0)
    recall = np.divide(found, gold, out=np.zeros(samples), where=gold > 0)
    total = precision + recall
    f1 = np.divide(2 * precision * recall, total, out=np.zeros(samples), where=total > 0)
    low, high = np.quantile(100 * f1, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
