"""What a graph holds and how it was made, in a page."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from kg import __version__
from kg.graph.graph import Graph
from kg.graph.namespaces import BASE, KG, RDF
from kg.resources import ontology_dir, package_dir
from kg.schema import ENTITY_TYPES, RELATIONS

_BUILD: Final = "SELECT ?p ?o { ?d a void:Dataset ; prov:wasGeneratedBy ?b . ?b ?p ?o } ORDER BY ?p"
_MENTIONED: Final = "SELECT ?kind (COUNT(?c) AS ?n) { ?c a ?kind ; kg:mentionCount ?m FILTER(?m > 0) } GROUP BY ?kind"
_YEARS: Final = "SELECT (MIN(?y) AS ?a) (MAX(?y) AS ?b) { ?p kg:year ?y }"
_STATEMENTS: Final = (
    "SELECT ?p ?polarity (COUNT(*) AS ?n) { ?s rdf:predicate ?p ; kg:polarity ?polarity }"
    " GROUP BY ?p ?polarity"
)
_LIBRARIES: Final = ("pyoxigraph", "rdflib", "spacy", "pyvis", "typer")


def about_graph(path: Path) -> Iterator[tuple[str, object]]:
    """Yield (name, value) lines on the graph at `path`."""
    with Graph.open(path, thorough=True) as graph:
        classes = graph.classes()
        yield "graph", graph.location.file
        yield "triples", f"{len(graph):,}"
        yield "papers", f"{classes.get(KG + 'Paper', 0):,}"
        ((first, last),) = graph.select(_YEARS)
        if first:
            yield "years", first if first == last else f"{first}–{last}"
        mentioned = {kind: int(count or 0) for kind, count in graph.select(_MENTIONED)}
        for kind in ENTITY_TYPES:
            count = mentioned.get(KG + kind, 0)
            others = classes.get(KG + kind, 0) - count
            around = f" (and {others:,} unmentioned in the tree around them)" if others else ""
            yield kind.lower() + " concepts", f"{count:,}{around}"
        yield "mentions", f"{classes.get(KG + 'Mention', 0):,}"
        yield "statements", f"{classes.get(RDF + 'Statement', 0):,}"
        counts = {(p, polarity): n for p, polarity, n in graph.select(_STATEMENTS)}
        for name, relation in RELATIONS.items():
            if affirmed := counts.get((KG + name, "positive")):
                denied = counts.get((KG + name, "negative"))
                yield (
                    f"  {relation.label}",
                    affirmed + (f" (and {denied} denied)" if denied else ""),
                )
        yield "evidence", f"{classes.get(KG + 'Evidence', 0):,}"
        for predicate, value in graph.select(_BUILD):
            if predicate and predicate.startswith(KG):
                yield predicate.removeprefix(KG), value


def about_installation() -> Iterator[tuple[str, object]]:
    """Yield (name, value) lines on the versions in use and the folders they are in."""
    yield "kg", __version__
    yield "python", platform.python_version()
    for name in _LIBRARIES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, "not installed"
    yield "package", package_dir()
    yield "ontology", ontology_dir()
    yield "base IRI", f"{BASE} (not registered: a name, not an address)"
