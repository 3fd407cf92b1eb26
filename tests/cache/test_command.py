"""`kg cache`."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg import extract
from kg.build import CACHE
from kg.cache import ExtractionCache
from kg.cli import main
from tests.cache.test_store import filled, paper


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one paper read by an older extractor and two by this one."""
    one, two, three = (paper(f"abstract {n}") for n in range(3))
    filled(tmp_path / CACHE, "older", one)
    filled(tmp_path / CACHE, extract.fingerprint(), two, three)
    return tmp_path


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(["cache", *map(str, arguments)])
    return int(stopped.value.code or 0)


def test_info_tells_extractors_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("info", folder) == 0
    shown = capsys.readouterr().out
    assert "2 papers in the last build" in shown
    assert "2 extractions by this extractor" in shown
    assert "1 extractions by another extractor (older)" in shown
    assert "1 extractions that `kg cache gc` would drop" in shown


def test_gc_drops_what_info_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("gc", folder) == 0
    assert "1 extractions dropped" in capsys.readouterr().out
    assert run("info", folder) == 0
    assert "0 extractions that `kg cache gc` would drop" in capsys.readouterr().out


def test_clear_leaves_the_papers(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("clear", folder) == 0
    assert "3 extractions dropped" in capsys.readouterr().out
    with ExtractionCache(folder / CACHE, "f", create=False) as cache:
        assert cache.counts() == {"papers": 2, "interrupted": 0, "extractions": 0}


@pytest.mark.parametrize("command", ["info", "gc", "clear"])
def test_a_cache_in_use_is_named(
    folder: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExtractionCache(folder / CACHE, extract.fingerprint()) as cache:
        cache.begin()
        assert run(command, folder) == 1
        assert cache.counts()["extractions"] == 3
    assert "E021" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["info", "gc", "clear"])
def test_a_folder_without_a_cache_is_named(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command, tmp_path / "none") == 1
    assert "E024" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
