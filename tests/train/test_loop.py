"""Training learns, checkpoints, and resumes."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from kg.evaluate.gold import Document
from kg.extract.neural.gazetteer import Gazetteer
from kg.train.data import LabelSet, examples
from kg.train.loop import MASK_ID, Corpus, Run, Settings
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


def test_guessing_masks_words_and_keeps_what_they_were(
    encoder: Path,
    tmp_path: Path,
    documents: list[Document],
    labels: LabelSet,
    gazetteer: Gazetteer,
) -> None:
    """Every hidden piece reads as the mask, and every other piece as it stands in the text."""
    run = make(encoder, tmp_path, documents, labels, gazetteer)
    run.settings = replace(PLAIN, guess=True, masks=0.5)
    plain = examples(documents, labels, pieces, gazetteer)
    masked = [
        run._mask(item, random.Random(1)) for item in examples(documents, labels, pieces, gazetteer)
    ]
    count = 0
    for before, after in zip(plain, masked, strict=True):
        hidden = after.hidden >= 0
        count += int(hidden.sum())
        assert (after.window.ids[hidden] == MASK_ID).all()
        assert (after.hidden[hidden] == before.window.ids[hidden]).all()
        assert (after.window.ids[~hidden] == before.window.ids[~hidden]).all()
    assert count > 10


def test_learns_to_name_masked_words(
    encoder: Path,
    tmp_path: Path,
    documents: list[Document],
    labels: LabelSet,
    gazetteer: Gazetteer,
) -> None:
    """With the words to name, the loss starts higher, falls, and the head for them has moved."""
    run = make(encoder, tmp_path, documents, labels, gazetteer)
    run.settings = replace(PLAIN, guess=True, masks=0.2)
    before = run.model.masked.bias.detach().clone()
    run.train(lambda model, epoch: {})
    rows = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert rows[-1]["loss"] < rows[0]["loss"] / 2
    assert not torch.equal(run.model.masked.bias, before)


def test_an_epoch_draws_a_share(
    encoder: Path,
    tmp_path: Path,
    documents: list[Document],
    labels: LabelSet,
    gazetteer: Gazetteer,
) -> None:
    """Half of eight documents are read in an epoch, not the same half in each."""
    run = make(encoder, tmp_path, documents, labels, gazetteer)
    run.corpora[0].share = 0.5
    drawn = [
        sorted(bytes(item.window.ids) for _, batch in run._epoch_batches(epoch) for item in batch)
        for epoch in range(4)
    ]
    assert {len(items) for items in drawn} == {4}
    assert len({tuple(items) for items in drawn}) > 1


def test_settling_keeps_the_average(
    encoder: Path,
    tmp_path: Path,
    documents: list[Document],
    labels: LabelSet,
    gazetteer: Gazetteer,
) -> None:
    """A second run starts from the averaged weights of the first."""
    run = make(encoder, tmp_path, documents, labels, gazetteer)
    name = next(iter(run.average))
    run.average[name] = run.average[name] + 1
    run.settle()
    assert torch.equal(dict(run.model.named_parameters())[name], run.average[name])


def test_the_result_lies_between_half_time_and_end(
    encoder: Path,
    tmp_path: Path,
    documents: list[Document],
    labels: LabelSet,
    gazetteer: Gazetteer,
) -> None:
    """The final weights are the mean of two running averages; a finished run stays as it is."""
    run = make(encoder, tmp_path, documents, labels, gazetteer)
    run.train(lambda model, epoch: {})
    end = torch.load(tmp_path / "checkpoint.pt", weights_only=True)["average"]
    for name, value in run.average.items():
        assert torch.allclose(value, (end[name] + run.middle[name]) / 2, atol=1e-6)
    assert any(not torch.equal(end[name], run.middle[name]) for name in end)
    again = make(encoder, tmp_path, documents, labels, gazetteer)
    again.train(lambda model, epoch: {})
    assert all(torch.equal(again.average[name], value) for name, value in run.average.items())
