"""A tiny encoder and corpus, so that training and export can be tested in seconds."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra kg[train] is not installed")
pytest.importorskip("transformers", reason="the extra kg[train] is not installed")

from kg.evaluate.gold import Document, Entity, Link
from kg.extract.neural.gazetteer import Gazetteer
from kg.train.data import LabelSet

LABELS = LabelSet("tiny", ("Method", "Hardware"), ("runsOn", "partOf"), 1, within_sentence=False)


@pytest.fixture
def labels() -> LabelSet:
    """Two types and two relations."""
    return LABELS


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a random two-layer encoder of width 48 over 300 word pieces."""
    import torch
    from transformers import BertConfig, BertModel

    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=300,
        hidden_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=512,
    )
    folder = tmp_path_factory.mktemp("encoder")
    BertModel(config).save_pretrained(folder)
    return folder


def pieces(word: str) -> list[int]:
    """One or two made-up pieces for each word, the same on every machine."""
    code = zlib.crc32(word.lower().encode())
    return [104 + code % 190] if len(word) < 7 else [104 + code % 190, 104 + code // 190 % 190]


@pytest.fixture
def gazetteer() -> Gazetteer:
    """Knows one name."""
    return Gazetteer.compile([("graphics card", "Hardware")])


@pytest.fixture
def documents() -> list[Document]:
    """Eight documents of two sentences, each with a method that runs on some hardware."""
    result = []
    for number in range(8):
        text = f"We present Flow{number}, a scheduler. It runs well on graphics cards of node {number}."
        name = f"Flow{number}"
        start, card = text.index(name), text.index("graphics cards")
        result.append(
            Document(
                f"d{number}",
                text,
                (
                    Entity(start, start + len(name), "Method", True),
                    Entity(card, card + 14, "Hardware"),
                ),
                (Link(0, 1, "runsOn"),),
            )
        )
    return result
