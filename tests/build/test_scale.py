"""What a build costs as lists grow and change: counts, and ratios within one run."""

from __future__ import annotations

import itertools
import shutil
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.build import BuildOptions, build
from kg.engines import ENGINES
from kg.graph import Graph
from tests.build import toy
from tests.build.test_bytes import contents


@pytest.fixture
def options(monkeypatch: pytest.MonkeyPatch) -> BuildOptions:
    """Let the toy engine read."""
    monkeypatch.setitem(ENGINES, "toy", toy.ENGINE)
    toy.read.clear()
    return BuildOptions(engine="toy")


def titles(*numbers: int) -> list[str]:
    return [f"Paper {number}" for number in numbers]


def test_only_what_is_new_is_read(tmp_path: Path, options: BuildOptions) -> None:
    path, out = tmp_path / "list.jsonl", tmp_path / "out"
    build([toy.corpus(path, 30)], out, options)
    assert sorted(toy.read) == sorted(titles(*range(30)))
    toy.read.clear()
    build([path], out, options)
    assert toy.read == [], "nothing changed"
    build([toy.corpus(path, 31)], out, options)
    assert toy.read == titles(30), "one paper more"
    toy.read.clear()
    build([toy.corpus(path, 20, first=5)], out, options)
    assert toy.read == [], "papers fewer"
    changed = path.read_text(encoding="utf-8").replace("Paper 7", "Paper seven")
    path.write_text(changed, encoding="utf-8")
    build([path], out, options)
    assert toy.read == ["Paper seven"], "one paper changed"


def stages(path: Path, out: Path, options: BuildOptions) -> list[str]:
    """Build, and return the stages it went through."""
    heard: dict[str, None] = {}
    build([path], out, options, progress=lambda stage, done, total: heard.setdefault(stage))
    return list(heard)


def test_a_result_that_is_there_is_not_made_again(tmp_path: Path, options: BuildOptions) -> None:
    path, out = toy.corpus(tmp_path / "list.jsonl", 10), tmp_path / "out"
    all_stages = stages(path, out, options)
    before = contents(out)
    assert stages(path, out, options) == ["read", "extract"]
    assert build([path], out, options).unchanged
    assert contents(out) == before
    (out / "graph.html").write_text("scribbled over", encoding="utf-8")
    assert stages(path, out, options) == all_stages
    assert contents(out) == before
    (out / "report.md").unlink()
    assert stages(path, out, options) == all_stages
    assert contents(out) == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda store: shutil.rmtree(store),
        lambda store: (store / "stamp.json").unlink(),
        lambda store: (store / "data" / "CURRENT").unlink(),
        lambda store: next((store / "data").glob("MANIFEST-*")).write_bytes(b"scribbled over"),
        lambda store: max((store / "data").glob("*.sst")).unlink(),
        lambda store: max((store / "data").glob("*.sst")).write_bytes(b"scribbled over"),
    ],
    ids=["folder", "stamp", "current", "manifest", "no table", "table"],
)
def test_a_damaged_store_is_made_again_from_the_graph(
    tmp_path: Path, options: BuildOptions, damage: Callable[[Path], object]
) -> None:
    path, out = toy.corpus(tmp_path / "list.jsonl", 10), tmp_path / "out"
    build([path], out, options)
    before = contents(out)
    damage(out / "store")
    assert build([path], out, options).unchanged
    assert contents(out) == before
    assert stored(out) == loaded(out)


def stored(out: Path) -> set[ox.Quad]:
    return set(ox.Store.read_only(str(out / "store" / "data")))


def loaded(out: Path) -> set[ox.Quad]:
    return set(ox.parse(path=str(out / "graph.ttl"), format=ox.RdfFormat.TURTLE))


def test_a_store_goes_along_with_its_list(tmp_path: Path, options: BuildOptions) -> None:
    path, out = tmp_path / "list.jsonl", tmp_path / "out"
    tables: list[set[int]] = []
    for count in (200, 201, 203, 202):
        build([toy.corpus(path, count)], out, options)
        assert stored(out) == loaded(out)
        tables.append({table.stat().st_ino for table in out.glob("store/data/*.sst")})
    shared = [one & other for one, other in itertools.pairwise(tables)]
    assert all(shared), "not all tables were loaded anew"
    fresh = tmp_path / "fresh"
    build([path], fresh, options)
    assert contents(out) == contents(fresh)


def test_what_was_changed_by_hand_does_not_come_back(tmp_path: Path, options: BuildOptions) -> None:
    path, out = tmp_path / "list.jsonl", tmp_path / "out"
    build([toy.corpus(path, 200)], out, options)
    # A triple that stands twice: taken out with one block, it would be missing in the other.
    with (out / "graph.ttl").open("a", encoding="utf-8") as stream:
        name = next(line.split()[0] for line in (out / "graph.ttl").open() if " a kg:Paper" in line)
        stream.write(f"\n{name} a kg:Paper .\nmethod:by-hand a kg:Method .\n")
    with Graph.open(out) as graph:
        assert len(graph.store) == len(loaded(out))
    build([toy.corpus(path, 201)], out, options)
    assert stored(out) == loaded(out)


def test_whatever_changes_the_result_has_it_made_again(
    tmp_path: Path, options: BuildOptions
) -> None:
    path, out = toy.corpus(tmp_path / "list.jsonl", 10), tmp_path / "out"
    curation = tmp_path / "curation.yaml"
    build([path], out, options)
    for changed in (
        replace(options, title="Another"),
        replace(options, evidence="none"),
        replace(options, curation=curation),
    ):
        curation.write_text("drop: [Method1]\n", encoding="utf-8")
        assert "page" in stages(path, out, changed)
        assert "page" not in stages(path, out, changed)
        if changed.curation:
            curation.write_text("drop: [Method2]\n", encoding="utf-8")
            assert "page" in stages(path, out, changed)
    other = path.rename(tmp_path / "renamed.jsonl")
    assert "page" in stages(other, out, options), "papers name the file they are from"
    assert "page" not in stages(other, out, replace(options, jobs=2)), "the result is the same"


class StopError(Exception):
    """Ends a build where the rest of it is not wanted."""


def reading_memory(path: Path, out: Path, options: BuildOptions) -> int:
    """Return the most bytes that the stage of extraction takes."""
    peak = 0

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal peak
        if stage == "extract" and not done:
            tracemalloc.start()
        if stage == "link":
            peak = tracemalloc.get_traced_memory()[1]
            raise StopError

    try:
        with pytest.raises(StopError):
            build([path], out, options, progress=progress)
    finally:
        tracemalloc.stop()
    return peak


def test_reading_more_papers_takes_no_more_memory(tmp_path: Path, options: BuildOptions) -> None:
    few = reading_memory(toy.corpus(tmp_path / "few.jsonl", 600), tmp_path / "a", options)
    many = reading_memory(toy.corpus(tmp_path / "many.jsonl", 3000), tmp_path / "b", options)
    assert many < 1.5 * few


def test_all_stages_grow_with_the_list_and_not_faster(
    tmp_path: Path, options: BuildOptions
) -> None:
    """Eight times the papers may take twenty-four times as long, but not sixty-four."""
    spent = {}
    for count in (100, 800):
        start = time.process_time()
        build([toy.corpus(tmp_path / f"{count}.jsonl", count)], tmp_path / str(count), options)
        spent[count] = time.process_time() - start
    assert spent[800] < 24 * spent[100]
