"""Inflection by rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.words import inflect, lemma, singular, trigger_classes


@pytest.mark.parametrize(
    ("plural", "expected"),
    [
        ("GPUs", "gpu"),
        ("caches", "cache"),
        ("losses", "loss"),
        ("matrices", "matrix"),
        ("libraries", "library"),
        ("bus", "bus"),
        ("analysis", "analysis"),
        ("metrics", "metric"),
        ("graphics", "graphics"),
        ("batches", "batch"),
        ("loss", "loss"),
    ],
)
def test_singular(plural: str, expected: str) -> None:
    assert singular(plural) == expected


@given(st.from_regex(r"[a-z]{1,12}", fullmatch=True))
def test_singular_is_stable_on_its_own_result_for_common_forms(word: str) -> None:
    assert singular(word + "tion") == word + "tion"
    assert singular(word + "tions") == word + "tion"


def test_verbs_inflect() -> None:
    assert inflect("use") == {"use": "V", "uses": "V", "used": "E", "using": "G"}
    assert inflect("apply")["applied"] == "E"
    assert inflect("map")["mapping"] == "G"
    assert lemma("leverages") == "leverage"
    assert lemma("was") == "be"


def test_the_longest_wording_is_taken() -> None:
    assert trigger_classes(["compose", "of"]) == ["whole"]
    assert "example" in trigger_classes(["such", "as"])
    assert trigger_classes(["banana"]) == []
