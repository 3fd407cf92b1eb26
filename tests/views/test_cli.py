"""`kg view`."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyoxigraph import DefaultGraph, RdfFormat

from kg.cli import main
from tests.views import corpus


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an RDF file of a made-up corpus."""
    path = tmp_path_factory.mktemp("graph") / "graph.nt"
    made = corpus.corpus(20)
    paper = made.paper("extra", "", "HBM")
    made.mention(paper, made.concept("Method", "HBM"), 0, 3, "HBM")
    made.mention(paper, made.concept("Hardware", "HBM"), 0, 3, "HBM")
    store = made.store()
    path.write_bytes(store.dump(format=RdfFormat.N_TRIPLES, from_graph=DefaultGraph()))
    return path


def _run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(one) for one in arguments])
    return int(ended.value.code or 0)


def test_a_page_is_written_and_counted(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "page.html"
    assert _run("view", graph, "-o", out, "--title", "Größe", "--top", 12) == 0
    assert "12 of" in capsys.readouterr().out
    assert "<title>Größe</title>" in out.read_text(encoding="utf-8")


def test_options_narrow_the_page(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    query = tmp_path / "chains.rq"
    query.write_text("CONSTRUCT { ?m kg:servedBy ?h } WHERE { ?m kg:runsOn ?h }")
    out = tmp_path / "page.html"
    assert _run("view", graph, "-o", out, "--since", 2020, "-t", "method", "-t", "Hardware") == 0
    assert _run("view", graph, "-o", out, "--query", query, "--svg", tmp_path / "a.svg") == 0
    assert "served by" in out.read_text(encoding="utf-8")
    assert (tmp_path / "a.svg").is_file()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--focus", "no such concept"], 4, "E601"),
        (["--focus", "HBM"], 3, "E602"),
        (["--type", "Gadget"], 2, "E604"),
        (["--query", "missing.rq"], 1, "E001"),
        (["--top", "0"], 2, "--top"),
    ],
)
def test_what_cannot_be_done_says_why(
    graph: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    out = tmp_path / "page.html"
    assert _run("view", graph, "-o", out, *arguments) == code
    assert message in capsys.readouterr().err
    assert not out.exists()


def test_no_graph_is_an_error(tmp_path: Path) -> None:
    assert _run("view", tmp_path, "-o", tmp_path / "page.html") == 1


def test_a_title_that_no_file_can_hold(graph: Path, tmp_path: Path) -> None:
    assert _run("view", graph, "-o", tmp_path / "page.html", "--title", "Mod\udce8le") == 0
    assert "Mod\ufffdle" in (tmp_path / "page.html").read_text(encoding="utf-8")
