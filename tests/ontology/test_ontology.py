"""The ontology agrees with itself, with the schema of the code and with what graphs hold."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.graph import Graph
from kg.graph.mapping import SCHEMES
from kg.graph.namespaces import KG, OWL, PREFIXES, RDF, RDFS, SCHEMA, SKOS
from kg.graph.validation.shapes import SH
from kg.schema import CONCEPT_RELATIONS, ENTITY_TYPES, PAPER_RELATIONS, RELATIONS

Facts = dict[str, dict[str, set[str]]]


def read(path: Path) -> Facts:
    facts: Facts = defaultdict(lambda: defaultdict(set))
    for quad in ox.parse(path=str(path), format=ox.RdfFormat.TURTLE):
        facts[quad.subject.value][quad.predicate.value].add(quad.object.value)
    return facts


@pytest.fixture(scope="module")
def terms(root: Path) -> Facts:
    return read(root / "ontology" / "kg.ttl")


def local(iris: set[str]) -> set[str]:
    return {iri.removeprefix(KG) for iri in iris if iri.startswith(KG)}


def test_every_term_says_what_it_is(terms: Facts) -> None:
    for iri, facts in terms.items():
        if iri.startswith(KG):
            assert facts[RDF + "type"], iri
            assert len(facts[RDFS + "label"]) == 1, iri
            assert len(facts[RDFS + "comment"]) == 1, iri
            assert facts[RDFS + "isDefinedBy"] == {KG.rstrip("#")}, iri


def test_the_ontology_has_version_and_licence(terms: Facts) -> None:
    facts = terms[KG.rstrip("#")]
    assert facts[OWL + "versionInfo"]
    assert facts[PREFIXES["dcterms"] + "license"]


@pytest.mark.parametrize("file", ["kg.ttl", "shapes.ttl"])
def test_no_blank_nodes(root: Path, file: str) -> None:
    for quad in ox.parse(path=str(root / "ontology" / file), format=ox.RdfFormat.TURTLE):
        assert not isinstance(quad.subject, ox.BlankNode), quad
        assert not isinstance(quad.object, ox.BlankNode), quad


def test_classes_cover_the_entity_types(terms: Facts) -> None:
    for kind in ENTITY_TYPES:
        assert terms[KG + kind][RDFS + "subClassOf"] == {KG + "ResearchEntity"}
    assert terms[KG + "ResearchEntity"][RDFS + "subClassOf"] == {SKOS + "Concept"}
    pairs = {
        frozenset((one, other))
        for one in ENTITY_TYPES
        for other in local(terms[KG + one][OWL + "disjointWith"])
    }
    assert len(pairs) == len(ENTITY_TYPES) * (len(ENTITY_TYPES) - 1) // 2


@pytest.mark.parametrize("name", CONCEPT_RELATIONS)
def test_relations_have_the_signature_of_the_schema(terms: Facts, name: str) -> None:
    facts, relation = terms[KG + name], RELATIONS[name]
    assert facts[RDFS + "label"] == {relation.label}
    assert local(facts[SCHEMA + "domainIncludes"]) == {head for head, _ in relation.signatures}
    assert local(facts[SCHEMA + "rangeIncludes"]) == {tail for _, tail in relation.signatures}
    assert (OWL + "SymmetricProperty" in facts[RDF + "type"]) == relation.symmetric


def test_relations_of_papers_start_from_papers(terms: Facts) -> None:
    for name in PAPER_RELATIONS:
        assert local(terms[KG + name][RDFS + "domain"]) == {"Paper"}


def test_graph_and_vocabulary_name_the_same_schemes(root: Path) -> None:
    used = set()
    for path in (root / "ontology" / "vocabulary").glob("*.ttl"):
        for facts in read(path).values():
            used |= facts[SKOS + "inScheme"]
    assert used == {text.strip("<>") for text in SCHEMES.values()}


def test_the_shape_of_statements_has_the_signatures_of_the_schema(root: Path) -> None:
    """Every relation between every two types: the shape accepts what the schema accepts."""
    shapes = read(root / "ontology" / "shapes.ttl")
    (select,) = shapes["https://w3id.org/kg/shapes#statement-signature"][SH + "select"]
    query = select.replace("$this", "?this")
    store = ox.Store()
    expected = set()
    for name, relation in RELATIONS.items():
        for head in ENTITY_TYPES:
            for tail in ENTITY_TYPES:
                node = f"statement:{name}-{head}-{tail}"
                store.update(
                    f"INSERT DATA {{ {node} rdf:predicate kg:{name} ; rdf:subject method:{head} ; "
                    f"rdf:object method:{tail} . method:{head} a kg:{head} . method:{tail} a kg:{tail} }}",
                    prefixes=PREFIXES,
                )
                if not relation.accepts(head, tail):
                    expected.add(PREFIXES["statement"] + node.partition(":")[2])
    rows = store.query(query, prefixes=PREFIXES)
    assert isinstance(rows, ox.QuerySolutions)
    assert {row["this"].value for row in rows} == expected


def test_a_graph_uses_no_term_that_is_not_defined(terms: Facts, sample_graph: Graph) -> None:
    used = {
        iri for iri in (*sample_graph.classes(), *sample_graph.properties()) if iri.startswith(KG)
    }
    assert used <= set(terms)


def test_the_context_names_every_property(root: Path, terms: Facts) -> None:
    context = json.loads((root / "ontology/context.jsonld").read_text(encoding="utf-8"))["@context"]
    assert {name: context.get(name) for name in PREFIXES} == PREFIXES
    for iri, facts in terms.items():
        if not iri.startswith(KG):
            continue
        name = iri.removeprefix(KG)
        kinds = {kind.removeprefix(OWL) for kind in facts[RDF + "type"]}
        if "ObjectProperty" in kinds:
            assert context[name] == {"@id": f"kg:{name}", "@type": "@id"}
        elif "DatatypeProperty" in kinds:
            value = context[name]
            assert (value if isinstance(value, str) else value["@id"]) == f"kg:{name}"


def test_the_context_is_json_ld(root: Path) -> None:
    document = json.loads((root / "ontology/context.jsonld").read_text(encoding="utf-8"))
    document["@id"] = "method:dlrm"
    document |= {"label": "DLRM", "runsOn": "hardware:gpu", "year": "2019", "confidence": "0.5"}
    quads = {
        (q.predicate.value, str(q.object))
        for q in ox.parse(input=json.dumps(document).encode(), format=ox.RdfFormat.JSON_LD)
    }
    assert quads == {
        (RDFS + "label", '"DLRM"'),
        (KG + "runsOn", f"<{PREFIXES['hardware']}gpu>"),
        (KG + "year", f'"2019"^^<{PREFIXES["xsd"]}gYear>'),
        (KG + "confidence", f'"0.5"^^<{PREFIXES["xsd"]}decimal>'),
    }
