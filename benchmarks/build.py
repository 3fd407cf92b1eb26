"""The whole of `kg build` against bare spaCy, and against itself: cold, again, one paper more, two jobs.

    python benchmarks/build.py abstracts.jsonl.gz --papers 5000 --compare en_core_web_sm

FILE has one object a line with `id`, `title` and `abstract`, gzipped or not. Every figure is that of
a process of its own on one thread a process; seconds are those of the processor but where it says
`wall`. `--memory 2000 20000` adds the peak memory of builds of these sizes. Prints Markdown;
`--json FILE` writes the same figures for a program.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final

SPARE: Final = 1
"""Papers beyond those of the first build, added for the last one."""


def cut(source: Path, count: int, target: Path) -> None:
    """Write the first `count` lines of a file."""
    opener = gzip.open if source.suffix == ".gz" else open
    with (
        opener(source, "rt", encoding="utf-8") as lines,
        target.open("w", encoding="utf-8") as out,
    ):
        written = sum(1 for line in islice(lines, count) if out.write(line))
    if written < count:
        raise SystemExit(f"{source}: {count} lines are needed, {written} are there")


def step_spacy(source: Path, package: str) -> dict[str, Any]:
    """Read the texts with the whole pipe of a spaCy package, loaded before the clock starts."""
    import spacy

    texts = []
    with source.open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            texts.append(f"{record.get('title') or ''}. {record.get('abstract') or ''}")
    nlp = spacy.load(package)
    nlp(texts[0])
    start = time.process_time()
    found = sum(len(doc.ents) for doc in nlp.pipe(texts))
    return {"seconds": time.process_time() - start, "papers": len(texts), "found": found}


class Stages:
    """Hears of a build's progress and notes what each stage took: seconds, and the peak of memory by its end."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.megabytes: dict[str, float] = {}
        self._stage = ""
        self._since = used()

    def __call__(self, stage: str, done: int, total: int) -> None:
        if stage == self._stage:
            return
        now = used()
        if self._stage:
            self.seconds[self._stage] = now - self._since
            self.megabytes[self._stage] = peak()
        self._stage, self._since = stage, now


def load() -> None:
    """Import what a build needs, as the peer is loaded before its clock starts."""
    for module in ("kg.extract.pipeline", "kg.views.view", "networkx"):
        import_module(module)


def used() -> float:
    """Return the seconds of this process and of those it has waited for."""
    own = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in own)


def peak() -> float:
    """Return the most memory this process ever had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def step_build(source: Path, out: str, jobs: str) -> dict[str, Any]:
    """Build, with the seconds of each stage and those spent in the neural model."""
    import onnxruntime

    from kg.build import BuildOptions, build

    load()
    spent = 0.0
    plain = onnxruntime.InferenceSession.run

    def run(self: onnxruntime.InferenceSession, *inputs: Any, **named: Any) -> Any:
        nonlocal spent
        start = time.process_time()
        try:
            return plain(self, *inputs, **named)
        finally:
            spent += time.process_time() - start

    onnxruntime.InferenceSession.run = run
    stages = Stages()
    start, wall = used(), time.monotonic()
    result = build([source], Path(out), BuildOptions(jobs=int(jobs)), progress=stages)
    stages("", 0, 0)
    return {
        "seconds": used() - start,
        "wall": time.monotonic() - wall,
        "start": start,
        "extracted": result.extracted,
        "stages": stages.seconds,
        "model": spent,
        "megabytes": stages.megabytes,
    }


STEPS: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "spacy": step_spacy,
    "build": step_build,
}


def run(step: str, *arguments: object) -> dict[str, Any]:
    """Run one step in a process of its own."""
    command = [sys.executable, __file__, "--step", step, *map(str, arguments)]
    alone = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=alone)
    if done.returncode:
        raise SystemExit(done.stderr)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    print(step, *arguments[1:], result, file=sys.stderr, flush=True)
    return result


def measure(source: Path, papers: int, package: str, sizes: list[int]) -> dict[str, Any]:
    """Run every step and return what each found."""
    found: dict[str, Any] = {"papers": papers, "package": package}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for extra in ("first", "more"):
            (folder / extra).mkdir()
        # Of one name, so that a paper's source is the same in both.
        first, more = folder / "first" / "list.jsonl", folder / "more" / "list.jsonl"
        cut(source, papers, first)
        cut(source, papers + SPARE, more)
        if package:
            found["spacy"] = run("spacy", first, package)
        found["cold"] = run("build", first, folder / "one", 1)
        found["again"] = run("build", first, folder / "one", 1)
        found["more"] = run("build", more, folder / "one", 1)
        found["two jobs"] = run("build", first, folder / "two", 2)
        for size in sizes:
            cut(source, size, first)
            found[f"memory {size}"] = run("build", first, folder / f"size{size}", 1)
    return found


def figures(found: dict[str, Any], sizes: list[int]) -> Iterator[tuple[str, float, str]]:
    """Yield what is to be shown of the figures: a ratio's name, the ratio, what it should be."""
    cold, again, more, two = (found[name] for name in ("cold", "again", "more", "two jobs"))
    if "spacy" in found:
        name = f"abstracts a CPU second, kg build : {found['package']}"
        yield name, found["spacy"]["seconds"] / cold["seconds"], "≥ 0.6"
    yield (
        "share of CPU outside the neural model",
        1 - cold["model"] / cold["seconds"],
        "≤ 0.25",
    )
    yield "built again : first build, CPU", again["seconds"] / cold["seconds"], "≤ 0.05"
    yield "one paper added : first build, CPU", more["seconds"] / cold["seconds"], "≤ 0.10"
    yield "one job : two jobs, wall", cold["wall"] / two["wall"], "≥ 1.7"
    if len(sizes) == 2:
        one, other = (found[f"memory {size}"]["megabytes"] for size in sizes)
        for stage in ("extract", "link", "graph", "store", "page"):
            target = "≤ 1.2" if stage in ("extract", "page") else ""
            name = f"peak memory by the end of {stage}, {sizes[1]:,} : {sizes[0]:,} papers"
            yield name, other[stage] / one[stage], target


def report(found: dict[str, Any], sizes: list[int]) -> Iterator[str]:
    """Yield Markdown."""
    yield f"## kg build of {found['papers']:,} abstracts"
    yield ""
    yield "| ratio | measured | wanted |"
    yield "|---|---:|---:|"
    for name, value, target in figures(found, sizes):
        yield f"| {name} | {value:.3f} | {target} |"
    yield ""
    yield "| stage | first build, CPU s | share | again, CPU s | one more, CPU s |"
    yield "|---|---:|---:|---:|---:|"
    cold = found["cold"]
    for stage in cold["stages"]:
        row = [found[name]["stages"].get(stage, 0.0) for name in ("cold", "again", "more")]
        share = row[0] / cold["seconds"]
        yield f"| {stage} | {row[0]:.2f} | {share:.1%} | {row[1]:.2f} | {row[2]:.2f} |"
        if stage == "extract":
            model = cold["model"]
            yield f"| – in the neural model | {model:.2f} | {model / cold['seconds']:.1%} | | |"
    starts = [found[name]["start"] for name in ("cold", "again", "more")]
    yield f"| start of Python and imports, not counted | {starts[0]:.2f} | | {starts[1]:.2f} | {starts[2]:.2f} |"
    yield ""
    yield (
        "`graph` holds the second pass of linking, `page` the report and putting the result in "
        "place. `extract` holds the loading of the models."
    )


def main() -> None:
    """Run the benchmark, or one step of it."""
    if sys.argv[1:2] == ["--step"]:
        step, source, *arguments = sys.argv[2:]
        print(json.dumps(STEPS[step](Path(source), *arguments)))
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--papers", type=int, default=5000)
    parser.add_argument("--compare", default="", metavar="PACKAGE")
    parser.add_argument("--memory", type=int, nargs=2, default=[], metavar=("SMALL", "LARGE"))
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found = measure(options.file, options.papers, options.compare, options.memory)
    print("\n".join(report(found, options.memory)))
    if options.json:
        ratios = [
            {"name": name, "value": value, "wanted": target}
            for name, value, target in figures(found, options.memory)
        ]
        text = json.dumps({"ratios": ratios, "steps": found}, indent=1, ensure_ascii=False)
        options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
