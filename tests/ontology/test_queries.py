"""Every named query runs, also without its parameters, and says what it answers."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib.plugins.sparql as sparql

from kg.graph import Graph
from kg.graph.namespaces import PREFIXES
from kg.query.named import TYPES, NamedQuery, named_queries, term
from kg.query.syntax import bind, tokens

QUERIES = named_queries(Path(__file__).resolve().parents[2] / "ontology" / "queries")


def run(opened: Graph, query: NamedQuery, **given: str) -> list[tuple[str, ...]]:
    values = query.values(given)
    terms = {name: term(kind, value) for name, (kind, value) in values.items()}
    return [
        tuple("" if cell is None else getattr(cell, "value", "") for cell in row)
        for row in opened.query(bind(query.text, terms))
    ]


def test_there_are_enough() -> None:
    assert len(QUERIES) >= 25


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_a_query_explains_itself(query: NamedQuery) -> None:
    assert query.title
    assert query.description.endswith((".", "?"))
    for parameter in query.parameters:
        assert parameter.type in TYPES
        assert parameter.help
        assert parameter.default is not None


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_a_query_uses_its_parameters_and_no_others(query: NamedQuery) -> None:
    used = {t.text[1:] for t in tokens(query.text) if t.kind == "variable" and t.text[0] == "$"}
    assert used == {parameter.name for parameter in query.parameters}
    plain = {t.text[1:] for t in tokens(query.text) if t.kind == "variable" and t.text[0] == "?"}
    assert not used & plain, "SPARQL takes ?x and $x for one variable"


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_a_query_stands_alone(query: NamedQuery) -> None:
    """Without kg's prefixes and without parameters it is SPARQL, for two parsers."""
    ox.Store().query(query.text)
    sparql.prepareQuery(query.text)
    declared = dict(
        line.split(maxsplit=2)[1:] for line in query.text.splitlines() if line.startswith("PREFIX")
    )
    for prefix, iri in declared.items():
        assert iri == f"<{PREFIXES[prefix[:-1]]}>"


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_a_query_runs(sample_graph: Graph, query: NamedQuery) -> None:
    run(sample_graph, query)


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("hardware-for-task", {}, ("GPU", "1", "2")),
        ("methods-for-task", {}, ("dlrm", "CTR prediction", "2", "0.96")),
        ("methods-on-hardware", {"hardware": "hardware"}, ("dlrm", "method", "GPU", "2")),
        ("hardware-tree", {"hardware": "hardware"}, ("processor", "hardware", "0")),
        ("broader", {}, ("processor", "false")),
        ("compared-with", {"method": "dlrm"}, ("flashcache", "1")),
        ("compared-with", {"method": "flashcache"}, ("dlrm", "1")),
        ("names", {}, ("GPUs", "2", "2")),
        ("co-mentioned", {"papers": "3"}, ("dlrm", "method", "3")),
        ("by-year", {"concept": "processor"}, ("2002", "1", "0")),
        ("top-concepts", {}, ("GPU", "3", "3")),
        (
            "connections",
            {"one": "dlrm"},
            ("CTR prediction", PREFIXES["kg"] + "usedFor", PREFIXES["kg"] + "runsOn"),
        ),
    ],
)
def test_answers(
    sample_graph: Graph, name: str, given: dict[str, str], expected: tuple[str, ...]
) -> None:
    assert expected in run(sample_graph, QUERIES[name], **given)


def test_evidence_works_in_either_order(sample_graph: Graph) -> None:
    there = run(sample_graph, QUERIES["evidence"], one="dlrm", other="GPU")
    back = run(sample_graph, QUERIES["evidence"], one="GPU", other="dlrm")
    assert len(there) == 2
    assert there == back


def test_denials_are_no_answers_but_are_shown(sample_graph: Graph) -> None:
    assert all(row[0] != "flashcache" for row in run(sample_graph, QUERIES["methods-on-hardware"]))
    (denied,) = run(sample_graph, QUERIES["denied"])
    assert denied[0] == "flashcache"
    assert "without GPUs" in denied[3]
