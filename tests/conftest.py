"""Fixtures for every test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def sample() -> Path:
    """The bundled reading list of twenty abstracts."""
    return ROOT / "kg" / "samples" / "related-papers.txt"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The project's evaluation material, or a skip where it is not at hand."""
    path = Path(os.environ.get("KG_SHARED", ROOT.parent / "shared"))
    if not (path / "gold").is_dir():
        pytest.skip("evaluation material not found: set KG_SHARED to its folder")
    return path
