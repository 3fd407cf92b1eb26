"""Choosing what a page shows of a graph: the most connected concepts, or those around one of them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pyoxigraph import NamedNode, QueryTriples

from kg.errors import AmbiguousError, NotFoundError, QueryError
from kg.graph.overview import Overview
from kg.views import data, rank
from kg.views.data import Concept, Content, Paper, Queryable, Reading, Relation, Statement
from kg.views.readings import read_readings
from kg.views.whole import Whole, read_whole, whole_of

TOP: Final = 1500
"""Concepts on a page unless told otherwise; above it a browser draws too slowly."""
RELATIONS_PER_CONCEPT: Final = 4
READINGS: Final = 5


@dataclass(frozen=True, slots=True)
class Choice:
    """What a page is asked to show.

    `focus` is a label, other spelling or IRI; `since` a year; `types` entity types; `construct` a
    CONSTRUCT query whose triples take the place of the graph's statements.
    """

    top: int = TOP
    focus: str | None = None
    since: int | None = None
    types: Sequence[str] = ()
    construct: str | None = None
    readings: int = READINGS
    relations: int = field(default=0)


def choose(
    graph: Queryable, choice: Choice, overview: Overview | None = None
) -> tuple[Content, int | None]:
    """Read the page's content from the graph, and the number of the concept in focus.

    `overview` is what was gathered of this graph when it was written, if it was written just now.
    Raises `NotFoundError` or `AmbiguousError` where `focus` names no or several concepts, and
    `QueryError` where `construct` is no CONSTRUCT query.
    """
    known = overview is not None and choice.since is None and choice.construct is None
    whole = whole_of(overview) if overview and known else _read(graph, choice)
    mentioned = whole.mentioned
    pool = mentioned.copy()
    if choice.construct:
        pool[:] = False
        pool[whole.ends] = True
    if choice.types:
        pool &= np.array([whole.types(n)[0] in choice.types for n in range(len(pool))], np.bool_)
    members = np.flatnonzero(pool)
    focus = _focus(graph, whole, members, choice.focus) if choice.focus else None
    top = max(1, choice.top)
    chosen = _most_important(whole, members, top, focus)
    if focus is not None:
        chosen = [focus, *(number for number in chosen if number != focus)][:top]
    kept = _strongest(whole, chosen, choice)
    content = _content(graph, choice, [whole.iri(number) for number in chosen], kept, whole)
    totals = data.read_totals(graph, whole.all_mentioned, len(whole.ends))
    centre = None if focus is None else whole.iri(focus)
    number = next((index for index, one in enumerate(content.concepts) if one.iri == centre), None)
    return replace(content, totals=totals), number


def _read(graph: Queryable, choice: Choice) -> Whole:
    return read_whole(graph, choice.since, lambda found: _statements(graph, choice, found))


def _focus(graph: Queryable, whole: Whole, members: NDArray[np.int64], name: str) -> int:
    named = {whole.iri(number): whole.labels[number] for number in members.tolist()}
    return whole.find(find(graph, named, name))


def _most_important(
    whole: Whole, members: NDArray[np.int64], top: int, focus: int | None
) -> list[int]:
    place = np.full(len(whole.labels), -1)
    place[members] = np.arange(len(members))
    weights = np.where(whole.negative, 0.5, whole.support)
    links = np.column_stack((place[whole.ends], weights))
    links = links[(links[:, :2] >= 0).all(axis=1)]
    centre = None if focus is None else int(place[focus])
    return [int(members[one]) for one in rank.order(len(members), links, top, centre)]


def find(graph: Queryable, labels: Mapping[str, str], name: str) -> str:
    """Return the IRI of the concept called `name`: its IRI, label or other spelling, in any case."""
    if name in labels:
        return name
    wanted = name.casefold().strip()
    found = sorted(iri for iri, label in labels.items() if label.casefold() == wanted)
    spellings: dict[str, set[str]] = {}
    if not found:
        for row in data.rows(
            graph, "SELECT ?c ?label WHERE { ?c a skos:Concept ; skos:altLabel ?label }"
        ):
            if row["c"].value in labels:
                spellings.setdefault(row["label"].value.casefold(), set()).add(row["c"].value)
        found = sorted(spellings.get(wanted, ()))
    if len(found) == 1:
        return found[0]
    if found:
        options = ", ".join(f"{labels[iri]} <{iri}>" for iri in found)
        raise AmbiguousError("E602", name=name, options=options)
    known = sorted(
        {label.casefold(): label for label in labels.values()} | {key: key for key in spellings}
    )
    near = difflib.get_close_matches(wanted, known, n=5, cutoff=0.6)
    raise NotFoundError("E601", name=name, near=f" Close: {', '.join(near)}." if near else "")


def _statements(
    graph: Queryable, choice: Choice, statements: Sequence[Statement]
) -> Sequence[Statement]:
    if choice.construct is None:
        return statements
    known = {
        (one.subject, one.predicate, one.object): one for one in statements if not one.negative
    }
    found: dict[tuple[str, str, str], Statement] = {}
    for triple in _constructed(graph, choice.construct):
        subject, object_ = triple.subject, triple.object
        if isinstance(subject, NamedNode) and isinstance(object_, NamedNode):
            key = (subject.value, data.local_name(triple.predicate.value), object_.value)
            found[key] = known.get(key) or Statement(
                "", *key, negative=False, support=1, count=0, confidence=1.0
            )
    return [found[key] for key in sorted(found)]


def _constructed(graph: Queryable, query: str) -> Any:
    result = graph.query(query)
    if not isinstance(result, QueryTriples):
        raise QueryError("E603")
    return result


def _strongest(whole: Whole, chosen: Sequence[int], choice: Choice) -> list[Statement]:
    inside = np.zeros(len(whole.labels), dtype=np.bool_)
    inside[chosen] = True
    subjects, objects = whole.ends.T
    inner = np.flatnonzero(inside[subjects] & inside[objects] & (subjects != objects))
    limit = choice.relations or max(400, RELATIONS_PER_CONCEPT * len(chosen))
    if len(inner) <= limit:
        return [whole.statement(number) for number in inner.tolist()]
    number = {concept: index for index, concept in enumerate(sorted(chosen))}
    weights = whole.support[inner] + whole.confidence[inner] / 2
    edges = [
        (number[subject], number[object_], weight)
        for (subject, object_), weight in zip(
            whole.ends[inner].tolist(), weights.tolist(), strict=True
        )
    ]
    spine = set(rank.backbone(range(len(number)), edges))
    order = sorted(
        range(len(inner)), key=lambda index: (index not in spine, -edges[index][2], index)
    )
    kept = sorted(order[: max(limit, len(spine))])
    return [whole.statement(number) for number in inner[kept].tolist()]


def _content(
    graph: Queryable,
    choice: Choice,
    chosen: Sequence[str],
    statements: Sequence[Statement],
    whole: Whole,
) -> Content:
    papers = data.read_papers(graph, choice.since)
    mentions = data.read_papers_of(graph, chosen, "mentions")
    proposes = data.read_papers_of(graph, chosen, "proposes")
    used = {iri for iris in mentions.values() for iri in iris if iri in papers}
    ordered: list[Paper] = sorted(
        (papers[iri] for iri in used), key=lambda one: (-(one.year or 0), one.title, one.iri)
    )
    index = {paper.iri: number for number, paper in enumerate(ordered)}
    aliases = data.read_aliases(graph, chosen)

    def concept(iri: str) -> Concept:
        number = whole.find(iri)
        kind, finer = whole.types(number) if number >= 0 else ("Other", "")
        return Concept(
            iri=iri,
            label=whole.labels[number] if number >= 0 else data.local_name(iri),
            type=kind,
            kind=finer,
            aliases=aliases.get(iri, ()),
            broader=tuple(whole.broader(number)) if number >= 0 else (),
            papers=tuple(sorted(index[paper] for paper in mentions.get(iri, ()) if paper in index)),
            proposed_in=tuple(
                sorted(index[paper] for paper in proposes.get(iri, ()) if paper in index)
            ),
        )

    concepts = _connected_first([concept(iri) for iri in chosen], statements)
    number = {one.iri: position for position, one in enumerate(concepts)}
    names = {one.iri: (one.label, *one.aliases) for one in concepts}
    readings = read_readings(
        graph, (one.node for one in statements if one.node), index, choice.readings
    )

    relations = tuple(
        Relation(
            subject=number[one.subject],
            predicate=one.predicate,
            object=number[one.object],
            negative=one.negative,
            support=one.support,
            confidence=one.confidence,
            count=one.count,
            readings=tuple(
                _located(reading, names[one.subject], names[one.object])
                for reading in readings.get(one.node, ())
            ),
        )
        for one in statements
    )
    return Content(
        concepts,
        relations,
        tuple(ordered),
        _ancestors(concepts, concept),
        data.Totals(0, 0, 0),
    )


def _located(reading: Reading, subject: Sequence[str], object_: Sequence[str]) -> Reading:
    """Look for the ends by their names where the graph does not say where they stand."""

    def look(span: tuple[int, int], names: Sequence[str]) -> tuple[int, int]:
        if span != (0, 0):
            return span
        for name in sorted(filter(None, names), key=lambda name: (-len(name), name)):
            found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", reading.sentence, re.IGNORECASE)
            if found:
                return found.span()
        return (0, 0)

    return replace(
        reading, subject=look(reading.subject, subject), object=look(reading.object, object_)
    )


def _connected_first(
    concepts: Sequence[Concept], statements: Sequence[Statement]
) -> tuple[Concept, ...]:
    joined = {one.subject for one in statements} | {one.object for one in statements}
    return tuple(sorted(concepts, key=lambda one: one.iri not in joined))


def _ancestors(chosen: Sequence[Concept], concept: Callable[[str], Concept]) -> tuple[Concept, ...]:
    """Return the concepts above the chosen ones that are not chosen themselves."""
    seen, queue = {one.iri for one in chosen}, list(chosen)
    above = []
    for one in queue:
        for parent in one.broader:
            if parent not in seen:
                seen.add(parent)
                above.append(concept(parent))
                queue.append(above[-1])
    return tuple(sorted(above, key=lambda one: one.iri))
