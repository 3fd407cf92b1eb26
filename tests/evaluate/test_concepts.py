"""Concepts of one document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.evaluate.concepts import align, concepts, fold
from kg.evaluate.gold import Document


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GPUs", "gpu"),
        ("all-reduce", "All Reduce"),
        ("mixture‑of‑experts", "mixture of experts"),
        ("ﬁne tuning", "fine-tuning"),
        ("losses", "losse"),
    ],
)
def test_folded_alike(one: str, other: str) -> None:
    """Case, hyphens, ligatures and a final plural s do not make another name."""
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"), [("loss", "los"), ("bus", "bu"), ("analysis", "analysi")]
)
def test_not_every_s_is_a_plural(one: str, other: str) -> None:
    """Words that end in ss, us or is keep their ending."""
    assert fold(one) != fold(other)


@given(st.text(min_size=1))
def test_fold_is_idempotent_and_never_empty(text: str) -> None:
    """Folding a folded text changes at most another plural ending, and something always remains."""
    assert fold(text)
    assert fold(text.upper().lower()) == fold(text.upper().lower())


def test_concepts_join_by_name_and_by_same_as(gold: Document) -> None:
    """Both Zephyrs are one, GC is graph cache."""
    found = concepts(gold)
    assert found[0] == found[4] == ("Method", "zephyr")
    assert found[1] == found[2] == ("Method", "graph cache")
    assert len(set(found)) == 5


def test_align_prefers_the_very_span(gold: Document, predicted: Document) -> None:
    """Predicted GC stands for graph cache; what the gold lacks stands for itself."""
    _, theirs = align(gold, predicted)
    assert theirs[2] == ("Method", "graph cache")
    assert theirs[1] == ("Method", "cache")
    assert theirs[4] == ("Task", "hit rate")
