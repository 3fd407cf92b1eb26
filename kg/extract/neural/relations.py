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
    """Pick the relations that reach their thresholds, in text order.

    A pair whose types the relation does not accept is left out. Of the two directions of a
    symmetric relation the likelier stays, with the larger of the two probabilities.
    """
    cuts = thresholds or labels.relation_thresholds
    best: dict[tuple[int, int, str], Statement] = {}
    for pair in reading.pairs:
        kinds = reading.spans[pair.head].type, reading.spans[pair.tail].type
        for kind, cut, probability in zip(labels.relations, cuts, pair.probabilities, strict=True):
            if probability < cut:
                continue
            schema = RELATIONS.get(kind)
            if schema and not schema.accepts(*kinds):
                continue
            head, tail = pair.head, pair.tail
            turned = schema is not None and schema.symmetric and head > tail
            key = (tail, head, kind) if turned else (head, tail, kind)
            known = best.get(key)
            if known is None or probability > known.probability:
                best[key] = Statement(pair.head, pair.tail, kind, probability)
    return sorted(best.values(), key=lambda s: (s.head, s.tail, s.type))
