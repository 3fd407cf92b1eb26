"""A build that is killed, at any stage, leaves nothing wrong behind and loses little work."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from pathlib import Path

import pytest

from kg.build import BuildOptions, build
from kg.engines import ENGINES
from tests.build import toy
from tests.build.test_bytes import contents

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills with a signal")

PAPERS = 150


def build_until(source: Path, out: Path, stage: str, done: int) -> None:
    """Build, and be killed as soon as so much of a stage is done."""
    ENGINES["toy"] = toy.ENGINE

    def progress(name: str, units: int, total: int) -> None:
        if (name, units) == (stage, done):
            os.kill(os.getpid(), signal.SIGKILL)

    build([source], out, BuildOptions(engine="toy"), progress=progress)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a build that nobody disturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ENGINES, "toy", toy.ENGINE)
        source = toy.corpus(folder / "list.jsonl", PAPERS)
        build([source], folder / "out", BuildOptions(engine="toy"))
    return folder / "out"


@pytest.mark.parametrize(
    ("stage", "done", "left", "over"),
    [
        ("extract", 64, PAPERS - 64, False),
        ("graph", 0, 0, True),
        ("store", 0, 0, True),
        ("page", 0, 0, True),
    ],
)
def test_a_killed_build_goes_on_and_ends_the_same(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    undisturbed: Path,
    stage: str,
    done: int,
    left: int,
    over: bool,
) -> None:
    monkeypatch.setitem(ENGINES, "toy", toy.ENGINE)
    options = BuildOptions(engine="toy")
    source, out = tmp_path / "list.jsonl", tmp_path / "out"
    if over:
        build([toy.corpus(source, 10, first=PAPERS)], out, options)
    before = contents(out) if over else {}
    toy.corpus(source, PAPERS)
    process = multiprocessing.get_context("spawn").Process(
        target=build_until, args=(source, out, stage, done)
    )
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    assert (contents(out) if over else {}) == before, "what was there is as it was"
    assert build([source], out, options).extracted == left
    assert contents(out) == contents(undisturbed)
    assert not list(out.glob(".building-*"))
