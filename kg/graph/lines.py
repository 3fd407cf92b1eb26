"""Triples in a fixed order: sorted N-Triples lines, in memory that does not grow with the graph."""

from __future__ import annotations

import heapq
import itertools
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import IO, Final

from pyoxigraph import DefaultGraph, Quad, RdfFormat, Store, Triple, parse, serialize

from kg.graph.namespaces import TYPE

Key = Callable[[bytes], bytes]
Source = Store | Iterable[Triple] | Iterable[Quad]
"""Where triples come from; quads must be of the default graph."""

_RUN: Final = 1 << 28
"""Bytes of lines sorted in memory at a time."""
_BATCH: Final = 20_000
_TYPE_PART: Final = f"> {TYPE} ".encode()
_FIRST: Final = b"> ! "


def sorted_lines(source: Source, key: Key | None = None) -> Iterator[bytes]:
    """Yield the triples of `source` as canonical N-Triples lines, each once, in byte order.

    `key` gives another order. Runs that memory cannot hold are sorted one by one and merged from
    unnamed files.
    """
    with ExitStack() as stack:
        runs = _Runs(stack, key)
        if isinstance(source, Store):
            source.dump(runs, format=RdfFormat.N_TRIPLES, from_graph=DefaultGraph())  # type: ignore[arg-type]
        else:
            serialize(source, runs, format=RdfFormat.N_TRIPLES)  # type: ignore[arg-type]
        last = b""
        for line in runs.merged():
            if line != last:
                yield line
            last = line


def types_first(line: bytes) -> bytes:
    """Sort key: by subject, and within a subject its types before everything else."""
    end = line.index(b"> ")
    if line.startswith(_TYPE_PART, end):
        return line[:end] + _FIRST + line[end + len(_TYPE_PART) :]
    return line


def ordered(source: Source) -> Iterator[Triple]:
    """Yield triples in canonical order: by `types_first` over their N-Triples lines."""
    for quad in ordered_quads(source):
        yield quad.triple


def ordered_quads(source: Source) -> Iterator[Quad]:
    """Yield what `ordered` yields as quads of the default graph, which are cheaper to pass on."""
    lines = sorted_lines(source, types_first)
    while batch := b"".join(itertools.islice(lines, _BATCH)):
        yield from parse(batch, format=RdfFormat.N_TRIPLES)


class _Runs:
    """A stream that takes N-Triples in any order and keeps them as sorted runs."""

    def __init__(self, stack: ExitStack, key: Key | None) -> None:
        self._stack = stack
        self._key = key
        self._parts: list[bytes] = []
        self._size = 0
        self._spilled: list[IO[bytes]] = []

    def write(self, data: bytes) -> int:
        self._parts.append(data)
        self._size += len(data)
        if self._size >= _RUN:
            self._spill()
        return len(data)

    def flush(self) -> None:
        """Nothing is held back that `merged` would not find."""

    def _spill(self) -> None:
        # A piece may end within a line: what follows the last line end waits for the next run.
        whole, end, rest = b"".join(self._parts).rpartition(b"\n")
        run = self._stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115
        run.writelines(self._sorted(whole + end))
        run.seek(0)
        self._spilled.append(run)
        self._parts, self._size = [rest], len(rest)

    def _sorted(self, data: bytes) -> list[bytes]:
        return sorted(data.splitlines(keepends=True), key=self._key)

    def merged(self) -> Iterator[bytes]:
        """Yield all lines in order."""
        last = self._sorted(b"".join(self._parts))
        self._parts = []
        if not self._spilled:
            return iter(last)
        return heapq.merge(*self._spilled, last, key=self._key)
