"""Choosing what a page shows of a graph: the most connected concepts, or those around one of them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

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

    `overview` is what was gathered of this graph when it was written, if it was written just now. Raises `NotFoundError` or `AmbiguousError` where `focus` names no or several concepts, and
    `QueryError` where `construct` is no CONSTRUCT query.
    """
    known = overview is not None and choice.since is None
    whole = whole_of(overview) if overview and known else read_whole(graph, choice.since)
    labels, types, mentioned = whole.labels, whole.types, whole.mentioned
    statements = _statements(graph, choice, whole.statements)
    for one in statements:
        for end in (one.subject, one.object):
            labels.setdefault(end, data.local_name(end))
            mentioned.add(end)
    used = {one.subject for one in statements} | {one.object for one in statements}
    pool = used if choice.construct else mentioned
    if choice.types:
        pool = {iri for iri in pool if types.get(iri, ("Other", ""))[0] in choice.types}
    named = {iri: label for iri, label in labels.items() if iri in pool}
    focus = find(graph, named, choice.focus) if choice.focus else None
    links = [
        (one.subject, one.object, float(one.support)) for one in statements if not one.negative
    ]
    links += [(one.subject, one.object, 0.5) for one in statements if one.negative]
    chosen = rank.order(named, links, focus)[: max(1, choice.top)]
    if focus:
        chosen = [focus, *(iri for iri in chosen if iri != focus)][: max(1, choice.top)]
    kept = _strongest(statements, set(chosen), choice)
    content = _content(graph, choice, chosen, kept, whole)
    totals = data.read_totals(graph, len(mentioned), len(statements))
    number = next((index for index, one in enumerate(content.concepts) if one.iri == focus), None)
    return replace(content, totals=totals), number


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


def _strongest(
    statements: Sequence[Statement], chosen: set[str], choice: Choice
) -> list[Statement]:
    inner = [
        one
        for one in statements
        if one.subject in chosen and one.object in chosen and one.subject != one.object
    ]
    limit = choice.relations or max(400, RELATIONS_PER_CONCEPT * len(chosen))
    if len(inner) <= limit:
        return inner
    number = {iri: index for index, iri in enumerate(sorted(chosen))}
    edges = [
        (number[one.subject], number[one.object], float(one.support) + one.confidence / 2)
        for one in inner
    ]
    spine = set(rank.backbone(range(len(number)), edges))
    order = sorted(
        range(len(inner)), key=lambda index: (index not in spine, -edges[index][2], index)
    )
    return [inner[index] for index in sorted(order[: max(limit, len(spine))])]


def _content(
    graph: Queryable,
    choice: Choice,
    chosen: Sequence[str],
    statements: Sequence[Statement],
    whole: Whole,
) -> Content:
    labels, types, broader = whole.labels, whole.types, whole.broader
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
        kind, finer = types.get(iri, ("Other", ""))
        return Concept(
            iri=iri,
            label=labels.get(iri, data.local_name(iri)),
            type=kind,
            kind=finer,
            aliases=aliases.get(iri, ()),
            broader=tuple(broader.get(iri, ())),
            papers=tuple(sorted(index[paper] for paper in mentions.get(iri, ()) if paper in index)),
            proposed_in=tuple(
                sorted(index[paper] for paper in proposes.get(iri, ()) if paper in index)
            ),
        )

    concepts = _connected_first([concept(iri) for iri in chosen], statements)
    number = {one.iri: position for position, one in enumerate(concepts)}
    readings = read_readings(
        graph, (one.node for one in statements if one.node), index, choice.readings
    )

    def names(iri: str) -> tuple[str, ...]:
        return (labels.get(iri, ""), *aliases.get(iri, ()))

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
                _located(reading, names(one.subject), names(one.object))
                for reading in readings.get(one.node, ())
            ),
        )
        for one in statements
    )
    return Content(
        concepts,
        relations,
        tuple(ordered),
        _ancestors(chosen, broader, concept),
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


def _ancestors(
    chosen: Sequence[str], broader: Mapping[str, Sequence[str]], concept: Any
) -> tuple[Concept, ...]:
    """Return the concepts above the chosen ones that are not chosen themselves."""
    seen, queue = set(chosen), list(chosen)
    above = []
    for iri in queue:
        for parent in broader.get(iri, ()):
            if parent not in seen:
                seen.add(parent)
                queue.append(parent)
                above.append(parent)
    return tuple(concept(iri) for iri in sorted(above))
