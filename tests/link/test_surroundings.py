"""Words around a mention and the context words found among them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kg.link.surroundings as surroundings
from kg.link.surroundings import Words, context_of, typical_words
from kg.vocabulary import load


@pytest.mark.parametrize(
    ("context", "text", "found"),
    [
        (("supercomputer",), "Two Supercomputers were used.", {"supercomputer"}),
        (("Pareto",), "a pareto front", set()),
        (("Pareto",), "the Pareto front", {"Pareto"}),
        (("learning rate",), "with learning-rates of 0.1", {" learning rate "}),
        (("I/O",), "bound by I/O.", {" I O "}),
        (("node",), "notes on nodal forms", set()),
        (("Tensor Core",), "its Tensor Cores", {" Tensor Core "}),
    ],
)
def test_hits(context: tuple[str, ...], text: str, found: set[str]) -> None:
    assert context_of(context).hits(Words(text)) == found


@pytest.mark.parametrize(
    ("before", "after", "beside"),
    [
        ("on the supercomputer", "", True),
        ("", "supercomputer at Oak Ridge", True),
        ("supercomputer named", "was", False),
        ("trained at a learning rate", "", True),
    ],
)
def test_beside(before: str, after: str, beside: bool) -> None:
    context = context_of(("supercomputer", "learning rate"))
    assert context.beside(Words(before), Words(after)) is beside


@given(st.text(max_size=60), st.text(max_size=60))
def test_stretches_joined_have_the_words_of_both(one: str, other: str) -> None:
    both = Words(one).followed_by(Words(other))
    assert both.low == Words(one).low | Words(other).low
    assert both.written == Words(one).written + Words(other).written


def test_typical_words_belong_to_concepts_of_the_vocabulary() -> None:
    path = Path(surroundings.__file__).with_name("typical_words.tsv")
    with path.open(encoding="utf-8", newline="") as lines:
        keys = [row["concept"] for row in csv.DictReader(lines, delimiter="\t")]
    assert len(set(keys)) == len(keys)
    assert set(keys) <= set(load().entries)
    assert all(typical_words().values())
