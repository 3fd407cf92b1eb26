"""Sorted lines: what N-Triples and N-Quads share."""

from __future__ import annotations

import heapq
import itertools
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from pyoxigraph import RdfFormat, Triple, serialize

_CHUNK: Final = 1_000_000
"""Lines sorted in memory at a time, some 200 MB."""


def sorted_lines(triples: Iterable[Triple], folder: Path) -> Iterator[bytes]:
    """Yield triples as canonical N-Triples lines in byte order, in memory that does not grow.

    Sorted runs lie in `folder` while they are merged.
    """
    source = iter(triples)
    with ExitStack() as stack:
        runs: list[Iterable[bytes]] = []
        while chunk := list(itertools.islice(source, _CHUNK)):
            lines = sorted(set(serialize(chunk, format=RdfFormat.N_TRIPLES).splitlines(True)))  # type: ignore[union-attr]
            if len(chunk) < _CHUNK:
                runs.append(lines)
                break
            run = stack.enter_context(tempfile.TemporaryFile(dir=folder))
            run.writelines(lines)
            run.seek(0)
            runs.append(run)
        last = b""
        for line in heapq.merge(*runs):
            if line != last:
                yield line
            last = line
