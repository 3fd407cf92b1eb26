"""How fast lists are read, and in how much memory: `python benchmarks/readers.py [FORMAT ...]`.

Each format is read in a process of its own. The files are made here: entries of a BibTeX file hold
a LaTeX command or formula in every fifth word, which is far more than real ones do.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

WORDS = (
    "the",
    "of",
    "training",
    "GPU",
    "memory",
    "model",
    "network",
    "we",
    "present",
    "caching",
    "parallel",
)
LATEX = (*WORDS, "{GPU}", "\\emph{fast}", 'na\\"{\\i}ve', "$k$-means", "5\\%")


def text(noise: random.Random, words: tuple[str, ...] | list[str], count: int) -> str:
    """Return `count` random words."""
    return " ".join(noise.choices(words, k=count))


def bibtex(count: int) -> Iterator[str]:
    """Yield BibTeX entries of about 1.1 kB."""
    noise = random.Random(1)
    for i in range(count):
        yield (
            f"@article{{key{i},\n  title = {{{text(noise, LATEX, 9)}}},\n"
            f'  author = {{M{{\\"u}}ller, Jo and Smith, Anna}},\n  journal = {{J. of {text(noise, WORDS, 2)}}},\n'
            f"  year = {1990 + i % 30},\n  doi = {{10.1000/x{i}}},\n  abstract = {{{text(noise, LATEX, 125)}}}\n}}\n\n"
        )


def ris(count: int) -> Iterator[str]:
    """Yield RIS records of about 1.1 kB."""
    noise = random.Random(2)
    for i in range(count):
        yield (
            f"TY  - JOUR\nTI  - {text(noise, WORDS, 9)}\nAU  - Müller, Jo\nAU  - Smith, Anna\nPY  - {1990 + i % 30}\n"
            f"JO  - Journal\nDO  - 10.1000/x{i}\nKW  - gpu\nKW  - cache\nAB  - {text(noise, WORDS, 140)}\nER  - \n\n"
        )


def jsonl(count: int, words: int = 140) -> Iterator[str]:
    """Yield JSON lines of about 1.1 kB."""
    noise = random.Random(3)
    for i in range(count):
        record = {
            "title": text(noise, WORDS, 9),
            "abstract": text(noise, WORDS, words),
            "year": 1990 + i % 30,
            "authors": ["Jo Müller", "Anna Smith"],
            "doi": f"10.1000/x{i}",
        }
        yield json.dumps(record, ensure_ascii=False) + "\n"


RUNS: dict[str, tuple[Callable[[int], Iterator[str]], str, int]] = {
    "bibtex": (bibtex, "a.bib", 10_000),
    "ris": (ris, "a.ris", 10_000),
    "jsonl": (jsonl, "a.jsonl", 10_000),
    "bibtex-50MB": (bibtex, "b.bib", 45_000),
    "jsonl-1M": (lambda count: jsonl(count, 20), "b.jsonl", 1_000_000),
}


def measure(path: str) -> None:
    """Read a file and print CPU seconds, records and the peak of memory."""
    from kg.readers import read

    start = time.process_time()
    reading = read([path])
    papers = sum(1 for _ in reading)
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{reading.files[0].records:9,} records {papers:9,} papers {seconds:7.2f} CPU s {peak:6.0f} MB peak"
    )


def main() -> None:
    """Run the formats that are named, or all of them."""
    for name in sys.argv[1:] or RUNS:
        make, file, count = RUNS[name]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / file
            with path.open("w", encoding="utf-8") as out:
                out.writelines(make(count))
            print(f"{name:12} {path.stat().st_size / 1e6:7.1f} MB", end=" ", flush=True)
            code = f"from benchmarks.readers import measure; measure({str(path)!r})"
            subprocess.run(
                [sys.executable, "-c", code], check=True, cwd=Path(__file__).parent.parent
            )


if __name__ == "__main__":
    main()
