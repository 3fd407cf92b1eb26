"""Watching a graph while it is written finds what queries find afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import graph
from kg.graph import Graph, terms
from kg.graph.literals import printable
from kg.graph.namespaces import BASE, MENTION, PAPER, PREFIXES, RDF, STATEMENT, XSD
from kg.graph.terms import Block
from kg.graph.validation import Report, Watch, validate, watch
from kg.graph.validation.checks import _ontology_terms
from kg.graph.validation.rules import unescaped
from kg.graph.validation.shapes import read_shapes
from tests.graph.corpus import INFO, sample
from tests.graph.validation.faults import FAULTS, Fault
from tests.graph.validation.test_validate import copy, found, planted

_BARE = {XSD + name for name in ("integer", "decimal", "boolean")}
_OF_PAPER = (PAPER, MENTION, BASE + "evidence/")


def written(term: object) -> str:
    """Write a term as the graph's blocks have it."""
    if isinstance(term, ox.NamedNode):
        return terms.iri(term)
    if not isinstance(term, ox.Literal):
        return str(term)
    if term.language:
        return f"{terms.string(term.value)}@{term.language}"
    datatype = term.datatype.value
    if datatype in _BARE and re.fullmatch(r"[-+.\d]+|true|false", term.value):
        return term.value
    text = terms.string(term.value)
    return text if datatype == XSD + "string" else f"{text}^^{terms.iri(term.datatype)}"


def blocks(store: ox.Store) -> tuple[list[Block], list[ox.Triple]]:
    """Take a graph apart into its blocks, in the order in which they are written, and its description."""
    found: dict[str, list[ox.Triple]] = {}
    for quad in store:
        assert isinstance(quad.subject, ox.NamedNode | ox.BlankNode)
        found.setdefault(getattr(quad.subject, "value", ""), []).append(quad.triple)
    papers = sorted((s.removeprefix(PAPER) for s in found if s.startswith(PAPER)), key=len)

    def place(subject: str) -> tuple[int, str, int, str]:
        for number, space in enumerate(_OF_PAPER):
            if subject.startswith(space):
                name = subject.removeprefix(space)
                of = [paper for paper in papers if name == paper or name.startswith(paper + "-")]
                return 0, of[-1] if of else "", number, name
        section = 3 if subject.startswith(STATEMENT) else 1 + subject.startswith(BASE + "concept/")
        return section, "", 0, subject

    made: list[Block] = []
    described: list[ox.Triple] = []
    for subject in sorted(found, key=place):
        if subject.startswith((BASE + "dataset", BASE + "build/")) or subject == "":
            described += found[subject]
            continue
        if place(subject)[0] == 1 and not subject.startswith(BASE + "scheme/"):
            described += found[subject]
            continue
        pairs = [(written(t.predicate), written(t.object)) for t in found[subject]]
        pairs = [("a" if p == "rdf:type" else p, value) for p, value in pairs]
        made.append((terms.iri(ox.NamedNode(subject)), sorted(pairs)))
    return made, described


def seen(store: ox.Store, level: str = "full") -> Watch:
    one = Watch(level)
    made, described = blocks(store)
    for _ in one.blocks(made):
        pass
    one.triples(described)
    return one


@pytest.mark.parametrize("level", graph.EVIDENCE_LEVELS)
def test_what_a_build_writes_leaves_little_to_ask(tmp_path: Path, level: str) -> None:
    one = Watch(level)
    graph.write_file(sample(), tmp_path, evidence=level, info=INFO, watch=one)
    with graph.load_store(tmp_path) as built:
        assert one.doubts(_ontology_terms()) == {"graph-build": None}
        assert validate(built.store, watch=one) == validate(built.store)


def test_a_graph_taken_apart_is_as_it_was_written(sample_graph: Graph) -> None:
    assert seen(copy(sample_graph)).doubts(_ontology_terms()) == {"graph-build": None}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.shape)
def test_a_planted_fault_is_found(sample_graph: Graph, fault: Fault) -> None:
    store = planted(sample_graph, fault)
    assert found(validate(store, watch=seen(store))) == found(validate(store))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ox.Quad]]:
    with graph.build(sample(), tmp_path_factory.mktemp("whole"), info=INFO) as built:
        yield sorted(built.store, key=str)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_triple_lost_or_moved_is_found(whole: list[ox.Quad], data: st.DataObject) -> None:
    """Whatever triple is lost, or gets the value of another one, both ways find the same."""
    lost = data.draw(st.sampled_from(whole))
    store = ox.Store()
    store.bulk_extend(quad for quad in whole if quad != lost)
    if data.draw(st.booleans()):
        values = [q.object for q in whole if q.predicate == lost.predicate and q != lost]
        if values:
            store.add(ox.Quad(lost.subject, lost.predicate, data.draw(st.sampled_from(values))))
    assert found(validate(store, watch=seen(store))) == found(validate(store))


@pytest.mark.parametrize(
    "update",
    [
        "INSERT DATA { method:dlrm kg:source [] }",
        "INSERT DATA { method:dlrm kg:unheardOf 1 }",
        "INSERT DATA { method:dlrm a kg:Unheard }",
        f"INSERT DATA {{ method:dlrm skos:closeMatch <{BASE}nowhere> }}",
        "INSERT { ?m kg:refersTo hardware:gpu } WHERE { ?m a kg:Evidence }",
        "INSERT { ?m kg:runsOn hardware:gpu } WHERE { ?m a kg:Mention }",
        f"INSERT {{ ?d <{RDF}value> <{BASE}nowhere> }} WHERE {{ ?d a void:Dataset }}",
    ],
)
def test_what_is_beyond_shapes_is_found(sample_graph: Graph, update: str) -> None:
    store = copy(sample_graph)
    store.update(update, prefixes=PREFIXES)
    report = validate(store)
    assert report.findings
    assert found(validate(store, watch=seen(store))) == found(report)


def test_other_shapes_are_left_to_queries(
    sample_graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "_WRITTEN_FOR", "")
    assert seen(copy(sample_graph)).doubts(_ontology_terms()) is None


def test_the_shapes_are_those_that_are_watched_for() -> None:
    """Where this fails, look at what changed in the shapes, bring `Watch` up to it, and say so there."""
    assert watch.fingerprint(read_shapes()[0]) == watch._WRITTEN_FOR


@given(st.text())
def test_strings_come_back(text: str) -> None:
    assert unescaped(terms.string(text)) == printable(text)


def test_a_report_counts_the_same_checks(sample_graph: Graph) -> None:
    reports: list[Report] = [
        validate(sample_graph.store),
        validate(sample_graph.store, watch=seen(copy(sample_graph))),
    ]
    assert reports[0] == reports[1]
