"""The sentences behind relations, read from the graph by SPARQL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kg.views.data import Queryable, Reading, batches, integer, rows


@dataclass(frozen=True, slots=True, order=True)
class _Evidence:
    """One evidence node; the order of fields is that in which the best comes first."""

    doubt: float
    number: int
    sentence: str
    subject: str
    object: str
    source: str
    paper: str


def read_readings(
    graph: Queryable, statements: Iterable[str], papers: Mapping[str, int], most: int
) -> dict[str, list[Reading]]:
    """Return the readings behind these statement nodes in these papers (IRI to index), best first.

    At most `most` of each, and only for them mentions and texts are read: a common statement has
    thousands.
    """
    chosen = _choose(graph, statements, papers, most)
    kept = [one for evidence in chosen.values() for one in evidence]
    mentions = _mentions(graph, {end for one in kept for end in (one.subject, one.object) if end})
    texts = _texts(graph, {one.paper for one in kept})
    return {
        statement: [_reading(one, mentions, texts.get(one.paper, "")) for one in evidence]
        for statement, evidence in chosen.items()
    }


def _choose(
    graph: Queryable, statements: Iterable[str], papers: Mapping[str, int], most: int
) -> dict[str, list[_Evidence]]:
    found: dict[str, list[_Evidence]] = {}
    for batch in batches(statements):
        query = f"""SELECT ?st ?paper ?sentence ?confidence ?source ?sm ?om WHERE {{
            VALUES ?st {{ {batch} }} ?e kg:evidenceFor ?st ; kg:inPaper ?paper ; kg:sentence ?sentence .
            OPTIONAL {{ ?e kg:confidence ?confidence }} OPTIONAL {{ ?e kg:source ?source }}
            OPTIONAL {{ ?e kg:subjectMention ?sm }} OPTIONAL {{ ?e kg:objectMention ?om }} }}"""
        for row in rows(graph, query):
            paper = row["paper"].value
            if paper not in papers:
                continue
            confidence = row["confidence"]
            found.setdefault(row["st"].value, []).append(
                _Evidence(
                    doubt=-float(confidence.value) if confidence is not None else -1.0,
                    number=papers[paper],
                    sentence=row["sentence"].value,
                    subject=row["sm"].value if row["sm"] is not None else "",
                    object=row["om"].value if row["om"] is not None else "",
                    source=row["source"].value if row["source"] is not None else "",
                    paper=paper,
                )
            )
    return {statement: sorted(evidence)[:most] for statement, evidence in found.items()}


def _mentions(graph: Queryable, mentions: Iterable[str]) -> dict[str, tuple[int, int, str]]:
    """Return begin and end in the paper's text, and the surface, of these mentions."""
    found = {}
    for batch in batches(mentions):
        query = f"""SELECT ?m ?begin ?end ?surface WHERE {{
            VALUES ?m {{ {batch} }} ?m kg:begin ?begin ; kg:end ?end ; kg:surface ?surface }}"""
        for row in rows(graph, query):
            found[row["m"].value] = (
                integer(row["begin"]),
                integer(row["end"]),
                row["surface"].value,
            )
    return found


def _texts(graph: Queryable, papers: Iterable[str]) -> dict[str, str]:
    found = {}
    for batch in batches(papers):
        query = f"SELECT ?p ?text WHERE {{ VALUES ?p {{ {batch} }} ?p kg:text ?text }}"
        for row in rows(graph, query):
            found[row["p"].value] = row["text"].value
    return found


def _reading(one: _Evidence, mentions: Mapping[str, tuple[int, int, str]], text: str) -> Reading:
    start = text.find(one.sentence)

    def span(mention: str) -> tuple[int, int]:
        if mention not in mentions:
            return (0, 0)
        begin, end, surface = mentions[mention]
        first, last = begin - start, end - start
        if start >= 0 and 0 <= first < last <= len(one.sentence):
            return (first, last)
        # The sentence stands in the text more than once, or not literally.
        first = one.sentence.find(surface)
        return (first, first + len(surface)) if first >= 0 else (0, 0)

    return Reading(
        paper=one.number,
        sentence=one.sentence,
        subject=span(one.subject),
        object=span(one.object),
        confidence=-one.doubt,
        source=one.source,
    )
