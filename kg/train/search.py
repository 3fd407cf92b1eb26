"""Thresholds by search over a grid, with a preference for simple and steady choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

WORTH: Final = 0.1
"""How much F1 a threshold of its own must gain a class; less is taken for chance."""


def thresholds(
    measure: Callable[[Sequence[float]], float], count: int, grid: Sequence[float]
) -> tuple[float, ...]:
    """One threshold for all of `count` classes, then one for each class where that gains `WORTH`.

    `measure` gives the F1 of a list of thresholds. A value is judged together with its neighbours
    on the grid, so that a lucky one is not taken.
    """
    curve = [measure([value] * count) for value in grid]
    best = [grid[int(np.argmax(_smooth(curve)))]] * count
    for index in range(count):
        curve = [measure([*best[:index], value, *best[index + 1 :]]) for value in grid]
        smooth = _smooth(curve)
        place = int(np.argmax(smooth))
        if smooth[place] - smooth[grid.index(best[index])] >= WORTH:
            best[index] = grid[place]
    return tuple(best)


def _smooth(curve: Sequence[float]) -> npt.NDArray[np.float64]:
    padded = np.pad(np.asarray(curve, dtype=float), 1, mode="edge")
    smooth: npt.NDArray[np.float64] = (padded[:-2] + 2 * padded[1:-1] + padded[2:]) / 4
    return smooth
