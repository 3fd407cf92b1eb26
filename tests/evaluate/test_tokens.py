"""Token-level scoring."""

from __future__ import annotations

from kg.evaluate import tokens
from kg.evaluate.counts import Counts
from kg.evaluate.gold import Document, Entity, Link

TEXT = "beam search for parsing"
TOKENS = ((0, 4), (5, 11), (12, 15), (16, 23))

GOLD = Document(
    "t",
    TEXT,
    (Entity(0, 11, "Method"), Entity(16, 23, "Task")),
    (Link(0, 1, "USED-FOR"),),
    TOKENS,
    ((0, 23),),
)


def test_right_tokens_wrong_type() -> None:
    """The type counts for entities and strict relations, not for relation boundaries."""
    other = Document("t", TEXT, (Entity(0, 11, "Method"), Entity(16, 23, "Metric")), GOLD.relations)
    assert tokens.entities(GOLD, other) == Counts(1, 2, 1, 2)
    assert tokens.relations(GOLD, other) == Counts(1, 1, 1, 1)
    assert tokens.relations_strict(GOLD, other) == Counts(0, 1, 0, 1)


def test_part_of_a_token_is_wrong() -> None:
    """A span that ends within a token matches nothing."""
    other = Document("t", TEXT, (Entity(0, 10, "Method"),))
    assert tokens.entities(GOLD, other) == Counts(0, 1, 0, 2)


def test_direction_counts_even_if_symmetric() -> None:
    """The official scorer takes relations as directed."""
    gold = Document("t", TEXT, GOLD.entities, (Link(0, 1, "COMPARE"),), TOKENS)
    other = Document("t", TEXT, GOLD.entities, (Link(1, 0, "COMPARE"),))
    assert tokens.relations(gold, other) == Counts(0, 1, 0, 1)
