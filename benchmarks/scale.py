"""Every stage but the reading of texts, at growing sizes: seconds, memory, triples and bytes a paper.

    python benchmarks/scale.py 1000 4000 16000

The papers are made up in the shape of real abstracts (28 mentions and 10 relations each, few names
frequent and most in one paper only), and so is what an extractor finds in them; the rest is a true `kg build`.
Each size runs in a process of its own; seconds are those of the processor. Prints Markdown.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.build import Stages, load, peak, used  # noqa: E402
from kg.engines import EngineOptions  # noqa: E402
from kg.extract.data import Extraction, Mention, Relation  # noqa: E402
from kg.papers import Paper  # noqa: E402
from kg.schema import ENTITY_TYPES, RELATIONS  # noqa: E402

MENTIONS: Final = 28
RELATED: Final = 10
FRESH: Final = 0.4
"""Share of mentions of what no other paper mentions: 12 concepts a paper, as in 5,000 real ones."""
NAME: Final = re.compile(rf"\b({'|'.join(ENTITY_TYPES)}) (\w+)")
SENTENCE: Final = re.compile(r"[^.]+\.")


def corpus(path: Path, papers: int) -> None:
    """Write papers of ten sentences; each is the same in a corpus of any size."""
    names = max(200, int(20 * papers**0.6))
    with path.open("w", encoding="utf-8") as out:
        for number in range(papers):
            chance = random.Random(number)
            sentences = []
            fresh = 0
            for _ in range(10):
                words = [f"word{chance.randrange(20_000)}" for _ in range(14)]
                for _ in range(3):
                    name = int(names * chance.random() ** 3)
                    if chance.random() < FRESH:
                        fresh += 1
                        name = 10**6 * (number + 1) + fresh
                    kind = ENTITY_TYPES[name % len(ENTITY_TYPES)]
                    words.insert(chance.randrange(len(words)), f"{kind} {_spelled(name)}")
                sentences.append(" ".join(words) + ".")
            title = f"On {_spelled(number)} and {_spelled(chance.randrange(10**6))}"
            row = {"title": title, "abstract": " ".join(sentences), "year": 1990 + number % 35}
            out.write(json.dumps({**row, "doi": f"10.1000/{number}"}) + "\n")


def _spelled(number: int) -> str:
    """Write a number in letters, so that it looks like a name and not like a version."""
    return "".join("bcdfghjklm"[int(digit)] + "a" for digit in str(number))


def apply(
    function: Callable[[list[Paper]], list[Extraction]],
    items: Iterable[list[Paper]],
    options: EngineOptions,
) -> Generator[list[Extraction], None, None]:
    """Make up what an extractor finds in papers; an engine that calls no function."""
    for papers in items:
        yield [_extraction(paper) for paper in papers]


def _extraction(paper: Paper) -> Extraction:
    text = paper.text
    spans = tuple((m.start(), m.end()) for m in SENTENCE.finditer(text))
    found = list(NAME.finditer(text))[:MENTIONS]
    mentions = tuple(
        Mention(m.start(2), m.end(2), m[1], m[2], 0.9, ("model", "vocabulary")) for m in found
    )
    relations = []
    for head, tail in ((i, j) for i in range(len(mentions)) for j in (i + 1, i + 2)):
        if tail >= len(mentions) or len(relations) == RELATED:
            continue
        for name, kind in RELATIONS.items():
            if name != "sameAs" and kind.accepts(mentions[head].type, mentions[tail].type):
                span = next(s for s in spans if s[1] > mentions[head].start)
                relations.append(Relation(head, tail, name, 0.8, ("model",), span))
                break
    return Extraction(paper, spans, mentions, tuple(relations))


def one_size(papers: int) -> dict[str, Any]:
    """Build a corpus of this size and say what it took."""
    from kg.build import CACHE, BuildOptions, build
    from kg.engines import ENGINES
    from kg.graph import Graph

    load()
    ENGINES["synthetic"] = (__name__, "")
    with tempfile.TemporaryDirectory() as name:
        source, out = Path(name) / "list.jsonl", Path(name) / "out"
        corpus(source, papers)
        stages, start = Stages(), used()
        result = build([source], out, BuildOptions(engine="synthetic"), progress=stages)
        stages("", 0, 0)
        assert result.extracted == papers
        with Graph.open(out) as graph:
            triples = len(graph)
        store = sum(f.stat().st_size for f in (out / "store").rglob("*") if f.is_file())
        files = {f.name: f.stat().st_size for f in out.iterdir() if f.is_file()}
        return {
            "papers": papers,
            "seconds": used() - start,
            "stages": stages.seconds,
            "megabytes": peak(),
            "by stage": stages.megabytes,
            "concepts": result.outcome.concepts,
            "triples": triples,
            "bytes": {
                "graph.ttl": files["graph.ttl"],
                "store": store,
                "cache": files[CACHE],
                "graph.html": files["graph.html"],
            },
        }


def report(rows: list[dict[str, Any]]) -> str:
    """Return Markdown: one column a size."""
    lines = [
        "| | " + " | ".join(f"{row['papers']:,} papers" for row in rows) + " |",
        "|---|" + "---:|" * len(rows),
    ]

    def line(name: str, cells: Iterable[str]) -> None:
        lines.append(f"| {name} | " + " | ".join(cells) + " |")

    for stage in rows[0]["stages"]:
        line(
            f"{stage}, CPU ms a paper",
            (f"{1000 * row['stages'][stage] / row['papers']:.2f}" for row in rows),
        )
    line("all stages, CPU ms a paper", (f"{1000 * r['seconds'] / r['papers']:.2f}" for r in rows))
    for stage in ("extract", "link", "graph", "store", "page"):
        line(
            f"peak memory by the end of {stage}, MB", (f"{r['by stage'][stage]:.0f}" for r in rows)
        )
    line("concepts", (f"{row['concepts']:,}" for row in rows))
    line("triples a paper", (f"{row['triples'] / row['papers']:.0f}" for row in rows))
    for name in rows[0]["bytes"]:
        line(f"{name}, kB a paper", (f"{r['bytes'][name] / r['papers'] / 1000:.1f}" for r in rows))
    return "\n".join(lines)


def main() -> None:
    """Run all sizes, or one."""
    if sys.argv[1:2] == ["--one"]:
        # As the engine's module it must have a name to be imported by.
        from benchmarks import scale

        print(json.dumps(scale.one_size(int(sys.argv[2]))))
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("sizes", type=int, nargs="+")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = []
    for size in options.sizes:
        command = [sys.executable, __file__, "--one", str(size)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        rows.append(json.loads(done.stdout.splitlines()[-1]))
        print(rows[-1], file=sys.stderr, flush=True)
    print(report(rows))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
