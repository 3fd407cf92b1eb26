"""Texts as windows of word pieces."""

from __future__ import annotations

import zlib

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extract.neural.encode import CLS, FEATURES, MAX_PIECES, SEP, Window, windows
from kg.extract.neural.gazetteer import FEATURES as NAME_FEATURES
from kg.extract.neural.gazetteer import Gazetteer
from kg.extract.neural.words import SHAPES, sentences, words

GAZETTEER = Gazetteer.compile([("host memory", "Hardware"), ("Host", "Method"), ("AUC", "Metric")])


def pieces(word: str) -> list[int]:
    """As many pieces as the word has letters, by threes."""
    return [200 + zlib.crc32(word.encode()) % 99] * (1 + len(word) // 3)


def encode(text: str) -> list[Window]:
    """The windows of a text."""
    return windows(text, words(text), sentences(text), pieces, GAZETTEER)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(1, 90), max_size=30), st.integers(1, 12))
def test_no_word_is_lost(lengths: list[int], letters: int) -> None:
    """Each word of a text of any length lies in exactly one window, and none is too long."""
    text = " ".join(" ".join(["W" + "a" * letters] * count) + "." for count in lengths)
    found = encode(text)
    assert [span for window in found for span in window.words] == words(text)
    for window in found:
        assert len(window.ids) <= MAX_PIECES + 2
        assert window.ids[0] == CLS
        assert window.ids[-1] == SEP
        assert window.features.shape == (len(window.ids), FEATURES)
        assert (window.first <= window.last).all()


def test_windows_end_with_sentences() -> None:
    """A long text is cut where a sentence ends, not in the middle of one."""
    text = " ".join(["Every sentence here has exactly seven words."] * 60)
    found = encode(text)
    assert len(found) > 1
    for window in found:
        assert text[window.words[-1][0] : window.words[-1][1]] == "."


def test_a_huge_sentence_is_cut_within() -> None:
    """Only a sentence that fits no window is broken."""
    found = encode("word " * 600 + ".")
    assert len(found) > 1
    assert sum(len(window.words) for window in found) == 601


def test_features_of_a_word() -> None:
    """Shape, sentence start, and the longest match in the vocabulary."""
    (window,) = encode("Use host memory. AUCs rise.")
    rows = window.features[window.first]
    assert rows[0, SHAPES.index("title")] == 1
    assert rows[:, len(SHAPES)].tolist() == [1, 0, 0, 0, 1, 0, 0]
    names = rows[:, -NAME_FEATURES:]
    hardware, metric = 2, 8
    assert names[1].nonzero()[0].tolist() == [hardware]
    assert names[2].nonzero()[0].tolist() == [hardware + 1]
    assert names[4].nonzero()[0].tolist() == [metric]
    assert not window.features[[0, -1]].any()


def test_gazetteer_prefers_the_longest_and_knows_plurals() -> None:
    """`host memory` beats `host`; `memories` is no regular plural of it."""
    assert GAZETTEER.match(["Host", "Memory", "host"]) == [(0, 1, 2), (2, 2, 1)]
    assert GAZETTEER.match(["host", "memorys"]) == [(0, 1, 2)]
    assert GAZETTEER.match([]) == []


def test_one_surface_may_have_two_types() -> None:
    """Types of one surface add up."""
    both = Gazetteer.compile([("ray", "Method"), ("Ray", "Hardware")])
    assert both.match(["RAY"]) == [(0, 0, 3)]
    assert np.array(both.features(["ray"])).sum() == 2
