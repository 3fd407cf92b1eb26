"""What a reader of the twenty bundled abstracts expects to find in their graph."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from rdflib.compare import isomorphic

from kg.graph import Graph
from kg.graph.validation import validate
from tests.cli.support import kg

PAIRS = "SELECT ?s ?o WHERE {{ ?a kg:{} ?b . ?a rdfs:label ?s . ?b rdfs:label ?o }}"


def pairs(graph: Graph, relation: str) -> set[tuple[str | None, ...]]:
    return set(graph.select(PAIRS.format(relation)))


def concepts_called(graph: Graph, *names: str) -> set[str | None]:
    """The concepts that have one of these spellings, whatever its case."""
    listed = ", ".join(f'"{name.lower()}"' for name in names)
    rows = graph.select(
        "SELECT DISTINCT ?c WHERE { ?c a skos:Concept ; rdfs:label|skos:altLabel ?l . "
        f"FILTER(LCASE(?l) IN ({listed})) }}"
    )
    return {concept for (concept,) in rows}


def test_every_abstract_yields_concepts(graph: Graph) -> None:
    rows = graph.select(
        "SELECT ?p (COUNT(DISTINCT ?c) AS ?n) WHERE { ?p a kg:Paper ; dcterms:relation ?about . "
        "OPTIONAL { ?p kg:mentions ?c } } GROUP BY ?p"
    )
    counts = {paper: int(count or 0) for paper, count in rows}
    assert len(counts) == 20
    assert min(counts.values()) >= 2


def test_the_header_is_the_paper_the_others_are_related_to(graph: Graph) -> None:
    rows = list(graph.select("SELECT DISTINCT ?t WHERE { ?p dcterms:relation/dcterms:title ?t }"))
    assert rows == [("Communication-Efficient TeraByte-Scale Model Train",)]


def test_megatrain_is_a_proposed_method_that_runs_on_a_gpu(graph: Graph) -> None:
    proposed = "ASK { ?p kg:proposes ?m . ?m a kg:Method ; rdfs:label 'MegaTrain' }"
    assert graph.query(proposed)
    assert ("MegaTrain", "GPU") in pairs(graph, "runsOn")


def test_what_a_compute_node_is_made_of(graph: Graph) -> None:
    parts = {part for part, whole in pairs(graph, "partOf") if whole == "compute node"}
    assert {"CPU", "GPU"} <= parts
    assert any("interconnect" in (part or "") for part in parts)
    assert concepts_called(graph, "NIC"), "the name in brackets is a concept of its own"
    assert "network interface card" in parts


def test_a_gpu_cluster_is_an_hpc_resource(graph: Graph) -> None:
    classes = {kind for thing, kind in pairs(graph, "isA") if thing == "GPU cluster"}
    assert any("HPC" in (kind or "") for kind in classes)


@pytest.mark.parametrize(
    "spellings",
    [
        ("click-through rate", "CTR"),
        ("click-through rate (CTR) prediction", "click-through rate prediction", "CTR prediction"),
        ("GNN", "GNNs", "graph neural networks", "graph neural network"),
        ("large language model", "large language models", "LLM"),
        ("stochastic gradient descent", "SGD"),
    ],
)
def test_spellings_of_one_thing_are_one_concept(graph: Graph, spellings: tuple[str, ...]) -> None:
    assert len(concepts_called(graph, *spellings)) == 1


def test_the_kinds_of_gpu_can_be_walked(graph: Graph) -> None:
    rows = graph.select("SELECT ?l { ?c skos:broader+ hardware:gpu ; rdfs:label ?l }")
    kinds = {label for (label,) in rows}
    assert {"NVIDIA A100", "NVIDIA H100"} <= kinds


def test_nothing_denied_is_a_fact(graph: Graph) -> None:
    denied = (
        "SELECT ?s WHERE { ?s a rdf:Statement ; kg:polarity 'negative' ; rdf:subject ?a ; "
        "rdf:predicate ?p ; rdf:object ?b . ?a ?p ?b . FILTER NOT EXISTS { "
        "?t a rdf:Statement ; kg:polarity 'positive' ; rdf:subject ?a ; rdf:predicate ?p ; rdf:object ?b } }"
    )
    assert list(graph.select(denied)) == []


def test_no_embedding_table_runs_on_the_memory_it_does_not_fit(graph: Graph) -> None:
    assert ("embedding table", "GPU memory") not in pairs(graph, "runsOn")


def test_the_page_number_of_papers_and_the_report_agree(built: Path, graph: Graph) -> None:
    report = (built / "report.md").read_text(encoding="utf-8")
    ((papers,),) = graph.select("SELECT (COUNT(?p) AS ?n) WHERE { ?p a kg:Paper }")
    ((statements,),) = graph.select(
        "SELECT (COUNT(?s) AS ?n) WHERE { ?s a rdf:Statement ; kg:polarity 'positive' }"
    )
    assert f"| papers | {papers} |" in report
    assert f"| statements | {statements} |" in report


def test_the_graph_satisfies_its_shapes(graph: Graph) -> None:
    assert validate(graph.store).lines() == []


def test_both_libraries_parse_the_turtle_to_the_same_graph(built: Path) -> None:
    turtle = built / "graph.ttl"
    by_rdflib = rdflib.Graph().parse(turtle, format="turtle")
    triples = pyoxigraph.serialize(
        (quad.triple for quad in pyoxigraph.parse(path=str(turtle))),
        format=pyoxigraph.RdfFormat.N_TRIPLES,
    )
    assert triples is not None
    by_oxigraph = rdflib.Graph().parse(data=triples, format="nt")
    assert isomorphic(by_rdflib, by_oxigraph)
    assert not any(isinstance(term, rdflib.BNode) for triple in by_rdflib for term in triple), (
        "no blank nodes"
    )


def test_every_evidence_sentence_stands_in_its_paper(graph: Graph) -> None:
    rows = list(
        graph.select(
            "SELECT ?sentence ?text WHERE { ?e a kg:Evidence ; kg:sentence ?sentence ; "
            "kg:inPaper/kg:text ?text }"
        )
    )
    assert rows
    assert all(sentence and text and sentence in text for sentence, text in rows)


@pytest.mark.parametrize(
    ("query", "parameters", "expected"),
    [
        ("hardware-for-task", ["task=large language model training"], "GPU"),
        ("methods-for-task", ["task=combinatorial optimization"], "graph neural network"),
        ("methods-for-task", ["task=CTR prediction"], ""),
        ("evidence", ["one=MegaTrain", "other=GPU"], "on a single GPU"),
    ],
)
def test_what_users_ask(built: Path, query: str, parameters: list[str], expected: str) -> None:
    options = [part for parameter in parameters for part in ("-p", parameter)]
    done = kg("query", query, *options, "-g", built, "--format", "csv")
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
    assert len(done.stdout.splitlines()) > 1, "an answer, not only a header"
