"""Communities and places."""

from __future__ import annotations

import random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.views.labels import Box, text_width, wrap
from kg.views.layout import communities, place
from kg.views.packing import hull


def _random(nodes: int, edges: int, seed: int) -> list[tuple[int, int, float]]:
    chance = random.Random(seed)
    return [
        (chance.randrange(nodes), chance.randrange(nodes), float(chance.randint(1, 4)))
        for _ in range(edges)
    ]


def test_communities_find_planted_groups() -> None:
    graph = nx.planted_partition_graph(4, 15, 0.6, 0.01, seed=2)
    found = communities(range(60), [(u, v, 1.0) for u, v in graph.edges])
    assert sorted(map(tuple, found)) == [
        tuple(range(start, start + 15)) for start in (0, 15, 30, 45)
    ]


def test_communities_are_connected_and_cover_everything() -> None:
    edges = _random(300, 260, 1)
    found = communities(range(300), edges)
    assert sorted(node for group in found for node in group) == list(range(300))
    graph = nx.Graph([(u, v) for u, v, _ in edges])
    assert all(len(group) == 1 or nx.is_connected(graph.subgraph(group)) for group in found)


def test_the_spokes_of_a_large_hub_stay_together() -> None:
    found = communities(range(400), [(0, node, 1.0) for node in range(1, 400)])
    assert [len(group) for group in found] == [400]


@pytest.mark.parametrize(
    ("nodes", "edges"), [(1, 0), (2, 1), (3, 2), (40, 20), (150, 170), (400, 900)]
)
def test_marks_with_labels_rarely_cover_each_other(nodes: int, edges: int) -> None:
    links = _random(nodes, edges, nodes)
    boxes = [Box(6.0, 40.0 + 9 * (number % 9), 17.0 + 14 * (number % 2)) for number in range(nodes)]
    places = place(communities(range(nodes), links), links, boxes)
    assert set(places) == set(range(nodes))
    clashes = 0
    for a in range(nodes):
        for b in range(a):
            (ax, ay), (bx, by) = places[a], places[b]
            beside = abs(ax - bx) < boxes[a].half + boxes[b].half
            middle = ay + boxes[a].height / 2 - by - boxes[b].height / 2
            above = abs(middle) < 12 + (boxes[a].height + boxes[b].height) / 2
            clashes += beside and above
    assert clashes <= 0.02 * nodes


def test_the_map_is_wide_and_centred() -> None:
    links = _random(300, 330, 5)
    places = place(communities(range(300), links), links, [Box(6.0, 90.0, 17.0)] * 300)
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    assert 0.8 < (max(xs) - min(xs)) / (max(ys) - min(ys)) < 2.6
    assert max(xs) + min(xs) == pytest.approx(0, abs=0.3)


def test_the_order_of_edges_does_not_move_anything() -> None:
    links = _random(80, 100, 3)
    shuffled = links[:]
    random.Random(1).shuffle(shuffled)
    boxes = [Box(6.0, 90.0, 17.0)] * 80
    assert communities(range(80), links) == communities(range(80), sorted(shuffled))
    assert place(communities(range(80), links), links, boxes) == place(
        communities(range(80), links), shuffled, boxes
    )


@given(
    st.lists(
        st.tuples(st.integers(-50, 50).map(float), st.integers(-50, 50).map(float)),
        min_size=3,
        max_size=30,
    )
)
@settings(max_examples=60)
def test_a_hull_holds_every_point(points: list[tuple[float, float]]) -> None:
    outline = hull(points)
    for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
        assert all(
            (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= -1e-9 for x, y in points
        )


@given(st.text(min_size=1, max_size=80))
def test_a_label_takes_at_most_two_short_lines(label: str) -> None:
    lines = wrap(label)
    assert 1 <= len(lines) <= 2
    assert all(len(line) <= 24 for line in lines)
    assert all(text_width(line) > 0 for line in lines)


def test_labels_break_between_words() -> None:
    assert wrap("graph neural network") == ["graph neural", "network"]
    assert wrap("GPU") == ["GPU"]
    assert wrap("pneumonoultramicroscopicsilicovolcanoconiosis")[0].endswith("…")
