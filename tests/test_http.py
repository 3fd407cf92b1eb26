"""Credentials for other people's servers."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError

import pytest

from kg.http import Client, explain

CHALLENGE = 'Digest realm="here", nonce="n1", opaque="o", qop="auth", algorithm="MD5"'


def hashed(*parts: str) -> str:
    return hashlib.md5(":".join(parts).encode()).hexdigest()


class Handler(BaseHTTPRequestHandler):
    """Wants digest authentication, and says so only to those who come without credentials."""

    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        given = self.headers.get("Authorization", "")
        self.server.seen.append(given.partition(" ")[0])
        fields = dict(re.findall(r'(\w+)="?([^",]+)"?', given))
        right = given.startswith("Digest") and fields["response"] == hashed(
            hashed("ada", "here", "se:cret"),
            fields["nonce"],
            fields["nc"],
            fields["cnonce"],
            fields["qop"],
            hashed("POST", self.path),
        )
        self.send_response(200 if right else 401)
        if not given:
            self.send_header("WWW-Authenticate", CHALLENGE)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


class Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen: list[str] = []


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    thread = threading.Thread(target=made.serve_forever, args=(0.05,))
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


def post(client: Client, server: Server) -> bytes:
    url = f"http://127.0.0.1:{server.server_address[1]}/store?graph=a%2Fb"
    with client.send(url, body=b"x", method="POST", headers={}, timeout=10) as answer:
        return answer.read()


def test_digest_authentication(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERE_USER", "ada")
    monkeypatch.setenv("HERE_PASSWORD", "se:cret")
    client = Client("HERE")
    assert post(client, server) == b"x"
    assert server.seen == ["Basic", "", "Digest"]
    assert post(client, server) == b"x"
    assert server.seen[3:] == ["Digest"]


def test_a_wrong_password_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERE_USER", "ada")
    monkeypatch.setenv("HERE_PASSWORD", "wrong")
    with pytest.raises(HTTPError) as caught:
        post(Client("HERE"), server)
    assert explain(caught.value).startswith("401 Unauthorized")


def test_without_credentials_none_are_sent(server: Server) -> None:
    with pytest.raises(HTTPError):
        post(Client("HERE"), server)
    assert server.seen == [""]
