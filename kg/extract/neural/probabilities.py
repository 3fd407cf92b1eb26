"""From the raw scores of the heads to probabilities."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

LEAST: Final = 0.01
"""Less likely spans are not told from impossible ones."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a raw score becomes a probability: `slope * score + shift` through the logistic function."""

    slope: float = 1.0
    shift: float = 0.0


def softmax(scores: npt.NDArray[np.floating[Any]]) -> Floats:
    """Probabilities over the last axis."""
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    result: Floats = powers / powers.sum(-1, keepdims=True)
    return result


def probable(scores: Floats) -> Floats:
    """`softmax` of those rows alone in which a class other than the first may reach `LEAST`."""
    best = scores[..., 1]
    for kind in range(2, scores.shape[-1]):
        best = np.maximum(best, scores[..., kind])
    rows = best - scores[..., 0] > math.log(LEAST) - 0.1
    result = np.zeros_like(scores)
    result[rows] = softmax(scores[rows])
    return result


def logistic(scores: Floats, calibration: Calibration) -> Floats:
    """Probabilities of raw scores under a calibration."""
    shifted = np.clip(calibration.slope * scores + calibration.shift, -30, 30)
    result: Floats = 1 / (1 + np.exp(-shifted))
    return result
