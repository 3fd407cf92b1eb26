"""The trained model at run time: ONNX graphs, word pieces and thresholds from one folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from kg.errors import InputError
from kg.extract.neural.decode import Span, near_pairs, select_spans, valid_spans
from kg.extract.neural.encode import Window, windows
from kg.extract.neural.gazetteer import Gazetteer
from kg.extract.neural.pairs import pair_features
from kg.extract.neural.probabilities import Calibration, logistic, probable
from kg.extract.neural.wordpiece import WordPieces
from kg.extract.neural.words import Span as Characters
from kg.extract.neural.words import sentences, words
from kg.resources import package_dir
from kg.schema import RELATIONS

if TYPE_CHECKING:
    import onnxruntime

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]
Vectors = Mapping[str, Floats]

DIGITS: Final = 3
"""Decimals of every probability: what depends on the processor lies behind them."""


@dataclass(frozen=True)
class LabelSet:
    """What one set of heads knows, and from which probability on it says so.

    `temperature` divides span scores before the softmax; `relation_thresholds` go with
    `relations`; `sentence_gap` is how many sentence ends a relation may cross.
    """

    name: str
    entities: tuple[str, ...]
    relations: tuple[str, ...]
    sentence_gap: int
    within_sentence: bool
    temperature: float
    thresholds: tuple[float, ...]
    relation_calibration: Calibration
    relation_thresholds: tuple[float, ...]
    proposed_calibration: Calibration

    @cached_property
    def related(self) -> npt.NDArray[np.bool_]:
        """Which types (of heads, of tails) some relation accepts; one that the schema lacks accepts all."""
        known = [RELATIONS.get(name) for name in self.relations]
        return np.array(
            [
                [
                    any(kind is None or kind.accepts(head, tail) for kind in known)
                    for tail in self.entities
                ]
                for head in self.entities
            ],
            dtype=bool,
        ).reshape(len(self.entities), len(self.entities))


@dataclass(frozen=True, slots=True)
class Found:
    """A typed span in characters of the text, with the probabilities of being one and being proposed."""

    start: int
    end: int
    type: str
    probability: float
    proposed: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two of the spans found, by position, with the probability of each relation of the label set."""

    head: int
    tail: int
    probabilities: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the model makes of one text; spans in text order."""

    spans: tuple[Found, ...]
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One window with its vectors, and (N, max_width, types + 1) probabilities of the spans in `mask`.

    Spans that are no mention all but surely have zeros: see `probable`.
    """

    window: Window
    vectors: Vectors
    probabilities: Floats
    mask: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PairScores:
    """Raw scores: `proposed` (K) of spans, `relations` (P, R) of the pairs `ends` (P, 2)."""

    proposed: Floats
    ends: Integers
    relations: Floats


class NeuralModel:
    """The graphs in a folder, loaded at first use.

    A text is read window by window, never together with another: the 8-bit encoder scales its
    values by what it is given, so the company of other texts would change the result.
    """

    def __init__(self, folder: Path | None = None, threads: int = 1) -> None:
        self.folder = folder or package_dir() / "models"
        self.threads = threads
        self._sessions: dict[str, Any] = {}

    @cached_property
    def settings(self) -> Mapping[str, Any]:
        """The decoded `model.json`. Raises `InputError` E710 where there is none."""
        path = self.folder / "model.json"
        try:
            settings: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise InputError("E710", path=self.folder.name) from error
        return settings

    @property
    def max_width(self) -> int:
        """Longest span in words."""
        return int(self.settings["max_width"])

    @cached_property
    def label_sets(self) -> Mapping[str, LabelSet]:
        """The label sets by name."""
        result = {}
        for name, entry in self.settings["label_sets"].items():
            result[name] = LabelSet(
                name=name,
                entities=tuple(entry["entities"]),
                relations=tuple(entry["relations"]),
                sentence_gap=entry["sentence_gap"],
                within_sentence=entry["within_sentence"],
                temperature=entry["temperature"],
                thresholds=tuple(entry["thresholds"]),
                relation_calibration=Calibration(*entry["relation_calibration"]),
                relation_thresholds=tuple(entry["relation_thresholds"]),
                proposed_calibration=Calibration(*entry["proposed_calibration"]),
            )
        return result

    @cached_property
    def gazetteer(self) -> Gazetteer:
        """The names whose matches the encoder sees: those it was trained with."""
        path = self.folder / "gazetteer.json"
        return Gazetteer(json.loads(path.read_text(encoding="utf-8")))

    @cached_property
    def pieces(self) -> WordPieces:
        """The encoder's word pieces."""
        return WordPieces.load(self.folder / "pieces.txt")

    def session(self, name: str) -> onnxruntime.InferenceSession:
        """The named graph, loaded once."""
        if name not in self._sessions:
            import onnxruntime

            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = self.threads
            options.inter_op_num_threads = 1
            # A plan would be kept for every new shape of inputs, and hardly two texts are of one shape.
            options.enable_mem_pattern = False
            options.log_severity_level = 3
            self._sessions[name] = onnxruntime.InferenceSession(
                self.folder / f"{name}.onnx", options, providers=["CPUExecutionProvider"]
            )
        return self._sessions[name]

    def read(
        self,
        text: str,
        labels: LabelSet | None = None,
        *,
        word_spans: Sequence[Characters] | None = None,
        sentence_spans: Sequence[Characters] | None = None,
    ) -> Reading:
        """Read one text with the heads of one label set, by default the one of kg's own types.

        Words and sentences are the model's own unless given.
        """
        labels = labels or self.label_sets["mlsys"]
        found: list[Found] = []
        pairs: list[Pair] = []
        for part in self.analyse(text, labels, word_spans, sentence_spans):
            spans = select_spans(part.probabilities, part.mask, labels.thresholds)
            proposed, ends, relations = self.rate(part, labels, spans)
            base = len(found)
            words_of = part.window.words
            found += [
                Found(
                    words_of[span.first][0],
                    words_of[span.last][1],
                    labels.entities[span.type],
                    round(span.probability, DIGITS),
                    float(chance),
                )
                for span, chance in zip(spans, proposed, strict=True)
            ]
            pairs += [
                Pair(base + int(head), base + int(tail), tuple(map(float, row)))
                for (head, tail), row in zip(ends, relations, strict=True)
            ]
        return Reading(tuple(found), tuple(pairs))

    def analyse(
        self,
        text: str,
        labels: LabelSet,
        word_spans: Sequence[Characters] | None = None,
        sentence_spans: Sequence[Characters] | None = None,
    ) -> list[Part]:
        """Run encoder and span head over the windows of a text."""
        parts = []
        for window in windows(
            text,
            list(word_spans) if word_spans is not None else words(text),
            list(sentence_spans) if sentence_spans is not None else sentences(text),
            self.pieces,
            self.gazetteer,
        ):
            vectors = self.encode(window)
            scores = self.span_scores(window, vectors, labels)
            mask = valid_spans(
                window.sentence, labels.within_sentence, len(scores), scores.shape[1]
            )
            parts.append(Part(window, vectors, probable(scores / labels.temperature), mask))
        return parts

    def rate(
        self, part: Part, labels: LabelSet, spans: Sequence[Span]
    ) -> tuple[Floats, Integers, Floats]:
        """Rate spans of a part: chances (K) of being proposed, near pairs (P, 2), relations (P, R)."""
        raw = self.pair_scores(part.window, part.vectors, labels, spans)
        return (
            logistic(raw.proposed, labels.proposed_calibration).round(DIGITS),
            raw.ends,
            logistic(raw.relations, labels.relation_calibration).round(DIGITS),
        )

    def encode(self, window: Window) -> Vectors:
        """Run the encoder: vectors of each word's first and last piece, as the heads take them."""
        first, last = self.session("encoder").run(
            None,
            {
                "ids": window.ids,
                "features": window.features,
                "first": window.first,
                "last": window.last,
            },
        )
        return {"first_vectors": first, "last_vectors": last}

    def span_scores(self, window: Window, vectors: Vectors, labels: LabelSet) -> Floats:
        """Raw scores (N, max_width, types + 1) of the spans that start at each word."""
        count = len(window.first)
        index = np.minimum(np.arange(count)[:, None] + np.arange(self.max_width), count - 1)
        scores: Floats = self.session(f"{labels.name}-spans").run(
            None, {**vectors, "index": index}
        )[0]
        return scores

    def pair_scores(
        self, window: Window, vectors: Vectors, labels: LabelSet, spans: Sequence[Span]
    ) -> PairScores:
        """Raw scores of the spans as proposals, and of near pairs as relations if any fits their types."""
        if not spans:
            nothing = np.zeros((0, len(labels.relations)), dtype=np.float32)
            return PairScores(nothing[:, 0], np.zeros((0, 2), dtype=np.int64), nothing)
        starts = np.array([span.first for span in spans], dtype=np.int64)
        ends = np.array([span.last for span in spans], dtype=np.int64)
        sentence = window.sentence[starts]
        types = np.array([span.type for span in spans], dtype=np.int64)
        heads, tails = near_pairs(sentence, labels.sentence_gap)
        fit = labels.related[types[heads], types[tails]]
        heads, tails = heads[fit], tails[fit]
        low, high, distance, gap = pair_features(starts, ends, heads, tails, sentence)
        relations, proposed = self.session(f"{labels.name}-pairs").run(
            None,
            {
                **vectors,
                "starts": starts,
                "ends": ends,
                "types": types,
                "heads": heads,
                "tails": tails,
                "low": low,
                "high": high,
                "distance": distance,
                "gap": gap,
            },
        )
        return PairScores(proposed, np.stack([heads, tails], axis=1), relations)
