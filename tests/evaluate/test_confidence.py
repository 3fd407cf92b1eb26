"""Confidence curve, calibration and intervals."""

from __future__ import annotations

import pytest

from kg.evaluate.bootstrap import interval
from kg.evaluate.confidence import Scored, above, calibration_error, curve, scored_entities
from kg.evaluate.counts import Counts
from kg.evaluate.gold import Document
from kg.evaluate.measures import relations_strict, typed


def test_above_keeps_confident_entities_and_their_relations(predicted: Document) -> None:
    """From 0.65 on Zephyr, GC and GPUs remain, with the one relation of 0.7."""
    kept = above(predicted, 0.65)
    assert [e.confidence for e in kept.entities] == [0.9, 0.8, 0.95]
    assert [(r.head, r.tail, r.type) for r in kept.relations] == [(0, 1, "isA")]


def test_curve(gold: Document, predicted: Document) -> None:
    """Precision rises from 3/6 to 3/3 where only confident entities count, recall stays 3/7."""
    points = dict(curve([(gold, predicted)], typed))
    assert points[0.0] == Counts(3, 6, 3, 7)
    assert points[0.5] == Counts(3, 4, 3, 7)
    assert points[0.7] == Counts(3, 3, 3, 7)
    assert dict(curve([(gold, predicted)], relations_strict))[0.5] == Counts(1, 2, 1, 4)


def test_calibration_error_by_hand() -> None:
    """Bin 0.8: mean 0.85, right 1/2, weight 2/3; bin 0.2: mean 0.25, right 0, weight 1/3."""
    items = [Scored(0.8, True), Scored(0.9 - 1e-9, False), Scored(0.25, False)]
    assert calibration_error(items) == pytest.approx(2 / 3 * 0.35 + 1 / 3 * 0.25, abs=1e-6)
    assert calibration_error([]) == 0.0
    assert calibration_error([Scored(1.0, True)]) == 0.0


def test_scored_entities(gold: Document, predicted: Document) -> None:
    """Each predicted entity carries its own verdict."""
    verdicts = [item.correct for item in scored_entities([(gold, predicted)])]
    assert verdicts == [True, False, True, True, False, False]


def test_interval() -> None:
    """Documents that all agree give no spread; a mixed set contains its F1; the seed fixes it."""
    same = interval([Counts(1, 2, 1, 2)] * 5)
    assert same == pytest.approx((50.0, 50.0))
    mixed = [Counts(1, 1, 1, 1), Counts(0, 1, 0, 1)] * 10
    low, high = interval(mixed)
    assert low < 50 < high
    assert interval(mixed) == (low, high)
    assert interval([]) == (0.0, 0.0)
