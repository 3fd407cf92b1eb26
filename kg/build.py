"""The main job: from reading lists to a folder with graph, store, page and report."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from kg import __version__, engines, extract, graph, link, readers
from kg.cache import ExtractionCache
from kg.cache.shard import take_over
from kg.errors import InputError, OutputError, UsageError
from kg.extract.data import Extraction
from kg.files import naming
from kg.graph.store import GRAPH_FILE, locate
from kg.memory import rarely_collected
from kg.outcome import Outcome, hashes, stamp
from kg.result import Maker, Progress

CACHE: Final = "extractions.sqlite"
"""Name, in the output folder, of the file that keeps what was read in each paper."""
_BATCH: Final = 64
_LOADERS: Final = 2
"""Threads that load the store at most; more would only wait for its disk."""
_MAKING: Final = ".building-"
_ALLOCATIONS: Final = 200_000
"""New objects after which Python looks for garbage in cycles; its own 700 cost a tenth of the time."""


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What a build may be told; the defaults suit a reading list on a laptop.

    `jobs` is the number of processes that read texts, `engine` what runs them and `address` the
    cluster it runs them on; `shards` are files of `kg extract-shard`, or folders of them, whose
    papers need not be read again; `evidence` a level of `kg.graph`; `title` names the page; `curation`
    is a curation file. Raises `UsageError` E402 for another level, and what `kg.engines.engine`
    raises.
    """

    jobs: int = 1
    evidence: str = "full"
    title: str = ""
    curation: Path | None = None
    engine: str = "local"
    address: str = ""
    shards: tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        engines.engine(self.engine)
        if self.evidence not in graph.EVIDENCE_LEVELS:
            known = ", ".join(graph.EVIDENCE_LEVELS)
            raise UsageError("E402", level=self.evidence, known=known)


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What a build made; `extracted` counts the papers whose text was not in the cache yet.

    `unchanged` says that the result was there already, so that it was left as it is.
    """

    files: tuple[readers.FileReport, ...]
    outcome: Outcome
    extracted: int
    unchanged: bool


def build(
    inputs: Sequence[str | Path],
    out: Path,
    options: BuildOptions | None = None,
    *,
    progress: Progress = lambda stage, done, total: None,
    on_problem: Callable[[str], None] | None = None,
) -> BuildResult:
    """Build the graph of the papers in `inputs` into the folder `out`.

    Everything is made beside the previous result and put in its place only when all of it is
    complete; texts read before an interruption are not read again. `on_problem` hears each
    warning. Raises `InputError` where no paper was found, `OutputError` where `out` cannot be
    written or another build is writing to it.
    """
    progress("read", 0, 0)
    reading = readers.read(inputs, on_problem=on_problem)
    if not len(reading):
        raise InputError("E005", paths=", ".join(str(one) for one in inputs))
    return _build(reading, out, options or BuildOptions(), progress, on_problem)


def merge(
    folders: Sequence[Path],
    out: Path,
    options: BuildOptions | None = None,
    *,
    progress: Progress = lambda stage, done, total: None,
    on_problem: Callable[[str], None] | None = None,
) -> BuildResult:
    """Build into `out` the graph of all papers that the builds in `folders` have read.

    The graph is, byte for byte, that of one build of all their files in this order. What was read
    of a paper is taken over; only papers that grew by a record elsewhere are read again. Raises
    `InputError` E007 for a folder without kept records, `UsageError` E026 where `out` is one of them,
    and what `build` raises.
    """
    if out.exists() and any(folder.exists() and folder.samefile(out) for folder in folders):
        raise UsageError("E026", path=out)
    with ExitStack() as stack:
        caches = []
        for folder in folders:
            if not (folder / CACHE).is_file():
                raise InputError("E007", path=folder)
            caches.append(
                stack.enter_context(
                    ExtractionCache(folder / CACHE, extract.fingerprint(), create=False)
                )
            )
        progress("read", 0, 0)
        reading = readers.gather(
            (folder.name, cache.records(), cache.records(contexts=True))
            for folder, cache in zip(folders, caches, strict=True)
        )
        if not len(reading):
            raise InputError("E007", path=", ".join(map(str, folders)))
        return _build(reading, out, options or BuildOptions(), progress, on_problem, caches)


def _build(
    reading: readers.Reading,
    out: Path,
    options: BuildOptions,
    progress: Progress,
    on_problem: Callable[[str], None] | None,
    known: Iterable[ExtractionCache] = (),
) -> BuildResult:
    """Build the graph of what was read; `known` caches lend the extractions that they hold."""
    curation = link.read_curation(options.curation) if options.curation else None
    created = not out.exists()
    try:
        with ExtractionCache(out / CACHE, extract.fingerprint()) as cache:
            # A run that was killed may have left a finished result half in its place.
            graph.settle(out)
            _sweep(out)
            for other in known:
                cache.absorb(other.entries())
            take_over(cache, options.shards, on_problem or (lambda problem: None))
            extracted = _extract(cache, reading, options, progress)
            seal = _seal(cache, reading, options)
            outcome = Outcome.decode(cache.note)
            unchanged = outcome is not None and outcome.stamp == seal and outcome.is_in(out)
            if unchanged:
                # A store that is missing or damaged is made again from the graph, which is whole.
                locate(out, thorough=True)
            if outcome is None or not unchanged:
                with _staging(out) as staging, rarely_collected(_ALLOCATIONS):
                    # What was changed by hand since is no help.
                    previous = out if outcome and outcome.is_in(out, GRAPH_FILE) else None
                    maker = Maker(
                        cache.corpus(),
                        curation,
                        reading,
                        options.evidence,
                        options.title,
                        min(options.jobs, _LOADERS),
                        progress,
                        on_problem,
                    )
                    findings, validation = maker.make(staging, previous)
                    outcome = Outcome(
                        seal,
                        findings.papers - findings.context_papers,
                        findings.concepts.total(),
                        sum(findings.statements.values()),
                        tuple(validation.lines()),
                        hashes(staging),
                    )
                    graph.publish(staging, out)
            cache.publish(outcome.encode())
            cache.prune()
    except sqlite3.OperationalError as error:
        raise OutputError("E020", path=out / CACHE, reason=error) from error
    except sqlite3.DatabaseError as error:
        raise InputError("E023", path=out / CACHE, reason=error) from error
    except BaseException:
        if created:
            _remove_if_empty(out)
        raise
    return BuildResult(reading.files, outcome, extracted, unchanged)


def _seal(cache: ExtractionCache, reading: readers.Reading, options: BuildOptions) -> str:
    """Hash all that the result depends on; who reads the texts, and in how many processes, is none of it."""
    curation = str(options.curation.read_bytes()) if options.curation else ""
    counts = f"{len(reading.contexts)} {reading.files}"
    return stamp((__version__, cache.digest(), counts, options.evidence, options.title, curation))


def _extract(
    cache: ExtractionCache, reading: readers.Reading, options: BuildOptions, progress: Progress
) -> int:
    cache.begin()
    cache.list(reading)
    cache.keep(reading.records, reading.contexts_read)
    contexts = [paper for paper in reading.contexts if not cache.listed(paper.id)]
    cache.list(contexts)
    # Of the paper that a list is about only a shortened title is known: nothing to read.
    cache.add(Extraction(paper, (), ()) for paper in contexts)
    total = cache.count_missing()
    done = 0
    progress("extract", 0, total)
    engine = engines.EngineOptions(options.engine, options.jobs, options.address)
    with closing(engines.extract(cache.missing(), engine)) as extractions:
        for batch in _batches(extractions):
            cache.add(batch)
            done += len(batch)
            progress("extract", done, total)
    return total


def _batches(items: Iterator[Extraction]) -> Iterator[list[Extraction]]:
    while batch := list(islice(items, _BATCH)):
        yield batch


def _sweep(out: Path) -> None:
    """Remove what a killed run left of a result in the making."""
    for stale in out.glob(f"{_MAKING}*"):
        shutil.rmtree(stale, ignore_errors=True)


@contextmanager
def _staging(out: Path) -> Iterator[Path]:
    """Make a folder inside `out` for the result in the making; it is gone afterwards, whatever happens."""
    with naming(out):
        folder = Path(tempfile.mkdtemp(prefix=_MAKING, dir=out))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_if_empty(out: Path) -> None:
    """Leave no folder behind that holds nothing but an empty cache."""
    if out.is_dir() and not any(entry.name != CACHE for entry in out.iterdir()):
        with ExtractionCache(out / CACHE, "") as cache:
            kept = cache.counts()["extractions"]
        if not kept:
            shutil.rmtree(out, ignore_errors=True)
