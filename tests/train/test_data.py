"""Documents as training examples."""

from __future__ import annotations

import random

from kg.evaluate.gold import Document
from kg.extract.neural.gazetteer import Gazetteer
from kg.train.data import LabelSet, batches, examples
from tests.train.conftest import pieces


def test_gold_is_carried_over(
    documents: list[Document], labels: LabelSet, gazetteer: Gazetteer
) -> None:
    """Spans come back as word positions whose characters are the gold's."""
    (example,) = examples(documents[:1], labels, pieces, gazetteer)
    words = example.window.words
    found = [
        (documents[0].text[words[first][0] : words[last][1]], labels.entities[kind], new)
        for first, last, kind, new in example.entities
    ]
    assert found == [("Flow0", "Method", True), ("graphics cards", "Hardware", False)]
    assert example.relations == ((0, 1, 0),)


def test_batches_hold_every_example_within_budget(
    documents: list[Document], labels: LabelSet, gazetteer: Gazetteer
) -> None:
    """Padded size stays within the budget, and nothing is lost or doubled."""
    items = examples(documents, labels, pieces, gazetteer)
    for rng in (None, random.Random(3)):
        groups = batches(items, 60, rng)
        assert sorted(id(e) for group in groups for e in group) == sorted(id(e) for e in items)
        for group in groups:
            longest = max(len(e.window.ids) for e in group)
            assert len(group) == 1 or longest * len(group) <= 60
