"""One writer a folder: a lock that the system drops with the process, even a killed one."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from kg.errors import OutputError

if sys.platform == "win32":
    import msvcrt

    def _open(folder: Path) -> int:
        # Windows cannot open a folder: lock a file named after it instead.
        name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
        path = Path(tempfile.gettempdir()) / f"kg-{name}.lock"
        return os.open(path, os.O_RDWR | os.O_CREAT)

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _open(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY)

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_PAUSE: Final = 0.02


def _locks(descriptor: int) -> bool:
    try:
        _lock(descriptor)
    except OSError:
        return False
    return True


@contextmanager
def locked(folder: Path, *, wait: float = 0.0) -> Iterator[None]:
    """Hold the folder's lock, leaving no file behind in it.

    Raises `OutputError` E021 where another process still holds it after `wait` seconds.
    """
    descriptor = _open(folder)
    end = time.monotonic() + wait
    try:
        while not _locks(descriptor):
            if time.monotonic() >= end:
                raise OutputError("E021", path=folder)
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(descriptor)
