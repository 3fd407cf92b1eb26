"""Many clients, clients that leave, a graph that is rebuilt, and a stop in the middle of it."""

from __future__ import annotations

import contextlib
import signal
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kg import graph
from kg.cli import main
from tests.graph.corpus import INFO, hostile
from tests.serve.conftest import Server, running
from tests.serve.test_protocol import ENDLESS, SELECT


def memory(pid: int) -> int:
    """Return the resident megabytes of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 // 2**20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc")
def test_two_hundred_clients_are_all_served(server: Server) -> None:
    server.ask(SELECT)
    before = memory(server.process.pid)
    with ThreadPoolExecutor(200) as clients:
        answers = list(clients.map(lambda _: server.ask(SELECT).status, range(400)))
    assert answers == [200] * 400
    assert memory(server.process.pid) < before + 100


def test_slow_queries_do_not_starve_quick_ones(served: Path) -> None:
    with running(served, "--timeout", 15) as server, ThreadPoolExecutor(30) as clients:
        slow = [clients.submit(server.ask, ENDLESS) for _ in range(4)]
        quick = [clients.submit(server.ask, SELECT) for _ in range(20)]
        assert {answer.result().status for answer in quick} == {200}
        assert {answer.result().status for answer in slow} == {504}


def test_a_client_that_leaves_frees_its_worker(served: Path) -> None:
    with running(served, "--workers", 1, "--timeout", 300) as server:
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as client:
            query = ENDLESS.replace(" ", "+").replace("?", "%3F").replace("*", "%2A")
            client.sendall(f"GET /sparql?query={query} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            time.sleep(1)
        assert server.ask(SELECT).status == 200


def test_an_upload_that_is_too_long_or_broken_off(served: Path) -> None:
    head = "POST /sparql HTTP/1.1\r\nHost: x\r\nContent-Type: application/sparql-query\r\n"
    with running(served) as server:
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=20) as client:
            client.sendall(f"{head}Content-Length: 99999999999999\r\n\r\nASK".encode())
            assert b" 413 " in client.recv(100)
        with socket.create_connection((host, int(port)), timeout=20) as client:
            client.sendall(f"{head}Content-Length: 100\r\n\r\nASK".encode())
        assert server.ask(SELECT).status == 200


def test_a_graph_built_anew_is_served_at_once(tmp_path: Path, served: Path) -> None:
    from tests.graph.corpus import sample

    graph.build(sample(), tmp_path, info=INFO).close()
    with running(tmp_path) as server:
        papers = "SELECT ?p { ?p a kg:Paper }"
        first = server.ask(papers, "text/csv").text
        graph.build(hostile(), tmp_path, info=INFO).close()
        assert server.ask(papers, "text/csv").text != first


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_it_stops_in_the_middle_of_a_query(tmp_path: Path) -> None:
    graph.build(hostile(), tmp_path, info=INFO).close()
    # Two that run and two that wait for their turn.
    with running(tmp_path, "--timeout", 300) as server, ThreadPoolExecutor(4) as clients:
        answers = [clients.submit(server.ask, ENDLESS) for _ in range(4)]
        time.sleep(1)
        server.process.send_signal(signal.SIGINT)
        assert {answer.result().status for answer in answers} == {503}
        assert all("E804" in answer.result().text for answer in answers)
        server.process.wait(timeout=30)
    assert server.process.returncode in (0, 130, -2)
    assert server.process.stderr is not None
    assert b"Traceback" not in server.process.stderr.read()
    # The worker's command line names the graph that it has open.
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            command = entry.read_bytes()
            assert not (b"kg.query.worker" in command and str(tmp_path).encode() in command)


def test_a_port_in_use_is_named(
    server: Server, served: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    port = server.url.rpartition(":")[2]
    with pytest.raises(SystemExit) as stopped:
        main(["serve", str(served), "--port", port])
    assert stopped.value.code == 2
    assert "E803" in capfd.readouterr().err


def test_no_graph_to_serve(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["serve", str(tmp_path)])
    assert stopped.value.code == 1
    assert "E030" in capfd.readouterr().err
