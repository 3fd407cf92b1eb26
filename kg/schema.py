"""The entity types and relations that kg reads out of text: the vocabulary shared by every stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

BASE: Final = "https://w3id.org/kg/"
"""Where all IRIs of kg live; the files in `ontology/` name it too.

It is not registered with w3id.org yet: the IRIs are names, they do not resolve on the web.
"""

METHOD: Final = "Method"
HARDWARE: Final = "Hardware"
TASK: Final = "Task"
DATASET: Final = "Dataset"
METRIC: Final = "Metric"

ENTITY_TYPES: Final = (METHOD, HARDWARE, TASK, DATASET, METRIC)


@dataclass(frozen=True, slots=True)
class RelationType:
    """One relation between concepts, with the (head type, tail type) pairs it accepts."""

    name: str
    label: str
    signatures: frozenset[tuple[str, str]]
    symmetric: bool = False

    def accepts(self, head: str, tail: str) -> bool:
        """Say whether a head of type `head` and a tail of type `tail` may stand in this relation."""
        return (head, tail) in self.signatures


def _pairs(heads: tuple[str, ...], tails: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    return frozenset((head, tail) for head in heads for tail in tails)


def _same(*types: str) -> frozenset[tuple[str, str]]:
    return frozenset((kind, kind) for kind in types)


RELATIONS: Final[dict[str, RelationType]] = {
    relation.name: relation
    for relation in (
        RelationType(
            "usedFor",
            "used for",
            _pairs((METHOD,), (TASK, METHOD)) | _pairs((DATASET,), (TASK,)),
        ),
        RelationType("runsOn", "runs on", _pairs((METHOD, TASK), (HARDWARE,))),
        RelationType("partOf", "part of", _same(METHOD, HARDWARE, TASK)),
        RelationType("isA", "is a", _same(*ENTITY_TYPES)),
        RelationType(
            "comparedWith", "compared with", _same(METHOD, HARDWARE, DATASET), symmetric=True
        ),
        RelationType("evaluatedOn", "evaluated on", _pairs((METHOD, TASK), (DATASET,))),
        RelationType("improves", "improves", _pairs((METHOD, HARDWARE), (METRIC, TASK))),
        RelationType("measuredBy", "measured by", _pairs((METHOD, TASK, HARDWARE), (METRIC,))),
        RelationType("sameAs", "same as", _same(*ENTITY_TYPES), symmetric=True),
    )
}

CONCEPT_RELATIONS: Final = tuple(RELATIONS)
PAPER_RELATIONS: Final = ("proposes", "mentions")
