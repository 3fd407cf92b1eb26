"""Files that ship with the package: the ontology, the samples, and what is compiled from them."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def ontology_dir() -> Path:
    """Return the folder of the ontology: inside the installed wheel, or beside `kg/` in a checkout."""
    installed = _PACKAGE / "_ontology"
    return installed if installed.is_dir() else _PACKAGE.parent / "ontology"


def package_dir() -> Path:
    """Return the folder of the package itself."""
    return _PACKAGE
