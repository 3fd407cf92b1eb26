"""One writer a folder: a lock that the system drops with the process, even a killed one."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kg.errors import OutputError

if sys.platform == "win32":
    import msvcrt

    def _open(folder: Path) -> int:
        # Windows cannot open a folder: lock a file named after it instead.
        name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
        path = Path(tempfile.gettempdir()) / f"kg-{name}.lock"
        return os.open(path, os.O_RDWR | os.O_CREAT)

    def _lock(descriptor: int, wait: bool) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _open(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY)

    def _lock(descriptor: int, wait: bool) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


@contextmanager
def locked(folder: Path, *, wait: bool = False) -> Iterator[None]:
    """Hold the folder's lock, leaving no file behind in it.

    Without `wait`, raises `OutputError` E021 where another process holds the lock.
    """
    descriptor = _open(folder)
    try:
        try:
            _lock(descriptor, wait)
        except OSError as error:
            raise OutputError("E021", path=folder) from error
        yield
    finally:
        os.close(descriptor)
