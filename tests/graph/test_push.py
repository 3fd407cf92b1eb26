from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pyoxigraph
import pytest
from pyoxigraph import RdfFormat

from kg.errors import GraphError, UsageError
from kg.graph import Graph
from kg.graph.push import Target, push
from kg.query import Request
from kg.query.endpoint import Endpoint
from tests.graph.graph_store import Store
from tests.servers import Server, oxigraph, run_oxigraph, run_virtuoso, virtuoso


def test_a_graph_arrives_whole(sample_graph: Graph, store: Store) -> None:
    store.graphs["default"] = [b"<a:old> <a:old> <a:old> .\n"]
    sent = push(sample_graph, Target(store.url), part=100)
    assert sent == len(sample_graph)
    assert store.triples("default") == set(sample_graph)
    assert [call[0] for call in store.calls] == ["PUT"] + ["POST"] * (len(store.calls) - 1)
    assert len(store.calls) > 3


def test_a_named_graph(sample_graph: Graph, store: Store) -> None:
    push(sample_graph, Target(store.url + "?x=1", "http://x/g?a=b&c"))
    assert store.triples("x=1&graph=http%3A%2F%2Fx%2Fg%3Fa%3Db%26c") == set(sample_graph)


def test_what_passes_is_tried_again(sample_graph: Graph, store: Store) -> None:
    store.answers = [204, 503, 500, 204]
    push(sample_graph, Target(store.url), part=200, pause=0.01)
    assert store.triples("default") == set(sample_graph)


@pytest.mark.parametrize("status", [302, 401, 404])
def test_what_does_not_pass_is_reported(sample_graph: Graph, store: Store, status: int) -> None:
    store.answers = [status]
    with pytest.raises(GraphError, match=rf"E420.*{status}"):
        push(sample_graph, Target(store.url), pause=0.01)
    assert len(store.calls) == 1


def test_a_transfer_goes_on_where_it_stopped(
    sample_graph: Graph, store: Store, tmp_path: Path
) -> None:
    state = tmp_path / "state.json"
    store.answers = [204, 204, 401]
    with pytest.raises(GraphError):
        push(sample_graph, Target(store.url), part=100, state=state)
    rest = push(sample_graph, Target(store.url), part=100, state=state)
    assert rest == len(sample_graph) - 200
    assert store.triples("default") == set(sample_graph)
    assert not state.exists()
    assert [call[0] for call in store.calls].count("PUT") == 1


def test_another_graph_starts_anew(
    sample_graph: Graph, hostile_dir: Path, store: Store, tmp_path: Path
) -> None:
    state = tmp_path / "state.json"
    store.answers = [204, 401]
    with pytest.raises(GraphError):
        push(sample_graph, Target(store.url), part=100, state=state)
    with Graph.open(hostile_dir) as other:
        push(other, Target(store.url), part=100, state=state)
        assert store.triples("default") == set(other)


@pytest.mark.parametrize("name", ["", "http://x/g"])
def test_a_graph_is_replaced_in_one_step(sample_graph: Graph, store: Store, name: str) -> None:
    target = Target(store.url, name)
    key = target.address.partition("?")[2]
    old = b"<a:old> <a:old> <a:old> .\n"
    store.graphs[key] = [old]
    update = store.url.replace("/store", "/update")
    store.answers = [204, 204, 404]
    with pytest.raises(GraphError):
        push(sample_graph, target, update=update, part=100)
    assert store.graphs[key] == [old]
    push(sample_graph, target, update=update, part=100)
    assert store.triples(key) == set(sample_graph)
    assert list(store.graphs) == [key]


def test_credentials_come_from_the_environment(
    sample_graph: Graph, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KG_PUSH_USER", "ada")
    monkeypatch.setenv("KG_PUSH_PASSWORD", "x:y")
    push(sample_graph, Target(store.url))
    monkeypatch.setenv("KG_PUSH_TOKEN", "secret")
    push(sample_graph, Target(store.url))
    assert {call[2] for call in store.calls} == {"Basic YWRhOng6eQ==", "Bearer secret"}


def test_no_address(sample_graph: Graph) -> None:
    with pytest.raises(UsageError, match="E421"):
        push(sample_graph, Target("file:///etc/passwd"))
    with pytest.raises(UsageError, match="E421"):
        push(sample_graph, Target("http://127.0.0.1:1/"), update="file:///etc/passwd")
    with pytest.raises(UsageError, match="E422"):
        push(sample_graph, Target("http://127.0.0.1:1/", "no iri"))
    with pytest.raises(GraphError, match="E420"):
        push(sample_graph, Target("http://127.0.0.1:1/"), pause=0.001)


REAL = [
    pytest.param(
        run_oxigraph,
        id="oxigraph",
        marks=pytest.mark.skipif(
            oxigraph() is None, reason="the oxigraph server is not installed: pip install oxigraph"
        ),
    ),
    pytest.param(
        run_virtuoso,
        id="virtuoso",
        marks=pytest.mark.skipif(
            virtuoso() is None, reason="Virtuoso is not installed: apt install virtuoso-opensource"
        ),
    ),
]


@pytest.mark.parametrize("run", REAL)
def test_a_real_server(
    sample_graph: Graph,
    hostile_dir: Path,
    tmp_path: Path,
    run: Callable[[Path], AbstractContextManager[Server]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with run(tmp_path) as server, Graph.open(hostile_dir) as hostile:
        monkeypatch.setenv("KG_PUSH_USER", server.user)
        monkeypatch.setenv("KG_PUSH_PASSWORD", server.password)
        for graph, update in ((sample_graph, ""), (hostile, ""), (sample_graph, server.update)):
            push(graph, Target(server.store, "http://x/g"), part=100, update=update)
            assert asked(server, "http://x/g") == set(graph)
            assert asked(server, "http://x/g/incoming") == set()


def asked(server: Server, name: str) -> set[pyoxigraph.Triple]:
    """Ask a store for all that is in one graph."""
    everything = Request("CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }", graph_format="ntriples")
    data = b"".join(Endpoint(server.query, name).run(everything).pieces)
    return {quad.triple for quad in pyoxigraph.parse(data, format=RdfFormat.N_TRIPLES)}
