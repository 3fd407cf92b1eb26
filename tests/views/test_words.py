"""Texts packed as numbers of words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.views.words import LEADS, LETTERS, Packer, gaps
from tests.views.unpacking import unpack


@given(st.lists(st.text(max_size=60), max_size=12))
def test_texts_come_back_as_they_were(texts: list[str]) -> None:
    packer = Packer(texts)
    assert [unpack(packer.table(), packer.pack(text)) for text in texts] == texts


def test_many_words_need_longer_numbers_and_come_back() -> None:
    words = [f"w{number}" for number in range(22_000)]
    packer = Packer(words)
    assert {len(packer.pack(word)) for word in words} == {1, 2, 3, 4}
    table = packer.table()
    assert all(unpack(table, packer.pack(word)) == word for word in words[::7])


def test_what_is_packed_needs_no_escapes() -> None:
    assert sum(LEADS) == len(LETTERS) == len(set(LETTERS))
    text = 'a "b" \\ <c> & http://d'
    packed = Packer([text]).pack(text)
    assert json.dumps(packed) == f'"{packed}"'
    assert not set(packed) & set("<>&/")


def test_frequent_words_take_least() -> None:
    text = " ".join(["the model runs on the GPU"] * 20)
    packer = Packer([text, "seldom"])
    assert len(packer.pack(text)) == 20 * 6
    assert packer.table()["words"][0] == " the"


def test_the_order_of_texts_does_not_change_the_numbers() -> None:
    texts = ["b a c", "c d e", "e f"]
    one, other = Packer(texts), Packer(texts[::-1])
    assert [one.pack(text) for text in texts] == [other.pack(text) for text in texts]


def test_a_word_that_was_never_seen_is_refused() -> None:
    with pytest.raises(KeyError):
        Packer(["a"]).pack("b")


@given(st.lists(st.integers(0, 9999), unique=True).map(sorted))
def test_gaps_add_up(numbers: list[int]) -> None:
    total, found = 0, []
    for gap in gaps(numbers):
        total += gap
        found.append(total)
    assert found == numbers
