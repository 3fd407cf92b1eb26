"""Which names are alike, and which only look so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.curate.candidates import alike, shared, similarity
from kg.link.explanation import Record


def record(id_: str, label: str, known: bool = False) -> Record:
    return Record(id_, label, "", known, (), False, (), 3, 2, {"Method": 3}, (), (), ())


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("ledger tree", "tree ledger", "another order"),
        ("Tabula system", "Tabula", "class noun"),
        ("LTG", "ledger tree gate", "initials"),
        ("speculative batching", "speculative bathing", "one letter"),
    ],
)
def test_alike(one: str, other: str, why: str) -> None:
    pairs = list(alike([record("method/one", one), record("method/other", other)]))
    assert [(p.one, p.other) for p in pairs] == [("method/one", "method/other")]
    assert why in pairs[0].why


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GAN", "GNN"),
        ("CPU-initiated storage access", "GPU-initiated storage access"),
        ("Zeta 3 model scaling", "Zeta 4 model scaling"),
        ("ledger tree", "tally trie"),
        ("Welsh-to-Irish translation", "Irish-to-Welsh translation"),
    ],
)
def test_not_alike(one: str, other: str) -> None:
    assert list(alike([record("method/one", one), record("method/other", other)])) == []


def test_types_and_the_vocabulary_keep_names_apart() -> None:
    assert not list(alike([record("method/a", "ledger tree"), record("task/b", "tree ledger")]))
    known = [record("method/a", "ledger tree", True), record("method/b", "tree ledger", True)]
    assert not list(alike(known))


def test_shared() -> None:
    assert shared({("a", "x"), ("b", "y")}, {("a", "x")}) == 0.5
    assert shared(set(), set()) == 0.0


@given(st.text(max_size=20), st.text(max_size=20))
def test_similarity_is_a_symmetric_share(one: str, other: str) -> None:
    assert 0 <= similarity(one, other) <= 1.0000001
    assert similarity(one, other) == pytest.approx(similarity(other, one))
    assert similarity(one, one) == pytest.approx(1)
