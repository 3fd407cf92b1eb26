"""The policy of the hybrid: how much each half's evidence counts, fitted on development documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from kg.evaluate.concepts import Concept, align
from kg.evaluate.counts import Counts, compare
from kg.evaluate.extractors import from_extraction
from kg.evaluate.gold import Document, Link
from kg.evaluate.measures import triple, typed
from kg.extract.analysis import Analysis, analysis
from kg.extract.data import Extraction
from kg.extract.loglinear import load_model
from kg.extract.merge import merge, rated_spans
from kg.extract.merge_relations import (
    MergeRelations,
    ModelRatings,
    model_ratings,
    once,
    proposal_evidence,
    rated_links,
)
from kg.extract.neural.component import possible_spans
from kg.extract.neural.model import LabelSet, NeuralModel, Part
from kg.extract.pipeline import HYBRID, create_language
from kg.extract.policy import Policy, Weights
from kg.papers import Paper
from kg.schema import CONCEPT_RELATIONS, ENTITY_TYPES
from kg.train.logistic import fit
from kg.train.search import thresholds

ABSENT: Final = {"model": 0.01, "phrase": 0.1, "relation model": 0.02, "pattern": 0.03}
CUTS: Final = tuple(round(float(value), 2) for value in np.arange(0.15, 0.66, 0.05))
RELATION_CUTS: Final = tuple(round(float(value), 2) for value in np.arange(0.1, 0.61, 0.05))
CUTS_FROM: Final = 0.1
PULL: Final = 4.0
"""How strongly a class keeps to the weights that all classes share."""


Table = list[dict[str, float]]


@dataclass(slots=True)
class Read:
    """A development document as both halves see it before they are merged."""

    gold: Document
    state: Analysis
    parts: list[Part]

    def predicted(self) -> Document:
        """What the analysis holds now, as a document."""
        state = self.state
        extraction = Extraction(
            Paper(self.gold.id, abstract=self.gold.text),
            (),
            tuple(state.mentions),
            tuple(state.relations),
        )
        return from_extraction(self.gold, extraction)


def fit_policy(folder: Path, documents: Sequence[Document]) -> Policy:
    """Fit the policy for the model in `folder` on annotated documents.

    First the weights of spans and their cuts, then, between the mentions these give, the weights
    and cuts of proposals and of relations.
    """
    model = NeuralModel(folder)
    labels = model.label_sets["mlsys"]
    reads = _read(model, documents)
    nothing = Weights({}, {})
    policy = _fit_spans(reads, labels, Policy(nothing, nothing, nothing, ABSENT))
    for read in reads:
        read.state.mentions = merge(read.state, read.parts, labels, policy)
    ratings = [model_ratings(model, r.parts, labels, r.state.mentions) for r in reads]
    policy = _fit_proposed(reads, ratings, policy)
    return _fit_relations(reads, ratings, policy, model)


def _read(model: NeuralModel, documents: Sequence[Document]) -> list[Read]:
    language = create_language(
        item for item in HYBRID if item[0] not in ("kg_neural", "kg_merge", "kg_merge_relations")
    )
    labels = model.label_sets["mlsys"]
    reads = []
    for document in documents:
        doc = language.make_doc(document.text)
        state, parts = analysis(doc), model.analyse(document.text, labels)
        state.possible = possible_spans(parts)
        for _, component in language.pipeline:
            doc = component(doc)
        reads.append(Read(document, state, parts))
    return reads


def _fit_spans(reads: Sequence[Read], labels: LabelSet, policy: Policy) -> Policy:
    table: Table = []
    kinds: list[str] = []
    truth: list[bool] = []
    for read in reads:
        right = {(e.start, e.end, e.type) for e in read.gold.entities}
        for rated in rated_spans(read.state, read.parts, labels, policy.absent):
            table.append(dict(rated.evidence))
            kinds.append(rated.key[2])
            truth.append(rated.key in right)
    spans = _weights(table, kinds, truth, ENTITY_TYPES, {"model": 1.0, "phrase": 0.3})

    def f1(cuts: Sequence[float]) -> float:
        cut = replace(spans, cuts=dict(zip(ENTITY_TYPES, cuts, strict=True)))
        trial = replace(policy, spans=cut)
        total = Counts()
        for read in reads:
            read.state.mentions = merge(read.state, read.parts, labels, trial)
            total += typed(read.gold, read.predicted())
        return total.f1

    cuts = thresholds(f1, len(ENTITY_TYPES), CUTS)
    return replace(policy, spans=replace(spans, cuts=dict(zip(ENTITY_TYPES, cuts, strict=True))))


def _fit_proposed(reads: Sequence[Read], ratings: Sequence[ModelRatings], policy: Policy) -> Policy:
    rules = load_model("proposals.tsv")
    table: Table = []
    truth: list[bool] = []
    groups: list[dict[int, Concept]] = []
    wanted: list[set[Concept]] = []
    for read, rating in zip(reads, ratings, strict=True):
        ours, theirs = align(read.gold, read.predicted())
        gold = {c for e, c in zip(read.gold.entities, ours, strict=True) if e.proposed}
        evidence = proposal_evidence(read.state, rating.proposed, rules, policy.absent)
        table += list(evidence.values())
        truth += [theirs[index] in gold for index in evidence]
        groups.append({index: theirs[index] for index in evidence})
        wanted.append(gold)
    weights = _weights(table, ["any"] * len(table), truth, ("any",), {"model": 1.0, "cue": 0.3})
    chances = iter([weights.probability("any", row) for row in table])
    scored = [[(next(chances), concept) for concept in group.values()] for group in groups]

    def f1(cuts: Sequence[float]) -> float:
        total = Counts()
        for items, gold in zip(scored, wanted, strict=True):
            top = max((chance for chance, _ in items), default=0.0)
            found = {
                concept
                for chance, concept in items
                if chance >= cuts[0] or (chance == top and chance >= cuts[1])
            }
            total += compare(gold, found)
        return total.f1

    cuts = thresholds(f1, 2, RELATION_CUTS)
    named = dict(zip(("any", "best"), cuts, strict=True))
    return replace(policy, proposed=replace(weights, cuts=named))


def _fit_relations(
    reads: Sequence[Read], ratings: Sequence[ModelRatings], policy: Policy, model: NeuralModel
) -> Policy:
    rules = load_model("relations.tsv")
    table: Table = []
    kinds: list[str] = []
    truth: list[bool] = []
    gold = []
    for read, rating in zip(reads, ratings, strict=True):
        predicted = read.predicted()
        ours, theirs = align(read.gold, predicted)
        right = {triple(read.gold, ours, link) for link in read.gold.relations}
        gold.append(right - {None})
        links = [
            (link.evidence["model"] + 0.3 * link.evidence["pattern"], link)
            for link in rated_links(read.state, rating, rules, policy.absent)
        ]
        for _, link in once(read.state.mentions, links):
            table.append(dict(link.evidence))
            kinds.append(link.key[2])
            truth.append(triple(predicted, theirs, Link(*link.key)) in right)
    weights = _weights(
        table,
        kinds,
        truth,
        CONCEPT_RELATIONS,
        {"model": 1.0, "pattern": 0.3, "ends": 0.5},
    )
    open_policy = replace(
        policy, relations=replace(weights, cuts=dict.fromkeys(CONCEPT_RELATIONS, CUTS_FROM))
    )
    component = MergeRelations(model, open_policy)
    found = []
    for read, rating in zip(reads, ratings, strict=True):
        read.state.relations = []
        component.relate(read.state, rating)
        predicted = read.predicted()
        _, theirs = align(read.gold, predicted)
        found.append(
            [
                (link.type, link.confidence, triple(predicted, theirs, link))
                for link in predicted.relations
            ]
        )

    def f1(cuts: Sequence[float]) -> float:
        cut = dict(zip(CONCEPT_RELATIONS, cuts, strict=True))
        total = Counts()
        for right, links in zip(gold, found, strict=True):
            total += compare(right, {t for kind, p, t in links if p >= cut[kind]} - {None})
        return total.f1

    cuts = thresholds(f1, len(CONCEPT_RELATIONS), RELATION_CUTS)
    named = dict(zip(CONCEPT_RELATIONS, cuts, strict=True))
    return replace(policy, relations=replace(weights, cuts=named))


def _weights(
    table: Table,
    kinds: Sequence[str],
    truth: Sequence[bool],
    classes: Sequence[str],
    prior: Mapping[str, float],
) -> Weights:
    """Fit a weight for each kind of evidence, and a bias for each class about a shared one."""
    names = sorted({name for row in table for name in row})
    rows = np.zeros((len(table), len(names) + 1 + len(classes)))
    for number, (row, kind) in enumerate(zip(table, kinds, strict=True)):
        for name, value in row.items():
            rows[number, names.index(name)] = value
        rows[number, len(names)] = 1
        rows[number, len(names) + 1 + classes.index(kind)] = 1
    expected = np.zeros(rows.shape[1])
    expected[: len(names)] = [prior.get(name, 0.0) for name in names]
    pull = np.full(rows.shape[1], PULL)
    pull[len(names)] = 0.01
    fitted = [round(float(value), 3) for value in fit(rows, truth, expected, pull)]
    shared = fitted[len(names)]
    return Weights(
        bias={
            kind: round(shared + fitted[len(names) + 1 + place], 3)
            for place, kind in enumerate(classes)
        },
        weights=dict(zip(names, fitted, strict=False)),
    )
