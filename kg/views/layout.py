"""Where the marks of the map lie: communities, a drawing of each, and all of them packed like a jigsaw.

Only sums, products and roots of numpy are used, and positions are rounded after each step, so that
the same graph gives the same map on every processor.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from kg.views.rank import Edge

Points = NDArray[np.float64]
EDGE_LENGTH = 92.0
"""Ideal length of a line in pixels at zoom 1."""
LINE = 14.0
"""Height in pixels of a line of a label."""
_CELL = 14.0
_LARGEST = 220
_FINEST = 64.0


@dataclass(frozen=True, slots=True)
class Box:
    """The room a concept takes in pixels: the radius of its mark, its label's width and height below."""

    radius: float
    width: float
    height: float

    @property
    def half(self) -> float:
        """Half the width of mark and label together."""
        return max(self.width / 2, self.radius)


def wrap(label: str, longest: int = 18, limit: int = 24) -> list[str]:
    """Break a label into one or two lines, cut with an ellipsis at `limit` characters a line."""
    if len(label) <= longest:
        return [label]
    gaps = [index for index, letter in enumerate(label) if letter == " "]
    if not gaps:
        return [_cut(label, limit)]
    middle = min(gaps, key=lambda index: (max(index, len(label) - index - 1), index))
    return [_cut(label[:middle], limit), _cut(label[middle + 1 :], limit)]


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def text_width(text: str) -> float:
    """Estimate the width in pixels of a line of a label: 12 px, semi-bold; wide scripts count double."""
    return 6 + sum(12.0 if letter >= "\u2e80" else 6.9 for letter in text)


def mark_size(degree: int) -> float:
    """Return the radius in pixels of the mark of a concept with `degree` relations."""
    return round(5 + 1.9 * math.sqrt(min(degree, 110)), 1)


def communities(nodes: Sequence[int], edges: Sequence[Edge]) -> list[list[int]]:
    """Split nodes into connected groups, the largest first (Louvain: Blondel et al. 2008)."""
    summed: dict[tuple[int, int], float] = {}
    for u, v, weight in sorted(edges):
        pair = (min(u, v), max(u, v))
        summed[pair] = summed.get(pair, 0.0) + weight
    graph = nx.Graph()
    graph.add_nodes_from(sorted(nodes))
    graph.add_weighted_edges_from(
        (u, v, weight) for (u, v), weight in sorted(summed.items()) if u != v
    )
    groups = [sorted(group) for group in _split(graph, 1.0)]
    return sorted(groups, key=lambda group: (-len(group), group))


def _split(graph: nx.Graph, resolution: float) -> list[list[int]]:
    found: list[list[int]] = []
    for group in nx.community.louvain_communities(
        graph, weight="weight", resolution=resolution, seed=7
    ):
        for part in nx.connected_components(graph.subgraph(group)):
            if len(part) <= _LARGEST or resolution > _FINEST:
                found.append(sorted(part))
                continue
            inner = nx.Graph()
            inner.add_nodes_from(sorted(part))
            inner.add_weighted_edges_from(sorted(graph.subgraph(part).edges(data="weight")))
            found.extend(_split(inner, resolution * 2))
    return found


def place(
    groups: Sequence[Sequence[int]],
    edges: Sequence[Edge],
    boxes: Sequence[Box],
    ratio: float = 1.45,
) -> dict[int, tuple[float, float]]:
    """Return the position of each node in pixels around (0, 0).

    `boxes` go by node number; `ratio` is width by height of the whole map. Nodes are drawn so that their labels, set below the mark, do not cover each other.
    """
    drawings = [_draw(group, edges, boxes) for group in groups]
    offsets = _pack(groups, drawings, edges, boxes, ratio)
    result: dict[int, tuple[float, float]] = {}
    for group, drawing, offset in zip(groups, drawings, offsets, strict=True):
        for node, point in zip(group, drawing, strict=True):
            result[node] = (float(point[0] + offset[0]), float(point[1] + offset[1]))
    if not result:
        return result
    xs, ys = [x for x, _ in result.values()], [y for _, y in result.values()]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return {
        node: (round(x - middle[0], 1), round(y - middle[1], 1)) for node, (x, y) in result.items()
    }


def _draw(group: Sequence[int], edges: Sequence[Edge], boxes: Sequence[Box]) -> Points:
    """Draw one group around its centre: stress majorisation, then labels pushed apart."""
    number = {node: index for index, node in enumerate(group)}
    near: list[set[int]] = [set() for _ in group]
    for u, v, _ in edges:
        if u in number and v in number:
            near[number[u]].add(number[v])
            near[number[v]].add(number[u])
    hops = np.array([_hops(near, index) for index in range(len(group))], dtype=np.float64)
    points = _fan(near)
    points = _majorise(points, hops * EDGE_LENGTH)
    points[:, 0] *= 1.3
    points[:, 1] *= 0.8
    return _declash(points, [boxes[node] for node in group])


def _hops(near: Sequence[set[int]], start: int) -> list[int]:
    hops = [-1] * len(near)
    hops[start] = 0
    queue = [start]
    for node in queue:
        for other in sorted(near[node]):
            if hops[other] < 0:
                hops[other] = hops[node] + 1
                queue.append(other)
    far = max(hops) + 1
    return [hop if hop >= 0 else far for hop in hops]


def _fan(near: Sequence[set[int]]) -> Points:
    """Spread a breadth-first tree around its hub, each branch in a wedge as wide as its leaves."""
    points = np.zeros((len(near), 2))
    hub = max(range(len(near)), key=lambda node: (len(near[node]), -node))
    children: dict[int, list[int]] = {}
    seen = {hub}
    queue = [hub]
    for node in queue:
        children[node] = [other for other in sorted(near[node]) if other not in seen]
        seen.update(children[node])
        queue.extend(children[node])
    leaves: dict[int, int] = {}
    for node in reversed(queue):
        leaves[node] = sum(leaves[child] for child in children[node]) or 1
    wedge = {hub: (0.45, 2 * math.pi, 0)}
    for node in queue:
        start, width, depth = wedge[node]
        angle = start + width / 2
        points[node] = (
            depth * EDGE_LENGTH * math.cos(angle),
            depth * EDGE_LENGTH * math.sin(angle),
        )
        for child in children[node]:
            part = width * leaves[child] / leaves[node]
            wedge[child] = (start, part, depth + 1)
            start += part
    return np.round(points, 4)


def _majorise(points: Points, ideal: Points, rounds: int = 90) -> Points:
    """Bring distances near the ideal ones (Gansner, Koren and North 2004, with weights 1/d²)."""
    if len(points) < 3:
        return points
    weight = np.zeros_like(ideal)
    np.divide(1.0, ideal * ideal, out=weight, where=ideal > 0)
    total = weight.sum(axis=1)
    for _ in range(rounds):
        dx = points[:, 0, None] - points[None, :, 0]
        dy = points[:, 1, None] - points[None, :, 1]
        distance = np.sqrt(dx * dx + dy * dy)
        pull = np.zeros_like(distance)
        np.divide(ideal, distance, out=pull, where=distance > 1e-6)
        x = (weight * (points[None, :, 0] + pull * dx)).sum(axis=1) / total
        y = (weight * (points[None, :, 1] + pull * dy)).sum(axis=1) / total
        points = np.round(np.stack([x, y], axis=1), 4)
    return points


def _declash(points: Points, boxes: Sequence[Box], rounds: int = 400) -> Points:
    """Push the boxes of marks with labels apart, each pair along the axis where they overlap least."""
    points = points.copy()
    half = np.array([box.half for box in boxes]) + 3
    tall = np.array([2 * box.radius + box.height for box in boxes]) / 2 + 3
    below = np.array([box.height for box in boxes]) / 2
    for _ in range(rounds):
        centre = points[:, 1] + below
        dx = points[:, 0, None] - points[None, :, 0]
        dy = centre[:, None] - centre[None, :]
        over_x = half[:, None] + half[None, :] - np.abs(dx)
        over_y = tall[:, None] + tall[None, :] - np.abs(dy)
        clash = (over_x > 0) & (over_y > 0)
        np.fill_diagonal(clash, False)
        if not clash.any():
            break
        index = np.arange(len(points))
        tie = np.sign(index[:, None] - index[None, :])
        sideways = clash & (over_x * 0.75 < over_y)
        upright = clash & ~sideways
        step_x = np.where(sideways, np.where(dx == 0, tie, np.sign(dx)) * over_x, 0.0).sum(axis=1)
        step_y = np.where(upright, np.where(dy == 0, tie, np.sign(dy)) * over_y, 0.0).sum(axis=1)
        points[:, 0] += 0.27 * step_x
        points[:, 1] += 0.27 * step_y
        points = np.round(points, 4)
    return points


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


def _pack(
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
    overlap = np.fft.irfft2(
        np.fft.rfft2(taken.astype(float)) * np.conj(np.fft.rfft2(stamp.astype(float), taken.shape)),
        taken.shape,
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
