"""Extraction by an engine: the same extractions as in one process, in the same order."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import cache, partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from kg.engines.data import EngineOptions, engine
from kg.errors import InputError
from kg.extract.data import Extraction
from kg.papers import Paper

if TYPE_CHECKING:
    from kg.extract import Pipeline

_CHUNK: Final = 16
"""Papers handed out at a time."""
_RENEW: Final = 5000
"""Papers after which a pipeline gives way to a new one: spaCy keeps every word that it ever saw."""


def extract(
    papers: Iterable[Paper], options: EngineOptions | None = None
) -> Generator[Extraction, None, None]:
    """Yield the extraction of each paper, in order.

    Memory does not grow with their number. Raises `UsageError` E220 for an unknown engine,
    `InputError` E223 where a process elsewhere has another version of the extractor, and what the
    engine raises.
    """
    from kg import extract as extractor

    options = options or EngineOptions()
    if options.engine == "local" and options.jobs <= 1:
        stream = iter(papers)
        for paper in stream:
            yield from extractor.extract(chain([paper], islice(stream, _RENEW - 1)))
        return
    chunks = _chunks(papers)
    first = next(chunks, None)
    if first is None:
        return
    read = partial(read_chunk, extractor.fingerprint())
    with closing(engine(options.engine)(read, chain([first], chunks), options)) as results:
        for extractions in results:
            yield from extractions


def read_chunk(fingerprint: str, papers: list[Paper]) -> list[Extraction]:
    """Read papers, with models that are kept for the next ones, if the extractor is the one wanted."""
    from kg import extract as extractor

    pipeline = _worker().pipeline(len(papers))
    if pipeline.fingerprint != fingerprint:
        raise InputError("E223", found=pipeline.fingerprint, wanted=fingerprint)
    return list(extractor.extract(papers, pipeline=pipeline))


class _Worker:
    """What a process keeps from one chunk to the next."""

    def __init__(self) -> None:
        self._pipeline: Pipeline | None = None
        self._read = 0

    def pipeline(self, papers: int) -> Pipeline:
        """Return the pipeline to read so many papers with."""
        from kg.extract import Pipeline

        if self._pipeline is None or self._read >= _RENEW:
            self._pipeline, self._read = Pipeline(), 0
        self._read += papers
        return self._pipeline


@cache
def _worker() -> _Worker:
    return _Worker()


def _chunks(papers: Iterable[Paper]) -> Iterator[list[Paper]]:
    stream = iter(papers)
    while chunk := list(islice(stream, _CHUNK)):
        yield chunk
