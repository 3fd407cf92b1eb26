"""Curves: whole builds by number of abstracts and jobs, and the store by number of triples.

    python benchmarks/growth.py abstracts.jsonl.gz --papers 1000 5000 20000 --jobs 1 2
    python benchmarks/growth.py --triples 1000 10000 100000 1000000 5000000

Every figure is that of a process of its own. Prints Markdown; `--json FILE` writes the same figures for a
program.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import build
import graph


def builds(source: Path, sizes: Sequence[int], jobs: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield, for each size and number of jobs, seconds of processor and clock and peak memory."""
    for papers in sizes:
        for count in jobs:
            with tempfile.TemporaryDirectory() as name:
                listed = Path(name) / "list.jsonl"
                build.cut(source, papers, listed)
                found = build.run("build", listed, Path(name) / "out", count)
            yield {
                "papers": papers,
                "jobs": count,
                "seconds": found["seconds"],
                "wall": found["wall"],
                "megabytes": found["megabytes"]["page"],
            }


def stores(sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield, for each number of triples, what mapping, loading, six queries, Turtle and one look-up take."""
    for wanted in sizes:
        papers = str(max(1, wanted // graph.TRIPLES_A_PAPER))
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "graph"
            mapped, loaded = graph.run("map", folder, papers), graph.run("load_disk", folder)
            asked, written = graph.run("query", folder), graph.run("export", folder)
            looked, counted = graph.run("lookup", folder), graph.run("provenance", folder)
        yield {
            "triples": counted["triples"],
            "mapping and Turtle": mapped["cpu"],
            "load": loaded["cpu"],
            "six queries": sum(asked[query]["seconds"] for query in graph.QUERIES),
            "Turtle, sorted": written["seconds"],
            "label look-up": looked["lookup seconds"],
        }


def report(built: Sequence[dict[str, Any]], stored: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield Markdown."""
    if built:
        yield "| abstracts | jobs | CPU s | seconds | abstracts a second | peak memory of the first process, MB |"
        yield "|---:|---:|---:|---:|---:|---:|"
    for row in built:
        rate = row["papers"] / row["wall"]
        yield (
            f"| {row['papers']:,} | {row['jobs']} | {row['seconds']:.0f} | {row['wall']:.0f} "
            f"| {rate:.1f} | {row['megabytes']:.0f} |"
        )
    if built and stored:
        yield ""
    if stored:
        steps = [name for name in stored[0] if name != "triples"]
        yield f"| triples | {', CPU s | '.join(steps)}, CPU s |"
        yield f"|---:|{'---:|' * len(steps)}"
        for row in stored:
            cells = " | ".join(f"{row[step]:.2f}" for step in steps)
            yield f"| {row['triples']:,} | {cells} |"


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--papers", type=int, nargs="*", default=[])
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--triples", type=int, nargs="*", default=[])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.papers and options.file is None:
        parser.error("--papers needs a file of abstracts")
    built = list(builds(options.file, options.papers, options.jobs))
    stored = list(stores(options.triples))
    print("\n".join(report(built, stored)))
    if options.json:
        text = json.dumps({"builds": built, "stores": stored}, indent=1)
        options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
