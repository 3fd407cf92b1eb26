"""One evaluation: every measure over pairs of gold and predicted documents, with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kg.evaluate import tokens
from kg.evaluate.bootstrap import interval
from kg.evaluate.confidence import calibration_error, curve, scored_entities
from kg.evaluate.counts import Counts
from kg.evaluate.gold import Document
from kg.evaluate.measures import (
    MEASURES,
    Measure,
    of_type,
    relation_of_type,
    relations_concepts,
    typed,
)
from kg.schema import CONCEPT_RELATIONS, ENTITY_TYPES

Pairs = Sequence[tuple[Document, Document]]

TOKEN_MEASURES: Mapping[str, Measure] = {
    "entities, by tokens": tokens.entities,
    "relations, by tokens": tokens.relations,
    "relations, strict, by tokens": tokens.relations_strict,
}


@dataclass(frozen=True, slots=True)
class Score:
    """Summed counts of one measure, with the 95 % bootstrap interval of its F1."""

    counts: Counts
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All that one set says about one extractor."""

    name: str
    documents: int
    scores: Mapping[str, Score]
    by_type: Mapping[str, Score]
    by_relation: Mapping[str, Score]
    entity_curve: Sequence[tuple[float, Counts]]
    relation_curve: Sequence[tuple[float, Counts]]
    calibration_error: float
    confusions: Mapping[str, int] = field(default_factory=dict)

    def record(self) -> dict[str, object]:
        """The evaluation as plain data for JSON, percentages with two decimals."""
        return {
            "name": self.name,
            "documents": self.documents,
            "scores": {key: _record(score) for key, score in self.scores.items()},
            "by_type": {key: _record(score) for key, score in self.by_type.items()},
            "by_relation": {key: _record(score) for key, score in self.by_relation.items()},
            "entity_curve": _curve(self.entity_curve),
            "relation_curve": _curve(self.relation_curve),
            "calibration_error": round(self.calibration_error, 4),
            "confusions": dict(self.confusions),
        }


def evaluate(name: str, pairs: Pairs) -> Evaluation:
    """Score predictions against gold, document by document.

    Sets with their own types (no type of `kg.schema`) are scored by tokens, all others by
    characters.
    """
    types = {entity.type for gold, _ in pairs for entity in gold.entities}
    ours = types <= set(ENTITY_TYPES)
    order = ENTITY_TYPES if ours else tuple(sorted(types))
    relations = {link.type for gold, _ in pairs for link in gold.relations}
    known = CONCEPT_RELATIONS if ours else tuple(sorted(relations))
    return Evaluation(
        name=name,
        documents=len(pairs),
        scores={key: _score(pairs, m) for key, m in (MEASURES if ours else TOKEN_MEASURES).items()},
        by_type={kind: _score(pairs, of_type(kind)) for kind in order if kind in types},
        by_relation={
            kind: _score(pairs, relation_of_type(kind)) for kind in known if kind in relations
        },
        entity_curve=curve(pairs, typed),
        relation_curve=curve(pairs, relations_concepts if ours else tokens.relations_strict),
        calibration_error=calibration_error(scored_entities(pairs)),
        confusions=confusions(pairs),
    )


def confusions(pairs: Pairs) -> dict[str, int]:
    """Count what becomes of gold and predicted entities, the commonest first.

    `A → B` is a right span with a wrong type, `A ~` a wrong boundary of a right type, `A → ∅` a
    miss and `∅ → B` an invention; what is right is not counted.
    """
    counts: dict[str, int] = {}

    def add(key: str) -> None:
        counts[key] = counts.get(key, 0) + 1

    for gold, predicted in pairs:
        right = {(e.start, e.end, e.type) for e in gold.entities}
        given = {(e.start, e.end, e.type) for e in predicted.entities}
        by_span = {(start, end): kind for start, end, kind in given - right}
        touched: set[tuple[int, int, str]] = set()
        for start, end, kind in sorted(right - given):
            other = by_span.get((start, end))
            near = [g for g in given - right if g[2] == kind and g[0] < end and start < g[1]]
            if other is not None:
                add(f"{kind} → {other}")
                touched.add((start, end, other))
            elif near:
                add(f"{kind} ~")
                touched.update(near)
            else:
                add(f"{kind} → ∅")
        for _, _, kind in sorted(given - right - touched):
            add(f"∅ → {kind}")
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _score(pairs: Pairs, measure: Measure) -> Score:
    counts = [measure(gold, predicted) for gold, predicted in pairs]
    low, high = interval(counts)
    return Score(sum(counts, Counts()), low, high)


def _record(score: Score) -> dict[str, object]:
    counts = score.counts
    return {
        "precision": round(counts.precision, 2),
        "recall": round(counts.recall, 2),
        "f1": round(counts.f1, 2),
        "low": round(score.low, 2),
        "high": round(score.high, 2),
        "gold": counts.gold,
        "predicted": counts.predicted,
    }


def _curve(points: Sequence[tuple[float, Counts]]) -> list[dict[str, float]]:
    return [
        {
            "cut": cut,
            "precision": round(counts.precision, 2),
            "recall": round(counts.recall, 2),
            "f1": round(counts.f1, 2),
        }
        for cut, counts in points
    ]
