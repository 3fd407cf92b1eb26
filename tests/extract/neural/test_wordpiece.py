"""Word pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.neural.wordpiece import WordPieces, parts

NAMES = ["[UNK]", "em", "##bed", "##ding", "embed", "##s", "g", "##pu", "_", "東", "京"]
PIECES = WordPieces({name: number for number, name in enumerate(NAMES)})


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("embeddings", ["embed", "##ding", "##s"]),
        ("GPUs", ["g", "##pu", "##s"]),
        ("Émbed", ["embed"]),
        ("xembed", ["[UNK]"]),
        ("em_em", ["em", "_", "em"]),
        ("東京", ["東", "京"]),
        ("e" * 101, ["[UNK]"]),
        ("\u200b", []),
    ],
)
def test_longest_pieces_first(word: str, pieces: list[str]) -> None:
    """Greedy from the left; case and accents do not count; what cannot be built is unknown."""
    assert [NAMES[number] for number in PIECES(word)] == pieces


@given(st.text())
def test_any_text_has_pieces(text: str) -> None:
    """Parts hold no white space, and every number is one of the vocabulary's."""
    assert all(part and not any(map(str.isspace, part)) for part in parts(text))
    assert all(0 <= number < len(NAMES) for number in PIECES(text))
    assert PIECES(text) == PIECES(text)


def test_agrees_with_the_reference() -> None:
    """The reference splitter gives the same pieces, where it is installed."""
    tokenizers = pytest.importorskip("tokenizers")
    reference = tokenizers.Tokenizer(
        tokenizers.models.WordPiece(PIECES.vocabulary, unk_token="[UNK]")
    )
    reference.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True)
    reference.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    for word in ("Embeddings", "GPUS", "naïve", "em-em", "e\u0301mbed", "京", "g$s", "A100"):
        assert PIECES(word) == reference.encode(word, add_special_tokens=False).ids
