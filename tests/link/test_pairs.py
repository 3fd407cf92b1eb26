"""Surface pairs of our own, same or not, by class: precision and recall of `same`."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.link import same
from kg.vocabulary import load
from tests.link.builders import SMALL

PAIRS = Path(__file__).with_name("pairs.tsv")


def rows() -> list[dict[str, str]]:
    with PAIRS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_the_gold_set_is_large_and_gives_reasons() -> None:
    pairs = rows()
    assert len(pairs) >= 400
    assert all(row["same"] in ("yes", "no") and row["reason"] for row in pairs)
    assert len({(row["a"], row["b"]) for row in pairs}) == len(pairs)
    assert min(Counter(row["same"] for row in pairs).values()) >= 100


def test_precision_and_recall() -> None:
    merged, missed, right = [], [], 0
    for row in rows():
        verdict = same(row["a"], row["b"], load())
        if verdict and row["same"] == "yes":
            right += 1
        elif verdict:
            merged.append((row["a"], row["b"], row["reason"]))
        elif row["same"] == "yes":
            missed.append((row["a"], row["b"], row["reason"]))
    assert right / (right + len(merged)) >= 0.99, merged
    assert right / (right + len(missed)) >= 0.95, missed


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['a']}~{row['b']}")
def test_the_verdict_is_symmetric(row: dict[str, str]) -> None:
    assert same(row["a"], row["b"], load()) == same(row["b"], row["a"], load())


SURFACES = st.sampled_from([row[side] for row in rows() for side in ("a", "b")])


@given(SURFACES, st.sampled_from(["{}", " {} ", "the {}", "“{}”", "{},", "our {}"]))
def test_what_stands_around_a_name_does_not_matter(surface: str, frame: str) -> None:
    assert same(frame.format(surface), surface, SMALL)


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_gets_a_verdict(one: str, other: str) -> None:
    assert same(one, other, SMALL) == same(other, one, SMALL)
