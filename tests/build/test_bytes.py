"""The same input gives the same bytes, whatever the order, the process or the number of processes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from kg.build import BuildOptions, build

FILES = ("graph.ttl", "graph.html", "report.md", "rejected.jsonl", "linking.jsonl")


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


def test_the_committed_result_is_what_the_sample_gives(root: Path, built: Path) -> None:
    committed = root / "outputs"
    for name in FILES:
        assert (committed / name).read_bytes() == (built / name).read_bytes(), (
            f"outputs/{name} is out of date: kg build kg/samples/related-papers.txt -o outputs/"
        )


def test_a_second_build_reads_nothing_and_changes_nothing(
    tmp_path: Path, sample: Path, built: Path
) -> None:
    build([sample], tmp_path)
    again = build([sample], tmp_path)
    assert again.extracted == 0
    assert contents(tmp_path) == contents(built)


def test_the_order_of_papers_does_not_show(tmp_path: Path, sample: Path, built: Path) -> None:
    header, *abstracts = sample.read_text(encoding="utf-8").strip().split("\n\n")
    random.Random(4).shuffle(abstracts)
    shuffled = tmp_path / sample.name
    shuffled.write_text("\n\n".join([header, *abstracts]) + "\n", encoding="utf-8")
    build([shuffled], tmp_path / "out")
    assert contents(tmp_path / "out") == contents(built)


@pytest.mark.parametrize("seed", ["1", "77"])
def test_the_hash_seed_does_not_show(tmp_path: Path, sample: Path, built: Path, seed: str) -> None:
    subprocess.run(
        [sys.executable, "-c", "from kg.cli import main; main()", "build", sample, "-o", tmp_path],
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=True,
        capture_output=True,
    )
    assert contents(tmp_path) == contents(built)


def test_the_number_of_processes_does_not_show(tmp_path: Path, sample: Path, built: Path) -> None:
    build([sample], tmp_path, BuildOptions(jobs=2))
    assert contents(tmp_path) == contents(built)


def test_a_removed_paper_leaves_no_trace(tmp_path: Path, sample: Path) -> None:
    paragraphs = sample.read_text(encoding="utf-8").strip().split("\n\n")
    lists = [tmp_path / "a" / sample.name, tmp_path / "b" / sample.name]
    for path, kept in zip(lists, (paragraphs, paragraphs[:8]), strict=True):
        path.parent.mkdir()
        path.write_text("\n\n".join(kept) + "\n", encoding="utf-8")
    build([lists[0]], tmp_path / "out")
    shorter = build([lists[1]], tmp_path / "out")
    assert shorter.extracted == 0
    build([lists[1]], tmp_path / "fresh")
    assert contents(tmp_path / "out") == contents(tmp_path / "fresh")
