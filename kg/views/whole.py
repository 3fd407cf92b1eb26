"""What choosing looks at: all concepts and statements of a graph, before anything is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg.graph.overview import Overview
from kg.schema import ENTITY_TYPES
from kg.views import data
from kg.views.data import Queryable, Statement


@dataclass(frozen=True, slots=True)
class Whole:
    """By concept IRI: labels, (type, finer class), IRIs above; `mentioned` are those in some paper."""

    labels: dict[str, str]
    types: Mapping[str, tuple[str, str]]
    broader: Mapping[str, Sequence[str]]
    mentioned: set[str]
    statements: Sequence[Statement]


def read_whole(graph: Queryable, since: int | None = None) -> Whole:
    """Read it from the graph by SPARQL, statements and their counts from papers of `since` and later."""
    query = "SELECT DISTINCT ?c WHERE { ?p kg:mentions ?c }"
    return Whole(
        labels=data.read_labels(graph),
        types=data.read_types(graph, ENTITY_TYPES),
        broader=data.read_broader(graph),
        mentioned={row["c"].value for row in data.rows(graph, query)},
        statements=data.read_statements(graph, since),
    )


def whole_of(overview: Overview) -> Whole:
    """Return the same as `read_whole`, from what was gathered when the graph was written."""
    concepts = overview.concepts
    statements = [Statement(*row) for row in overview.statements]
    return Whole(
        labels={one.iri: one.label for one in concepts},
        types={one.iri: (one.type, one.kind) for one in concepts},
        broader={one.iri: one.broader for one in concepts if one.broader},
        mentioned={one.iri for one in concepts if one.papers},
        statements=sorted(
            statements, key=lambda one: (one.subject, one.predicate, one.object, one.negative)
        ),
    )
