"""What a build came to, and whether another one would come to the same: equal input, equal bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final
from unicodedata import unidata_version

from kg.files import sha256
from kg.resources import ontology_dir, package_dir

_SHAPING: Final = ("jinja2", "networkx", "numpy", "pyoxigraph", "pyvis", "rdflib")
"""Packages whose version may show in the result; spaCy and the models are in the extractor's fingerprint."""
_WEIGHTS: Final = ".onnx"
"""Too large to hash each time; `model.json`, which is hashed, holds their digest."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result in short: counts, what the checks say, and SHA-256 of its files by name.

    `stamp` is the hash of all that the result depends on.
    """

    stamp: str
    papers: int
    concepts: int
    statements: int
    remarks: tuple[str, ...]
    files: dict[str, str]

    def encode(self) -> str:
        """Return this as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def decode(cls, text: str) -> Outcome | None:
        """Read what `encode` wrote; None for anything else."""
        try:
            fields = json.loads(text)
            found = cls(**{**fields, "remarks": tuple(fields["remarks"])})
        except (ValueError, TypeError, KeyError):
            return None
        return found if isinstance(found.files, dict) else None

    def is_in(self, folder: Path, *names: str) -> bool:
        """Say whether the files of this result, or some of them, are in `folder` as they were written."""
        return bool(self.files) and all(
            (folder / name).is_file() and sha256(folder / name) == self.files.get(name)
            for name in names or self.files
        )


def hashes(folder: Path) -> dict[str, str]:
    """Return SHA-256 of each file in a folder, in order of name."""
    return {path.name: sha256(path) for path in sorted(folder.iterdir()) if path.is_file()}


def stamp(parts: Iterable[str]) -> str:
    """Hash `parts` together with everything of this installation that shapes results."""
    digest = hashlib.sha256()
    # Unicode's tables, by which names are compared, come with Python.
    installed = (f"{name} {version(name)}" for name in _SHAPING)
    for part in (*parts, unidata_version, *installed):
        digest.update(f"{len(part)} {part}".encode("utf-8", "surrogatepass"))
    for folder in (package_dir(), ontology_dir()):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != _WEIGHTS and path.parent.name != "__pycache__":
                digest.update(f"{path.relative_to(folder).as_posix()} ".encode())
                digest.update(sha256(path).encode())
    return digest.hexdigest()
