"""Training learns, checkpoints, and resumes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from kg.evaluate.gold import Document
from kg.extract.neural.gazetteer import Gazetteer
from kg.train.data import LabelSet, examples
from kg.train.loop import Corpus, Run, Settings
from kg.train.model import JointModel
from kg.train.predict import predict
from tests.train.conftest import pieces

PLAIN = Settings(epochs=12, budget=90, head_rate=3e-3, encoder_rate=1e-3, together=2, decay=0.5)


def make(
    encoder: Path, work: Path, documents: list[Document], labels: LabelSet, gazetteer: Gazetteer
) -> Run:
    """A run on the tiny corpus."""
    torch.manual_seed(0)
    corpus = Corpus(labels, documents, documents, augment=False)
    return Run(JointModel(encoder, [labels]), [corpus], pieces, gazetteer, PLAIN, work)


def test_learns_the_tiny_corpus(
    encoder: Path,
    tmp_path: Path,
    documents: list[Document],
    labels: LabelSet,
    gazetteer: Gazetteer,
) -> None:
    """After twelve epochs the averaged model finds most spans of what it was shown."""
    run = make(encoder, tmp_path, documents, labels, gazetteer)
    run.train(lambda model, epoch: {})
    rows = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [row["epoch"] for row in rows] == list(range(1, 13))
    assert rows[-1]["loss"] < rows[0]["loss"] / 2
    items = examples(documents, labels, pieces, gazetteer)
    with run.averaged():
        found = predict(run.model, labels, items, [0.4, 0.4])
    right = sum(
        len({(s.first, s.last, s.type) for s in p.spans} & {e[:3] for e in example.entities})
        for example, p in found
    )
    assert right >= 12


def test_a_cut_run_resumes(
    encoder: Path,
    tmp_path: Path,
    documents: list[Document],
    labels: LabelSet,
    gazetteer: Gazetteer,
) -> None:
    """A run stopped in its third epoch goes on there and ends at the twelfth."""

    def stop(model: JointModel, epoch: int) -> dict[str, object]:
        if epoch == 3:
            raise KeyboardInterrupt
        return {}

    with pytest.raises(KeyboardInterrupt):
        make(encoder, tmp_path, documents, labels, gazetteer).train(stop)
    run = make(encoder, tmp_path, documents, labels, gazetteer)
    seen: list[int] = []

    def note(model: JointModel, epoch: int) -> dict[str, object]:
        seen.append(epoch)
        return {}

    run.train(note)
    assert seen == list(range(4, 13))
    assert not list(tmp_path.glob("*.part"))


def test_averaging_restores_the_weights(
    encoder: Path,
    tmp_path: Path,
    documents: list[Document],
    labels: LabelSet,
    gazetteer: Gazetteer,
) -> None:
    """Leaving the context brings back the weights in training."""
    run = make(encoder, tmp_path, documents, labels, gazetteer)
    name = next(iter(run.average))
    run.average[name] = run.average[name] + 1
    before = dict(run.model.named_parameters())[name].detach().clone()
    with run.averaged():
        assert not torch.equal(dict(run.model.named_parameters())[name], before)
    assert torch.equal(dict(run.model.named_parameters())[name], before)
