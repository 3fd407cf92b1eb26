"""A real server in a process of its own."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest

from kg import graph
from tests.graph.corpus import INFO, sample

pytest.importorskip("uvicorn", reason="needs the extra kg[serve]")
pytest.importorskip("starlette", reason="needs the extra kg[serve]")


@dataclass
class Response:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0]


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


@dataclass
class Server:
    url: str
    process: subprocess.Popen[bytes]

    def call(
        self,
        path: str = "/sparql",
        *,
        data: bytes | None = None,
        method: str | None = None,
        follow: bool = True,
        **headers: str,
    ) -> Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = Request(self.url + path, data=data, method=method, headers=named)
        opener = build_opener() if follow else build_opener(_Stay)
        try:
            with opener.open(request, timeout=120) as got:
                return Response(got.status, _lower(got.headers), got.read())
        except HTTPError as error:
            with error:
                return Response(error.code, _lower(error.headers), error.read())

    def ask(self, query: str, accept: str = "", **extra: str) -> Response:
        headers = {"Accept": accept} if accept else {}
        return self.call("/sparql?" + urlencode({"query": query, **extra}), **headers)


def _lower(headers: object) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}  # type: ignore[attr-defined]


@contextmanager
def running(folder: Path, *options: object) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from kg.cli import main; main()",
            "serve",
            str(folder),
            "--port",
            str(port),
            *map(str, options),
        ],
        stderr=subprocess.PIPE,
    )
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if not probe.connect_ex(("127.0.0.1", port)):
                    break
            assert process.poll() is None, process.stderr.read() if process.stderr else ""
            time.sleep(0.05)
        yield Server(f"http://127.0.0.1:{port}", process)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served")
    graph.build(sample(), folder, info=INFO).close()
    (folder / "graph.html").write_text("<!DOCTYPE html><title>map</title>", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def server(served: Path) -> Iterator[Server]:
    with running(served, "--memory", 300, "--rows", 50) as started:
        yield started
