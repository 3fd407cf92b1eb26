"""Words, sentences and shapes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.neural.words import SHAPES, folded, sentence_numbers, sentences, shape, words


@given(st.text())
def test_words_cover_all_but_white_space(text: str) -> None:
    """Words are in order, apart, and miss nothing that is printed."""
    spans = words(text)
    assert all(start < end for start, end in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert "".join(text[s:e] for s, e in spans) == "".join(text.split())


@given(st.text(alphabet="aB .?!1\n(\"'…"))
def test_sentences_cover_all_but_white_space(text: str) -> None:
    """Nothing printed lies between sentences, and none is empty."""
    spans = sentences(text)
    assert all(text[start:end].strip() for start, end in spans)
    covered = "".join("".join(text[s:e].split()) for s, e in spans)
    assert covered == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One. Two! Three? Four", 4),
        ("We use SGD, e.g. Adam. It works.", 2),
        ("As shown by Smith et al. The gain is 3.5 times.", 1),
        ("Runs on v1.2 of CUDA. Done.", 2),
        ("The end.", 1),
        ("", 0),
    ],
)
def test_sentence_ends(text: str, count: int) -> None:
    """Abbreviations and decimal points end no sentence."""
    assert len(sentences(text)) == count


def test_sentence_numbers_follow_the_words() -> None:
    """Each word has the number of its sentence."""
    text = "One two. Three."
    assert sentence_numbers(words(text), sentences(text)) == [0, 0, 0, 1, 1]


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("cache", "lower"),
        ("Cache", "title"),
        ("GPU", "upper"),
        ("GPUs", "plural acronym"),
        ("PyTorch", "mixed case"),
        ("64", "digits"),
        ("A100", "letters and digits"),
        ("(", "punctuation"),
    ],
)
def test_shapes(word: str, name: str) -> None:
    """How a word is written."""
    assert SHAPES[shape(word)] == name


@given(st.text(min_size=1).filter(lambda t: not t[0].isspace()))
def test_every_word_has_a_shape(text: str) -> None:
    """No word is without one."""
    for start, end in words(text):
        assert 0 <= shape(text[start:end]) < len(SHAPES)


def test_folded() -> None:
    """Case, spacing and a plural s do not count; a double s does."""
    assert folded("Graph  caches") == folded("graph cache")
    assert folded("GPUs") == folded("GPU")
    assert folded("loss") == "loss"
