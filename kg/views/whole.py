"""What choosing looks at: all concepts and statements of a graph, before anything is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.graph.overview import Overview
from kg.schema import ENTITY_TYPES
from kg.views import data
from kg.views.data import Queryable, Statement


@dataclass(frozen=True, slots=True)
class Whole:
    """Concepts by number, in order of IRI, and statements by number, in order of their parts.

    `types` are (type, finer class); `broader` gives IRIs; `find` is the opposite of `iri`, -1 for
    what is no concept. `mentioned` marks concepts that have a label and are in some paper or statement,
    `all_mentioned` counts those without a label, too. `ends` has subject and object of each statement.
    """

    labels: Sequence[str]
    types: Callable[[int], tuple[str, str]]
    broader: Callable[[int], Sequence[str]]
    iri: Callable[[int], str]
    find: Callable[[str], int]
    mentioned: NDArray[np.bool_]
    all_mentioned: int
    ends: NDArray[np.int64]
    support: NDArray[np.float64]
    confidence: NDArray[np.float64]
    negative: NDArray[np.bool_]
    statement: Callable[[int], Statement]


def read_whole(
    graph: Queryable,
    since: int | None = None,
    change: Callable[[Sequence[Statement]], Sequence[Statement]] = lambda statements: statements,
) -> Whole:
    """Read it from the graph by SPARQL, statements and their counts from papers of `since` and later.

    `change` may put other statements in the place of the graph's.
    """
    query = "SELECT DISTINCT ?c WHERE { ?p kg:mentions ?c }"
    labels = data.read_labels(graph)
    types = data.read_types(graph, ENTITY_TYPES)
    broader = data.read_broader(graph)
    mentioned = {row["c"].value for row in data.rows(graph, query)}
    statements = change(data.read_statements(graph, since))
    for one in statements:
        for end in (one.subject, one.object):
            labels.setdefault(end, data.local_name(end))
            mentioned.add(end)
    iris = sorted(labels.keys() | types.keys() | broader.keys())
    number = {iri: place for place, iri in enumerate(iris)}
    ends = [(number[one.subject], number[one.object]) for one in statements]
    return Whole(
        labels=[labels.get(iri) or data.local_name(iri) for iri in iris],
        types=lambda place: types.get(iris[place], ("Other", "")),
        broader=lambda place: broader.get(iris[place], ()),
        iri=iris.__getitem__,
        find=lambda iri: number.get(iri, -1),
        mentioned=np.array([iri in mentioned and iri in labels for iri in iris], np.bool_),
        all_mentioned=len(mentioned),
        ends=np.array(ends, dtype=np.int64).reshape(-1, 2),
        support=np.array([one.support for one in statements], dtype=np.float64),
        confidence=np.array([one.confidence for one in statements], dtype=np.float64),
        negative=np.array([one.negative for one in statements], dtype=np.bool_),
        statement=statements.__getitem__,
    )


def whole_of(overview: Overview) -> Whole:
    """Return the same as `read_whole`, from what was gathered when the graph was written."""

    def statement(number: int) -> Statement:
        row = overview.statement(number)
        return Statement(
            overview.iri(row),
            overview.concept(row.subject),
            row.predicate,
            overview.concept(row.object),
            row.negative,
            row.support,
            row.readings,
            row.confidence,
        )

    mentioned = np.array(overview.papers, dtype=np.bool_)
    ends = np.array([overview.subjects, overview.objects], dtype=np.int64).T
    mentioned[ends] = True
    return Whole(
        labels=overview.labels,
        types=lambda number: (overview.types[number], overview.kinds[number]),
        broader=overview.broader,
        iri=overview.concept,
        find=overview.find,
        mentioned=mentioned,
        all_mentioned=int(mentioned.sum()),
        ends=ends,
        support=np.array(overview.support, dtype=np.float64),
        confidence=np.array(overview.confidence, dtype=np.float64),
        negative=np.array(overview.negative, dtype=np.bool_),
        statement=statement,
    )
