from __future__ import annotations

from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from rdflib.compare import isomorphic

from kg import graph
from kg.errors import GraphError, OutputError, UsageError
from kg.graph import Graph
from kg.graph.lock import locked
from tests.graph.corpus import HOSTILE, INFO, hostile, linked, paper, sample

KG = "https://w3id.org/kg/"


def test_the_same_corpus_gives_the_same_bytes(tmp_path: Path, sample_dir: Path) -> None:
    graph.build(sample(), tmp_path, info=INFO).close()
    assert (tmp_path / "graph.ttl").read_bytes() == (sample_dir / "graph.ttl").read_bytes()


def test_support_counts_papers_and_confidence_is_noisy_or(sample_graph: Graph) -> None:
    rows = set(
        sample_graph.select(
            "SELECT ?s ?p ?o ?polarity ?n ?e ?c { ?x rdf:subject/rdfs:label ?s ; rdf:predicate ?p ;"
            " rdf:object/rdfs:label ?o ; kg:polarity ?polarity ; kg:supportCount ?n ; kg:confidence ?c"
            " { SELECT ?x (COUNT(?evidence) AS ?e) { ?evidence kg:evidenceFor ?x } GROUP BY ?x } }"
        )
    )
    runs_on, used_for = f"{KG}ontology#runsOn", f"{KG}ontology#usedFor"
    assert rows == {
        ("dlrm", runs_on, "GPU", "positive", "2", "2", "0.96"),
        ("dlrm", used_for, "CTR prediction", "positive", "2", "2", "0.96"),
        ("CTR prediction", runs_on, "GPU", "positive", "1", "1", "0.8"),
        ("flashcache", runs_on, "GPU", "negative", "1", "1", "0.8"),
        ("dlrm", f"{KG}ontology#comparedWith", "flashcache", "positive", "1", "1", "0.8"),
    }


def test_evidence_is_counted_where_it_is_left_out(tmp_path: Path) -> None:
    counts = "SELECT ?n { ?s rdf:predicate kg:usedFor ; kg:evidenceCount ?n }"
    with graph.build(sample(), tmp_path, evidence="none", info=INFO) as built:
        assert list(built.select(counts)) == [("2",)]
    with graph.build(sample(), tmp_path, evidence="sentences", info=INFO) as built:
        assert list(built.select(counts)) == []


def test_the_graph_names_its_build(sample_graph: Graph) -> None:
    assert sample_graph.query(
        "ASK { ?d a void:Dataset ; prov:wasGeneratedBy/kg:extractorFingerprint 'x0' }"
    )


def test_a_venue_is_said_in_the_term_of_others_too(sample_graph: Graph) -> None:
    own, others = (
        set(sample_graph.select(f"SELECT ?paper ?name {{ ?paper {term} ?name }}"))
        for term in ("kg:venue", "prism:publicationName")
    )
    assert own == others != set()


def test_what_a_text_denies_is_no_fact(sample_graph: Graph) -> None:
    assert not sample_graph.query("ASK { method:flashcache kg:runsOn ?o }")
    assert sample_graph.query("ASK { method:dlrm kg:runsOn hardware:gpu }")


def test_evidence_leads_to_sentence_and_mentions(sample_graph: Graph) -> None:
    rows = list(
        sample_graph.select(
            "SELECT ?paper ?sentence ?subject ?object { ?e kg:evidenceFor ?s ; kg:inPaper ?paper ;"
            " kg:sentence ?sentence ; kg:subjectMention/kg:surface ?subject ;"
            " kg:objectMention/kg:surface ?object . ?s rdf:predicate kg:runsOn ;"
            " rdf:subject method:dlrm ; rdf:object hardware:gpu } ORDER BY ?paper"
        )
    )
    assert rows == [
        (f"{KG}paper/doi-10.1145-1", "We train DLRM for CTR prediction on GPUs.", "DLRM", "GPUs"),
        (
            f"{KG}paper/doi-10.1145-2",
            "DLRM needs a GPU for click-through rate prediction.",
            "DLRM",
            "GPU",
        ),
    ]


def test_a_symmetric_statement_keeps_its_mentions_in_order(sample_graph: Graph) -> None:
    rows = sample_graph.select(
        "SELECT ?a ?b { ?e kg:evidenceFor [ rdf:predicate kg:comparedWith ] ;"
        " kg:subjectMention/kg:surface ?a ; kg:objectMention/kg:surface ?b }"
    )
    assert list(rows) == [("DLRM", "FlashCache")]


def test_both_ways_of_a_symmetric_relation_are_one_statement(tmp_path: Path) -> None:
    ends = (("A", "method/a"), ("B", "method/b"))
    corpus = linked(
        [
            paper(1, "A and B.", ends, ((0, "comparedWith", 1),)),
            paper(2, "A or B.", ends, ((1, "comparedWith", 0),)),
        ]
    )
    with graph.build(corpus, tmp_path, info=INFO) as built:
        rows = list(built.select("SELECT ?n { ?s kg:supportCount ?n }"))
    assert rows == [("2",)]


@pytest.mark.parametrize("folder", ["sample_dir", "hostile_dir"])
def test_offsets_give_the_surface(folder: str, request: pytest.FixtureRequest) -> None:
    with Graph.open(request.getfixturevalue(folder)) as opened:
        rows = list(
            opened.select(
                "SELECT ?text ?begin ?end ?surface { ?m kg:inPaper/kg:text ?text ;"
                " kg:begin ?begin ; kg:end ?end ; kg:surface ?surface }"
            )
        )
    assert rows
    for text, begin, end, surface in rows:
        assert text is not None
        assert text[int(begin or 0) : int(end or 0)] == surface


@pytest.mark.parametrize("folder", ["sample_dir", "hostile_dir"])
def test_the_description_counts_every_triple(folder: str, request: pytest.FixtureRequest) -> None:
    with Graph.open(request.getfixturevalue(folder)) as opened:
        assert list(opened.select("SELECT ?n { ?d a void:Dataset ; void:triples ?n }")) == [
            (str(len(opened)),)
        ]
        classes = opened.select(
            "SELECT ?c ?n { ?d void:classPartition [ void:class ?c ; void:entities ?n ] }"
        )
        counted = opened.classes()
        for name, members in classes:
            if name not in ("http://rdfs.org/ns/void#Dataset", "http://www.w3.org/ns/dcat#Dataset"):
                assert counted[str(name)] == int(str(members))


@pytest.mark.parametrize("folder", ["sample_dir", "hostile_dir"])
def test_rdflib_and_oxigraph_read_the_same_graph(
    folder: str, request: pytest.FixtureRequest
) -> None:
    file = request.getfixturevalue(folder) / "graph.ttl"
    by_rdflib = rdflib.Graph().parse(file)
    with Graph.open(file.parent) as opened:
        assert isomorphic(by_rdflib, opened.to_rdflib())
        assert len(by_rdflib) == len(opened)


def test_there_is_no_blank_node(hostile_dir: Path) -> None:
    with Graph.open(hostile_dir) as opened:
        for triple in opened:
            assert isinstance(triple.subject, pyoxigraph.NamedNode)
            assert not isinstance(triple.object, pyoxigraph.BlankNode)


def test_hostile_texts_survive_but_for_what_xml_cannot_hold(hostile_dir: Path) -> None:
    with Graph.open(hostile_dir) as opened:
        titles = {title for (title,) in opened.select("SELECT ?t { ?p dcterms:title ?t }")}
    for text in HOSTILE:
        expected = "".join(
            "\ufffd" if (c < " " and c not in "\t\n\r") or c in "\ufffe\uffff\ud800" else c
            for c in text
        )
        assert expected in titles


@pytest.mark.parametrize(
    ("level", "mentions", "evidence"), [("full", 11, 7), ("sentences", 0, 7), ("none", 0, 0)]
)
def test_levels_of_evidence(tmp_path: Path, level: str, mentions: int, evidence: int) -> None:
    with graph.build(sample(), tmp_path, evidence=level, info=INFO) as built:
        counts = built.classes()
        statements = list(built.select("SELECT ?s { ?s kg:supportCount 2 }"))
    assert counts.get(f"{KG}ontology#Mention", 0) == mentions
    assert counts.get(f"{KG}ontology#Evidence", 0) == evidence
    assert len(statements) == 2


def test_an_unknown_level_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"E402.*full, sentences, none"):
        graph.build(sample(), tmp_path, evidence="some", info=INFO)


def test_two_builds_at_once_are_refused(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(OutputError, match="E021"):
        graph.build(sample(), tmp_path, info=INFO)
    graph.build(sample(), tmp_path, info=INFO).close()


def test_nothing_is_left_beside_the_result(tmp_path: Path) -> None:
    graph.build(sample(), tmp_path, info=INFO).close()
    graph.build(hostile(), tmp_path, info=INFO).close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graph.ttl", "store"]


def test_a_build_that_fails_leaves_the_previous_graph(tmp_path: Path) -> None:
    graph.build(sample(), tmp_path, info=INFO).close()
    before = (tmp_path / "graph.ttl").read_bytes()
    bad = linked([paper(1, "A", (("A", "method/a b"),))])
    with pytest.raises(GraphError, match="E401"):
        graph.build(bad, tmp_path, info=INFO)
    assert (tmp_path / "graph.ttl").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graph.ttl", "store"]


def test_characters_that_cannot_be_kept_are_reported(tmp_path: Path) -> None:
    heard: list[str] = []
    graph.build(hostile(), tmp_path / "h", info=INFO, on_problem=heard.append).close()
    assert len([line for line in heard if line.startswith("[W401]")]) == 3
    assert any("U+0007" in line for line in heard)
    assert all(line.isprintable() for line in heard)
    heard.clear()
    graph.build(sample(), tmp_path / "s", info=INFO, on_problem=heard.append).close()
    assert heard == []


def test_many_papers_with_such_characters_are_counted(tmp_path: Path) -> None:
    heard: list[str] = []
    papers = [
        paper(n, "Alpha\x07 on GPU.", (("Alpha", "method/alpha"), ("GPU", "hardware/gpu")))
        for n in range(25)
    ]
    graph.build(linked(papers), tmp_path, info=INFO, on_problem=heard.append).close()
    assert len(heard) == 21
    assert heard[-1].startswith("[W402] 5 more")
