"""The namespaces of the graph, all below `kg.schema.BASE`, and those of other vocabularies."""

from __future__ import annotations

from typing import Final

from pyoxigraph import NamedNode

from kg.schema import BASE as BASE
from kg.schema import ENTITY_TYPES

KG: Final = BASE + "ontology#"
CONCEPT: Final = BASE + "concept/"
SCHEME: Final = BASE + "scheme/"
PAPER: Final = BASE + "paper/"
MENTION: Final = BASE + "mention/"
STATEMENT: Final = BASE + "statement/"
EVIDENCE: Final = BASE + "evidence/"
BUILD: Final = BASE + "build/"
DATASET: Final = BASE + "dataset"

BIBO: Final = "http://purl.org/ontology/bibo/"
CITO: Final = "http://purl.org/spar/cito/"
DCAT: Final = "http://www.w3.org/ns/dcat#"
DCTERMS: Final = "http://purl.org/dc/terms/"
OWL: Final = "http://www.w3.org/2002/07/owl#"
PRISM: Final = "http://prismstandard.org/namespaces/basic/2.0/"
PROV: Final = "http://www.w3.org/ns/prov#"
RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"
SCHEMA: Final = "https://schema.org/"
SKOS: Final = "http://www.w3.org/2004/02/skos/core#"
VOID: Final = "http://rdfs.org/ns/void#"
XSD: Final = "http://www.w3.org/2001/XMLSchema#"

PREFIXES: Final[dict[str, str]] = dict(
    sorted(
        {
            "kg": KG,
            **{kind.lower(): f"{CONCEPT}{kind.lower()}/" for kind in ENTITY_TYPES},
            "paper": PAPER,
            "mention": MENTION,
            "statement": STATEMENT,
            "evidence": EVIDENCE,
            "build": BUILD,
            "bibo": BIBO,
            "cito": CITO,
            "dcat": DCAT,
            "dcterms": DCTERMS,
            "owl": OWL,
            "prism": PRISM,
            "prov": PROV,
            "rdf": RDF,
            "rdfs": RDFS,
            "schema": SCHEMA,
            "skos": SKOS,
            "void": VOID,
            "xsd": XSD,
        }.items()
    )
)
"""Declared in every file that kg writes and in every query that it runs."""

TYPE: Final = NamedNode(RDF + "type")
LABEL: Final = NamedNode(RDFS + "label")
INTEGER: Final = NamedNode(XSD + "integer")
DECIMAL: Final = NamedNode(XSD + "decimal")


def term(namespace: str, name: str) -> NamedNode:
    """Return the IRI of `name` in `namespace`; raises `ValueError` where that is no IRI."""
    return NamedNode(namespace + name)


def shorten(iri: str) -> str:
    """Write an IRI the way Turtle does, `kg:runsOn`, or in full where no prefix fits."""
    for prefix, namespace in PREFIXES.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri[len(namespace) :]}"
    return f"<{iri}>"
