"""Writing files so that a reader never sees half of one."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from kg.errors import OutputError


@contextmanager
def writing(path: Path) -> Iterator[IO[str]]:
    """Open a text file (UTF-8, LF) that takes the place of `path` only if the block ends well.

    Raises `OutputError` where the folder or the file cannot be written.
    """
    with (
        _replacing(path) as part,
        part.open("w", encoding="utf-8", errors="replace", newline="\n") as stream,
    ):
        yield stream


@contextmanager
def writing_bytes(path: Path) -> Iterator[IO[bytes]]:
    """Open a binary file that takes the place of `path` only if the block ends well, as `writing`."""
    with _replacing(path) as part, part.open("wb") as stream:
        yield stream


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Raise `OutputError` E020 with this path where the system refuses to write."""
    try:
        yield
    except OSError as error:
        raise OutputError("E020", path=path, reason=error.strerror or error) from error


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file's bytes in hexadecimal digits. Raises `OSError`."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def is_device(path: Path) -> bool:
    """Say whether `path` is a pipe or a device, such as /dev/stdout: written to and never replaced."""
    return path.exists() and not (path.is_file() or path.is_dir())


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    part = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # A link stays: what it points at is replaced.
        target = path.resolve() if path.exists() else path
        if is_device(path):
            yield path
            return
        part = target.with_name(f".{target.name}.{os.urandom(4).hex()}.part")
        yield part
        part.replace(target)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError("E020", path=path, reason=error.strerror or error) from error
    finally:
        if part:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write `text` to `path` in one step."""
    with writing(path) as stream:
        stream.write(text)
