"""Calibration and thresholds of a label set, measured on development documents."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from kg.evaluate import tokens
from kg.evaluate.counts import Counts
from kg.evaluate.extractors import to_document
from kg.evaluate.gold import Document
from kg.evaluate.measures import Measure, relations_concepts
from kg.extract.neural.decode import Span, select_spans, valid_spans
from kg.extract.neural.encode import Window, windows
from kg.extract.neural.model import (
    Floats,
    LabelSet,
    NeuralModel,
    PairScores,
    Reading,
    Vectors,
)
from kg.extract.neural.probabilities import Calibration, softmax
from kg.extract.neural.words import folded, sentences, words
from kg.schema import RELATIONS
from kg.train.logistic import fit
from kg.train.package import write_json
from kg.train.search import thresholds

TEMPERATURES: Final = np.arange(0.6, 2.55, 0.05)
THRESHOLDS: Final = tuple(round(float(value), 2) for value in np.arange(0.2, 0.71, 0.05))
RELATION_THRESHOLDS: Final = tuple(round(float(value), 2) for value in np.arange(0.1, 0.66, 0.05))


@dataclass(frozen=True, slots=True)
class Scored:
    """One window of a development document with what the encoder and the span head made of it."""

    window: Window
    vectors: Vectors
    scores: Floats
    mask: npt.NDArray[np.bool_]
    gold: npt.NDArray[np.int64]


def tune(model: NeuralModel, labels: LabelSet, documents: Sequence[Document]) -> LabelSet:
    """Fit temperature, thresholds and the calibration of relations and proposals, in this order."""
    scored = [_score(model, labels, document) for document in documents]
    labels = replace(labels, temperature=_temperature([s for group in scored for s in group]))
    labels = _span_thresholds(labels, documents, scored)
    raw = [_pairs(model, labels, group) for group in scored]
    labels = _calibrate(labels, documents, raw)
    return _relation_thresholds(model, labels, documents)


def _score(model: NeuralModel, labels: LabelSet, document: Document) -> list[Scored]:
    text = document.text
    spans = list(document.tokens) or words(text)
    ends = list(document.sentences) or sentences(text)
    result = []
    for window in windows(text, spans, ends, model.pieces, model.gazetteer):
        vectors = model.encode(window)
        scores = model.span_scores(window, vectors, labels)
        mask = valid_spans(window.sentence, labels.within_sentence, *scores.shape[:2])
        gold = np.zeros(scores.shape[:2], dtype=np.int64)
        first = {start: index for index, (start, _) in enumerate(window.words)}
        last = {end: index for index, (_, end) in enumerate(window.words)}
        for entity in document.entities:
            low, high = first.get(entity.start, -1), last.get(entity.end, -1)
            if 0 <= low <= high < low + model.max_width:
                gold[low, high - low] = labels.entities.index(entity.type) + 1
        result.append(Scored(window, vectors, scores, mask, gold))
    return result


def _temperature(scored: Sequence[Scored]) -> float:
    """The temperature with the least negative log-likelihood (Guo et al., 2017)."""
    scores = np.concatenate([item.scores[item.mask] for item in scored])
    gold = np.concatenate([item.gold[item.mask] for item in scored])
    losses = [
        -np.log(softmax(scores / value)[np.arange(len(gold)), gold] + 1e-9).sum()
        for value in TEMPERATURES
    ]
    return round(float(TEMPERATURES[int(np.argmin(losses))]), 2)


def _spans(labels: LabelSet, item: Scored, cuts: Sequence[float]) -> list[Span]:
    return select_spans(softmax(item.scores / labels.temperature), item.mask, cuts)


def _span_thresholds(
    labels: LabelSet, documents: Sequence[Document], scored: Sequence[Sequence[Scored]]
) -> LabelSet:
    gold = sum(len(document.entities) for document in documents)

    def f1(cuts: Sequence[float]) -> float:
        right = found = 0
        for group in scored:
            for item in group:
                spans = _spans(labels, item, cuts)
                found += len(spans)
                right += sum(
                    item.gold[span.first, span.last - span.first] == span.type + 1 for span in spans
                )
        return Counts(right, found, right, gold).f1

    return replace(labels, thresholds=thresholds(f1, len(labels.entities), THRESHOLDS))


def _pairs(
    model: NeuralModel, labels: LabelSet, group: Sequence[Scored]
) -> list[tuple[Window, list[Span], PairScores]]:
    result = []
    for item in group:
        spans = _spans(labels, item, labels.thresholds)
        result.append(
            (item.window, spans, model.pair_scores(item.window, item.vectors, labels, spans))
        )
    return result


def _calibrate(
    labels: LabelSet,
    documents: Sequence[Document],
    raw: Sequence[Sequence[tuple[Window, list[Span], PairScores]]],
) -> LabelSet:
    """Fit the logistic calibrations to whether pairs are gold relations and spans gold proposals."""
    relation_scores, relation_truth = [], []
    proposal_scores, proposal_truth = [], []
    for document, parts in zip(documents, raw, strict=True):
        index = {(e.start, e.end, e.type): n for n, e in enumerate(document.entities)}
        proposed = {_name(document, n) for n, e in enumerate(document.entities) if e.proposed}
        links = {(link.head, link.tail, link.type) for link in document.relations}
        for window, spans, scores in parts:
            ids = [
                index.get(
                    (window.words[s.first][0], window.words[s.last][1], labels.entities[s.type]), -1
                )
                for s in spans
            ]
            proposal_scores += scores.proposed.tolist()
            proposal_truth += [n >= 0 and _name(document, n) in proposed for n in ids]
            for (head, tail), row in zip(scores.ends, scores.relations, strict=True):
                kinds = labels.entities[spans[head].type], labels.entities[spans[tail].type]
                for kind, value in zip(labels.relations, row, strict=True):
                    if kind not in RELATIONS or RELATIONS[kind].accepts(*kinds):
                        relation_scores.append(value)
                        relation_truth.append((ids[head], ids[tail], kind) in links)
    labels = replace(labels, relation_calibration=_platt(relation_scores, relation_truth))
    if any(proposal_truth):
        labels = replace(labels, proposed_calibration=_platt(proposal_scores, proposal_truth))
    return labels


def _name(document: Document, index: int) -> tuple[str, str]:
    entity = document.entities[index]
    return entity.type, folded(document.text[entity.start : entity.end])


def _platt(scores: Sequence[float], truth: Sequence[bool]) -> Calibration:
    """Slope and shift that make probabilities of raw scores (Platt, 1999)."""
    rows = np.stack([np.asarray(scores, dtype=float), np.ones(len(scores))], axis=1)
    slope, shift = fit(rows, truth, prior=np.array([1.0, 0.0]), pull=np.ones(2))
    return Calibration(round(float(slope), 4), round(float(shift), 4))


def _relation_thresholds(
    model: NeuralModel, labels: LabelSet, documents: Sequence[Document]
) -> LabelSet:
    if not labels.relations:
        return labels
    measure: Measure = tokens.relations_strict if documents[0].tokens else relations_concepts
    readings = [_read(model, labels, document) for document in documents]

    def f1(cuts: Sequence[float]) -> float:
        tuned = replace(labels, relation_thresholds=tuple(cuts))
        return sum(
            (
                measure(document, to_document(document, reading, tuned))
                for document, reading in zip(documents, readings, strict=True)
            ),
            Counts(),
        ).f1

    found = thresholds(f1, len(labels.relations), RELATION_THRESHOLDS)
    return replace(labels, relation_thresholds=found)


def _read(model: NeuralModel, labels: LabelSet, document: Document) -> Reading:
    return model.read(
        document.text,
        labels,
        word_spans=document.tokens or None,
        sentence_spans=document.sentences or None,
    )


def store(folder: Path, tuned: Sequence[LabelSet]) -> None:
    """Write the tuned settings into the folder's `model.json`."""
    path = folder / "model.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    for labels in tuned:
        settings["label_sets"][labels.name] |= {
            "temperature": labels.temperature,
            "thresholds": labels.thresholds,
            "relation_calibration": astuple(labels.relation_calibration),
            "relation_thresholds": labels.relation_thresholds,
            "proposed_calibration": astuple(labels.proposed_calibration),
        }
    write_json(path, settings)
