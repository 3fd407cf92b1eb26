"""Shorthand for the tests of the readers."""

from __future__ import annotations

from pathlib import Path

from kg.papers import Paper
from kg.readers import FileReport, read


def read_text(
    folder: Path, text: str | bytes, name: str = "list.txt"
) -> tuple[list[Paper], FileReport]:
    """Write `text` to a file, read it, and return its papers and its report."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    reading = read([path])
    return list(reading), reading.files[0]
