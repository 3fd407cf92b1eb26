"""Cutting very long texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg.extract.windows import windows


@given(st.text(alphabet="ab .\n", max_size=400), st.integers(min_value=2, max_value=50))
def test_stretches_cover_the_text_and_keep_the_limit(text: str, limit: int) -> None:
    stretches = list(windows(text, limit))
    assert "".join(text[a:b] for a, b in stretches) == text
    assert all(b - a <= limit for a, b in stretches)


def test_the_cut_is_after_a_sentence_then_a_space_then_anywhere() -> None:
    assert list(windows("One two. Three four.", 14)) == [(0, 9), (9, 20)]
    assert list(windows("one two three four", 14)) == [(0, 14), (14, 18)]
    assert list(windows("x" * 10, 4)) == [(0, 4), (4, 8), (8, 10)]
