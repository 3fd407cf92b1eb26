"""A worker on the sample graph."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kg import graph
from kg.query import Worker, open_worker
from tests.graph.corpus import INFO, sample


@pytest.fixture(scope="session")
def graph_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graph")
    graph.build(sample(), folder, info=INFO).close()
    return folder


@pytest.fixture(scope="session")
def worker(graph_dir: Path) -> Iterator[Worker]:
    with open_worker(graph_dir) as opened:
        yield opened
