"""What confidence is worth: precision and recall above each cut-off, and the calibration error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from kg.evaluate.counts import Counts
from kg.evaluate.gold import Document
from kg.evaluate.measures import Measure

CUTS: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True, slots=True)
class Scored:
    """A prediction's confidence and whether it is right."""

    confidence: float
    correct: bool


def above(document: Document, cut: float) -> Document:
    """Keep the entities and relations of at least confidence `cut`; a relation needs both its ends."""
    kept = {i: n for n, i in enumerate(_confident(document, cut))}
    return replace(
        document,
        entities=tuple(document.entities[i] for i in kept),
        relations=tuple(
            replace(link, head=kept[link.head], tail=kept[link.tail])
            for link in document.relations
            if link.head in kept and link.tail in kept and link.confidence >= cut
        ),
    )


def _confident(document: Document, cut: float) -> list[int]:
    return [i for i, entity in enumerate(document.entities) if entity.confidence >= cut]


def curve(
    pairs: Sequence[tuple[Document, Document]], measure: Measure
) -> list[tuple[float, Counts]]:
    """A measure over (gold, predicted) pairs when only predictions above each of `CUTS` count."""
    return [
        (cut, sum((measure(gold, above(other, cut)) for gold, other in pairs), Counts()))
        for cut in CUTS
    ]


def scored_entities(pairs: Sequence[tuple[Document, Document]]) -> list[Scored]:
    """Every predicted entity, right if its span and type are in the gold."""
    result = []
    for gold, predicted in pairs:
        right = {(e.start, e.end, e.type) for e in gold.entities}
        result += [
            Scored(e.confidence, (e.start, e.end, e.type) in right) for e in predicted.entities
        ]
    return result


def calibration_error(items: Sequence[Scored], bins: int = 10) -> float:
    """Expected calibration error over `bins` equal bins of confidence, in 0..1 (Naeini et al., 2015)."""
    groups: list[list[Scored]] = [[] for _ in range(bins)]
    for item in items:
        groups[min(bins - 1, int(item.confidence * bins))].append(item)
    total = 0.0
    for group in groups:
        if group:
            mean = sum(item.confidence for item in group) / len(group)
            right = sum(item.correct for item in group) / len(group)
            total += len(group) * abs(mean - right)
    return total / len(items) if items else 0.0
