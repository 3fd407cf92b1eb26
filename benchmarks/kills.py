"""Kill builds at random moments, start them again, and compare every byte with an undisturbed build.

    python benchmarks/kills.py --kills 30 --seed 1 [--rules]

The corpus are pairs of sentences of the bundled reading list, each a paper of its own. A moment is an amount of
processor time, drawn evenly from what an undisturbed build takes after its imports; every other
build starts over the result of a shorter list. With `--rules` the neural model is left out. Needs
Linux.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Final

FILES: Final = ("graph.ttl", "graph.html", "report.md", "rejected.jsonl", "linking.jsonl")
STAGES: Final = ("start", "read", "extract", "link", "graph", "store", "check", "page", "end")
_PRELOAD: Final = ("kg.build", "kg.extract.pipeline", "kg.views", "onnxruntime", "networkx")
_POLL: Final = 0.002


@dataclass(frozen=True, slots=True)
class Trial:
    """What a killed build left: the stage it was in, and how many papers its successor had to read."""

    stage: str
    reread: int
    wrong: tuple[str, ...]
    """Files that were neither as before nor as in the end after the kill, or not as in the end after all."""


class Kills:
    """Undisturbed builds of a corpus, and trials against them, in `folder`."""

    def __init__(self, folder: Path, texts: list[str], rules: bool) -> None:
        self._folder = folder
        self._rules = rules
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(list(_PRELOAD))
        for name, some in (("short", texts[: len(texts) // 2]), ("long", texts)):
            (folder / name).mkdir()
            with (folder / name / "list.jsonl").open("w", encoding="utf-8") as out:
                for number, text in enumerate(some):
                    row = {"title": f"Paper {number}", "abstract": text}
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")
            seconds = self._whole(name, folder / f"{name}-result")[1]
        self._seconds = seconds
        self._short, self._long = (_contents(folder / f"{n}-result") for n in ("short", "long"))

    def trial(self, moment: float, *, over: bool) -> Trial:
        """Kill a build when it has used `moment` (0 to 1) of its time, finish it, and compare.

        With `over` it starts where the result of a shorter list is.
        """
        out = self._folder / "trial"
        shutil.rmtree(out, ignore_errors=True)
        if over:
            shutil.copytree(self._folder / "short-result", out)
        process, stage, _ = self._start("long", out)
        _wait(process, moment * self._seconds)
        process.kill()
        process.join()
        before = self._short if over else {}
        left = _contents(out)
        wrong = [
            f"{name} after the kill"
            for name in {*left, *before}
            if left.get(name) not in (before.get(name), self._long[name])
        ]
        reread, _ = self._whole("long", out)
        final = _contents(out)
        wrong += [name for name in FILES if final.get(name) != self._long[name]]
        return Trial(STAGES[stage.value], reread, tuple(wrong))

    def _whole(self, name: str, out: Path) -> tuple[int, float]:
        """Build to the end; return the number of papers read and the seconds used."""
        process, _, extracted = self._start(name, out)
        seconds = _wait(process, float("inf"))
        process.join()
        if process.exitcode:
            raise RuntimeError(f"the build of {name} ended with {process.exitcode}")
        return extracted.value, seconds

    def _start(
        self, name: str, out: Path
    ) -> tuple[BaseProcess, Synchronized[int], Synchronized[int]]:
        stage, extracted = self._context.Value("i", 0), self._context.Value("i", 0)
        source = self._folder / name / "list.jsonl"
        process = self._context.Process(
            target=_build, args=(source, out, self._rules, stage, extracted)
        )
        process.start()
        return process, stage, extracted


def _build(
    source: Path,
    out: Path,
    rules: bool,
    stage: Synchronized[int],
    extracted: Synchronized[int],
) -> None:
    from kg.build import build

    if rules:
        from kg.extract import pipeline

        pipeline.HYBRID = pipeline.COMPONENTS

    def progress(name: str, done: int, total: int) -> None:
        stage.value = STAGES.index(name)

    extracted.value = build([source], out, progress=progress).extracted
    stage.value = STAGES.index("end")


def _wait(process: BaseProcess, seconds: float) -> float:
    """Wait until a process has used so much processor time, or ended; return what it has used."""
    spent = 0.0
    tick = os.sysconf("SC_CLK_TCK")
    while process.is_alive() and spent < seconds:
        try:
            stat = Path(f"/proc/{process.pid}/stat").read_text()
        except OSError:
            break
        fields = stat.rsplit(")", 1)[1].split()
        spent = max(spent, (int(fields[11]) + int(fields[12])) / tick)
        time.sleep(_POLL)
    return spent


def _contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES if (folder / name).is_file()}


def corpus(sample: Path) -> list[str]:
    """Return pairs of sentences of a reading list, more than a build keeps at a time."""
    text = " ".join(sample.read_text(encoding="utf-8").split()).replace("…", ".")
    parts = [part.strip() for part in text.split(". ") if len(part) > 40]
    return [
        f"{one}. {other}."
        for apart in range(1, 5)
        for one, other in zip(parts, parts[apart:], strict=False)
    ]


def trials(folder: Path, texts: list[str], count: int, seed: int, rules: bool) -> Iterator[Trial]:
    """Yield `count` trials at moments drawn from `seed`."""
    kills = Kills(folder, texts, rules)
    chance = random.Random(seed)
    for number in range(count):
        yield kills.trial(chance.random(), over=number % 2 == 1)


def main() -> None:
    """Run the trials and print what they found; exit with 1 if a byte differed."""
    from kg.resources import package_dir

    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", action="store_true")
    options = parser.parse_args()
    texts = corpus(package_dir() / "samples" / "related-papers.txt")
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for trial in trials(Path(folder), texts, options.kills, options.seed, options.rules):
            print(trial, flush=True)
            found.append(trial)
    stages = Counter(trial.stage for trial in found)
    partly = sum(0 < trial.reread < len(texts) for trial in found)
    wrong = sum(bool(trial.wrong) for trial in found)
    print(
        f"{len(found)} kills of builds of {len(texts)} papers: "
        + ", ".join(f"{stages[stage]} in {stage}" for stage in STAGES if stages[stage])
        + f"; {partly} of the builds after them read some papers and took over others; "
        f"{wrong} ended with other bytes than an undisturbed build"
    )
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main()
