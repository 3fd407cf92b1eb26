"""The graph of the bundled reading list, built once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.build import build
from kg.graph import Graph


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, sample: Path) -> Path:
    """The folder of a build of the sample."""
    out = tmp_path_factory.mktemp("built")
    build([sample], out)
    return out


@pytest.fixture
def graph(built: Path) -> Iterator[Graph]:
    with Graph.open(built) as opened:
        yield opened
