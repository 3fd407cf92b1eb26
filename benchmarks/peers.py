"""Side by side with tools that do a part of the same: a table of ratios, and reasons for what could not run.

    python benchmarks/peers.py abstracts.jsonl.gz --graph outputs/graph.ttl --python one/bin/python two/bin/python

FILE has one object a line with `title` and `abstract`, gzipped or not. `--python` names
interpreters of environments with the peers in them (`pip install pytextrank scispacy` with a small
English package of spaCy, `kglab`, `cso-classifier`), which are tried in turn, since they need other
versions of some libraries than kg and than each other; a peer that is missing there or cannot load its data is left out, with the reason. Each
figure is processor seconds of a process of its own on one thread, loading left out.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

ASKED: Final = (
    "SELECT ?c (COUNT(?p) AS ?n) WHERE { ?p <https://w3id.org/kg/ontology#mentions> ?c }"
    " GROUP BY ?c ORDER BY DESC(?n) LIMIT 20"
)


@dataclass(frozen=True, slots=True)
class Pair:
    """A step of kg beside a step of a peer; both read the abstracts, or both the graph."""

    what: str
    step: str
    peer: str
    peer_step: str
    reads_graph: bool = False


PAIRS: Final = (
    Pair("extraction : whole pipe", "kg_extract", "spaCy", "spacy_pipe"),
    Pair("extraction : phrases", "kg_extract", "pytextrank", "textrank"),
    Pair("abbreviations", "kg_abbreviations", "scispaCy", "scispacy"),
    Pair("extraction : topics, in a batch", "kg_extract", "CSO classifier", "cso"),
    Pair("load, one query, drawing", "kg_graph", "kglab", "kglab", reads_graph=True),
)


def texts(path: Path, count: int) -> list[tuple[str, str]]:
    """Return title and abstract of the first papers of a file."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        records = map(json.loads, islice(lines, count))
        return [(r.get("title") or "", r.get("abstract") or "") for r in records]


def clocked(work: Callable[[], int]) -> dict[str, float]:
    """Return the seconds that some work takes, and what it found."""
    start = time.process_time()
    found = work()
    return {"seconds": time.process_time() - start, "found": found}


def kg_extract(path: Path, count: int, package: str) -> dict[str, float]:
    """Read papers with all of kg's extractor."""
    from kg.extract import Pipeline, extract
    from kg.papers import Paper

    papers = [Paper(str(n), *one) for n, one in enumerate(texts(path, count))]
    pipeline = Pipeline()
    list(extract(papers[:1], pipeline=pipeline))
    return clocked(lambda: sum(len(x.mentions) for x in extract(papers, pipeline=pipeline)))


def kg_abbreviations(path: Path, count: int, package: str) -> dict[str, float]:
    """Find abbreviations and what they are short for."""
    import spacy

    from kg.extract.abbreviations import find_abbreviations

    # Sentences are found outside the clock, as the peer gets its words.
    split = spacy.blank("en")
    split.add_pipe("sentencizer")
    whole = [". ".join(one) for one in texts(path, count)]
    spans = [[(s.start_char, s.end_char) for s in doc.sents] for doc in split.pipe(whole)]
    pairs = list(zip(whole, spans, strict=True))
    return clocked(lambda: sum(len(find_abbreviations(text, of)) for text, of in pairs))


def kg_graph(path: Path, count: int, package: str) -> dict[str, float]:
    """Load a graph, ask it one query, draw it."""
    from kg.graph import Graph
    from kg.views import view

    def work() -> int:
        with tempfile.TemporaryDirectory() as name, Graph.open(path) as graph:
            found = sum(1 for _ in graph.select(ASKED))
            view(graph, Path(name) / "page.html")
            return found

    return clocked(work)


def _spacy(package: str, pipe: str = "") -> Any:
    import spacy

    nlp = spacy.load(package)
    if pipe:
        nlp.add_pipe(pipe)
    nlp("One sentence.")
    return nlp


def spacy_pipe(path: Path, count: int, package: str) -> dict[str, float]:
    """Read the same texts with the whole pipe of a spaCy package."""
    nlp, whole = _spacy(package), [". ".join(one) for one in texts(path, count)]
    return clocked(lambda: sum(len(doc.ents) for doc in nlp.pipe(whole)))


def textrank(path: Path, count: int, package: str) -> dict[str, float]:
    """Rank the phrases of the same texts."""
    import pytextrank  # noqa: F401

    nlp, whole = _spacy(package, "textrank"), [". ".join(one) for one in texts(path, count)]
    return clocked(lambda: sum(len(doc._.phrases) for doc in nlp.pipe(whole)))


def scispacy(path: Path, count: int, package: str) -> dict[str, float]:
    """Find abbreviations in texts that are split into words already."""
    from scispacy.abbreviation import AbbreviationDetector  # noqa: F401

    nlp = _spacy(package)
    detect = nlp.add_pipe("abbreviation_detector")
    docs = [nlp.make_doc(". ".join(one)) for one in texts(path, count)]
    return clocked(lambda: sum(len(detect(doc)._.abbreviations) for doc in docs))


def cso(path: Path, count: int, package: str) -> dict[str, float]:
    """Find topics of the same papers, in one process as all the others."""
    from cso_classifier import CSOClassifier

    papers = {
        str(n): {"title": title, "abstract": abstract, "keywords": ""}
        for n, (title, abstract) in enumerate(texts(path, count))
    }
    classifier = CSOClassifier(workers=1, modules="both", enhancement="first", silent=True)
    classifier.batch_run(dict(list(papers.items())[:1]))
    return clocked(lambda: sum(len(r["union"]) for r in classifier.batch_run(papers).values()))


def kglab(path: Path, count: int, package: str) -> dict[str, float]:
    """Load the same graph, ask the same query, draw all of it."""
    import kglab as peer

    def work() -> int:
        graph = peer.KnowledgeGraph()
        graph.load_rdf(str(path))
        found = sum(1 for _ in graph.query(ASKED))
        with tempfile.TemporaryDirectory() as name:
            drawn = peer.SubgraphTensor(graph).build_pyvis_graph()
            drawn.save_graph(str(Path(name) / "page.html"))
        return found

    return clocked(work)


STEPS: Final[dict[str, Callable[[Path, int, str], dict[str, float]]]] = {
    step.__name__: step
    for step in (
        kg_extract,
        kg_abbreviations,
        kg_graph,
        spacy_pipe,
        textrank,
        scispacy,
        cso,
        kglab,
    )
}


@dataclass(frozen=True, slots=True)
class Row:
    """What came out of a pair: `ratio` is the speed of kg by that of the peer, None where it did not run."""

    what: str
    peer: str
    kg_seconds: float
    peer_seconds: float | None
    ratio: float | None
    remark: str = ""


def run(python: str, step: str, *arguments: object) -> dict[str, float]:
    """Run a step in a process of its own; raises `RuntimeError` with the last line of what went wrong."""
    command = [python, __file__, "--step", step, *map(str, arguments)]
    alone = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=alone)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise RuntimeError(lines[-1][:160])
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def first(pythons: list[str], step: str, *arguments: object) -> tuple[dict[str, float] | None, str]:
    """Run a step with the first interpreter that can; None with the reasons where none can."""
    reasons = []
    for python in pythons:
        try:
            return run(python, step, *arguments), ""
        except RuntimeError as error:
            reasons.append(str(error))
    return None, "; ".join(dict.fromkeys(reasons))


def measure(options: argparse.Namespace) -> Iterator[Row]:
    """Measure each pair, both sides one after the other."""
    own: dict[str, float] = {}
    for pair in PAIRS:
        path = options.graph if pair.reads_graph else options.file
        if path is None:
            yield Row(pair.what, pair.peer, 0, None, None, "no graph was given")
            continue
        arguments = (path, options.papers, options.package)
        other, reason = first(options.python, pair.peer_step, *arguments)
        if other is None:
            yield Row(pair.what, pair.peer, own.get(pair.step, 0), None, None, reason)
            continue
        if pair.step not in own:
            own[pair.step] = run(sys.executable, pair.step, *arguments)["seconds"]
        ratio = other["seconds"] / own[pair.step]
        yield Row(pair.what, pair.peer, own[pair.step], other["seconds"], ratio)


def report(rows: list[Row], papers: int) -> Iterator[str]:
    """Yield Markdown."""
    yield f"## Peers, {papers:,} abstracts"
    yield ""
    yield "| what | peer | kg, CPU s | peer, CPU s | speed, kg : peer | remark |"
    yield "|---|---|---:|---:|---:|---|"
    for row in rows:
        own = f"{row.kg_seconds:.2f}" if row.kg_seconds else ""
        other = f"{row.peer_seconds:.2f}" if row.peer_seconds is not None else ""
        ratio = f"{row.ratio:.2f}" if row.ratio is not None else ""
        remark = row.remark and f"left out: {row.remark}"
        yield f"| {row.what} | {row.peer} | {own} | {other} | {ratio} | {remark} |"


def main() -> None:
    """Run the benchmark, or one step of it."""
    if sys.argv[1:2] == ["--step"]:
        step, path, count, package = sys.argv[2:]
        # Their modules must not be looked for beside this file.
        sys.path.pop(0)
        print(json.dumps(STEPS[step](Path(path), int(count), package)))
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--graph", type=Path, help="a graph.ttl")
    parser.add_argument(
        "--python", nargs="+", default=[sys.executable], help="interpreters of the peers"
    )
    parser.add_argument("--package", default="en_core_web_sm", help="the peers' spaCy package")
    parser.add_argument("--papers", type=int, default=500)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = []
    for row in measure(options):
        rows.append(row)
        print(row, file=sys.stderr, flush=True)
    print("\n".join(report(rows, options.papers)))
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
