"""The fast validation: every shape as SPARQL on the store, and what shapes cannot say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

import pyoxigraph as ox

from kg.errors import GraphError
from kg.graph.namespaces import BASE, KG, PREFIXES
from kg.graph.validation.compile import to_screen, to_sparql
from kg.graph.validation.data import VIOLATION, WARNING, Finding, Report
from kg.graph.validation.shapes import Constraint, read_shapes
from kg.resources import ontology_dir

_BLANK: Final = "SELECT DISTINCT ?p WHERE { { ?s ?p ?o FILTER (isBlank(?s) || isBlank(?o)) } }"
_TERMS: Final = (
    "SELECT DISTINCT ?term WHERE { { ?s ?term ?o } UNION { ?s a ?term } "
    "UNION { ?s rdf:predicate ?term } }"
)
_DANGLING: Final = """SELECT DISTINCT ?s ?o WHERE {{
    {{ SELECT DISTINCT ?p WHERE {{ ?x ?p ?y }} }} FILTER (?p NOT IN ({known}))
    ?s ?p ?o FILTER (isIRI(?o) && STRSTARTS(STR(?o), "{base}") && !STRSTARTS(STR(?o), "{kg}"))
    FILTER NOT EXISTS {{ ?o ?q ?z }}
}}"""
_OWN: Final = 3


def validate(store: ox.Store, shapes: Path | None = None) -> Report:
    """Check a graph against the shapes of the ontology, or those in the file `shapes`.

    Besides the shapes: no blank node, no class or property in the namespace of kg that the
    ontology does not define, no IRI of the graph's own that leads nowhere. Raises GraphError E441
    for shapes that use parts of SHACL which the fast checks do not know.
    """
    constraints, prefixes = read_shapes(shapes)
    findings = set(_beyond_shapes(store, constraints))
    for _, group in groupby(constraints, key=lambda one: (one.shape, one.targets)):
        of_one_shape = list(group)
        # Where a shape asks for several things, one look at its values shows if any is amiss.
        screened = len(of_one_shape) > 1 and bool(of_one_shape[0].path)
        if not screened or store.query(to_screen(of_one_shape)):
            for constraint in of_one_shape:
                findings.update(_run(store, constraint, prefixes))
    return Report(len(constraints) + _OWN, tuple(sorted(findings)))


def _run(store: ox.Store, constraint: Constraint, prefixes: dict[str, str]) -> Iterator[Finding]:
    try:
        solutions = store.query(to_sparql(constraint), prefixes=prefixes)
    except SyntaxError as error:
        raise GraphError("E441", path=constraint.shape, reason=error) from error
    assert isinstance(solutions, ox.QuerySolutions)
    valued = any(variable.value == "value" for variable in solutions.variables)
    for solution in solutions:
        node = _text(solution["this"])
        value = _text(solution["value"]) if valued else ""
        yield Finding(
            constraint.name,
            constraint.severity,
            constraint.message,
            node,
            "" if value == node else value,
        )


def _beyond_shapes(store: ox.Store, constraints: list[Constraint]) -> Iterator[Finding]:
    for (predicate,) in _rows(store, _BLANK):
        yield Finding("blank-node", VIOLATION, "a blank node stands at this property", predicate)
    known = _ontology_terms()
    for (term,) in _rows(store, _TERMS):
        if term.startswith(KG) and term not in known:
            yield Finding("unknown-term", WARNING, "the ontology does not define this term", term)
    # What a shape asks to have a class is checked there, with a better message.
    checked = {c.path for c in constraints if c.parameter == "class" and c.path}
    query = _DANGLING.format(
        known=", ".join(f"<{path}>" for path in sorted(checked)), base=BASE, kg=KG.rstrip("#")
    )
    for node, value in _rows(store, query):
        yield Finding(
            "dangling-iri", VIOLATION, "leads to an IRI that the graph says nothing of", node, value
        )


def _rows(store: ox.Store, query: str) -> Iterator[tuple[str, ...]]:
    solutions = store.query(query, prefixes=PREFIXES)
    assert isinstance(solutions, ox.QuerySolutions)
    for solution in solutions:
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
