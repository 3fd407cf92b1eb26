"""The inputs that a caller names: files, folders, patterns, standard input."""

from __future__ import annotations

import hashlib
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from glob import glob, has_magic
from pathlib import Path
from typing import BinaryIO

from kg.errors import InputError

_PART = 1 << 20


@dataclass(frozen=True, slots=True)
class Input:
    """One thing to read: `path` as the caller named it, `name` for sources, `open` anew at its start.

    `chosen` is false for files found in a folder, which need not all be reading lists.
    """

    path: str
    name: str
    open: Callable[[], BinaryIO]
    chosen: bool = True


def expand(inputs: Sequence[str | Path]) -> list[Input]:
    """List the files behind `inputs`, in the order given and by name within folders and patterns.

    Raises `InputError` E001 for what does not exist, E002 for what may not be read, E101 for a
    folder without files. Equal base names get a mark of their content, the same on every machine.
    """
    found = [one for given in inputs for one in _expand(str(given))]
    counts = Counter(one.name for one in {one.path: one for one in found}.values())
    return [
        one if counts[one.name] == 1 else Input(one.path, _marked(one), one.open, one.chosen)
        for one in {one.path: one for one in found}.values()
    ]


def _expand(given: str) -> Iterator[Input]:
    if given == "-":
        data = sys.stdin.buffer.read()
        yield Input("-", "stdin", partial(io.BytesIO, data))
        return
    path = Path(given)
    if path.is_dir():
        files = sorted(
            one for one in path.rglob("*") if one.is_file() and not _hidden(one.relative_to(path))
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


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _file(path: Path, *, chosen: bool = True) -> Input:
    try:
        with path.open("rb"):
            return Input(str(path), path.name, lambda: path.open("rb"), chosen)
    except OSError as error:
        raise InputError("E002", path=path, reason=error.strerror or error) from error


def _marked(one: Input) -> str:
    with one.open() as stream:
        mark = hashlib.sha256(stream.read(_PART)).hexdigest()[:6]
    stem, dot, suffix = one.name.partition(".")
    return f"{stem}~{mark}{dot}{suffix}"
