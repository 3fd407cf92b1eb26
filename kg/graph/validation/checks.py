"""The fast validation: every shape as SPARQL on the store, and what shapes cannot say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

import pyoxigraph as ox

from kg.errors import GraphError
from kg.graph.namespaces import BASE, KG, PREFIXES
from kg.graph.terms import node
from kg.graph.validation.compile import to_screens, to_sparql
from kg.graph.validation.data import VIOLATION, WARNING, Finding, Report
from kg.graph.validation.shapes import Constraint, read_shapes
from kg.graph.validation.watch import Watch
from kg.resources import ontology_dir

_PROPERTIES: Final = "SELECT DISTINCT ?p { ?s ?p ?o }"
_TERMS: Final = "SELECT DISTINCT ?term { { ?s a ?term } UNION { ?s rdf:predicate ?term } }"
# Grouped, so that each term is looked at once, however many triples it is in.
_BLANK_SUBJECT: Final = (
    "ASK { { SELECT ?s (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?s } FILTER (isBlank(?s)) }"
)
_UNDESCRIBED: Final = """SELECT ?o {{
    {{ SELECT ?o (COUNT(*) AS ?n) {{ VALUES ?p {{ {properties} }} ?s ?p ?o }} GROUP BY ?o }}
    MINUS {{ ?o ?q ?z }} FILTER (!isLiteral(?o))
}}"""
_BLANK: Final = "SELECT DISTINCT ?p { ?s ?p ?o FILTER (isBlank(?s) || isBlank(?o)) }"
_OWN: Final = 3


def validate(store: ox.Store, shapes: Path | None = None, *, watch: Watch | None = None) -> Report:
    """Check a graph against the shapes of the ontology, or those in the file `shapes`.

    `watch` has seen the graph when it was written: only what it doubts is asked then.

    Besides the shapes: no blank node, no class or property in the namespace of kg that the
    ontology does not define, no IRI of the graph's own that leads nowhere. Raises GraphError E441
    for shapes that use parts of SHACL which the fast checks do not know.
    """
    constraints, prefixes = read_shapes(shapes)
    findings: set[Finding] = set()
    doubts = watch.doubts(_ontology_terms()) if watch and not shapes else None
    if doubts is not None:
        for constraint in constraints:
            if constraint.name in doubts:
                findings.update(_run(store, constraint, prefixes, doubts[constraint.name]))
        return Report(len(constraints) + _OWN, tuple(sorted(findings)))
    settled: set[str] = set()
    answers: dict[str, bool] = {}
    for _, group in groupby(constraints, key=lambda one: (one.shape, one.targets)):
        of_one_shape = list(group)
        if any(_asked(store, screen, prefixes, answers) for screen in to_screens(of_one_shape)):
            for constraint in of_one_shape:
                findings.update(_run(store, constraint, prefixes))
        else:
            settled.update(c.path for c in of_one_shape if c.parameter in ("class", "datatype"))
    findings.update(_beyond_shapes(store, constraints, settled))
    return Report(len(constraints) + _OWN, tuple(sorted(findings)))


def _asked(store: ox.Store, query: str, prefixes: dict[str, str], answers: dict[str, bool]) -> bool:
    """Ask once what several shapes want to know."""
    if query not in answers:
        try:
            answers[query] = bool(store.query(query, prefixes=prefixes))
        except SyntaxError as error:
            raise GraphError("E441", path="shape:screen", reason=error) from error
    return answers[query]


def _run(
    store: ox.Store,
    constraint: Constraint,
    prefixes: dict[str, str],
    nodes: Iterable[str] | None = None,
) -> Iterator[Finding]:
    """Yield what goes against a constraint, on these nodes (Turtle) or on all."""
    of = None if nodes is None else sorted(str(node(text)) for text in nodes)
    try:
        solutions = store.query(to_sparql(constraint, of), prefixes=prefixes)
    except SyntaxError as error:
        raise GraphError("E441", path=constraint.shape, reason=error) from error
    assert isinstance(solutions, ox.QuerySolutions)
    valued = any(variable.value == "value" for variable in solutions.variables)
    for solution in solutions:
        this = _text(solution["this"])
        value = _text(solution["value"]) if valued else ""
        yield Finding(
            constraint.name,
            constraint.severity,
            constraint.message,
            this,
            "" if value == this else value,
        )


def _beyond_shapes(
    store: ox.Store, constraints: list[Constraint], settled: set[str]
) -> Iterator[Finding]:
    """Yield what goes against no shape; the values of `settled` properties are literals or described."""
    properties = [term for (term,) in _rows(store, _PROPERTIES)]
    known = _ontology_terms()
    for term in {*properties, *(term for (term,) in _rows(store, _TERMS))}:
        if term.startswith(KG) and term not in known:
            yield Finding("unknown-term", WARNING, "the ontology does not define this term", term)
    unsettled = " ".join(f"<{term}>" for term in properties if term not in settled)
    undescribed = [s["o"] for s in _select(store, _UNDESCRIBED.format(properties=unsettled))]
    blank = any(isinstance(term, ox.BlankNode) for term in undescribed)
    if blank or store.query(_BLANK_SUBJECT):
        for (term,) in _rows(store, _BLANK):
            yield Finding("blank-node", VIOLATION, "a blank node stands at this property", term)
    # What a shape asks to have a class is checked there, with a better message.
    checked = {c.path for c in constraints if c.parameter == "class" and c.path}
    for term in undescribed:
        if not isinstance(term, ox.NamedNode) or not term.value.startswith(BASE):
            continue
        if term.value.startswith(KG.rstrip("#")):
            continue
        for quad in store.quads_for_pattern(None, None, term, ox.DefaultGraph()):
            if quad.predicate.value not in checked:
                yield Finding(
                    "dangling-iri",
                    VIOLATION,
                    "leads to an IRI that the graph says nothing of",
                    _text(quad.subject),
                    term.value,
                )


def _select(store: ox.Store, query: str) -> ox.QuerySolutions:
    solutions = store.query(query, prefixes=PREFIXES)
    assert isinstance(solutions, ox.QuerySolutions)
    return solutions


def _rows(store: ox.Store, query: str) -> Iterator[tuple[str, ...]]:
    for solution in _select(store, query):
        yield tuple(_text(term) for term in solution)


def _text(term: object) -> str:
    return "" if term is None else getattr(term, "value", str(term))


@cache
def _ontology_terms() -> frozenset[str]:
    file = ontology_dir() / "kg.ttl"
    return frozenset(
        triple.subject.value
        for triple in ox.parse(path=str(file), format=ox.RdfFormat.TURTLE)
        if isinstance(triple.subject, ox.NamedNode)
    )
