"""Token-level scoring of sets that bring their own tokens, as SciERC is scored (Luan et al., 2018)."""

from __future__ import annotations

from collections.abc import Hashable

from kg.evaluate.counts import Counts, compare
from kg.evaluate.gold import Document


def entities(gold: Document, predicted: Document) -> Counts:
    """Entities as (first token, last token, type); what does not fall on tokens counts as wrong."""
    return compare(_entities(gold, gold), _entities(gold, predicted))


def relations(gold: Document, predicted: Document) -> Counts:
    """Directed relations by token boundaries of both ends and label ("Rel")."""
    return compare(_links(gold, gold, strict=False), _links(gold, predicted, strict=False))


def relations_strict(gold: Document, predicted: Document) -> Counts:
    """Directed relations by token boundaries and types of both ends and label ("Rel+")."""
    return compare(_links(gold, gold, strict=True), _links(gold, predicted, strict=True))


def _positions(gold: Document, document: Document) -> list[tuple[Hashable, Hashable]]:
    starts = {start: number for number, (start, _) in enumerate(gold.tokens)}
    ends = {end: number for number, (_, end) in enumerate(gold.tokens)}
    return [
        (starts.get(e.start, f"char {e.start}"), ends.get(e.end, f"char {e.end}"))
        for e in document.entities
    ]


def _entities(gold: Document, document: Document) -> set[Hashable]:
    places = _positions(gold, document)
    return {(*place, e.type) for place, e in zip(places, document.entities, strict=True)}


def _links(gold: Document, document: Document, *, strict: bool) -> set[Hashable]:
    places = _positions(gold, document)
    ends: list[Hashable] = [
        (*place, e.type) if strict else place
        for place, e in zip(places, document.entities, strict=True)
    ]
    return {(ends[link.head], ends[link.tail], link.type) for link in document.relations}
