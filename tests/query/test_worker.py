from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kg.errors import GraphError, QueryError
from kg.graph.store import Location
from kg.query import Worker, open_worker
from kg.query.runner import Request

ENDLESS = (
    "SELECT (COUNT(*) AS ?n) { ?a ?p ?o . ?b ?q ?x . ?c ?r ?y . ?d ?s ?z . ?e ?t ?w }",
    "SELECT * { ?a ?p ?o . ?b ?q ?x . ?c ?r ?y . ?d ?s ?z } ORDER BY ?o ?z",
    "SELECT (COUNT(*) AS ?n) { ?a (!<x:y>|^!<x:y>)* ?b . ?c (!<x:y>|^!<x:y>)* ?d . ?e ?f ?g }",
)


def rows(worker: Worker, query: str, **options: object) -> list[dict[str, str]]:
    reply = worker.run(Request(query, **options))  # type: ignore[arg-type]
    bindings = json.loads(b"".join(reply.pieces))["results"]["bindings"]
    return [{name: term["value"] for name, term in row.items()} for row in bindings]


@pytest.mark.parametrize("query", ENDLESS)
def test_the_time_limit_stops_a_query(graph_dir: Path, query: str) -> None:
    with open_worker(graph_dir, timeout=1.0) as worker:
        start = time.monotonic()
        with pytest.raises(QueryError, match=r"E508.*1 s"):
            b"".join(worker.run(Request(query)).pieces)
        # Generous, for a busy machine; what counts is that it ends.
        assert time.monotonic() - start < 60
        worker.timeout = 60.0
        assert rows(worker, "SELECT ?l { hardware:gpu rdfs:label ?l }") == [{"l": "GPU"}]


def test_the_memory_limit_stops_a_query(graph_dir: Path) -> None:
    with open_worker(graph_dir, memory=200) as worker:
        with pytest.raises(QueryError, match="E509"):
            b"".join(worker.run(Request(ENDLESS[1])).pieces)
        assert rows(worker, "SELECT ?l { hardware:gpu rdfs:label ?l }") == [{"l": "GPU"}]


def test_a_page_of_a_result(worker: Worker) -> None:
    query = "SELECT ?c { ?c a skos:Concept } ORDER BY ?c"
    everything = rows(worker, query)
    reply = worker.run(Request(query, limit=2, offset=1))
    page = json.loads(b"".join(reply.pieces))["results"]["bindings"]
    assert [row["c"]["value"] for row in page] == [row["c"] for row in everything[1:3]]
    assert (reply.rows, reply.more) == (2, True)
    reply = worker.run(Request(query, limit=len(everything), offset=0))
    b"".join(reply.pieces)
    assert (reply.rows, reply.more) == (len(everything), False)


def test_a_page_of_an_endless_result_comes_at_once(graph_dir: Path) -> None:
    with open_worker(graph_dir, timeout=60) as worker:
        found = rows(worker, "SELECT * { ?a ?p ?o . ?b ?q ?x . ?c ?r ?y . ?d ?s ?z }", limit=3)
        assert len(found) == 3


def test_whoever_stops_reading_frees_the_worker(worker: Worker) -> None:
    reply = worker.run(Request("SELECT * { ?a ?p ?o . ?b ?q ?x . ?c ?r ?y }"))
    next(reply.pieces)
    reply.pieces.close()  # type: ignore[attr-defined]
    assert rows(worker, "SELECT ?l { hardware:gpu rdfs:label ?l }") == [{"l": "GPU"}]


@pytest.mark.parametrize(
    ("query", "remark"),
    [
        ("SELECT ?x { ?x kg:runOn ?y }", "kg:runOn does not occur.*kg:runsOn"),
        ("SELECT ?x { ?x a kg:Hardwares }", "kg:Hardwares does not occur.*kg:Hardware"),
        ("SELECT ?x { hardware:gpus kg:runsOn ?x }", "hardware:gpus does not occur.*hardware:gpu"),
        ("SELECT ?x { ?x skos:prefLable 'GPU' }", "skos:prefLable does not occur.*skos:prefLabel"),
        ('SELECT ?x { ?x rdfs:label "Gpu" }', 'no concept is called "Gpu".*"GPU"'),
        ('SELECT ?x { ?x rdfs:label "GPU"@en }', "language tag"),
    ],
)
def test_hints(worker: Worker, query: str, remark: str) -> None:
    reply = worker.run(Request(query, hints=True))
    b"".join(reply.pieces)
    assert reply.rows == 0
    assert any(re.search(remark, hint) for hint in reply.hints), reply.hints


def test_no_hint_where_all_is_known(worker: Worker) -> None:
    reply = worker.run(
        Request('SELECT ?x { ?x kg:runsOn/skos:broader* ?y . ?y rdfs:label "GPU" }', hints=True)
    )
    b"".join(reply.pieces)
    assert reply.rows == 2
    assert reply.hints == ()


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT ?x { ?x rdsf:label 'GPU' }", "prefix rdsf: .*Did you mean rdf: or rdfs:"),
        ("SELECT ?x { ?x rdfs:label 'GPU' ", "the { at line 1, column 11 has no partner"),
        ("hardware for CTR", "none of SELECT"),
        ("SELECT ?x\nWHERE { ?x rdfs:label }", "line 2"),
    ],
)
def test_errors_say_where(worker: Worker, query: str, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        worker.run(Request(query))


def test_refusals_come_from_the_worker_too(worker: Worker) -> None:
    with pytest.raises(QueryError, match="E503"):
        worker.run(Request("SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }"))


def test_a_damaged_file_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "x.ttl"
    file.write_text("<a:b> <a:c> .", encoding="utf-8")
    with pytest.raises(GraphError, match=r"E404.*x.ttl"):
        Worker(Location(file)).start()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_worker_does_not_outlive_its_parent(graph_dir: Path) -> None:
    script = (
        "import sys, pathlib\n"
        "from kg.query import open_worker\n"
        "from kg.query.runner import Request\n"
        "worker = open_worker(pathlib.Path(sys.argv[1]))\n"
        "worker.start()\n"
        "print(worker._process.pid, flush=True)\n"
        f"b''.join(worker.run(Request({ENDLESS[0]!r})).pieces)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(graph_dir)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    time.sleep(1.0)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
            return
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("the worker went on alone")


@pytest.mark.parametrize("seconds", [float("inf"), float("nan"), 1e300])
def test_any_number_is_a_time_limit(graph_dir: Path, seconds: float) -> None:
    failed: list[object] = []
    hook, threading.excepthook = threading.excepthook, failed.append
    try:
        with open_worker(graph_dir, timeout=seconds) as worker:
            assert rows(worker, "SELECT (1 AS ?one) {}") == [{"one": "1"}]
    finally:
        threading.excepthook = hook
    assert failed == []


def test_numbers_beyond_all_bounds_leave_no_row(worker: Worker) -> None:
    assert rows(worker, "SELECT ?s { ?s ?p ?o }", limit=10**30, offset=10**30) == []
