"""`kg query --endpoint`: the same answers from elsewhere, and plain words where there are none."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import pyoxigraph
import pytest
from pyoxigraph import QueryResultsFormat, QueryTriples, RdfFormat

from kg.cli import main
from kg.errors import NotFoundError, QueryError, UsageError
from kg.graph import Graph
from kg.graph.push import Target, push
from kg.query import Request, Worker, find_query, named_queries
from kg.query.endpoint import Endpoint
from tests.graph.test_push import REAL
from tests.servers import Server

RESULTS = ("application/sparql-results+json", "application/sparql-results+xml", "text/tab-separated-values")  # fmt: skip
GRAPHS = ("application/n-triples", "text/turtle", "application/rdf+xml")


class Stub(ThreadingHTTPServer):
    """An endpoint over a graph in memory that can be told to misbehave."""

    def __init__(self, graph: Path) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.store = pyoxigraph.Store()
        self.store.bulk_load(path=str(graph / "graph.ttl"), format=RdfFormat.TURTLE)
        self.results, self.graphs = RESULTS[0], GRAPHS[0]
        self.status, self.body = 200, b""
        self.headers: dict[str, str] = {}
        self.pause = 0.0
        self.asked: list[dict[str, list[str]]] = []

    def handle_error(self, *_: object) -> None:
        """A client that leaves is none."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/sparql"


class Handler(BaseHTTPRequestHandler):
    server: Stub

    def do_POST(self) -> None:
        server = self.server
        fields = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        server.asked.append(fields)
        media_type, body = "text/html", server.body
        if server.status == 200 and not body:
            result = server.store.query(fields["query"][0])
            buffer = io.BytesIO()
            if isinstance(result, QueryTriples):
                media_type = server.graphs
                form = RdfFormat.from_media_type(media_type)
                pyoxigraph.serialize(result, buffer, format=form)
            else:
                media_type = server.results
                result.serialize(buffer, format=QueryResultsFormat.from_media_type(media_type))
            body = buffer.getvalue()
        self.send_response(server.status)
        headers = {"Content-Type": media_type, "Content-Length": str(len(body)), **server.headers}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        half = len(body) // 2 if server.pause else len(body)
        self.wfile.write(body[:half])
        self.wfile.flush()
        time.sleep(server.pause)
        self.wfile.write(body[half:])

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@pytest.fixture
def stub(graph_dir: Path) -> Iterator[Stub]:
    made = Stub(graph_dir)
    thread = threading.Thread(target=made.serve_forever, args=(0.05,))
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


def answer(where: Worker | Endpoint, request: Request) -> tuple[bytes, int, bool, str]:
    reply = where.run(request)
    return b"".join(reply.pieces), reply.rows, reply.more, reply.form


@pytest.mark.parametrize("form", ["csv", "tsv", "json", "xml"])
@pytest.mark.parametrize("sent", RESULTS)
def test_answers_are_those_of_a_worker(worker: Worker, stub: Stub, form: str, sent: str) -> None:
    stub.results = sent
    for query in ("SELECT ?s ?n { ?s kg:paperCount ?n } ORDER BY ?s", "ASK { ?s kg:runsOn ?o }"):
        if query.startswith("ASK") and sent == RESULTS[2]:
            continue
        request = Request(query, select_format=form, limit=3, offset=1)
        assert answer(Endpoint(stub.url), request) == answer(worker, request)


@pytest.mark.parametrize("sent", GRAPHS)
def test_graphs_are_those_of_a_worker(worker: Worker, stub: Stub, sent: str) -> None:
    stub.graphs = sent
    query = "CONSTRUCT { ?s rdfs:label ?o } { ?s a kg:Hardware ; rdfs:label ?o }"
    request = Request(query, graph_format="turtle")
    found = answer(Endpoint(stub.url), request)
    assert found == answer(worker, request)
    assert found[1] > 1


def test_named_queries_are_answered_alike(worker: Worker, stub: Stub) -> None:
    for query in named_queries().values():
        given = {p.name: "GPU" for p in query.parameters if p.type == "label"}
        request = Request(query.text, query.values(given), select_format="tsv")
        assert answer(Endpoint(stub.url), request) == answer(worker, request), query.name


def test_a_concept_is_found_by_any_of_its_names(stub: Stub) -> None:
    query = find_query("statements")
    for name in ("GPU", "gpu", "Graphics Processing Unit", "graphics-processing unit"):
        request = Request(query.text, query.values({"concept": name}))
        assert answer(Endpoint(stub.url), request)[1] > 0
    values = query.values({"concept": "GPUU"})
    with pytest.raises(NotFoundError, match=r"E520.*GPU"):
        Endpoint(stub.url).run(Request(query.text, values))


def test_only_prefixes_that_are_missing_are_declared(stub: Stub) -> None:
    query = "PREFIX kg: <http://else/> SELECT * { ?s kg:x ?o ; rdfs:label 'skos:x' } LIMIT 1"
    answer(Endpoint(stub.url), Request(query))
    sent = stub.asked[0]["query"][0]
    assert sent == f"PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> {query}"


def test_a_graph_of_the_endpoint_can_be_chosen(stub: Stub) -> None:
    answer(Endpoint(stub.url, "http://x/g"), Request("SELECT * {}"))
    assert stub.asked[0]["default-graph-uri"] == ["http://x/g"]


def test_service_is_refused_and_from_is_not(stub: Stub) -> None:
    with pytest.raises(QueryError, match="E503"):
        Endpoint(stub.url).run(Request("SELECT * { SERVICE <http://x/> {} }"))
    assert stub.asked == []
    answer(Endpoint(stub.url), Request("SELECT * FROM <http://x/g> { ?s ?p ?o }"))


@pytest.mark.parametrize(
    ("status", "body", "headers", "message"),
    [
        (400, b"parse error at line 1", {}, "E531.*400.*parse error at line 1"),
        (401, b"", {}, "E531.*401"),
        (500, b"<html>oops</html>", {}, "E531.*500"),
        (302, b"", {"Location": "http://127.0.0.1:1/new"}, "E531.*302.*it is at http://127.0.0.1:1/new"),
        (200, b"<html>A page</html>", {}, "E532.*text/html"),
        (200, b'{"head": {"vars": ["a"]}, "results": {"bin', {"Content-Type": RESULTS[0]}, "E532"),
        (200, b"<a> <b", {"Content-Type": GRAPHS[0]}, "E532"),
        (200, b'{"head', {"Content-Type": RESULTS[0], "Content-Length": "900"}, "E532"),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_said_plainly(
    stub: Stub, status: int, body: bytes, headers: dict[str, str], message: str
) -> None:
    stub.status, stub.body, stub.headers = status, body, headers
    with pytest.raises(QueryError, match=message) as caught:
        answer(Endpoint(stub.url), Request("SELECT * { ?s ?p ?o }"))
    assert "\n" not in str(caught.value)


def test_nobody_there() -> None:
    with pytest.raises(QueryError, match=r"E532.*refused"):
        Endpoint("http://127.0.0.1:9/").run(Request("ASK {}"))
    with pytest.raises(UsageError, match="E530"):
        Endpoint("file:///etc/passwd").run(Request("ASK {}"))
    with pytest.raises(UsageError, match="E422"):
        Endpoint("http://127.0.0.1:9/", "no iri").run(Request("ASK {}"))


def test_time_is_up_whatever_the_endpoint_does(stub: Stub) -> None:
    stub.pause = 30
    start = time.monotonic()
    with pytest.raises(QueryError, match="E508"), Endpoint(stub.url, timeout=1.5) as endpoint:
        answer(endpoint, Request("SELECT * { ?s ?p ?o }"))
    assert time.monotonic() - start < stub.pause


def test_the_command(stub: Stub, capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["query", "statements", "-p", "concept=gpu", "--endpoint", stub.url, "--limit", "1"]
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    found = capfd.readouterr()
    assert stop.value.code == 0
    assert "GPU" in found.out
    assert "more with --offset 1" in found.err
    with pytest.raises(SystemExit) as stop:
        main(["query", "ASK {}", "--default-graph", "http://x/g"])
    assert stop.value.code == 2


@pytest.mark.parametrize("run", REAL)
def test_a_real_server(
    graph_dir: Path,
    worker: Worker,
    tmp_path: Path,
    run: Callable[[Path], AbstractContextManager[Server]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with run(tmp_path) as server, Graph.open(graph_dir) as graph:
        monkeypatch.setenv("KG_PUSH_USER", server.user)
        monkeypatch.setenv("KG_PUSH_PASSWORD", server.password)
        push(graph, Target(server.store, "http://x/g"))
        query = find_query("statements")
        request = Request(query.text, query.values({"concept": "gpu"}), select_format="csv")
        assert answer(Endpoint(server.query, "http://x/g"), request) == answer(worker, request)
