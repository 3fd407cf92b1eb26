"""What a page shows, read from the graph by SPARQL: concepts, relations with their sentences, papers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kg.graph.namespaces import KG, PREFIXES

_HEAD = "".join(f"PREFIX {prefix}: <{namespace}>\n" for prefix, namespace in PREFIXES.items())
_BATCH = 400


class Queryable(Protocol):
    """A graph that answers SPARQL with pyoxigraph's results."""

    def query(self, query: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class Concept:
    """One mark: `papers` are indices into `Content.papers`, `broader` are IRIs."""

    iri: str
    label: str
    type: str
    kind: str = ""
    aliases: tuple[str, ...] = ()
    broader: tuple[str, ...] = ()
    papers: tuple[int, ...] = ()
    proposed_in: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One sentence behind a relation; spans are offsets into it in Unicode code points, (0, 0) unknown."""

    paper: int
    sentence: str
    subject: tuple[int, int]
    object: tuple[int, int]
    confidence: float
    source: str


@dataclass(frozen=True, slots=True)
class Relation:
    """One line: ends are indices into `Content.concepts`; `count` is that of all readings in the graph."""

    subject: int
    predicate: str
    object: int
    negative: bool
    support: int
    confidence: float
    count: int
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper; `url` is http(s) or empty."""

    iri: str
    title: str
    year: int | None
    url: str


@dataclass(frozen=True, slots=True)
class Totals:
    """How much the whole graph holds, whatever the page shows of it."""

    concepts: int
    relations: int
    papers: int


@dataclass(frozen=True, slots=True)
class Content:
    """All that one page shows; concepts come in order of importance."""

    concepts: tuple[Concept, ...]
    relations: tuple[Relation, ...]
    papers: tuple[Paper, ...]
    ancestors: tuple[Concept, ...]
    totals: Totals


@dataclass(frozen=True, slots=True)
class Statement:
    """A row of the graph's statements before anything is chosen; `node` is empty for a plain triple."""

    node: str
    subject: str
    predicate: str
    object: str
    negative: bool
    support: int
    count: int
    confidence: float


def rows(graph: Queryable, query: str) -> Iterator[Any]:
    """Run a SELECT with the page's prefixes."""
    yield from graph.query(_HEAD + query)


def batches(iris: Iterable[str]) -> Iterator[str]:
    """Write IRIs for a VALUES block, a few hundred at a time, sorted and each once."""
    ordered = sorted(set(iris))
    for start in range(0, len(ordered), _BATCH):
        yield " ".join(f"<{iri}>" for iri in ordered[start : start + _BATCH])


def integer(term: Any, default: int = 0) -> int:
    """Return the number that a term stands for, `default` for none."""
    return int(float(term.value)) if term is not None else default


def local_name(iri: str) -> str:
    """Return the part of an IRI after its last `#` or `/`."""
    return iri.rsplit("#", 1)[-1].rsplit("/", 1)[-1]


def read_labels(graph: Queryable) -> dict[str, str]:
    """Return the label of every concept, the smallest where there are several."""
    found: dict[str, str] = {}
    for row in rows(graph, "SELECT ?c ?label WHERE { ?c a skos:Concept ; rdfs:label ?label }"):
        iri, label = row["c"].value, row["label"].value
        found[iri] = min(label, found.get(iri, label))
    return found


def read_types(graph: Queryable, order: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return (type, finer class or empty) of every concept; `order` names the types."""
    classes: dict[str, set[str]] = {}
    for row in rows(graph, "SELECT ?c ?class WHERE { ?c a skos:Concept , ?class }"):
        if row["class"].value.startswith(KG):
            classes.setdefault(row["c"].value, set()).add(local_name(row["class"].value))
    result = {}
    for iri, names in classes.items():
        kind = next((name for name in order if name in names), "Other")
        result[iri] = (kind, min(names - set(order), default=""))
    return result


def read_statements(graph: Queryable, since: int | None = None) -> list[Statement]:
    """Return every statement, in order; `since` counts only papers of that year or later."""
    head = (
        "?s a rdf:Statement ; rdf:subject ?subject ; rdf:predicate ?predicate ; rdf:object ?object"
    )
    if since is None:
        query = f"""SELECT ?s ?subject ?predicate ?object ?polarity ?support ?count ?confidence
            WHERE {{ {head} OPTIONAL {{ ?s kg:polarity ?polarity }} OPTIONAL {{ ?s kg:supportCount ?support }}
            OPTIONAL {{ ?s kg:confidence ?confidence }} OPTIONAL {{ ?s kg:evidenceCount ?stated }}
            OPTIONAL {{ SELECT ?s (COUNT(?e) AS ?kept) {{ ?e kg:evidenceFor ?s }} GROUP BY ?s }}
            BIND (COALESCE(?stated, ?kept) AS ?count) }}"""
    else:
        query = f"""SELECT ?s ?subject ?predicate ?object ?polarity ?confidence
            (COUNT(DISTINCT ?paper) AS ?support) (COUNT(DISTINCT ?e) AS ?count)
            WHERE {{ {head} . ?e kg:evidenceFor ?s ; kg:inPaper ?paper . ?paper kg:year ?year
            OPTIONAL {{ ?s kg:polarity ?polarity }} OPTIONAL {{ ?s kg:confidence ?confidence }}
            FILTER(xsd:integer(STR(?year)) >= {since}) }}
            GROUP BY ?s ?subject ?predicate ?object ?polarity ?confidence"""
    found = [
        Statement(
            node=row["s"].value,
            subject=row["subject"].value,
            predicate=local_name(row["predicate"].value),
            object=row["object"].value,
            negative=row["polarity"] is not None and row["polarity"].value == "negative",
            support=integer(row["support"], 1),
            count=integer(row["count"], 1),
            confidence=float(row["confidence"].value) if row["confidence"] is not None else 1.0,
        )
        for row in rows(graph, query)
    ]
    return sorted(found, key=lambda one: (one.subject, one.predicate, one.object, one.negative))


def read_totals(graph: Queryable, concepts: int, statements: int) -> Totals:
    """Count the papers and set the totals."""
    (row,) = rows(graph, "SELECT (COUNT(*) AS ?n) WHERE { ?p a kg:Paper }")
    return Totals(concepts, statements, integer(row["n"]))


def read_topic(graph: Queryable) -> str:
    """Return the title of the one paper that the others are related to, or nothing."""
    query = """SELECT DISTINCT ?title WHERE { ?paper a kg:Paper ; dcterms:relation ?topic .
        ?topic dcterms:title ?title } LIMIT 2"""
    titles = [row["title"].value for row in rows(graph, query)]
    return titles[0] if len(titles) == 1 else ""


def read_aliases(graph: Queryable, concepts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the sorted other labels of these concepts."""
    return _values(graph, concepts, "skos:altLabel")


def read_broader(graph: Queryable) -> dict[str, tuple[str, ...]]:
    """Return the parents of every concept that has some."""
    found: dict[str, set[str]] = {}
    for row in rows(
        graph, "SELECT ?c ?parent WHERE { ?c skos:broader ?parent . FILTER(isIRI(?parent)) }"
    ):
        found.setdefault(row["c"].value, set()).add(row["parent"].value)
    return {iri: tuple(sorted(parents)) for iri, parents in found.items()}


def _values(
    graph: Queryable, concepts: Iterable[str], predicate: str
) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    for batch in batches(concepts):
        query = f"SELECT ?c ?value WHERE {{ VALUES ?c {{ {batch} }} ?c {predicate} ?value }}"
        for row in rows(graph, query):
            found.setdefault(row["c"].value, set()).add(row["value"].value)
    return {iri: tuple(sorted(values)) for iri, values in found.items()}


def read_papers_of(
    graph: Queryable, concepts: Iterable[str], predicate: str
) -> dict[str, tuple[str, ...]]:
    """Return the papers that stand in `predicate` (mentions, proposes) to these concepts."""
    return _values(graph, concepts, f"^kg:{predicate}")


def read_papers(graph: Queryable, since: int | None = None) -> dict[str, Paper]:
    """Return all papers, with a link where url, DOI or arXiv number give one."""
    query = """SELECT ?p ?title ?year ?url ?doi ?id ?text WHERE { ?p a kg:Paper
        OPTIONAL { ?p dcterms:title ?title } OPTIONAL { ?p kg:year ?year } OPTIONAL { ?p schema:url ?url }
        OPTIONAL { ?p bibo:doi ?doi } OPTIONAL { ?p dcterms:identifier ?id }
        OPTIONAL { ?p kg:text ?whole BIND(SUBSTR(?whole, 1, 90) AS ?text) } }"""
    found: dict[str, Paper] = {}
    for row in rows(graph, query):
        value = {
            name: row[name].value if row[name] is not None else ""
            for name in ("title", "year", "url", "doi", "id", "text")
        }
        year = int(value["year"][:4]) if value["year"][:4].isdigit() else None
        if since is not None and (year is None or year < since):
            continue
        title = value["title"] or (
            value["text"].rstrip(" .…") + "…" if value["text"] else local_name(row["p"].value)
        )
        paper = Paper(row["p"].value, title, year, _link(value["url"], value["doi"], value["id"]))
        known = found.get(paper.iri)
        found[paper.iri] = (
            paper
            if known is None
            else min(known, paper, key=lambda one: (not one.url, one.url, one.title))
        )
    return found


def _link(url: str, doi: str, identifier: str) -> str:
    if url.lower().startswith(("http://", "https://")):
        return url
    doi = doi.removeprefix("doi:") or (
        identifier[4:] if identifier.lower().startswith("doi:") else ""
    )
    if doi.startswith("10."):
        return "https://doi.org/" + doi
    if identifier.lower().startswith("arxiv:"):
        return "https://arxiv.org/abs/" + identifier[6:]
    return ""
