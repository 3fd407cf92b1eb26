"""`kg validate`."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kg.cli import app
from kg.errors import GraphError

RUN = CliRunner()


def test_a_good_graph(sample_dir: Path) -> None:
    result = RUN.invoke(app, ["validate", str(sample_dir)])
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].endswith("0 violations, 0 warnings")


def test_faults_are_named_and_fail(sample_dir: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttl"
    text = (sample_dir / "graph.ttl").read_text(encoding="utf-8")
    broken.write_text(text.replace("kg:begin 59", "kg:begin 58"), encoding="utf-8")
    result = RUN.invoke(app, ["validate", str(broken)])
    assert result.exit_code == 1
    assert "violation mention-offsets" in result.stdout
    assert "mention:doi-10.1145-1-59-63-hardware" in result.stdout


def test_shapes_of_ones_own(sample_dir: Path, tmp_path: Path) -> None:
    shapes = tmp_path / "shapes.ttl"
    shapes.write_text(
        "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix kg: <https://w3id.org/kg/ontology#> .\n"
        "<https://example.org/s#paper> sh:targetClass kg:Paper ; sh:property <https://example.org/s#venue> .\n"
        "<https://example.org/s#venue> sh:path kg:venue ; sh:minCount 1 ; sh:message 'a venue is wanted' .\n"
    )
    result = RUN.invoke(app, ["validate", str(sample_dir), "--shapes", str(shapes)])
    assert result.exit_code == 1
    assert "violation venue: a venue is wanted: paper:" in result.stdout


def test_shacl(sample_dir: Path) -> None:
    pytest.importorskip("pyshacl")
    result = RUN.invoke(app, ["validate", str(sample_dir), "--shacl"])
    assert result.exit_code == 0


def test_no_graph(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["validate", str(tmp_path)])
    assert isinstance(result.exception, GraphError)


def test_nothing_to_check_is_no_success(tmp_path: Path) -> None:
    (tmp_path / "empty.ttl").write_text("# nothing\n", encoding="utf-8")
    result = RUN.invoke(app, ["validate", str(tmp_path / "empty.ttl")])
    assert isinstance(result.exception, GraphError)
    assert result.exception.code == "E443"


def test_shapes_that_are_not_there(sample_dir: Path, tmp_path: Path) -> None:
    result = RUN.invoke(app, ["validate", str(sample_dir), "--shapes", str(tmp_path / "no.ttl")])
    assert result.exit_code == 2
