"""Extraction by hand on many machines: each reads one part of the papers and writes one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from kg import engines, extract, readers
from kg.cache import content_key
from kg.cache.shard import Header, Shard, write_shard
from kg.engines import EngineOptions
from kg.errors import InputError
from kg.extract.data import Extraction
from kg.papers import Paper


def extract_shard(
    inputs: Sequence[str | Path],
    shard: Shard,
    out: Path,
    options: EngineOptions | None = None,
    *,
    progress: Callable[[str, int, int], None] = lambda stage, done, total: None,
    on_problem: Callable[[str], None] | None = None,
) -> int:
    """Read the papers of `inputs` that fall into `shard`, write their extractions to `out`; count them.

    Keeps no state: the file is written as a whole or not at all. A text that several papers share
    is read once. `progress` hears a stage's name, units done and units in all; `on_problem` each
    warning. Raises `InputError` where no paper was found, and what readers, engines and writing
    raise.
    """
    progress("read", 0, 0)
    reading = readers.read(inputs, on_problem=on_problem)
    if not len(reading):
        raise InputError("E005", paths=", ".join(str(one) for one in inputs))
    total = sum(1 for _ in _papers(reading, shard))
    done = 0

    def counted() -> Iterator[Extraction]:
        nonlocal done
        with closing(engines.extract(_papers(reading, shard), options)) as extractions:
            for extraction in extractions:
                yield extraction
                done += 1
                progress("extract", done, total)

    progress("extract", 0, total)
    write_shard(out, Header(extract.fingerprint(), shard), counted())
    return done


def _papers(reading: readers.Reading, shard: Shard) -> Iterator[Paper]:
    """Yield the papers of a shard whose text was not in it before."""
    seen = set[bytes]()
    for paper in reading:
        key = content_key(paper)
        if shard.holds(paper) and key not in seen:
            seen.add(key)
            yield paper
