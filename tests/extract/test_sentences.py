"""Where sentences end, and where they do not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.vocab import Vocab

from kg.extract.analysis import Analysis, analysis
from kg.extract.sentences import find_sentences
from kg.extract.tokenizer import FieldTokenizer

TOKENIZER = FieldTokenizer(Vocab())


@pytest.mark.parametrize(
    "text",
    [
        "It uses caches, e.g. LRU, as Li et al. Show in Fig. 3.",
        "Speed vs. Accuracy matters.",
        "We follow J. Smith here.",
        "It reaches 3.5 GB/s (cf. Sec. 2).",
    ],
)
def test_one_sentence(text: str, analyse: Callable[..., Analysis]) -> None:
    assert len(analyse(text, "kg_sentences").sentences) == 1


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("It is fast. We test it.", "We test it."),
        ("It predicts CTR.We test it.", "We test it."),
        ('He says "go." Then stops.', "Then stops."),
        ("It is fast! vLLM is faster.", "vLLM is faster."),
        ("First line\n\nSecond line", "Second line"),
    ],
)
def test_two_sentences(text: str, second: str, analyse: Callable[..., Analysis]) -> None:
    state = analyse(text, "kg_sentences")
    spans = list(state.sentence_spans())
    assert [text[a:b] for a, b in spans][1:] == [second]


@given(st.text(alphabet='aB. !?…\n)"', max_size=60))
def test_sentences_cover_all_tokens_in_order(text: str) -> None:
    state = analysis(TOKENIZER(text))
    position = 0
    for first, last in find_sentences(state):
        assert first == position < last
        position = last
    assert position == len(state.words)
