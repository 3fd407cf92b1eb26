"""Measure linking: mentions a CPU second, and the memory that grows with the corpus.

    python benchmarks/linking.py FILE.jsonl[.gz] [--papers N] [--top N]

FILE has one object a line with `id`, `title` and `abstract`. Papers are read first (extraction is not
timed) and kept packed, so that memory and time are those of linking. `--top` prints the most
frequent concepts and the largest sets of spellings, to be read by eye.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from kg.cache import ExtractionCache
from kg.extract import extract, fingerprint
from kg.extract.data import Extraction
from kg.link import link
from kg.link.data import Concept
from kg.link.index import index_of
from kg.papers import Paper
from kg.vocabulary import Vocabulary, load

_BATCH = 500


def papers(path: Path) -> Iterator[Paper]:
    """Read papers from JSON lines."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield Paper(str(row["id"]), row.get("title") or "", row.get("abstract") or "")


def main() -> None:
    """Run the benchmark and print a few lines."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("file", type=Path)
    parser.add_argument("--papers", type=int, default=20_000)
    parser.add_argument("--top", type=int, default=0)
    options = parser.parse_args()
    vocabulary = load()
    index_of(vocabulary)
    with (
        tempfile.TemporaryDirectory() as folder,
        ExtractionCache(Path(folder) / "cache.sqlite", fingerprint()) as cache,
    ):
        chosen = list({p.id: p for p in islice(papers(options.file), options.papers)}.values())
        cache.begin()
        cache.list(chosen)
        done = extract(chosen)
        while batch := list(islice(done, _BATCH)):
            cache.add(batch)
        del chosen, batch
        measure(cache.corpus, vocabulary, options.top)


class _Timed:
    """Extractions whose unpacking is timed, to be taken off the time of linking."""

    def __init__(self, corpus: Iterable[Extraction]) -> None:
        self.corpus = corpus
        self.seconds = 0.0
        self.mentions = 0

    def __iter__(self) -> Iterator[Extraction]:
        stream = iter(self.corpus)
        while True:
            start = time.process_time()
            extraction = next(stream, None)
            self.seconds += time.process_time() - start
            if extraction is None:
                return
            self.mentions += len(extraction.mentions)
            yield extraction


def measure(corpus: Callable[[], Iterable[Extraction]], vocabulary: Vocabulary, top: int) -> None:
    """Link a corpus twice, once for time and once for memory, and print both."""
    timed = _Timed(corpus())
    start = time.process_time()
    linked = link(timed, vocabulary)
    first = time.process_time() - start - timed.seconds
    mentions = timed.mentions
    timed.seconds = 0.0
    start = time.process_time()
    statements = sum(len(paper.occurrences) for paper in linked.papers)
    second = time.process_time() - start - timed.seconds
    start = time.process_time()
    concepts = sum(1 for _ in linked.concepts.values())
    making = time.process_time() - start
    print(f"{mentions:,} mentions, {concepts:,} concepts, {statements:,} occurrences")
    print(
        f"first pass {first:.1f} s, second {second:.1f} s, making all concepts {making:.1f} s (CPU)"
    )
    print(f"{mentions / (first + second):,.0f} mentions a CPU second")
    if top:
        show(list(linked.concepts.values()), top)
    del linked
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    linked = link(corpus(), vocabulary)
    after, peak = tracemalloc.get_traced_memory()
    print(
        f"table {(after - before) / 1e6:.0f} MB, at most {(peak - before) / 1e6:.0f} MB while linking"
    )
    del linked


def show(concepts: list[Concept], top: int) -> None:
    """Print the most frequent concepts and those with the most spellings."""
    concepts.sort(key=lambda c: (-c.mention_count, c.id))
    print(f"\nthe {top} most frequent concepts")
    for concept in concepts[:top]:
        print(f"{concept.mention_count:7} {concept.id}: {spellings(concept)}")
    concepts.sort(key=lambda c: (-len(folded(c)), c.id))
    print(f"\nthe {top} concepts with most spellings")
    for concept in concepts[:top]:
        print(f"{len(folded(concept)):7} {concept.id}: {spellings(concept)}")


def folded(concept: Concept) -> set[str]:
    """Return the spellings of a concept that differ by more than case."""
    return {alias.text.casefold() for alias in concept.aliases if alias.count}


def spellings(concept: Concept) -> str:
    """Return the spellings found in text with their counts."""
    return "; ".join(f"{alias.text} {alias.count}" for alias in concept.aliases if alias.count)[
        :600
    ]


if __name__ == "__main__":
    main()
