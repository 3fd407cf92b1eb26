"""The measures: each compares one gold document with its prediction and returns counts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from kg.evaluate.concepts import Concept, align, same_names
from kg.evaluate.counts import Counts, compare
from kg.evaluate.gold import Document, Link
from kg.schema import RELATIONS

Measure = Callable[[Document, Document], Counts]

SYMMETRIC: Final = frozenset(
    {kind for kind, relation in RELATIONS.items() if relation.symmetric}
    | {"COMPARE", "CONJUNCTION"}
)


def typed(gold: Document, predicted: Document) -> Counts:
    """Entities with their exact span and type."""
    return compare(_typed(gold), _typed(predicted))


def spans(gold: Document, predicted: Document) -> Counts:
    """Entities by their exact span, whatever the type."""
    return compare({e.span for e in gold.entities}, {e.span for e in predicted.entities})


def overlap(gold: Document, predicted: Document) -> Counts:
    """Entities that share a character with one of the same type on the other side."""
    hits = [
        (i, j)
        for i, e in enumerate(gold.entities)
        for j, p in enumerate(predicted.entities)
        if e.type == p.type and e.start < p.end and p.start < e.end
    ]
    return Counts(
        len({j for _, j in hits}),
        len(predicted.entities),
        len({i for i, _ in hits}),
        len(gold.entities),
    )


def of_type(kind: str) -> Measure:
    """Make the measure `typed` of one entity type."""

    def measure(gold: Document, predicted: Document) -> Counts:
        return compare(
            {item for item in _typed(gold) if item[2] == kind},
            {item for item in _typed(predicted) if item[2] == kind},
        )

    return measure


def relations_strict(gold: Document, predicted: Document) -> Counts:
    """Relations with exact spans and types of both ends, directed unless symmetric."""
    return compare(_links(gold, with_type=True), _links(predicted, with_type=True))


def relations_spans(gold: Document, predicted: Document) -> Counts:
    """Relations with exact spans of both ends, directed unless symmetric."""
    return compare(_links(gold, with_type=False), _links(predicted, with_type=False))


def relations_concepts(gold: Document, predicted: Document) -> Counts:
    """Relations between concepts (see `concepts.align`): each counts once, however often it is stated.

    The ends of `sameAs` are names, because it makes one concept of them.
    """
    return compare(*concept_links(gold, predicted))


def relation_of_type(kind: str) -> Measure:
    """Make the measure `relations_concepts` of one relation."""

    def measure(gold: Document, predicted: Document) -> Counts:
        ours, theirs = concept_links(gold, predicted)
        return compare(
            {item for item in ours if item[0] == kind}, {item for item in theirs if item[0] == kind}
        )

    return measure


def proposes(gold: Document, predicted: Document) -> Counts:
    """The concepts that the paper proposes."""
    ours, theirs = align(gold, predicted)
    return compare(
        {c for e, c in zip(gold.entities, ours, strict=True) if e.proposed},
        {c for e, c in zip(predicted.entities, theirs, strict=True) if e.proposed},
    )


def concept_set(gold: Document, predicted: Document) -> Counts:
    """The set of concepts of the document."""
    ours, theirs = align(gold, predicted)
    return compare(set(ours), set(theirs))


def concept_links(
    gold: Document, predicted: Document
) -> tuple[set[tuple[str, Hashable, Hashable]], set[tuple[str, Hashable, Hashable]]]:
    """The relations between concepts of both documents, as comparable triples."""
    ours, theirs = align(gold, predicted)
    result = []
    for document, concepts in ((gold, ours), (predicted, theirs)):
        triples = {triple(document, concepts, link) for link in document.relations}
        result.append({item for item in triples if item is not None})
    return result[0], result[1]


def triple(
    document: Document, concepts: Sequence[Concept], link: Link
) -> tuple[str, Hashable, Hashable] | None:
    """What a relation says of concepts; nothing where both its ends are one."""
    if link.type == "sameAs":
        pairs = same_names(document, [(link.head, link.tail)])
        return next((("sameAs", one, other) for one, other in pairs), None)
    ends = concepts[link.head], concepts[link.tail]
    if ends[0] == ends[1]:
        return None
    head, tail = sorted(ends) if link.type in SYMMETRIC else ends
    return link.type, head, tail


def _typed(document: Document) -> set[tuple[int, int, str]]:
    return {(e.start, e.end, e.type) for e in document.entities}


def _links(document: Document, *, with_type: bool) -> set[Hashable]:
    links: set[Hashable] = set()
    for link in document.relations:
        ends = [
            (e.start, e.end, e.type if with_type else "")
            for e in (document.entities[link.head], document.entities[link.tail])
        ]
        if link.type in SYMMETRIC:
            ends.sort()
        links.add((link.type, *ends))
    return links


MEASURES: Final[dict[str, Measure]] = {
    "entities": typed,
    "entities, span only": spans,
    "entities, overlap": overlap,
    "relations, strict": relations_strict,
    "relations, span only": relations_spans,
    "relations between concepts": relations_concepts,
    "proposes": proposes,
    "concepts of the document": concept_set,
}
