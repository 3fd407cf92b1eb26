"""From the model's probabilities to spans and relations: plain numpy, the same in training and at run time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Span:
    """A typed span of words, ends inclusive, with its probability."""

    first: int
    last: int
    type: int
    probability: float


def valid_spans(
    sentence: npt.NDArray[np.int64], within_sentence: bool, count: int, max_width: int
) -> npt.NDArray[np.bool_]:
    """Mask (count, max_width) of spans that end inside the window, and inside their sentence if asked."""
    words = len(sentence)
    mask = np.zeros((count, max_width), dtype=bool)
    for width in range(min(max_width, words)):
        mask[: words - width, width] = (
            sentence[: words - width] == sentence[width:] if within_sentence else True
        )
    return mask


def select_spans(
    probabilities: Floats, mask: npt.NDArray[np.bool_], thresholds: Sequence[float]
) -> list[Span]:
    """Pick spans greedily by probability: none crosses another, and none nests in one of its own type.

    `probabilities` (N, W, types + 1) with class 0 for no mention; `thresholds` one for each type.
    The result is in text order.
    """
    kind = probabilities[:, :, 1:].argmax(-1)
    best = probabilities[:, :, 1:].max(-1)
    accepted = mask & (best >= np.asarray(thresholds, dtype=np.float32)[kind])
    found = [
        Span(int(first), int(first + width), int(kind[first, width]), float(best[first, width]))
        for first, width in zip(*np.nonzero(accepted), strict=True)
    ]
    found.sort(key=lambda span: (-span.probability, span.first, span.last))
    kept: list[Span] = []
    for span in found:
        if not any(_conflict(span, other) for other in kept):
            kept.append(span)
    return sorted(kept, key=lambda span: (span.first, -span.last, span.type))


def _conflict(one: Span, other: Span) -> bool:
    if one.last < other.first or other.last < one.first:
        return False
    inside = one.first >= other.first and one.last <= other.last
    around = one.first <= other.first and one.last >= other.last
    return not (inside or around) or one.type == other.type


def near_pairs(
    sentence: npt.NDArray[np.int64], gap: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """All ordered pairs of different spans whose sentence numbers lie at most `gap` apart."""
    near = np.abs(sentence[:, None] - sentence[None]) <= gap
    np.fill_diagonal(near, False)
    heads, tails = np.nonzero(near)
    return heads, tails
