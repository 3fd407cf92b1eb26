"""Folders for results in the making, which nobody mistakes for results and no crash leaves for long."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kg.errors import OutputError
from kg.graph.lock import locked


@contextmanager
def staging(folder: Path, purpose: str) -> Iterator[Path]:
    """Make a hidden folder inside `folder` and remove it afterwards, whatever happens.

    What a killed process left for the same purpose is removed first; what a running one holds is
    not. Raises `OSError` where `folder` cannot be written.
    """
    prefix = f".{purpose}-"
    for found in folder.glob(prefix + "*"):
        # Its owner holds its lock as long as it lives.
        with contextlib.suppress(OSError, OutputError), locked(found):
            shutil.rmtree(found, ignore_errors=True)
    made = Path(tempfile.mkdtemp(prefix=prefix, dir=folder))
    try:
        with locked(made):
            yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
