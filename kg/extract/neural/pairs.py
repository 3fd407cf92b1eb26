"""What the pair head is told of two spans besides their vectors."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

DISTANCES: Final = 12
GAPS: Final = 4


def pair_features(
    starts: Integers, ends: Integers, heads: Integers, tails: Integers, sentence: Integers
) -> tuple[Integers, Integers, Integers, Integers]:
    """Bounds of the words between (low, high), distance bucket and sentence gap of each pair.

    `starts`, `ends` are word positions and `sentence` the sentence numbers of the spans (K);
    `heads` and `tails` index them (P). Distances fall in `DISTANCES` buckets each way, growing
    by the square root of two or more.
    """
    low = np.minimum(ends[heads], ends[tails]) + 1
    high = np.maximum(np.maximum(starts[heads], starts[tails]), low)
    apart = starts[tails] - starts[heads]
    steps = np.log2(np.abs(apart).astype(np.float32) + np.float32(1)) * np.float32(1.5)
    bucket = np.minimum(steps.astype(np.int64), DISTANCES - 1) + DISTANCES * (apart > 0)
    gap = np.minimum(np.abs(sentence[heads] - sentence[tails]), GAPS - 1)
    return low, high, bucket, gap
