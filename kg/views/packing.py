"""Packing drawings on a grid like the pieces of a jigsaw, linked ones near each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kg.views.labels import Box
from kg.views.rank import Edge

Points = NDArray[np.float64]
_CELL: Final = 14.0
"""Side of a cell of the grid in pixels."""


def hull(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the convex hull in order around it (Andrew's monotone chain, 1979)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    chains: list[list[tuple[float, float]]] = []
    for sequence in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for point in sequence:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains.append(chain[:-1])
    return chains[0] + chains[1]


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def corners(points: Points, boxes: Sequence[Box], margin: float = 8) -> list[tuple[float, float]]:
    """Return the corners of the boxes that marks and labels fill."""
    found = []
    for (x, y), box in zip(points, boxes, strict=True):
        for side in (x - box.half - margin, x + box.half + margin):
            found.append((float(side), float(y - box.radius - margin)))
            found.append((float(side), float(y + box.radius + box.height + margin)))
    return found


def _stamp(outline: Sequence[tuple[float, float]]) -> tuple[NDArray[np.bool_], int, int]:
    """Return the grid cells that a convex outline covers, and the column and row of the first."""
    left = math.floor(min(x for x, _ in outline) / _CELL)
    top = math.floor(min(y for _, y in outline) / _CELL)
    right = math.ceil(max(x for x, _ in outline) / _CELL)
    bottom = math.ceil(max(y for _, y in outline) / _CELL)
    x = (np.arange(left, right) + 0.5)[None, :] * _CELL
    y = (np.arange(top, bottom) + 0.5)[:, None] * _CELL
    inside = np.ones((bottom - top, right - left), dtype=bool)
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        length = math.hypot(bx - ax, by - ay)
        inside &= ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length > -_CELL
    return inside, left, top


def pack(
    groups: Sequence[Sequence[int]],
    drawings: Sequence[Points],
    edges: Sequence[Edge],
    boxes: Sequence[Box],
    ratio: float,
) -> list[tuple[float, float]]:
    """Lay the drawings side by side: each at the free place nearest to what it is linked with."""
    home = {node: number for number, group in enumerate(groups) for node in group}
    links: dict[tuple[int, int], float] = {}
    for u, v, weight in edges:
        if u in home and v in home and home[u] != home[v]:
            for pair in ((home[u], home[v]), (home[v], home[u])):
                links[pair] = links.get(pair, 0.0) + weight
    stamps = []
    for group, drawing in zip(groups, drawings, strict=True):
        stamps.append(_stamp(hull(corners(drawing, [boxes[node] for node in group]))))
    area = sum(float(stamp.sum()) for stamp, _, _ in stamps)
    longest = max((max(stamp.shape) for stamp, _, _ in stamps), default=1)
    rows = int(math.sqrt(area / ratio) * 1.9) + 2 * longest
    columns = int(math.sqrt(area * ratio) * 1.9) + 2 * longest
    taken = np.zeros((rows, columns), dtype=bool)
    middles: dict[int, tuple[float, float]] = {}
    offsets: list[tuple[float, float]] = [(0.0, 0.0)] * len(groups)
    for number in _packing_order(groups, links):
        stamp, left, top = stamps[number]
        goal, pull = _goal(number, links, middles, (columns / 2, rows / 2))
        row, column = _free_place(taken, stamp, goal, pull, ratio)
        taken[row : row + stamp.shape[0], column : column + stamp.shape[1]] |= stamp
        middles[number] = (column + stamp.shape[1] / 2, row + stamp.shape[0] / 2)
        offsets[number] = ((column - left) * _CELL, (row - top) * _CELL)
    return offsets


def _packing_order(
    groups: Sequence[Sequence[int]], links: dict[tuple[int, int], float]
) -> list[int]:
    """Begin with the largest group; then always the group most linked with those that lie already."""
    left = set(range(len(groups)))
    pull = [0.0] * len(groups)
    found: list[int] = []
    while left:
        best = max(
            left, key=lambda number: (pull[number] > 0, len(groups[number]), pull[number], -number)
        )
        left.remove(best)
        found.append(best)
        for number in left:
            pull[number] += links.get((best, number), 0.0)
    return found


def _goal(
    number: int,
    links: dict[tuple[int, int], float],
    middles: dict[int, tuple[float, float]],
    centre: tuple[float, float],
) -> tuple[tuple[float, float], float]:
    pairs = [(middles[other], links.get((number, other), 0.0)) for other in middles]
    total = sum(weight for _, weight in pairs)
    if not total:
        return centre, 0.0
    x = sum(point[0] * weight for point, weight in pairs) / total
    y = sum(point[1] * weight for point, weight in pairs) / total
    return (x, y), 0.6


def _free_place(
    taken: NDArray[np.bool_],
    stamp: NDArray[np.bool_],
    goal: tuple[float, float],
    pull: float,
    ratio: float,
) -> tuple[int, int]:
    """Return row and column of the best place where the stamp covers nothing taken.

    The overlap at all places at once is a convolution; it counts cells, so rounding cannot matter.
    """
    rows, columns = taken.shape
    size = _smooth(rows), _smooth(columns)
    overlap = np.fft.irfft2(
        np.fft.rfft2(taken.astype(float), size) * np.conj(np.fft.rfft2(stamp.astype(float), size)),
        size,
    )
    high, wide = rows - stamp.shape[0] + 1, columns - stamp.shape[1] + 1
    x = np.arange(wide)[None, :] + stamp.shape[1] / 2
    y = np.arange(high)[:, None] + stamp.shape[0] / 2
    from_centre = np.sqrt(((x - columns / 2) / ratio) ** 2 + (y - rows / 2) ** 2)
    from_goal = np.sqrt((x - goal[0]) ** 2 + (y - goal[1]) ** 2)
    cost = np.round((1 - pull) * from_centre + pull * from_goal, 6)
    cost[overlap[:high, :wide] > 0.5] = np.inf
    row, column = np.unravel_index(int(np.argmin(cost)), cost.shape)
    return int(row), int(column)


def _smooth(size: int) -> int:
    """Return the least number from `size` on without prime factors above 5: transforms are fast there."""
    while True:
        rest = size
        for prime in (2, 3, 5):
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            return size
        size += 1
