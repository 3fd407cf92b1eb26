"""A line of queries before a few workers: first come, first served, and no more than fit."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import anyio
import anyio.to_thread

from kg.errors import KgError, QueryError
from kg.graph.store import locate
from kg.query import Request, Worker
from kg.serve.limits import Limits

_IN_MEMORY: Final = 1 << 20
_LOOK: Final = 0.25
"""Seconds between two looks at whether the client is still there."""


@dataclass(slots=True)
class Answer:
    """A complete result: its kind and format, the bytes in `body`, and whether rows were cut off."""

    form: str
    format: str
    body: IO[bytes]
    size: int
    cut: bool


class BusyError(QueryError):
    """The line is full, or the server ends."""


class Pool:
    """Workers over one graph. A worker is replaced when the graph on disk has been."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self._path = path
        self._limits = limits
        self._idle: list[tuple[Worker, object]] = []
        self._all: list[Worker] = []
        self._turns = anyio.CapacityLimiter(limits.workers)
        self._closed = False

    async def run(self, request: Request, gone: Callable[[], Awaitable[bool]]) -> Answer:
        """Run a query when its turn comes and return the whole answer.

        `gone` says whether the client has left; its query is then stopped. Raises `BusyError` where too
        many wait already or the pool was closed, and what `Worker.run` raises.
        """
        if self._turns.statistics().tasks_waiting >= self._limits.waiting:
            raise BusyError("E801")
        async with self._turns:
            if self._closed:
                raise BusyError("E804")
            worker, signature = await anyio.to_thread.run_sync(self._take)
            try:
                return await self._watched(worker, request, gone)
            finally:
                self._idle.append((worker, signature))

    async def _watched(
        self, worker: Worker, request: Request, gone: Callable[[], Awaitable[bool]]
    ) -> Answer:
        results: list[Answer | KgError] = []
        finished = anyio.Event()

        async def work() -> None:
            try:
                results.append(await anyio.to_thread.run_sync(self._run, worker, request))
            except KgError as error:
                results.append(error)
            finished.set()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(work)
            while not finished.is_set():
                with anyio.move_on_after(_LOOK):
                    await finished.wait()
                if not finished.is_set() and (self._closed or await gone()):
                    worker.kill()
        (result,) = results
        if self._closed and isinstance(result, KgError):
            raise BusyError("E804")
        if isinstance(result, KgError):
            raise result
        return result

    def _run(self, worker: Worker, request: Request) -> Answer:
        body: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        try:
            reply = worker.run(request)
            for piece in reply.pieces:
                body.write(piece)
                if body.tell() > self._limits.result:
                    worker.stop()
                    raise QueryError("E802", size=f"{self._limits.result:,}")
        except BaseException:
            body.close()
            raise
        size = body.tell()
        body.seek(0)
        return Answer(reply.form, reply.format, body, size, reply.more)

    def _take(self) -> tuple[Worker, object]:
        signature = _signature(self._path)
        if self._idle:
            worker, known = self._idle.pop()
            if known == signature:
                return worker, known
            worker.stop()
            self._all.remove(worker)
        worker = Worker(
            locate(self._path), timeout=self._limits.timeout, memory=self._limits.memory
        )
        self._all.append(worker)
        return worker, signature

    def close(self) -> None:
        """Kill every worker; queries that run or wait end with `BusyError`."""
        self._closed = True
        for worker in self._all:
            worker.kill()


def _signature(path: Path) -> object:
    file = path if path.is_file() else path / "graph.ttl"
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
