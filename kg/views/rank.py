"""Which concepts and relations matter most: PageRank, the neighbourhood of a focus, the backbone."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Edge = tuple[int, int, float]
"""Two node numbers and a weight."""
Edges = Sequence[Edge] | NDArray[np.float64]
"""Edges as a list, or one a row."""
Nodes = NDArray[np.int64]


def pagerank(
    nodes: int, edges: Edges, start: int | None = None, damping: float = 0.85
) -> NDArray[np.float64]:
    """Return the weighted, undirected PageRank of nodes 0..`nodes`-1, from `start` alone if it is given.

    Power iteration after Page, Brin, Motwani and Winograd (1999). Each sum runs in the order of
    `edges` and the result is rounded, so that it is the same on every processor.
    """
    jump = np.full(nodes, 1 / nodes if nodes else 0.0)
    if start is not None:
        jump = np.zeros(nodes)
        jump[start] = 1.0
    heads, tails, weights = _both_ways(edges)
    share = weights / np.bincount(heads, weights, minlength=nodes)[heads]
    rank = jump.copy()
    for _ in range(60):
        flow = np.bincount(tails, rank[heads] * share, minlength=nodes)
        rest = 1.0 - float(flow.sum()) * damping
        rank = np.round(damping * flow + rest * jump, 12)
    return rank


def order(nodes: int, links: Edges, most: int, focus: int | None = None) -> list[int]:
    """Return the most important of nodes 0..`nodes`-1, at most `most`; near `focus` first if it is given."""
    edges = _summed(nodes, np.asarray(links, dtype=np.float64).reshape(-1, 3))
    score = pagerank(nodes, edges, focus)
    heads, tails, _ = _both_ways(edges)
    tails = tails[np.argsort(heads, kind="stable")]
    starts = np.concatenate(([0], np.cumsum(np.bincount(heads, minlength=nodes))))
    linked = np.diff(starts) > 0
    ranked = np.argsort(-score, kind="stable")
    if focus is None:
        found = _grow(score, tails, starts, most)
    else:
        found = ranked[linked[ranked]][:most].tolist()
    return [*found, *ranked[~linked[ranked]][: most - len(found)].tolist()]


def _both_ways(edges: Edges) -> tuple[Nodes, Nodes, NDArray[np.float64]]:
    """Return heads, tails and weights of all edges, then of all turned around."""
    u, v, weight = np.asarray(edges, dtype=np.float64).reshape(-1, 3).T
    heads, tails = np.concatenate((u, v)).astype(np.int64), np.concatenate((v, u)).astype(np.int64)
    return heads, tails, np.concatenate((weight, weight))


def _summed(nodes: int, links: NDArray[np.float64]) -> NDArray[np.float64]:
    """Make one edge of all links between the same two nodes, sorted."""
    u, v, weight = links[links[:, 0] != links[:, 1]].T
    pairs = (np.minimum(u, v) * nodes + np.maximum(u, v)).astype(np.int64)
    pairs, place = np.unique(pairs, return_inverse=True)
    total = np.bincount(place, weight, minlength=len(pairs))
    return np.stack((pairs // max(1, nodes), pairs % max(1, nodes), total), axis=1)


def _grow(score: NDArray[np.float64], tails: Nodes, starts: Nodes, most: int) -> list[int]:
    """Order linked nodes by score, those linked with earlier ones sooner, so that any first part hangs together."""
    held: dict[int, int] = {}
    heap = [(-float(score[node]), int(node)) for node in np.flatnonzero(np.diff(starts))]
    heapq.heapify(heap)
    found: dict[int, None] = {}
    while heap and len(found) < most:
        node = heapq.heappop(heap)[1]
        if node in found:
            continue
        found[node] = None
        for other in tails[starts[node] : starts[node + 1]].tolist():
            held[other] = held.get(other, 0) + 1
            if other not in found:
                heapq.heappush(heap, (-float(score[other]) * (1 + min(held[other], 4)), other))
    return list(found)


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
