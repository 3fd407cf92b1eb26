"""The files that a caller names: by path, folder, pattern, standard input, and inside archives."""

from __future__ import annotations

import hashlib
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from glob import glob, has_magic
from pathlib import Path

from kg.errors import InputError
from kg.readers.packed import PART, File, hidden, replayed, unpacked
from kg.readers.source import damage_errors


def expand(inputs: Sequence[str | Path]) -> list[File]:
    """List the files behind `inputs`, in the order given and by name within folders, patterns and archives.

    Raises `InputError` E001 for what does not exist, E002 for what may not be read, E101 for a
    folder without files. Equal base names get a mark of their content, the same on every machine.
    """
    found = {
        one.path: one for given in inputs for file in _expand(str(given)) for one in unpacked(file)
    }
    counts = Counter(one.name for one in found.values())
    return [
        one if counts[one.name] == 1 else replace(one, name=_marked(one)) for one in found.values()
    ]


def _expand(given: str) -> Iterator[File]:
    if given == "-":
        if sys.stdin is None:
            raise InputError("E002", path="-", reason="standard input is closed")
        yield File("-", "stdin", replayed(sys.stdin.buffer))
        return
    path = Path(given)
    if path.is_dir():
        files = sorted(
            one
            for one in path.rglob("*")
            if one.is_file() and not hidden(one.relative_to(path).parts)
        )
        if not files:
            raise InputError("E101", path=given)
        yield from (_file(one, chosen=False) for one in files)
    elif path.exists():
        yield _file(path)
    elif has_magic(given) and (matches := _matches(given)):
        yield from (_file(Path(one)) for one in matches if Path(one).is_file())
    else:
        raise InputError("E001", path=given)


def _matches(pattern: str) -> list[str]:
    # Path.glob takes no absolute pattern.
    return sorted(glob(pattern, recursive=True))  # noqa: PTH207


def _file(path: Path, *, chosen: bool = True) -> File:
    try:
        with path.open("rb") as stream:
            # A pipe, as of a shell's <(command), gives its bytes only once.
            again = replayed(stream) if path.is_fifo() else lambda: path.open("rb")
            return File(str(path), _shown(path.name), again, chosen)
    except OSError as error:
        raise InputError("E002", path=path, reason=error.strerror or error) from error


def _shown(name: str) -> str:
    """Return a file's name as text that is the same on every machine, whatever its locale makes of the bytes."""
    return unicodedata.normalize(
        "NFC", name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    )


def _marked(one: File) -> str:
    try:
        with one.open() as stream:
            start = stream.read(PART)
    except damage_errors():
        # The reader of the file says what is wrong with it.
        start = b""
    mark = hashlib.sha256(start).hexdigest()[:6]
    stem, dot, suffix = one.name.partition(".")
    return f"{stem}~{mark}{dot}{suffix}"
