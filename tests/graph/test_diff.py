from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kg import graph
from kg.cli import main
from kg.graph import Graph
from kg.graph.diff import changed_lines, describe, diff
from kg.link.data import Linked
from tests.graph.corpus import INFO, linked, sample


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The sample without its fourth paper, and with GPU under another label."""
    whole = sample()
    papers = [paper for paper in whole.papers if paper.paper.id != "doi:10.1145/4"]
    concepts = dict(linked(papers).concepts)
    concepts |= {
        name: concept for name, concept in whole.concepts.items() if concept.type != "Method"
    }
    concepts["hardware/gpu"] = replace(concepts["hardware/gpu"], label="graphics processor")
    info = replace(INFO, version="9.9.9")
    graph.build(Linked(concepts, papers), tmp_path / "other", info=info).close()
    return tmp_path / "other"


def test_what_came_and_went(sample_graph: Graph, other: Path) -> None:
    with Graph.open(other) as after:
        found = diff(sample_graph, after)
        lines = describe(found, sample_graph, after)
        back = diff(after, sample_graph)
    base = "https://w3id.org/kg/"
    assert found.kinds["papers"].removed == [base + "paper/doi-10.1145-4"]
    assert found.kinds["papers"].added == found.kinds["papers"].changed == []
    assert base + "concept/hardware/gpu" in found.kinds["concepts"].changed
    (gone,) = found.kinds["statements"].removed
    assert gone.startswith(base + "statement/dlrm-comparedWith-flashcache-")
    assert "  - dlrm – kg:comparedWith – flashcache" in lines
    assert "  ~ hardware:gpu graphics processor" in lines
    assert back.kinds["papers"].added == found.kinds["papers"].removed
    assert (back.added, back.removed) == (found.removed, found.added)


def test_lines_turn_one_graph_into_the_other(sample_graph: Graph, other: Path) -> None:
    with Graph.open(other) as after:
        changes = list(changed_lines(sample_graph, after))
        before_set = {line for sign, line in changed_lines(Graph.open(other), sample_graph)}
        common = {str(triple) for triple in sample_graph} & {str(triple) for triple in after}
        assert len(common) + sum(sign == "-" for sign, _ in changes) == len(sample_graph)
        assert len(common) + sum(sign == "+" for sign, _ in changes) == len(after)
    assert {line for _, line in changes} == before_set


def test_a_graph_does_not_differ_from_itself_built_by_another_version(
    sample_graph: Graph, tmp_path: Path
) -> None:
    with graph.build(sample(), tmp_path, info=replace(INFO, version="2")) as after:
        found = diff(sample_graph, after)
        assert not [kind for kind, changes in found.kinds.items() if changes]
    with Graph.open(sample_graph.location.file) as same:
        assert not diff(sample_graph, same)
        assert describe(diff(sample_graph, same), sample_graph, same) == ["no difference"]


@pytest.mark.parametrize(("check", "code"), [(False, 0), (True, 1)])
def test_the_command(
    capfd: pytest.CaptureFixture[str], sample_dir: Path, other: Path, check: bool, code: int
) -> None:
    arguments = ["diff", str(sample_dir), str(other), *(["--check"] if check else [])]
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert (stopped.value.code or 0) == code
    assert "papers: 0 new, 1 gone" in capfd.readouterr().out


def test_triples_of_the_command(
    capfd: pytest.CaptureFixture[str], sample_dir: Path, other: Path
) -> None:
    with pytest.raises(SystemExit):
        main(["diff", str(sample_dir), str(other), "--triples"])
    lines = capfd.readouterr().out.splitlines()
    assert all(line.startswith(("- <", "+ <")) and line.endswith(" .") for line in lines)
    assert any('"graphics processor"' in line and line[0] == "+" for line in lines)
