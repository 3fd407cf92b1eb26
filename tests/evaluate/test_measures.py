"""Every measure against counts worked out by hand on the documents of the conftest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kg.evaluate import measures
from kg.evaluate.counts import Counts
from kg.evaluate.gold import Document, Entity, Link


def test_typed_needs_span_and_type(gold: Document, predicted: Document) -> None:
    """Zephyr, GC and GPUs are right: 3 of 6 predicted, 3 of 7 gold."""
    counts = measures.typed(gold, predicted)
    assert counts == Counts(3, 6, 3, 7)
    assert counts.precision == pytest.approx(50.0)
    assert counts.recall == pytest.approx(42.857, abs=0.001)
    assert counts.f1 == pytest.approx(46.154, abs=0.001)


def test_span_only_forgives_the_type(gold: Document, predicted: Document) -> None:
    """`hit rate` counts as well."""
    assert measures.spans(gold, predicted) == Counts(4, 6, 4, 7)


def test_overlap_counts_each_side_for_itself(gold: Document, predicted: Document) -> None:
    """`cache` overlaps `graph cache`; two predictions on one gold span find it once."""
    assert measures.overlap(gold, predicted) == Counts(4, 6, 4, 7)
    start = gold.entities[1].start
    twice = replace(predicted, entities=(*predicted.entities, Entity(start, start + 5, "Method")))
    assert measures.overlap(gold, twice) == Counts(5, 7, 4, 7)


def test_one_type(gold: Document, predicted: Document) -> None:
    """Hardware: one of one predicted, one of two gold."""
    assert measures.of_type("Hardware")(gold, predicted) == Counts(1, 1, 1, 2)


def test_strict_relations(gold: Document, predicted: Document) -> None:
    """Zephyr runsOn GPUs alone: the reversed one and isA to `GC` are other links."""
    assert measures.relations_strict(gold, predicted) == Counts(1, 3, 1, 4)


def test_span_relations_forgive_types(gold: Document) -> None:
    """With the metric read as a task the link still has its spans."""
    wrong = list(gold.entities)
    wrong[5] = replace(wrong[5], type="Task")
    other = replace(gold, entities=tuple(wrong))
    assert measures.relations_strict(gold, other) == Counts(3, 4, 3, 4)
    assert measures.relations_spans(gold, other) == Counts(4, 4, 4, 4)


def test_relations_between_concepts(gold: Document, predicted: Document) -> None:
    """isA to `GC` is the gold isA to `graph cache`, because the gold says they are the same."""
    assert measures.relations_concepts(gold, predicted) == Counts(2, 3, 2, 4)


def test_concept_relations_count_once(gold: Document) -> None:
    """The same statement at the other mention of Zephyr adds nothing."""
    again = replace(gold, relations=(*gold.relations, Link(4, 3, "runsOn")))
    assert measures.relations_concepts(gold, again) == Counts(4, 4, 4, 4)


def test_symmetric_relations_have_no_direction() -> None:
    """comparedWith either way round is one statement; improves is not."""
    text = "A beats B"
    entities = (Entity(0, 1, "Method"), Entity(8, 9, "Method"))
    one = Document("s", text, entities, (Link(0, 1, "comparedWith"), Link(0, 1, "partOf")))
    other = Document("s", text, entities, (Link(1, 0, "comparedWith"), Link(1, 0, "partOf")))
    assert measures.relations_strict(one, other) == Counts(1, 2, 1, 2)
    assert measures.relations_concepts(one, other) == Counts(1, 2, 1, 2)


def test_same_as_joins_names(gold: Document) -> None:
    """sameAs is scored between names: reversed it is the same, between equal names it is nothing."""
    flipped = replace(gold, relations=(Link(2, 1, "sameAs"), Link(0, 4, "sameAs")))
    assert measures.relation_of_type("sameAs")(gold, flipped) == Counts(1, 1, 1, 1)


def test_proposes_is_about_concepts(gold: Document, predicted: Document) -> None:
    """The flag on the second mention proposes the same concept; on GC it proposes another."""
    assert measures.proposes(gold, predicted) == Counts(1, 1, 1, 1)
    entities = [replace(e, proposed=False) for e in gold.entities]
    entities[4] = replace(entities[4], proposed=True)
    assert measures.proposes(gold, replace(gold, entities=tuple(entities))) == Counts(1, 1, 1, 1)
    entities[2] = replace(entities[2], proposed=True)
    assert measures.proposes(gold, replace(gold, entities=tuple(entities))) == Counts(1, 2, 1, 1)


def test_concept_sets(gold: Document, predicted: Document) -> None:
    """Gold has Zephyr, graph cache, GPUs, hit rate, GPU memory; three of six predicted are among them."""
    assert measures.concept_set(gold, predicted) == Counts(3, 6, 3, 5)


def test_perfect_prediction(gold: Document) -> None:
    """Every measure of a document against itself is 100."""
    for measure in measures.MEASURES.values():
        assert measure(gold, gold).f1 == pytest.approx(100.0)


def test_nothing_predicted(gold: Document) -> None:
    """No prediction gives 0, never an error."""
    nothing = replace(gold, entities=(), relations=())
    for measure in measures.MEASURES.values():
        assert measure(gold, nothing).f1 == 0.0
        assert measure(nothing, gold).f1 == 0.0
