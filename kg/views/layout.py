"""Where the marks of the map lie: communities, a drawing of each, and all of them packed like a jigsaw.

Only sums, products and roots of numpy are used, and positions are rounded after each step, so that
the same graph gives the same map on every processor.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import networkx as nx
import numpy as np

from kg.views.labels import Box
from kg.views.packing import Points, pack
from kg.views.rank import Edge

EDGE_LENGTH = 92.0
"""Ideal length of a line in pixels at zoom 1."""
_LARGEST = 220
_FINEST = 64.0


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
            pieces = _split(inner, resolution * 2)
            # The spokes of one hub fall into single nodes: such a group is better drawn whole.
            found.extend(pieces if 4 * len(pieces) <= len(part) else [sorted(part)])
    return found


def place(
    groups: Sequence[Sequence[int]],
    edges: Sequence[Edge],
    boxes: Sequence[Box],
    ratio: float = 1.45,
) -> dict[int, tuple[float, float]]:
    """Return the position of each node in pixels around (0, 0).

    `boxes` go by node number; `ratio` is width by height of the whole map. Nodes are drawn so that
    their labels, set below the mark, do not cover each other.
    """
    drawings = [_draw(group, edges, boxes) for group in groups]
    offsets = pack(groups, drawings, edges, boxes, ratio)
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
    wide, high = half[:, None] + half[None, :], tall[:, None] + tall[None, :]
    index = np.arange(len(points))
    tie = np.sign(index[:, None] - index[None, :])
    push = np.zeros_like(wide)
    for _ in range(rounds):
        centre = points[:, 1] + below
        dx = points[:, 0, None] - points[None, :, 0]
        dy = centre[:, None] - centre[None, :]
        over_x = wide - np.abs(dx)
        over_y = high - np.abs(dy)
        clash = (over_x > 0) & (over_y > 0)
        np.fill_diagonal(clash, False)
        if not clash.any():
            break
        # Few pairs clash; the rest is zero, and summed as such.
        at = np.nonzero(clash)
        beside, above, across, down = over_x[at], over_y[at], dx[at], dy[at]
        sideways = beside * 0.75 < above
        push[at] = np.where(sideways, np.where(across == 0, tie[at], np.sign(across)) * beside, 0.0)
        step_x = push.sum(axis=1)
        push[at] = np.where(sideways, 0.0, np.where(down == 0, tie[at], np.sign(down)) * above)
        step_y = push.sum(axis=1)
        push[at] = 0.0
        points[:, 0] += 0.27 * step_x
        points[:, 1] += 0.27 * step_y
        points = np.round(points, 4)
    return points
