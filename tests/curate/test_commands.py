"""`kg explain` and `kg suggest` on a small graph: what they print and how they exit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.cli import main
from kg.errors import AmbiguousError
from kg.graph import build, publish
from kg.graph.data import BuildInfo
from kg.link import link, read_curation, write_record
from kg.link.explanation import find_record
from tests.link.builders import SMALL, extraction

READS = [
    extraction(
        "doi:10/1",
        "We present Tabula, a software cache. Tabula runs on a GPU.",
        [("Tabula", "Method"), ("software cache", "Method"), ("Tabula", "Method"), ("GPU", "Hardware")],
        [(2, "runsOn", 3)],
        proposed=["Tabula"],
    ),
    extraction(
        "doi:10/2",
        "Graph neural networks (GNNs) run on GPUs; a GNN is a ledger tree.",
        [("Graph neural networks", "Method"), ("GNNs", "Method"), ("GPUs", "Hardware"), ("GNN", "Method"), ("ledger tree", "Method")],
        [(0, "runsOn", 2)],
    ),
    extraction(
        "doi:10/3",
        "The tree ledger runs on a GPU. Tabula is a corpus.",
        [("tree ledger", "Method"), ("GPU", "Hardware"), ("Tabula", "Dataset")],
        [(0, "runsOn", 1)],
        proposed=["Tabula"],
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built graph of three papers with its record."""
    out = tmp_path_factory.mktemp("out")
    staging = out / "staging"
    staging.mkdir()
    linked = link(READS, SMALL)
    build(linked, staging, evidence="full", info=BuildInfo("test", "test", "test")).close()
    write_record(linked, staging)
    publish(staging, out)
    return out


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    return int(caught.value.code or 0)


def test_explain(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("explain", "gnn", "-g", str(folder)) == 0
    shown = capsys.readouterr().out
    assert "graph neural network  (method/graph-neural-network" in shown
    assert "GNNs  [definition as “Graph neural networks”]" in shown
    assert "GNN = graph neural network: defined in doi:10/2" in shown
    assert "“Graph neural networks (GNNs) run on GPUs; a GNN is a ledger tree.”" in shown
    assert "types read: Method 3" in shown
    assert "doi:10/2" in shown


def test_explain_names_the_first_paper_that_defines_an_abbreviation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = (
        "a zoo",
        "Loose trees with tags (LTTs) help.",
        "LTTs grow.",
        "See LTT (loose trees with tags).",
    )
    reads = [
        extraction(f"x:{9 - n}", text, [(s, "Method") for s in ("LTTs", "LTT") if s in text])
        for n, text in enumerate(texts)
    ]
    for order in (reads, reads[::-1]):
        write_record(link(order, SMALL), tmp_path)
        record = find_record(tmp_path, "LTT")
        (source,) = record.sources
        assert source.long == "loose tree with tag"
        assert (source.papers, source.paper) == (2, "x:6")
        assert source.sentence == "See LTT (loose trees with tags)."
        assert {reason.rule for reason in record.reasons} == {"definition", "abbreviation"}


def test_explain_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("explain", "method/ledger-tree", "-g", str(folder), "--json") == 0
    row = json.loads(capsys.readouterr().out)
    assert row["label"] == "ledger tree"
    assert row["reasons"] == [["ledger tree", "key", "", 1]]


def test_explain_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("explain", "ledger trees of yore", "-g", str(folder)) == 4
    assert "E312" in capsys.readouterr().err


def test_explain_an_ambiguous_name(tmp_path: Path) -> None:
    curation = tmp_path / "c.yaml"
    curation.write_text("split:\n  - name: Tabula\n    when: [corpus]\n    into: Tabula corpus\n")
    write_record(link(READS, SMALL, read_curation(curation)), tmp_path)
    assert find_record(tmp_path, "Tabula").label == "Tabula"
    with pytest.raises(AmbiguousError, match="method/tabula") as caught:
        find_record(tmp_path, "tabula")
    assert caught.value.exit_code == 3


def test_explain_without_a_graph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("explain", "GPU", "-g", str(tmp_path)) == 1
    assert "E030" in capsys.readouterr().err


def test_suggestions_can_be_pasted(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("suggest", "-g", str(folder), "--least", "0") == 0
    shown = capsys.readouterr().out
    assert "the same words in another order" in shown
    assert "proposed by 2 papers" in shown
    path = tmp_path / "curation.yaml"
    path.write_text(shown, encoding="utf-8")
    rules = read_curation(path).rules
    assert {rule.action for rule in rules} == {"merge", "split"}
    merged = link(READS, SMALL, read_curation(path))
    assert len(merged.concepts) < len(link(READS, SMALL).concepts) + 1


def test_suggesting_changes_nothing(folder: Path) -> None:
    before = sorted((p.name, p.stat().st_mtime_ns) for p in folder.iterdir() if p.is_file())
    run("suggest", "-g", str(folder))
    assert sorted((p.name, p.stat().st_mtime_ns) for p in folder.iterdir() if p.is_file()) == before
