"""Running queries in a worker process under limits that hold: past them the process is killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from kg import errors
from kg.errors import KgError, QueryError
from kg.graph.store import Location, locate
from kg.resources import package_dir

DEFAULT_TIMEOUT: Final = 60.0
LONGEST_TIMEOUT: Final = 1e9
"""Seconds that a system's clocks can wait for; what is longer, or no number at all, is as long."""


@dataclass(frozen=True, slots=True)
class Request:
    """One query and how its result is wanted.

    `values` binds `$NAME` to (type, value); `limit` and `offset` cut the result after the query has
    had its own say; `service` allows SERVICE.
    """

    query: str
    values: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    select_format: str = "json"
    graph_format: str = "turtle"
    limit: int | None = None
    offset: int = 0
    service: bool = False
    hints: bool = False


@dataclass(slots=True)
class Reply:
    """A result: `pieces` must be read to the end before `rows`, `more` and `hints` are known."""

    form: str
    format: str
    pieces: Iterator[bytes]
    rows: int = 0
    more: bool = False
    hints: tuple[str, ...] = ()


class Worker:
    """One process with one graph open; it is started when needed and after it was killed.

    A context manager; used by one thread at a time. `timeout` is in seconds and counts from the
    request to the last piece; `memory` in megabytes, above what opening the graph took, 0 for none.
    """

    def __init__(
        self, location: Location, *, timeout: float = DEFAULT_TIMEOUT, memory: int = 0
    ) -> None:
        self.location = location
        self.timeout = timeout
        self.memory = memory
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process and wait until its store is open; raises what opening it raises."""
        store = str(self.location.store) if self.location.store else ""
        arguments = (str(self.location.file), store, str(self.memory))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kg.query.worker", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": _search_path(), "PYTHONUTF8": "1"},
        )
        header, _ = self._read(_NEVER)
        if header["kind"] == "error":
            self.stop()
            raise _error(header)

    def run(self, request: Request) -> Reply:
        """Start a query and return its reply, whose pieces come as the worker makes them.

        Raises `QueryError` for a query that is not understood, refused, too slow (E508) or too
        large (E509), and `NotFoundError`/`AmbiguousError` for a parameter; later ones are raised
        while the pieces are read.
        """
        if self._process is None or self._process.poll() is not None:
            self.start()
        assert self._process is not None
        assert self._process.stdin is not None
        alarm = _Alarm(self._process, self.timeout)
        try:
            self._process.stdin.write(json.dumps(asdict(request)).encode() + b"\n")
            self._process.stdin.flush()
            header, _ = self._read(alarm)
        except BrokenPipeError as error:
            alarm.cancel()
            self.stop()
            raise QueryError("E509") from error
        except BaseException:
            alarm.cancel()
            raise
        if header["kind"] == "error":
            alarm.cancel()
            raise _error(header)
        reply = Reply(header["form"], header["format"], iter(()))
        reply.pieces = self._pieces(reply, alarm)
        return reply

    def _pieces(self, reply: Reply, alarm: _Alarm) -> Iterator[bytes]:
        finished = False
        try:
            while True:
                header, data = self._read(alarm)
                if header["kind"] == "error":
                    finished = True
                    raise _error(header)
                if header["kind"] == "end":
                    finished = True
                    reply.rows, reply.more = header["rows"], header["more"]
                    reply.hints = tuple(header["hints"])
                    return
                yield data
        finally:
            alarm.cancel()
            if not finished:
                # Whoever stops reading wants no more of it.
                self.stop()

    def _read(self, alarm: _Alarm) -> tuple[dict[str, Any], bytes]:
        assert self._process is not None
        stream = self._process.stdout
        assert stream is not None
        line = stream.readline()
        header: dict[str, Any] = json.loads(line) if line.endswith(b"\n") else {}
        data = _exactly(stream, header.get("size", 0)) if header else b""
        if not header or len(data) < header["size"]:
            self.stop()
            if alarm.rang:
                raise QueryError("E508", seconds=f"{alarm.seconds:g}")
            raise QueryError("E509")
        return header, data

    def kill(self) -> None:
        """Kill the process from another thread: the one that runs a query gets E509."""
        if (process := self._process) is not None:
            process.kill()

    def stop(self) -> None:
        """Kill the process, whatever it is at."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


class _Alarm:
    """Kills a process when its time is up; killing works on every system where waiting may not."""

    def __init__(self, process: subprocess.Popen[bytes] | None, seconds: float) -> None:
        self.seconds = seconds
        self.rang = False
        self._process = process
        self._timer = threading.Timer(min(LONGEST_TIMEOUT, seconds), self._ring)
        self._timer.daemon = True
        if process is not None:
            self._timer.start()

    def _ring(self) -> None:
        self.rang = True
        if self._process is not None:
            self._process.kill()

    def cancel(self) -> None:
        """Let the process live."""
        self._timer.cancel()


_NEVER: Final = _Alarm(None, 0.0)


def _exactly(stream: IO[bytes], size: int) -> bytes:
    return stream.read(size) if size else b""


def _search_path() -> str:
    """Let the worker find this very package, wherever it was imported from."""
    parts = [str(package_dir().parent), os.environ.get("PYTHONPATH", "")]
    return os.pathsep.join(part for part in parts if part)


def _error(header: Mapping[str, Any]) -> KgError:
    kind: type[KgError] = getattr(errors, header["type"], QueryError)
    return kind(header["code"], **header["fields"])


def open_worker(path: Path, *, timeout: float = DEFAULT_TIMEOUT, memory: int = 0) -> Worker:
    """Return a worker for the graph at `path`; its store is brought up to date first."""
    return Worker(locate(path), timeout=timeout, memory=memory)
