"""Tables of the rules: tab-separated; in those read by `rows`, `#` starts a comment line."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).resolve().parent


def text(name: str) -> str:
    """Read one table of this folder as it stands."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def rows(name: str) -> list[list[str]]:
    """Read one table of this folder as lists of cells."""
    return [
        [cell.strip() for cell in line.split("\t")]
        for line in text(name).splitlines()
        if line.strip() and not line.startswith("#")
    ]
