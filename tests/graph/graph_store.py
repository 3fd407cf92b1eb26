"""A graph store over HTTP, in memory."""

from __future__ import annotations

import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import quote

import pyoxigraph
from pyoxigraph import RdfFormat


class Store(ThreadingHTTPServer):
    """A graph store in memory that can be told to fail."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.graphs: dict[str, list[bytes]] = {}
        self.calls: list[tuple[str, str, str | None]] = []
        self.answers: list[int] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/store"

    def triples(self, name: str) -> set[Any]:
        data = b"".join(self.graphs[name])
        return {quad.triple for quad in pyoxigraph.parse(data, format=RdfFormat.N_TRIPLES)}


class Handler(BaseHTTPRequestHandler):
    server: Store

    def _take(self) -> None:
        size = int(self.headers["Content-Length"])
        body = self.rfile.read(size)
        if len(body) < size:
            # The client is gone: what it did not send in full does not count.
            return
        if self.path == "/update":
            self._move(body.decode())
            return
        name = self.path.partition("?")[2]
        self.server.calls.append((self.command, name, self.headers.get("Authorization")))
        status = self.server.answers.pop(0) if self.server.answers else 204
        if status < 300:
            parts = self.server.graphs.setdefault(name, [])
            if self.command == "PUT":
                parts.clear()
            parts.append(body)
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _move(self, update: str) -> None:
        names = [f"graph={quote(iri, safe='')}" for iri in re.findall("GRAPH <(.*?)>", update)] + [
            "default"
        ] * update.endswith("TO DEFAULT")
        graphs = self.server.graphs
        graphs[names[1]] = graphs.pop(names[0])
        self.send_response(204)
        self.end_headers()

    do_PUT = do_POST = _take  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Keep quiet."""
