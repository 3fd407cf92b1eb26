from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.build import build, merge
from kg.cli import main
from kg.errors import InputError
from kg.graph import Graph

ONE = [
    {
        "title": "Alpha",
        "abstract": "We present Alpha, a cache for GPU training. It runs on GPUs.",
        "doi": "10.1000/1",
        "year": 2020,
    },
    {
        "title": "Beta",
        "abstract": "Graph neural networks (GNNs) are trained on a GPU cluster.",
        "doi": "10.1000/2",
    },
]
OTHER = [
    {"title": "Beta", "abstract": "", "doi": "10.1000/2", "venue": "SC", "year": 2021},
    {
        "title": "Gamma",
        "abstract": "GNNs need fast interconnects such as NVLink.",
        "doi": "10.1000/3",
    },
    {
        "title": "Alpha",
        "abstract": "We present Alpha, a cache for GPU training. It runs on GPUs and on CPUs.",
        "doi": "10.1000/1",
    },
]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    found = []
    for name, records in (("one.jsonl", ONE), ("other.jsonl", OTHER)):
        path = tmp_path / name
        path.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
        found.append(path)
    return found


def test_merging_equals_building_together(tmp_path: Path, files: list[Path]) -> None:
    build(files, tmp_path / "whole")
    for file in files:
        build([file], tmp_path / file.stem)
    result = merge([tmp_path / "one", tmp_path / "other"], tmp_path / "merged")
    assert (tmp_path / "merged" / "graph.ttl").read_bytes() == (
        tmp_path / "whole" / "graph.ttl"
    ).read_bytes()
    # Alpha's text in the second list is longer and is known there already.
    assert result.extracted == 0
    with Graph.open(tmp_path / "merged") as graph:
        assert [n for (n,) in graph.select("SELECT (COUNT(*) AS ?n) { ?p a kg:Paper }")] == ["3"]


def test_merges_can_be_merged(tmp_path: Path, files: list[Path]) -> None:
    build(files, tmp_path / "whole")
    for file in files:
        build([file], tmp_path / file.stem)
    merge([tmp_path / "one"], tmp_path / "a")
    merge([tmp_path / "a", tmp_path / "other", tmp_path / "one"], tmp_path / "b")
    with Graph.open(tmp_path / "b") as merged, Graph.open(tmp_path / "whole") as whole:
        assert set(merged) == set(whole)


def test_a_folder_without_a_build_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"E007.*nothing"):
        merge([tmp_path / "nothing"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_command(tmp_path: Path, files: list[Path], capfd: pytest.CaptureFixture[str]) -> None:
    for file in files:
        build([file], tmp_path / file.stem)
    with pytest.raises(SystemExit) as stopped:
        main(["merge", str(tmp_path / "one"), str(tmp_path / "other"), "-o", str(tmp_path / "m")])
    assert not stopped.value.code
    assert (tmp_path / "m" / "graph.html").is_file()
