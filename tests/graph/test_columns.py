"""Texts in little memory are those that were put in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.graph.columns import Texts

TEXT = st.text(st.characters(exclude_categories=()))


@given(st.lists(TEXT, max_size=8))
def test_texts_are_those_put_in(texts: list[str]) -> None:
    found = Texts()
    for text in texts:
        found.append(text)
    assert list(found) == texts
    assert len(found) == len(texts)
    assert [found[place] for place in range(-len(texts), len(texts))] == texts * 2
    assert list(found[1:]) == texts[1:]
    for place in (len(texts), -len(texts) - 1):
        with pytest.raises(IndexError):
            found[place]
