"""Planted faults are found by the fast checks, and by a SHACL engine alike."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

from kg import graph
from kg.errors import GraphError
from kg.graph import Graph
from kg.graph.namespaces import PREFIXES
from kg.graph.validation import Report, validate, validate_with_shacl
from kg.graph.validation.compile import to_sparql
from kg.graph.validation.shapes import read_shapes
from tests.graph.corpus import INFO, sample
from tests.graph.validation.faults import FAULTS, Fault


def copy(opened: Graph) -> ox.Store:
    store = ox.Store()
    store.bulk_extend(ox.Quad(*triple) for triple in opened)
    return store


def planted(opened: Graph, *faults: Fault) -> ox.Store:
    store = copy(opened)
    for fault in faults:
        store.update(fault.update, prefixes=PREFIXES)
    return store


def found(report: Report) -> set[tuple[str, str, str, str]]:
    return {(one.shape, one.severity, one.node, one.value) for one in report.findings}


def test_a_built_graph_conforms(sample_graph: Graph) -> None:
    report = validate(sample_graph.store)
    assert report.findings == ()
    assert report.conforms
    assert report.lines() == []


@pytest.mark.parametrize("level", graph.EVIDENCE_LEVELS)
def test_every_level_of_evidence_conforms(tmp_path: Path, level: str) -> None:
    with graph.build(sample(), tmp_path, evidence=level, info=INFO) as built:
        assert validate(built.store).findings == ()


def test_every_shape_has_a_fault() -> None:
    constraints, _ = read_shapes()
    assert {constraint.name for constraint in constraints} == {fault.shape for fault in FAULTS}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.shape)
def test_a_planted_fault_is_found(sample_graph: Graph, fault: Fault) -> None:
    report = validate(planted(sample_graph, fault))
    assert fault.shape in {finding.shape for finding in report.findings}
    assert any(fault.shape in line for line in report.lines())


@pytest.mark.parametrize("part", range(4))
def test_fast_checks_equal_a_shacl_engine(sample_graph: Graph, part: int) -> None:
    pytest.importorskip("pyshacl")
    store = planted(sample_graph, *(fault for fault in FAULTS[part::4] if fault.engine))
    own = {"blank-node", "unknown-term", "dangling-iri"}
    fast = {one for one in found(validate(store)) if one[0] not in own}
    assert fast
    assert fast == found(validate_with_shacl(store))


def test_the_whole_graph_conforms_for_a_shacl_engine(sample_graph: Graph) -> None:
    pytest.importorskip("pyshacl")
    assert validate_with_shacl(sample_graph.store).findings == ()


def test_a_blank_node_is_found(sample_graph: Graph) -> None:
    store = copy(sample_graph)
    store.update("INSERT DATA { method:dlrm kg:source [] }", prefixes=PREFIXES)
    assert "blank-node" in {finding.shape for finding in validate(store).findings}


def test_an_unknown_term_is_found(sample_graph: Graph) -> None:
    store = copy(sample_graph)
    store.update(
        "INSERT DATA { method:dlrm kg:runOn hardware:gpu ; a kg:Metod }", prefixes=PREFIXES
    )
    nodes = {f.node for f in validate(store).findings if f.shape == "unknown-term"}
    assert nodes == {PREFIXES["kg"] + "runOn", PREFIXES["kg"] + "Metod"}


def test_a_dangling_iri_is_found(sample_graph: Graph) -> None:
    store = copy(sample_graph)
    store.update("INSERT DATA { method:dlrm rdfs:seeAlso method:nothing }", prefixes=PREFIXES)
    (finding,) = validate(store).findings
    assert (finding.shape, finding.value) == ("dangling-iri", PREFIXES["method"] + "nothing")


def test_warnings_do_not_break_conformance(sample_graph: Graph) -> None:
    fault = next(fault for fault in FAULTS if fault.shape == "paper-cites")
    report = validate(planted(sample_graph, fault))
    assert {finding.severity for finding in report.findings} >= {"warning"}
    assert all(f.severity == "warning" for f in report.findings if f.shape == "paper-cites")


def test_offsets_count_code_points() -> None:
    text = "é😀 GPU"
    ttl = f"""
    paper:p a kg:Paper ; kg:text "{text}" ; dcterms:identifier "p" ; kg:mentions hardware:gpu .
    mention:m a kg:Mention ; kg:inPaper paper:p ; kg:refersTo hardware:gpu ; kg:begin 3 ; kg:end 6 ;
        kg:surface "GPU" ; kg:confidence 0.5 ."""
    store = ox.Store()
    store.update("INSERT DATA {" + ttl + "}", prefixes=PREFIXES)
    assert "mention-offsets" not in {finding.shape for finding in validate(store).findings}
    store.update(
        "DELETE DATA { mention:m kg:begin 3 } ; INSERT DATA { mention:m kg:begin 4 }",
        prefixes=PREFIXES,
    )
    assert "mention-offsets" in {finding.shape for finding in validate(store).findings}


def test_lines_tell_how_often_and_where(sample_graph: Graph) -> None:
    fault = next(fault for fault in FAULTS if fault.shape == "statement-evidence")
    lines = validate(planted(sample_graph, fault)).lines(examples=2)
    line = next(line for line in lines if "statement-evidence" in line)
    assert line.startswith("violation statement-evidence: ")
    assert line.count("statement:") == 2
    assert line.endswith("more")


def test_a_property_shape_may_serve_two_node_shapes(sample_graph: Graph, tmp_path: Path) -> None:
    file = tmp_path / "shapes.ttl"
    file.write_text(
        "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix shape: <https://example.org/s#> .\n"
        "@prefix kg: <https://w3id.org/kg/ontology#> .\n"
        "shape:a sh:targetClass kg:Mention ; sh:property shape:sure .\n"
        "shape:b sh:targetClass kg:Evidence ; sh:property shape:sure .\n"
        "shape:c sh:targetClass kg:Paper ; sh:class kg:Paper ; sh:nodeKind sh:Literal .\n"
        "shape:sure sh:path kg:confidence ; sh:minInclusive 0.85 ; sh:maxCount 1 ; sh:minCount 1 .\n"
    )
    report = validate(copy(sample_graph), file)
    kinds = {(one.shape, one.node.split("/")[4]) for one in report.findings}
    assert kinds == {("sure", "evidence"), ("c", "paper")}


@pytest.mark.parametrize(
    ("shapes", "reason"),
    [
        ("shape:s sh:targetClass kg:Paper ; sh:property [ sh:path kg:text ] .", "blank node"),
        ("shape:s sh:targetClass kg:Paper ; sh:closed true .", "sh:closed"),
        ("shape:s sh:targetClass kg:Paper ; sh:xone shape:t .", "sh:xone"),
        ("shape:s sh:targetClass", "error"),
        ("shape:s sh:targetNode kg:Paper .", "sh:targetNode"),
        (
            "shape:s sh:targetClass kg:Paper ; sh:property shape:p . shape:p sh:path kg:text ; sh:minCount 2 .",
            "sh:minCount 2",
        ),
        (
            "shape:s sh:targetClass kg:Paper ; sh:sparql shape:q . "
            "shape:q sh:select 'SELECT $this WHERE { $this $PATH ?value }' .",
            "$PATH",
        ),
    ],
)
def test_unknown_parts_of_shacl_are_refused(tmp_path: Path, shapes: str, reason: str) -> None:
    file = tmp_path / "shapes.ttl"
    file.write_text(
        "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix shape: <https://example.org/s#> .\n"
        "@prefix kg: <https://w3id.org/kg/ontology#> .\n" + shapes
    )
    with pytest.raises(GraphError, match="E441") as caught:
        validate(ox.Store(), file)
    assert reason.removeprefix("sh:") in str(caught.value)


def test_what_a_screen_lets_through_the_query_would_too(sample_graph: Graph) -> None:
    # Whatever one fault does to a screen, the query behind it finds nothing where that stays false.
    constraints, prefixes = read_shapes()
    screened = [constraint for constraint in constraints if constraint.screen]
    assert len(screened) > 10
    for fault in FAULTS:
        store = planted(sample_graph, fault)
        for constraint in screened:
            if not store.query(constraint.screen, prefixes=prefixes):
                found = store.query(to_sparql(constraint), prefixes=prefixes)
                assert next(iter(found), None) is None, (fault, constraint.name)
