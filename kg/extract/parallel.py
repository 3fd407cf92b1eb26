"""Extraction in several processes: the same extractions as in one, in the same order."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Final

from kg.extract.data import Extraction
from kg.papers import Paper

_CHUNK: Final = 32
_AHEAD: Final = 3
"""Chunks handed out per process before the first is waited for, so that memory stays bounded."""


def extract_parallel(papers: Iterable[Paper], *, jobs: int) -> Generator[Extraction, None, None]:
    """Yield the extraction of each paper in order, read by `jobs` processes that load the models once."""
    from kg.extract import extract

    if jobs <= 1:
        yield from extract(papers)
        return
    stream = iter(papers)
    # Not forked: the numeric libraries of the parent hold threads that a fork would break.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        waiting: deque[Future[list[Extraction]]] = deque()
        try:
            while True:
                while len(waiting) < jobs * _AHEAD and (chunk := list(islice(stream, _CHUNK))):
                    waiting.append(pool.submit(_extract_chunk, chunk))
                if not waiting:
                    return
                yield from waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _extract_chunk(papers: list[Paper]) -> list[Extraction]:
    from kg.extract import extract

    return list(extract(papers))
