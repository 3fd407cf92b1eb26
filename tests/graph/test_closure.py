from __future__ import annotations

from pathlib import Path

import pytest
import rdflib

from kg.cli import main
from kg.graph import Graph
from kg.graph.stats import lines, void

ONTOLOGY = """
@prefix kg: <https://w3id.org/kg/ontology#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
kg:Processor rdfs:subClassOf kg:Thing . kg:Thing rdfs:subClassOf kg:Everything , [ a owl:Class ] .
kg:runsOn rdfs:subPropertyOf kg:uses ; owl:inverseOf kg:runs . kg:uses rdfs:subPropertyOf kg:about .
kg:comparedWith a owl:SymmetricProperty .
"""
KG = "https://w3id.org/kg/"


def test_rules(sample_graph: Graph, tmp_path: Path) -> None:
    from kg.graph.closure import closure

    file = tmp_path / "o.ttl"
    file.write_text(ONTOLOGY, encoding="utf-8")
    closed = Graph(sample_graph.location, closure(sample_graph, file))
    for fact in (
        "hardware:gpu a kg:Thing , kg:Everything",
        "method:dlrm kg:uses hardware:gpu ; kg:about hardware:gpu",
        "hardware:gpu kg:runs method:dlrm",
        "method:flashcache kg:comparedWith method:dlrm",
        "hardware:gpu skos:broaderTransitive hardware:hardware",
    ):
        assert closed.query(f"ASK {{ {fact} }}"), fact
    for absent in (
        "?x a ?class FILTER(isBlank(?class))",
        "kg:runsOn rdfs:subPropertyOf ?p",
        "hardware:gpu skos:broader hardware:hardware",
        "method:flashcache kg:uses hardware:gpu",
    ):
        assert not closed.query(f"ASK {{ {absent} }}"), absent
    before, after = set(sample_graph), set(closed)
    assert before < after


def test_the_shipped_ontology_adds_classes_above(
    sample_dir: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "closed.ttl"
    with pytest.raises(SystemExit) as stopped:
        main(["export", str(sample_dir), "--closure", "-o", str(target)])
    assert not stopped.value.code
    assert capfd.readouterr().out.strip() == str(target)
    read = rdflib.Graph().parse(target)
    gpu, skos = rdflib.URIRef(KG + "concept/hardware/gpu"), rdflib.SKOS
    assert (gpu, skos.broaderTransitive, rdflib.URIRef(KG + "concept/hardware/hardware")) in read
    assert (gpu, rdflib.RDF.type, rdflib.URIRef(KG + "ontology#ResearchEntity")) in read


def test_counts(sample_graph: Graph) -> None:
    found = list(lines(sample_graph))
    assert "          11  class kg:Mention" in found
    assert "           2  property kg:runsOn" in found


def test_void_agrees_with_what_the_graph_says_of_itself(sample_graph: Graph) -> None:
    read = rdflib.Graph().parse(data=void(sample_graph))
    query = (
        "PREFIX void: <http://rdfs.org/ns/void#> SELECT ?p ?n"
        " { ?x void:property ?p ; void:triples ?n } ORDER BY ?p"
    )
    own = sample_graph.to_rdflib()
    assert list(read.query(query)) == list(own.query(query))
