"""Putting a finished result in the place of the previous one, so that a crash leaves either."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from kg.files import naming
from kg.graph.lock import locked

JOURNAL: Final = ".publishing"
"""A folder of this name is a complete result whose move into place was cut short."""
_OLD: Final = ".old-"
_PATIENCE: Final = 600.0
"""Seconds to wait for a reader that is loading the store."""


def publish(staging: Path, out: Path) -> None:
    """Move all that `staging` holds into `out`, replacing what has the same name there.

    `staging` must lie on the file system of `out`. From its one renaming on, the result counts:
    a run killed later is completed by `recover`. Raises `OutputError` where `out` refuses.
    """
    with _held(out):
        swap(staging, out)


def swap(staging: Path, out: Path) -> None:
    """Do what `publish` does, for a caller that holds the folder's lock."""
    _complete(out)
    staging.rename(out / JOURNAL)
    try:
        _complete(out)
    except KeyboardInterrupt:
        # The result counts already, and nobody is to find one half of it.
        _complete(out)
        raise


def settle(out: Path) -> None:
    """Complete a publication that was cut short, as `recover`, but wait for whoever is at it.

    Raises `OutputError` where `out` refuses.
    """
    if (out / JOURNAL).is_dir():
        with _held(out):
            _complete(out)


def recover(out: Path) -> None:
    """Complete a publication that was cut short, if there is one and nobody else is at it."""
    if (out / JOURNAL).is_dir():
        with locked(out):
            _complete(out)


@contextmanager
def _held(out: Path) -> Iterator[None]:
    with naming(out), locked(out, wait=_PATIENCE):
        yield


def _complete(out: Path) -> None:
    journal = out / JOURNAL
    if not journal.is_dir():
        return
    # The graph goes first: the store is recognised as outdated where it does not fit.
    for entry in sorted(journal.iterdir(), key=lambda path: (path.name != "graph.ttl", path.name)):
        target = out / entry.name
        if target.is_dir() and not target.is_symlink():
            # A folder cannot be replaced in one step; readers that have it open keep it.
            target.rename(out / f"{_OLD}{os.urandom(4).hex()}")
        entry.replace(target)
    journal.rmdir()
    for old in out.glob(_OLD + "*"):
        shutil.rmtree(old, ignore_errors=True)
