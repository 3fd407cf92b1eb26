"""All benchmarks in one go: ratios against named peers, as Markdown and JSON.

    python benchmarks/run.py abstracts.jsonl.gz --compare en_core_web_sm -o results/

FILE has one object a line with `id`, `title` and `abstract`, gzipped or not. Trust ratios: both sides
of each were measured in the same run. Seconds are those of the processor, yet they vary with what
else the machine does. `--only NAME` runs some; `--papers` and `--triples` set the sizes.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from plot import plot

FOLDER: Final = Path(__file__).resolve().parent
PEERED: Final = 500
"""Abstracts that peers read at most: some are slow."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """One ratio, larger is better where it compares speeds; `wanted` is empty where nothing is asked."""

    name: str
    value: float
    wanted: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one benchmark found: its ratios, and all that it printed."""

    ratios: tuple[Ratio, ...]
    text: str
    plots: dict[str, str] = field(default_factory=dict)
    """SVG by file name."""


def script(name: str, *arguments: object) -> str:
    """Run a benchmark and return what it printed."""
    command = [sys.executable, str(FOLDER / f"{name}.py"), *map(str, arguments)]
    alone = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=alone)
    if done.returncode:
        raise RuntimeError(f"{name}: {done.stderr.strip()}")
    return done.stdout.strip()


def build(options: argparse.Namespace) -> Outcome:
    """The whole of a build."""
    sizes = ("--memory", *options.memory) if options.memory else ()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "build.json"
        peer = ("--compare", options.compare) if options.compare else ()
        text = script(
            "build", options.file, "--papers", options.papers, *peer, *sizes, "--json", path
        )
        found = json.loads(path.read_text(encoding="utf-8"))
    return Outcome(tuple(Ratio(**row) for row in found["ratios"]), text)


def extraction(options: argparse.Namespace) -> Outcome:
    """Extraction alone."""
    peer = ("--compare", options.compare) if options.compare else ()
    text = script("extraction", options.file, "--papers", options.papers, *peer)
    found = json.loads(text)
    ratios = (
        Ratio(
            f"abstracts a CPU second, extraction : {name}",
            found["kg"]["papers_per_cpu_second"] / other["papers_per_cpu_second"],
        )
        for name, other in found.items()
        if name != "kg"
    )
    return Outcome(tuple(ratios), text)


def linking(options: argparse.Namespace) -> Outcome:
    """Linking alone."""
    return Outcome((), script("linking", options.file, "--papers", options.papers))


def graph(options: argparse.Namespace) -> Outcome:
    """Mapping, loading, asking and writing, against rdflib."""
    text = script("graph", "--triples", options.triples, "--large", options.large)
    return Outcome(tuple(_rows(text)), text)


def _rows(text: str) -> Iterator[Ratio]:
    """Yield the ratios of a table `step | kg | peer | ratio`, which have all four cells."""
    peer = ""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 4 or not cells[3]:
            continue
        if cells[3] == "ratio":
            peer = cells[2].partition(",")[0]
        elif peer and not cells[3].startswith("-"):
            yield Ratio(f"speed, {cells[0]} : {peer}", float(cells[3]))


def peers(options: argparse.Namespace) -> Outcome:
    """Tools that do a part of the same, where they can be installed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "peers.json"
        small = min(options.papers, PEERED)
        made = Path(folder) / "made"
        command = [sys.executable, "-m", "kg", "build", "--sample", "-q", "-o", str(made)]
        subprocess.run(command, check=True)
        text = script(
            "peers",
            options.file,
            *("--papers", small, "--graph", made / "graph.ttl", "--json", path),
            *("--python", *(options.peers or [sys.executable])),
            *(("--package", options.compare) if options.compare else ()),
        )
        rows = json.loads(path.read_text(encoding="utf-8"))
    ratios = (Ratio(f"speed, {r['what']} : {r['peer']}", r["ratio"]) for r in rows if r["ratio"])
    return Outcome(tuple(ratios), text)


def scale(options: argparse.Namespace) -> Outcome:
    """Growth with the number of papers, reading of texts left out."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scale.json"
        text = script("scale", *options.sizes, "--json", path)
        rows = json.loads(path.read_text(encoding="utf-8"))
    return Outcome((), text, growth(rows))


def growth(rows: list[dict[str, Any]]) -> dict[str, str]:
    """Return pictures of how time, memory and size grow with the number of papers, by file name."""
    stages = [stage for stage in rows[0]["stages"] if stage not in ("read", "extract")]
    seconds = {
        stage: [(row["papers"], max(row["stages"][stage], 0.01)) for row in rows]
        for stage in stages
    }
    memory = {"peak": [(row["papers"], row["megabytes"]) for row in rows]}
    size = {
        name: [(row["papers"], row["bytes"][name] / 1e6) for row in rows]
        for name in rows[0]["bytes"]
    }
    return {
        "seconds.svg": plot("Processor time by stage", "papers", "CPU seconds", seconds),
        "memory.svg": plot("Peak memory", "papers", "MB", memory),
        "bytes.svg": plot("Size of the result", "papers", "MB", size),
    }


def curves(options: argparse.Namespace) -> Outcome:
    """Growth of whole builds with papers and jobs, and of the store with triples."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "growth.json"
        sizes = ("--papers", *options.sizes, "--triples", *options.stores)
        text = script("growth", options.file, *sizes, "--json", path)
        found = json.loads(path.read_text(encoding="utf-8"))
    speed: dict[str, list[tuple[float, float]]] = {}
    for row in found["builds"]:
        name = f"{row['jobs']} job" + "s" * (row["jobs"] > 1)
        speed.setdefault(name, []).append((row["papers"], row["papers"] / row["wall"]))
    steps = {
        step: [(row["triples"], max(row[step], 0.001)) for row in found["stores"]]
        for step in found["stores"][0]
        if step != "triples"
    }
    return Outcome(
        (),
        text,
        {
            "jobs.svg": plot("Builds by size and jobs", "papers", "abstracts a second", speed),
            "triples.svg": plot("The store by size", "triples", "CPU seconds", steps),
        },
    )


def readers(options: argparse.Namespace) -> Outcome:
    """Reading lists of each format."""
    return Outcome((), script("readers", "bibtex", "ris", "jsonl"))


def page(options: argparse.Namespace) -> Outcome:
    """Writing the page and drawing it in Chromium."""
    return Outcome((), script("page"))


BENCHMARKS: Final[dict[str, Callable[[argparse.Namespace], Outcome]]] = {
    "build": build,
    "extraction": extraction,
    "linking": linking,
    "graph": graph,
    "readers": readers,
    "page": page,
    "peers": peers,
    "scale": scale,
    "curves": curves,
}


def markdown(outcomes: dict[str, Outcome], failed: dict[str, str]) -> Iterator[str]:
    """Yield the report: ratios in one table, then what each benchmark printed."""
    yield "# Benchmarks"
    yield ""
    yield "| benchmark | ratio | measured | wanted |"
    yield "|---|---|---:|---:|"
    for name, outcome in outcomes.items():
        for ratio in outcome.ratios:
            yield f"| {name} | {ratio.name} | {ratio.value:.2f} | {ratio.wanted} |"
    for name, reason in failed.items():
        yield f"| {name} | did not run: {reason.splitlines()[-1]} | | |"
    for name, outcome in outcomes.items():
        yield ""
        yield f"## {name}"
        yield ""
        plain = not outcome.text.lstrip().startswith(("#", "|"))
        yield f"```\n{outcome.text}\n```" if plain else outcome.text.replace("\n#", "\n##")
        for file in outcome.plots:
            yield ""
            yield f"![{file.removesuffix('.svg')}]({file})"


def record(outcomes: dict[str, Outcome], failed: dict[str, str]) -> dict[str, Any]:
    """Return the same for a program, with what it was measured on."""
    return {
        "machine": {
            "cores": os.cpu_count(),
            "system": platform.system(),
            "processor": platform.machine(),
            "python": platform.python_version(),
        },
        "benchmarks": {
            name: {"ratios": [asdict(ratio) for ratio in outcome.ratios], "text": outcome.text}
            for name, outcome in outcomes.items()
        },
        "failed": failed,
    }


def main() -> None:
    """Run the benchmarks and write results.md and results.json; exit with 1 if one did not run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--compare", default="", metavar="PACKAGE", help="a spaCy package")
    parser.add_argument("--papers", type=int, default=5000)
    parser.add_argument("--memory", type=int, nargs=2, default=[], metavar=("SMALL", "LARGE"))
    parser.add_argument("--triples", type=int, default=1_000_000)
    parser.add_argument("--large", type=int, default=0)
    parser.add_argument(
        "--peers", nargs="+", default=[], metavar="PYTHON", help="see benchmarks/peers.py"
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 5000, 20000])
    parser.add_argument(
        "--stores", type=int, nargs="+", default=[1000, 10_000, 100_000, 1_000_000, 5_000_000]
    )
    parser.add_argument("--only", action="append", choices=sorted(BENCHMARKS), metavar="NAME")
    parser.add_argument("-o", "--out", type=Path, default=Path("results"))
    options = parser.parse_args()
    outcomes: dict[str, Outcome] = {}
    failed: dict[str, str] = {}
    for name in options.only or BENCHMARKS:
        print(f"running {name}", file=sys.stderr, flush=True)
        try:
            outcomes[name] = BENCHMARKS[name](options)
        except RuntimeError as error:
            failed[name] = str(error)
            print(error, file=sys.stderr, flush=True)
    options.out.mkdir(parents=True, exist_ok=True)
    text = "\n".join(markdown(outcomes, failed)) + "\n"
    (options.out / "results.md").write_text(text, encoding="utf-8")
    for outcome in outcomes.values():
        for name, picture in outcome.plots.items():
            (options.out / name).write_text(picture, encoding="utf-8")
    found = json.dumps(record(outcomes, failed), indent=1, ensure_ascii=False)
    (options.out / "results.json").write_text(found + "\n", encoding="utf-8")
    print(text)
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    main()
