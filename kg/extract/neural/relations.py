"""From scored pairs of spans to relations: the schema's signatures, directions, one statement a pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kg.extract.neural.model import LabelSet, Reading
from kg.schema import RELATIONS


@dataclass(frozen=True, slots=True)
class Statement:
    """A relation between two spans of a reading, by position."""

    head: int
    tail: int
    type: str
    probability: float


def statements(
    reading: Reading, labels: LabelSet, thresholds: Sequence[float] | None = None
) -> list[Statement]:
    """Pick the likeliest relation of every pair of spans, if it reaches its threshold, in text order.

    A relation that does not accept the types of its ends is left out.
    """
    cuts = thresholds or labels.relation_thresholds
    best: dict[tuple[int, int], Statement] = {}
    for pair in reading.pairs:
        kinds = reading.spans[pair.head].type, reading.spans[pair.tail].type
        for kind, cut, probability in zip(labels.relations, cuts, pair.probabilities, strict=True):
            if probability < cut or (kind in RELATIONS and not RELATIONS[kind].accepts(*kinds)):
                continue
            key = min(pair.head, pair.tail), max(pair.head, pair.tail)
            known = best.get(key)
            if known is None or probability > known.probability:
                best[key] = Statement(pair.head, pair.tail, kind, probability)
    return sorted(best.values(), key=lambda s: (s.head, s.tail, s.type))
