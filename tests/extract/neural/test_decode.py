"""Spans and pairs from probabilities."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.neural.decode import Span, near_pairs, select_spans, valid_spans
from kg.extract.neural.pairs import DISTANCES, pair_features


def probabilities(count: int, width: int, spans: dict[tuple[int, int, int], float]) -> np.ndarray:
    """Two types; what is not given has almost no chance."""
    table = np.full((count, width, 3), 0.01, dtype=np.float32)
    for (first, last, kind), chance in spans.items():
        table[first, last - first, kind + 1] = chance
    return table


def test_the_likeliest_of_crossing_spans_stays() -> None:
    """0–1 beats 1–2, which crosses it."""
    table = probabilities(4, 3, {(0, 1, 0): 0.9, (1, 2, 1): 0.8})
    found = select_spans(table, np.ones((4, 3), dtype=bool), (0.5, 0.5))
    assert [(s.first, s.last, s.type) for s in found] == [(0, 1, 0)]


def test_nesting_needs_two_types() -> None:
    """Inside a span another type may lie, its own not."""
    table = probabilities(4, 3, {(0, 2, 0): 0.9, (0, 0, 1): 0.8, (1, 1, 0): 0.7})
    found = select_spans(table, np.ones((4, 3), dtype=bool), (0.5, 0.5))
    assert [(s.first, s.last, s.type) for s in found] == [(0, 2, 0), (0, 0, 1)]


def test_each_type_has_its_threshold() -> None:
    """0.4 is enough for one type, not for the other."""
    table = probabilities(4, 3, {(0, 0, 0): 0.4, (2, 2, 1): 0.4})
    found = select_spans(table, np.ones((4, 3), dtype=bool), (0.3, 0.5))
    assert [(s.first, s.type) for s in found] == [(0, 0)]


@given(st.integers(0, 2**32 - 1))
def test_selected_spans_never_conflict(seed: int) -> None:
    """Whatever the probabilities, no two spans cross or nest with one type."""
    rng = np.random.default_rng(seed)
    table = rng.random((9, 4, 3)).astype(np.float32)
    mask = valid_spans(np.repeat([0, 1, 2], 3), True, 9, 4)
    found = select_spans(table, mask, (0.6, 0.6))
    for a in found:
        assert a.first // 3 == a.last // 3
        for b in found:
            if a is not b and not (a.last < b.first or b.last < a.first):
                assert (a.first >= b.first and a.last <= b.last) or (
                    b.first >= a.first and b.last <= a.last
                )
                assert a.type != b.type


def test_valid_spans_stop_at_the_end_and_at_sentences() -> None:
    """Three words, the last in another sentence, in a table padded to four."""
    sentence = np.array([0, 0, 1])
    free = valid_spans(sentence, False, 4, 3)
    bound = valid_spans(sentence, True, 4, 3)
    assert free.astype(int).tolist() == [[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0]]
    assert bound.astype(int).tolist() == [[1, 1, 0], [1, 0, 0], [1, 0, 0], [0, 0, 0]]


def test_near_pairs() -> None:
    """Ordered pairs within a gap of one sentence, never a span with itself."""
    heads, tails = near_pairs(np.array([0, 1, 3]), 1)
    assert list(zip(heads.tolist(), tails.tolist(), strict=True)) == [(0, 1), (1, 0)]


def test_pair_features_see_order_and_distance() -> None:
    """Words between, mirrored distance buckets, and the gap of sentences."""
    starts, ends = np.array([0, 5]), np.array([1, 6])
    heads, tails = np.array([0, 1]), np.array([1, 0])
    low, high, distance, gap = pair_features(starts, ends, heads, tails, np.array([0, 2]))
    assert low.tolist() == [2, 2]
    assert high.tolist() == [5, 5]
    assert distance[0] == distance[1] + DISTANCES
    assert gap.tolist() == [2, 2]


def test_nested_pairs_have_nothing_between() -> None:
    """The bounds never cross."""
    starts, ends = np.array([0, 1]), np.array([4, 2])
    low, high, _, _ = pair_features(starts, ends, np.array([0]), np.array([1]), np.array([0, 0]))
    assert low.tolist() == high.tolist()


def test_span_is_plain_data() -> None:
    """Equal spans are equal."""
    assert Span(0, 1, 2, 0.5) == Span(0, 1, 2, 0.5)
