"""Importance and backbone."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.views.rank import backbone, order, pagerank

graphs = st.integers(1, 25).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.lists(
            st.tuples(
                st.integers(0, size - 1), st.integers(0, size - 1), st.integers(1, 9).map(float)
            ),
            max_size=60,
        ),
    )
)


def test_pagerank_agrees_with_networkx() -> None:
    graph = nx.les_miserables_graph()
    names = sorted(graph)
    edges = [
        (names.index(u), names.index(v), float(d["weight"])) for u, v, d in graph.edges(data=True)
    ]
    expected = nx.pagerank(graph, weight="weight", tol=1e-12, max_iter=500)
    assert pagerank(len(names), edges) == pytest.approx(
        [expected[name] for name in names], abs=1e-6
    )


def test_pagerank_from_a_start_ranks_what_is_near_higher() -> None:
    chain = [(0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0)]
    near = pagerank(4, chain, start=0)
    assert near[1] > near[2] > near[3]


@given(graphs)
def test_pagerank_is_a_distribution(graph: tuple[int, list[tuple[int, int, float]]]) -> None:
    size, edges = graph
    assert sum(pagerank(size, edges)) == pytest.approx(1, abs=1e-6)


@given(graphs)
def test_the_backbone_keeps_what_hangs_together_together(
    graph: tuple[int, list[tuple[int, int, float]]],
) -> None:
    size, edges = graph
    kept = [edges[index] for index in backbone(range(size), edges)]
    whole, spine = nx.empty_graph(size), nx.empty_graph(size)
    whole.add_edges_from((u, v) for u, v, _ in edges)
    spine.add_edges_from((u, v) for u, v, _ in kept)
    assert set(map(frozenset, nx.connected_components(whole))) == set(
        map(frozenset, nx.connected_components(spine))
    )


def test_neighbours_of_a_hub_come_before_strangers_of_higher_rank() -> None:
    links = [(0, number, 1.0) for number in range(1, 7)] + [(7, 8, 1.0), (9, 10, 1.0)]
    found = order(12, links, 12)
    assert found[0] == 0
    assert set(found[:7]) == set(range(7))
    assert found[-1] == 11
    assert order(12, links[::-1], 12) == found


@given(graphs, st.booleans())
def test_the_first_nodes_are_those_of_the_whole_order(
    graph: tuple[int, list[tuple[int, int, float]]], focused: bool
) -> None:
    size, edges = graph
    focus = 0 if focused else None
    found = order(size, edges, size, focus)
    assert sorted(found) == list(range(size))
    linked = {end for u, v, _ in edges if u != v for end in (u, v)}
    assert set(found[: len(linked)]) == linked
    for most in range(1, size):
        assert order(size, edges, most, focus) == found[:most]
