"""Built graphs that tests share."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg import graph
from kg.graph import Graph
from tests.graph.corpus import INFO, hostile, sample
from tests.graph.graph_store import Store


@pytest.fixture(scope="session")
def sample_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    graph.build(sample(), folder, info=INFO).close()
    return folder


@pytest.fixture
def sample_graph(sample_dir: Path) -> Iterator[Graph]:
    with Graph.open(sample_dir) as opened:
        yield opened


@pytest.fixture(scope="session")
def hostile_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    graph.build(hostile(), folder, info=INFO).close()
    return folder


@pytest.fixture
def store() -> Iterator[Store]:
    server = Store()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()
