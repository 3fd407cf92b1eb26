"""What a training run starts from: silver texts and the weights of an earlier run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from kg.errors import InputError
from kg.evaluate.gold import Document
from kg.extract.neural.gazetteer import Gazetteer
from kg.train.data import LabelSet
from kg.train.loop import Corpus
from kg.train.model import JointModel
from kg.train.run import load_weights, silver_corpora
from tests.train.test_loop import make

OTHER = LabelSet("other", ("Task",), (), 0, within_sentence=True)


def lines(path: Path, *texts: str) -> Path:
    """Write texts without annotations in the gold form."""
    rows = [{"id": text, "text": text, "entities": [], "relations": []} for text in texts]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def corpora(labels: LabelSet, documents: list[Document]) -> list[Corpus]:
    """Two sets with the same documents."""
    return [
        Corpus(labels, documents, documents, augment=True),
        Corpus(OTHER, documents, documents, augment=False),
    ]


def test_a_silver_file_is_of_our_own_types(tmp_path: Path, corpora: list[Corpus]) -> None:
    (found,) = silver_corpora(lines(tmp_path / "silver.jsonl", "a", "b"), corpora)
    assert [document.text for document in found.train] == ["a", "b"]
    assert found.labels is corpora[0].labels
    assert found.augment


def test_a_silver_folder_has_a_file_for_each_set(tmp_path: Path, corpora: list[Corpus]) -> None:
    lines(tmp_path / "other.jsonl", "c")
    (found,) = silver_corpora(tmp_path, corpora)
    assert found.labels is OTHER
    lines(tmp_path / "tiny.jsonl", "a")
    assert [corpus.labels.name for corpus in silver_corpora(tmp_path, corpora)] == ["tiny", "other"]
    assert len(corpora[0].train) == 8, "the gold texts stay what they are"


def test_a_silver_folder_without_texts_is_named(tmp_path: Path, corpora: list[Corpus]) -> None:
    with pytest.raises(InputError, match=r"E001.*tiny\.jsonl"):
        silver_corpora(tmp_path, corpora)


def test_a_run_goes_on_from_the_average_of_another(
    encoder: Path,
    tmp_path: Path,
    documents: list[Document],
    labels: LabelSet,
    gazetteer: Gazetteer,
) -> None:
    run = make(encoder, tmp_path, documents, labels, gazetteer)
    run.train(lambda model, epoch: {})
    torch.manual_seed(5)
    model = JointModel(encoder, [labels])
    load_weights(model, tmp_path / "average.pt")
    named = dict(model.named_parameters())
    assert all(torch.equal(named[name], value) for name, value in run.average.items())
    with pytest.raises(InputError, match="E001"):
        load_weights(model, tmp_path / "nothing.pt")
