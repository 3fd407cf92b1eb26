"""Speed and memory of extraction: papers a CPU second, CPU seconds to the first result, peak memory.

    python benchmarks/extraction.py abstracts.jsonl.gz --papers 2000 --compare en_core_web_sm

Each measurement runs in a process of its own, on one thread. With `--compare` the same texts go
through `nlp.pipe` of an installed spaCy package in the same run, as a yardstick for the machine.
"""

from __future__ import annotations

import argparse
import gzip
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from kg.papers import Paper


def papers(path: Path) -> Iterator[Paper]:
    """Read papers from JSON lines with `title` and `abstract`, gzipped or not."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield Paper(record["id"], record.get("title") or "", record.get("abstract") or "")


def measure_kg(path: Path, count: int) -> dict[str, float]:
    """Read `count` papers as a stream."""
    began = time.process_time()
    from kg.extract import extract

    first = len(list(extract(islice(papers(path), 1))))
    ready = time.process_time()
    found = sum(len(extraction.mentions) for extraction in extract(islice(papers(path), count)))
    return _result(count, found, ready - began, time.process_time() - ready, first)


def measure_spacy(path: Path, count: int, name: str) -> dict[str, float]:
    """Read the same texts with the whole pipe of a spaCy package."""
    began = time.process_time()
    import spacy

    nlp = spacy.load(name)
    first = len([nlp(paper.text) for paper in islice(papers(path), 1)])
    ready = time.process_time()
    texts = (paper.text for paper in islice(papers(path), count))
    found = sum(len(doc.ents) for doc in nlp.pipe(texts))
    return _result(count, found, ready - began, time.process_time() - ready, first)


def _result(count: int, found: int, load: float, total: float, first: int) -> dict[str, float]:
    # The first text is read once before the clock of reading starts: a pipe that works in batches
    # gives its first result late, which says nothing about how long loading takes.
    assert first == 1
    return {
        "papers": count,
        "found": found,
        "cpu_to_first": round(load, 2),
        "papers_per_cpu_second": round(count / max(total, 1e-9), 2),
        "peak_megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def main() -> None:
    """Run the measurements and print them as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--papers", type=int, default=2000)
    parser.add_argument("--compare", default="", metavar="PACKAGE")
    parser.add_argument("--only", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only == "kg":
        print(json.dumps(measure_kg(options.path, options.papers)))
    elif options.only:
        print(json.dumps(measure_spacy(options.path, options.papers, options.only)))
    else:
        results = {}
        for name in filter(None, ("kg", options.compare)):
            command = [sys.executable, __file__, str(options.path), "--papers", str(options.papers)]
            done = subprocess.run(
                [*command, "--only", name], check=True, capture_output=True, text=True
            )
            results[name] = json.loads(done.stdout)
        print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
