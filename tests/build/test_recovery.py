"""A build finds whatever a killed one, or a meddler, left behind, and ends as if nothing had been."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from kg.build import BuildOptions, build
from kg.engines import ENGINES
from kg.graph import publish
from tests.build import toy
from tests.build.test_bytes import contents


@pytest.fixture
def options(monkeypatch: pytest.MonkeyPatch) -> BuildOptions:
    """Options that read with the toy engine."""
    monkeypatch.setitem(ENGINES, "toy", toy.ENGINE)
    return BuildOptions(engine="toy")


@pytest.fixture
def lists(tmp_path: Path) -> tuple[Path, Path]:
    """Two lists of one name, in folders of their own, that share most papers."""
    one, other = tmp_path / "a" / "list.jsonl", tmp_path / "b" / "list.jsonl"
    for path, count in ((one, 12), (other, 9)):
        path.parent.mkdir()
        toy.corpus(path, count)
    return one, other


def test_a_result_half_in_its_place_is_not_taken_for_the_old_one(
    tmp_path: Path, lists: tuple[Path, Path], options: BuildOptions
) -> None:
    one, other = lists
    out, killed = tmp_path / "out", tmp_path / "killed"
    build([one], out, options)
    before = contents(out)
    build([other], killed, options)
    # As a run leaves it that is killed right after its result begins to count.
    (killed / "extractions.sqlite").unlink()
    killed.rename(out / ".publishing")
    assert not build([one], out, options).unchanged
    assert contents(out) == before
    assert not (out / ".publishing").exists()


@pytest.mark.parametrize("damage", ["no data", "data a file", "data with a folder", "odd stamp"])
def test_a_meddled_store_is_made_again(
    tmp_path: Path, lists: tuple[Path, Path], options: BuildOptions, damage: str
) -> None:
    out = tmp_path / "out"
    for path in (lists[0], lists[1]):
        build([lists[0]], out, options)
        store = out / "store"
        if damage == "odd stamp":
            (store / "stamp.json").write_text("[]", encoding="utf-8")
        elif damage == "data with a folder":
            (store / "data" / "folder").mkdir()
        else:
            shutil.rmtree(store / "data")
            if damage == "data a file":
                (store / "data").write_text("no folder", encoding="utf-8")
        build([path], out, options)
        assert (store / "data" / "CURRENT").is_file()
        assert isinstance(json.loads((store / "stamp.json").read_text(encoding="utf-8")), dict)
        assert not (store / "data" / "folder").exists()


def test_what_a_killed_run_was_making_goes_even_if_nothing_is_made(
    tmp_path: Path, lists: tuple[Path, Path], options: BuildOptions
) -> None:
    out = tmp_path / "out"
    build([lists[0]], out, options)
    (out / ".building-left").mkdir()
    (out / ".building-left" / "graph.ttl").write_text("half", encoding="utf-8")
    assert build([lists[0]], out, options).unchanged
    assert not (out / ".building-left").exists()


@pytest.mark.parametrize("at", [0, 1, 2])
def test_an_interrupt_leaves_no_mixture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    staging, out = tmp_path / "staging", tmp_path / "out"
    for folder, text in ((staging, "new"), (out, "old")):
        folder.mkdir()
        for name in ("graph.ttl", "graph.html", "report.md"):
            (folder / name).write_text(text, encoding="utf-8")
    moves = iter(range(100))
    replace = Path.replace

    def interrupted(self: Path, target: Path) -> Path:
        if next(moves) == at:
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        publish(staging, out)
    assert {path.read_text(encoding="utf-8") for path in out.glob("*.*")} == {"new"}
    assert not (out / ".publishing").exists()
