"""What follows from the ontology: classes and properties above, symmetric and transitive links."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pyoxigraph import NamedNode, RdfFormat, Store

from kg.graph.graph import Graph
from kg.graph.namespaces import BASE, PREFIXES
from kg.resources import ontology_dir

ONTOLOGY_FILE: Final = "kg.ttl"
_ONTOLOGY: Final = NamedNode(BASE + "ontology")
RULES: Final = {
    "subclasses": (
        "INSERT { ?s a ?above } WHERE { GRAPH ?ontology { ?class rdfs:subClassOf+ ?above"
        " FILTER(isIRI(?above)) } ?s a ?class }"
    ),
    "subproperties": (
        "INSERT { ?s ?above ?o } WHERE { GRAPH ?ontology { ?p rdfs:subPropertyOf+ ?above } ?s ?p ?o }"
    ),
    "inverses": (
        "INSERT { ?o ?back ?s } WHERE { GRAPH ?ontology { ?p owl:inverseOf|^owl:inverseOf ?back }"
        " ?s ?p ?o FILTER(isIRI(?o)) }"
    ),
    "symmetric": (
        "INSERT { ?o ?p ?s } WHERE { GRAPH ?ontology { ?p a owl:SymmetricProperty } ?s ?p ?o }"
    ),
    "broader": ("INSERT { ?s skos:broaderTransitive ?above } WHERE { ?s skos:broader+ ?above }"),
}
"""SPARQL updates in the order in which they are applied; together they are complete for these rules."""


def closure(graph: Graph, ontology: Path | None = None) -> Store:
    """Return a store in memory with the graph and all that the rules derive from it.

    `ontology` is a Turtle file, the graph's own ontology unless given; none of its triples are in
    the result. What is derived is no evidence: no statement is made for it.
    """
    store = Store()
    store.bulk_extend(graph.store)
    store.bulk_load(
        path=str(ontology or ontology_dir() / ONTOLOGY_FILE),
        format=RdfFormat.TURTLE,
        to_graph=_ONTOLOGY,
    )
    for rule in RULES.values():
        store.update(rule, prefixes=PREFIXES)
    store.remove_graph(_ONTOLOGY)
    return store
