"""The engine does not show in the result, not even where one of its processes is killed midway."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from kg.build import BuildOptions, build
from kg.engines import ENGINES, extraction
from kg.extract.data import Extraction
from kg.papers import Paper
from tests.build.test_bytes import contents


def read_or_die(marker: Path, last: str, fingerprint: str, papers: list[Paper]) -> list[Extraction]:
    """Read papers; the first process that is to read the last of all is killed over it."""
    if not marker.exists() and any(paper.id == last for paper in papers):
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return extraction.read_chunk(fingerprint, papers)


@pytest.mark.skipif(sys.platform == "win32", reason="kills with a signal")
@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_a_killed_process_does_not_show(
    tmp_path: Path, sample: Path, built: Path, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    if find_spec(ENGINES[engine][1] or "kg") is None:
        pytest.skip(f"the extra kg[{engine}] is not installed")
    from kg.readers import read

    marker, last = tmp_path / "died", max(paper.id for paper in read([sample]))
    monkeypatch.setattr(extraction, "read_chunk", partial(read_or_die, marker, last))
    result = build([sample], tmp_path / "out", BuildOptions(engine=engine, jobs=2))
    assert marker.exists(), "a process was killed"
    assert result.extracted == 20
    assert contents(tmp_path / "out") == contents(built)
