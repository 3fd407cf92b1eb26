"""The training loop: epochs of augmented data, averaged weights, checkpoints that a cut run resumes from."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np
import torch

from kg.evaluate.gold import Document
from kg.extract.neural.encode import Pieces
from kg.extract.neural.gazetteer import Gazetteer
from kg.train.augment import names, snippet, spread, swap_names, without_title
from kg.train.data import Example, LabelSet, batches, examples
from kg.train.loss import joint_loss
from kg.train.model import JointModel
from kg.train.team import Team

MASK_ID = 103


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a run is defined by.

    `epochs` counts passes over the data, or over a share of it: see `Corpus`. With `guess` the
    model also names the words that are masked, as in pre-training. With `minutes` the learning rate follows the clock
    instead, so that a run ends on time on a busy machine. After every `together` steps the
    processes of a team average their weights, and the running average moves by 1 - `decay`. With
    `halfway` the result is the mean of the running averages at half time and at the end, which lie
    on two sides of a broad minimum (Izmailov et al. 2018).
    """

    encoder_rate: float = 2e-4
    head_rate: float = 1e-3
    warm_up: float = 0.06
    budget: int = 2500
    epochs: int = 24
    minutes: float = 0.0
    seed: int = 1
    snippets: float = 0.15
    titles: float = 0.1
    swaps: float = 0.4
    masks: float = 0.08
    guess: bool = False
    together: int = 8
    decay: float = 0.93
    halfway: bool = True
    checkpoint_seconds: float = 150.0


@dataclass
class Corpus:
    """One annotated set in training: its labels, documents, and whether to augment them.

    An epoch draws `share` of the training documents.
    """

    labels: LabelSet
    train: Sequence[Document]
    dev: Sequence[Document]
    augment: bool
    share: float = 1.0
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)


Report = Callable[[JointModel, int], dict[str, object]]


class Run:
    """A training run in a folder: `checkpoint.pt` to resume from, `average.pt` to use, `log.jsonl`."""

    def __init__(
        self,
        model: JointModel,
        corpora: Sequence[Corpus],
        pieces: Pieces,
        gazetteer: Gazetteer,
        settings: Settings,
        folder: Path,
        team: Team | None = None,
    ) -> None:
        self.model = model
        self.corpora = corpora
        self.pieces = pieces
        self.gazetteer = gazetteer
        self.settings = settings
        self.folder = folder
        self.team = team or Team()
        self.epoch = self.position = self.steps = self.rounds = 0
        self.progress = 0.0
        encoder = [p for p in model.encoder.parameters() if p.requires_grad]
        heads = [*model.heads.parameters(), *model.masked.parameters()]
        self.optimizer = torch.optim.AdamW(
            [{"params": encoder, "lr": 0.0}, {"params": heads, "lr": 0.0}], weight_decay=0.01
        )
        self.average = {
            name: p.detach().clone() for name, p in model.named_parameters() if p.requires_grad
        }
        self.middle: dict[str, torch.Tensor] = {}
        for corpus in corpora:
            corpus.train = [spread(document) for document in corpus.train]
            corpus.names = names(corpus.train, corpus.labels.entities)
        folder.mkdir(parents=True, exist_ok=True)

    def train(self, report: Report) -> None:
        """Train to the end, from the last checkpoint if there is one; `report` scores each epoch."""
        settings = self.settings
        self._resume()
        began, progress_then = time.monotonic(), self.progress
        saved = began
        while self.progress < 1 and (settings.minutes or self.epoch < settings.epochs):
            todo = self._epoch_batches(self.epoch)
            total, clock = 0.0, time.monotonic()
            for index in range(self.position, len(todo)):
                corpus, batch = todo[index]
                self.position = index + 1
                if not settings.minutes:
                    self.progress = (self.epoch + index / len(todo)) / settings.epochs
                elif index % settings.together == 0:
                    gone = (time.monotonic() - began) / 60 / settings.minutes
                    self.progress = self.team.agree(progress_then + (1 - progress_then) * gone)
                if self.progress >= 1:
                    break
                total += self._step(corpus, batch)
                if index % settings.together == settings.together - 1 or index == len(todo) - 1:
                    self._average()
                    if time.monotonic() - saved > settings.checkpoint_seconds:
                        self.save()
                        saved = time.monotonic()
            self.epoch += 1
            self.position = 0
            row: dict[str, object] = {
                "epoch": self.epoch,
                "progress": round(self.progress, 3),
                "steps": self.steps,
                "loss": round(total / max(1, len(todo)), 3),
                "seconds": round(time.monotonic() - clock),
            }
            if self.team.rank == 0:
                self.save()
                with self.averaged():
                    row |= report(self.model, self.epoch)
                with (self.folder / "log.jsonl").open("a") as log:
                    log.write(json.dumps(row) + "\n")
            saved = time.monotonic()
        for name, value in self.middle.items():
            self.average[name].lerp_(value, 0.5)
        if self.team.rank == 0:
            _write(self.average, self.folder / "average.pt")

    def _step(self, corpus: Corpus, batch: Sequence[Example]) -> float:
        settings = self.settings
        rise = min(1.0, self.progress / settings.warm_up) if settings.warm_up else 1.0
        fall = (1 - self.progress) / (1 - settings.warm_up)
        scale = max(0.002, min(rise, fall))
        for group, rate in zip(
            self.optimizer.param_groups, (settings.encoder_rate, settings.head_rate), strict=True
        ):
            group["lr"] = rate * scale
        self.model.train()
        loss = joint_loss(self.model, corpus.labels, batch, false_spans=self.epoch > 0)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(
            [p for p in self.model.parameters() if p.grad is not None], 1.0
        )
        self.optimizer.step()
        self.steps += 1
        return float(loss.item())

    def _average(self) -> None:
        """Bring the processes' weights together, and let the running average follow them."""
        named = [(n, p) for n, p in self.model.named_parameters() if n in self.average]
        self.team.mean([parameter for _, parameter in named])
        self.rounds += 1
        decay = min(self.settings.decay, self.rounds / (self.rounds + 2))
        with torch.no_grad():
            for name, parameter in named:
                self.average[name].lerp_(parameter, 1 - decay)
        if self.settings.halfway and self.progress >= 0.5 and not self.middle:
            self.middle = {name: value.clone() for name, value in self.average.items()}

    def _epoch_batches(self, epoch: int) -> list[tuple[Corpus, list[Example]]]:
        """This process's batches of an epoch, as many as every other process has."""
        seed = self.settings.seed
        common, own = (random.Random(f"{seed}:{epoch}:{who}") for who in ("all", self.team.rank))
        torch.manual_seed(seed * 1000 + epoch + 500 * self.team.rank)
        todo = []
        for corpus in self.corpora:
            drawn = common.sample(corpus.train, max(1, round(len(corpus.train) * corpus.share)))
            documents = [self._vary(d, corpus, own) for d in self.team.share(drawn)]
            items = examples(documents, corpus.labels, self.pieces, self.gazetteer)
            items = [self._mask(item, own) for item in items]
            todo += [(corpus, batch) for batch in batches(items, self.settings.budget, own)]
        own.shuffle(todo)
        return todo[: self.team.least(len(todo))]

    def _vary(self, document: Document, corpus: Corpus, rng: random.Random) -> Document:
        if not corpus.augment:
            return document
        if rng.random() < self.settings.swaps:
            document = swap_names(document, corpus.names, rng, 0.4)
        draw = rng.random()
        if draw < self.settings.snippets:
            return snippet(document, rng)
        if draw < self.settings.snippets + self.settings.titles:
            return without_title(document)
        return document

    def _mask(self, example: Example, rng: random.Random) -> Example:
        """Hide some words from the encoder, and the vocabulary of some texts."""
        ids, features = example.window.ids, example.window.features
        hidden = np.full(len(ids) if self.settings.guess else 0, -1, dtype=np.int64)
        if self.settings.guess or rng.random() < 0.7:
            for first, last in zip(example.window.first, example.window.last, strict=True):
                if rng.random() < self.settings.masks:
                    if self.settings.guess:
                        hidden[first : last + 1] = ids[first : last + 1]
                    ids[first : last + 1] = MASK_ID
        if rng.random() < 0.15:
            features[:, 9:] = 0
        return replace(example, hidden=hidden)

    def settle(self) -> None:
        """Give the model its averaged weights for good."""
        _Averaged(self).load(self.average)

    def averaged(self) -> _Averaged:
        """A context in which the model has its averaged weights."""
        return _Averaged(self)

    def save(self) -> None:
        """Write `checkpoint.pt` and `average.pt`, each whole or not at all."""
        if self.team.rank:
            return
        state = {
            "model": {
                n: p for n, p in self.model.state_dict().items() if "word_embeddings" not in n
            },
            "average": self.average,
            "middle": self.middle,
            "optimizer": self.optimizer.state_dict(),
            "epoch": self.epoch,
            "position": self.position,
            "steps": self.steps,
            "rounds": self.rounds,
            "progress": self.progress,
            "settings": asdict(self.settings),
        }
        _write(state, self.folder / "checkpoint.pt")
        _write(self.average, self.folder / "average.pt")

    def _resume(self) -> None:
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return
        state = torch.load(path, weights_only=True)
        self.model.load_state_dict(state["model"], strict=False)
        self.average, self.middle = state["average"], state["middle"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.epoch, self.position = state["epoch"], state["position"]
        self.steps, self.progress = state["steps"], state["progress"]
        self.rounds = state["rounds"]


class _Averaged:
    def __init__(self, run: Run) -> None:
        self.run = run
        self.kept: dict[str, torch.Tensor] = {}

    def __enter__(self) -> None:
        self.kept = {
            name: p.detach().clone()
            for name, p in self.run.model.named_parameters()
            if name in self.run.average
        }
        self.load(self.run.average)

    def __exit__(self, *_: object) -> None:
        self.load(self.kept)

    def load(self, values: Mapping[str, torch.Tensor]) -> None:
        with torch.no_grad():
            for name, parameter in self.run.model.named_parameters():
                if name in values:
                    parameter.copy_(values[name])


def _write(state: object, path: Path) -> None:
    partial = path.with_suffix(".part")
    torch.save(state, partial)
    partial.replace(path)
