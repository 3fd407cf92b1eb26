"""Which concepts and relations matter most: PageRank, the neighbourhood of a focus, the backbone."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

Edge = tuple[int, int, float]
"""Two node numbers and a weight."""


def pagerank(
    nodes: int, edges: Sequence[Edge], start: int | None = None, damping: float = 0.85
) -> list[float]:
    """Return the weighted, undirected PageRank of nodes 0..`nodes`-1, from `start` alone if it is given.

    Power iteration after Page, Brin, Motwani and Winograd (1999). Each sum runs in the order of
    `edges` and the result is rounded, so that it is the same on every processor.
    """
    if not nodes:
        return []
    ends = np.array(
        [(u, v) for u, v, _ in edges] + [(v, u) for u, v, _ in edges], dtype=np.int64
    ).reshape(-1, 2)
    weights = np.array([w for _, _, w in edges] * 2, dtype=np.float64)
    out = np.bincount(ends[:, 0], weights, minlength=nodes)
    jump = np.full(nodes, 1 / nodes)
    if start is not None:
        jump = np.zeros(nodes)
        jump[start] = 1.0
    rank = jump.copy()
    share = weights / out[ends[:, 0]]
    for _ in range(60):
        flow = np.bincount(ends[:, 1], rank[ends[:, 0]] * share, minlength=nodes)
        rest = 1.0 - float(flow.sum()) * damping
        rank = np.round(damping * flow + rest * jump, 12)
    return [float(value) for value in rank]


def order(
    labels: Mapping[str, str], links: Iterable[tuple[str, str, float]], focus: str | None = None
) -> list[str]:
    """Return all concepts, the most important first; near `focus` first if it is given."""
    names = sorted(labels)
    number = {name: index for index, name in enumerate(names)}
    summed: dict[tuple[int, int], float] = {}
    for head, tail, weight in links:
        if head in number and tail in number and head != tail:
            pair = (min(number[head], number[tail]), max(number[head], number[tail]))
            summed[pair] = summed.get(pair, 0.0) + weight
    edges = [(u, v, weight) for (u, v), weight in sorted(summed.items())]
    score = pagerank(len(names), edges, number[focus] if focus else None)
    near: list[list[int]] = [[] for _ in names]
    for u, v, _ in edges:
        near[u].append(v)
        near[v].append(u)
    found = (
        _grow(score, near)
        if focus is None
        else sorted(range(len(names)), key=lambda node: -score[node])
    )
    return [names[node] for node in sorted(found, key=lambda node: not near[node])]


def _grow(score: Sequence[float], near: Sequence[Sequence[int]]) -> list[int]:
    """Order nodes by score, those linked with earlier ones sooner, so that any first part hangs together."""
    held = [0] * len(score)
    heap = [(-value, node) for node, value in enumerate(score)]
    heapq.heapify(heap)
    found: list[int] = []
    done = [False] * len(score)
    while heap:
        node = heapq.heappop(heap)[1]
        if done[node]:
            continue
        done[node] = True
        found.append(node)
        for other in near[node]:
            held[other] += 1
            if not done[other]:
                heapq.heappush(heap, (-score[other] * (1 + min(held[other], 4)), other))
    return found


def backbone(nodes: Iterable[int], edges: Sequence[Edge], strongest: int = 2) -> list[int]:
    """Return the indices of the edges that carry the structure among `nodes`.

    Kept are a maximum spanning forest (Kruskal 1956), so that nothing falls apart, and each node's
    `strongest` edges.
    """
    parent = {node: node for node in nodes}

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    used = dict.fromkeys(parent, 0)
    kept = []
    for index in sorted(range(len(edges)), key=lambda index: (-edges[index][2], index)):
        u, v, _ = edges[index]
        if u not in parent or v not in parent or u == v:
            continue
        bridge = root(u) != root(v)
        if bridge:
            parent[root(u)] = root(v)
        if bridge or used[u] < strongest or used[v] < strongest:
            used[u] += 1
            used[v] += 1
            kept.append(index)
    return sorted(kept)
