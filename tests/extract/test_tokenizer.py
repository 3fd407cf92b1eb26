"""Tokens of the field, and the promise that no character is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.vocab import Vocab

from kg.extract.analysis import analysis
from kg.extract.tokenizer import FieldTokenizer

TOKENIZER = FieldTokenizer(Vocab())


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("trained with AdamW.", ["trained", "with", "AdamW", "."]),
        ("predicts CTR.We show", ["predicts", "CTR", ".", "We", "show"]),
        ("10–20× faster", ["10", "–", "20", "×", "faster"]),
        ("the $k$-machine model", ["the", "$k$", "-", "machine", "model"]),
        ("CPU/GPU-based", ["CPU", "/", "GPU", "-", "based"]),
        ("fast--and cheap", ["fast", "--", "and", "cheap"]),
        ("Qwen2.5-0.5B, e.g., v1.2", ["Qwen2.5", "-", "0.5B", ",", "e.g.", ",", "v1.2"]),
        ("NVIDIA's C++ doesn't", ["NVIDIA", "'s", "C++", "doesn't"]),
        ("non‑uniform memory", ["non", "‑", "uniform", "memory"]),
        ("1,024 GPUs cost $3 or $4", ["1,024", "GPUs", "cost", "$", "3", "or", "$", "4"]),
        ("see https://x.org/a.html.", ["see", "https://x.org/a.html", "."]),
    ],
)
def test_words_of_the_field(text: str, tokens: list[str]) -> None:
    assert [token.text for token in TOKENIZER(text)] == tokens


def test_a_non_breaking_space_is_white_space_not_a_word() -> None:
    doc = TOKENIZER("host\u00a0memory  and\tdisk")
    assert doc.text == "host\u00a0memory  and\tdisk"
    assert analysis(doc).words == ["host", "memory", "and", "disk"]


@given(st.text())
def test_the_text_comes_back_character_for_character(text: str) -> None:
    assert TOKENIZER(text).text == text


@given(st.text(alphabet="aZ9 .-–/$\u00a0\n'’_…(),", max_size=80))
def test_offsets_slice_the_text(text: str) -> None:
    state = analysis(TOKENIZER(text))
    words = [text[a:b] for a, b in zip(state.starts, state.ends, strict=True)]
    assert words == state.words
    assert "".join("".join(words).split()) == "".join(text.split())
    assert state.starts == sorted(state.starts)
