"""Real RDF stores, started for a test where they are installed."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

VIRTUOSO_SETTINGS = """
[Database]
DatabaseFile = {folder}/virtuoso.db
ErrorLogFile = {folder}/virtuoso.log
LockFile = {folder}/virtuoso.lck
TransactionFile = {folder}/virtuoso.trx
xa_persistent_file = {folder}/virtuoso.pxa
[TempDatabase]
DatabaseFile = {folder}/temporary.db
TransactionFile = {folder}/temporary.trx
[Parameters]
ServerPort = {sql}
DirsAllowed = {folder}
NumberOfBuffers = 10000
MaxDirtyBuffers = 6000
CheckpointInterval = 0
[HTTPServer]
ServerPort = {http}
ServerRoot = {folder}
ServerThreads = 5
"""


@dataclass(frozen=True, slots=True)
class Server:
    """A running store: where graphs are put, where queries are asked, and who may."""

    store: str
    query: str
    update: str
    user: str = ""
    password: str = ""


def oxigraph() -> str | None:
    """Find the server of the package `oxigraph`, also where its environment is not activated."""
    return shutil.which("oxigraph") or shutil.which("oxigraph", path=Path(sys.executable).parent)


def virtuoso() -> str | None:
    """Find the server of the Debian package `virtuoso-opensource`."""
    return shutil.which("virtuoso-t")


@contextmanager
def run_oxigraph(folder: Path) -> Iterator[Server]:
    port = free_port()
    command = [oxigraph(), "serve", "--location", str(folder), "--bind", f"127.0.0.1:{port}"]
    with running(command, port):
        base = f"http://127.0.0.1:{port}"
        yield Server(f"{base}/store", f"{base}/query", f"{base}/update")


@contextmanager
def run_virtuoso(folder: Path) -> Iterator[Server]:
    http, sql = free_port(), free_port()
    settings = folder / "virtuoso.ini"
    settings.write_text(VIRTUOSO_SETTINGS.format(folder=folder, http=http, sql=sql))
    command = [virtuoso(), "+foreground", "+wait", "+configfile", str(settings)]
    with running(command, http):
        base = f"http://127.0.0.1:{http}"
        yield Server(
            f"{base}/sparql-graph-crud-auth", f"{base}/sparql", f"{base}/sparql-auth", "dba", "dba"
        )


@contextmanager
def running(command: list[str | None], port: int, patience: float = 120) -> Iterator[None]:
    """Start a server, wait until it listens on `port`, and stop it afterwards."""
    server = subprocess.Popen(
        [part for part in command if part is not None],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        end = time.monotonic() + patience
        while not listens(port):
            if server.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{command[0]} does not start")
            time.sleep(0.1)
        yield
    finally:
        server.terminate()
        try:
            server.wait(timeout=30)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
