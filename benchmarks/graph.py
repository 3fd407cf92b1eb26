"""The graph stage against rdflib, on a synthetic corpus of the shape of real abstracts.

    python benchmarks/graph.py [--triples 1000000] [--large 5000000] [--output graph.md]

Every figure is CPU seconds of a process of its own (user and system, threads included), so that
what else the machine does matters little; still, trust the ratios. `--large 0` leaves the last
figure out.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from kg.extract.data import Mention
from kg.link.data import Concept, Linked, LinkedMention, LinkedPaper, Occurrence
from kg.papers import Author, Paper, Source
from kg.schema import ENTITY_TYPES, RELATIONS

MENTIONS: Final = 28
OCCURRENCES: Final = 10
TRIPLES_A_PAPER: Final = 390
QUERIES: Final = {
    "label lookup": "SELECT ?c WHERE { ?c rdfs:label 'concept 17' }",
    "hardware of methods for a task": (
        "SELECT DISTINCT ?m ?h WHERE { ?m kg:usedFor task:c2 ; kg:runsOn ?h }"
    ),
    "evidence of a statement": (
        "SELECT ?paper ?text WHERE { ?s rdf:subject method:c0 ; rdf:predicate kg:usedFor ;"
        " rdf:object task:c2 . ?e kg:evidenceFor ?s ; kg:inPaper ?paper ; kg:sentence ?text }"
    ),
    "top concepts by papers": (
        "SELECT ?c (COUNT(DISTINCT ?p) AS ?n) WHERE { ?p kg:mentions ?c } GROUP BY ?c"
        " ORDER BY DESC(?n) LIMIT 20"
    ),
    "papers a year": (
        "SELECT ?y (COUNT(?p) AS ?n) WHERE { ?p a kg:Paper ; kg:year ?y } GROUP BY ?y ORDER BY ?y"
    ),
    "well supported statements": (
        "SELECT ?s ?o WHERE { ?x rdf:predicate kg:runsOn ; rdf:subject ?s ; rdf:object ?o ;"
        " kg:supportCount ?n ; kg:confidence ?c FILTER(?n > 3 && ?c > 0.9) }"
    ),
}


class Corpus:
    """Papers made up from a seed each: any number of them, in order of id, in constant memory."""

    def __init__(self, papers: int) -> None:
        self._papers = papers
        self.concepts = max(200, int(20 * papers**0.6))
        self.mentions: Counter[str] = Counter()
        self.papers: Counter[str] = Counter()

    def __iter__(self) -> Iterator[LinkedPaper]:
        self.mentions.clear()
        self.papers.clear()
        for number in range(self._papers):
            paper = self._paper(number)
            found = [mention.concept for mention in paper.mentions]
            self.mentions.update(found)
            self.papers.update(set(found))
            yield paper

    def concept(self, number: int) -> tuple[str, str]:
        """Return id and type of concept `number`."""
        kind = ENTITY_TYPES[number % len(ENTITY_TYPES)]
        return f"{kind.lower()}/c{number}", kind

    def _paper(self, number: int) -> LinkedPaper:
        chance = random.Random(number)
        words = [f"word{chance.randrange(5000)}" for _ in range(220)]
        paper = Paper(
            f"doi:10.1145/{number:08d}",
            f"Paper number {number}",
            " ".join(words),
            1990 + number % 35,
            "Venue",
            tuple(Author(f"Author {chance.randrange(9999)}") for _ in range(4)),
            doi=f"10.1145/{number:08d}",
            sources=(Source("list.bib", number),),
        )
        text = paper.text
        sentences = [(start, start + 150) for start in range(0, 1500, 150)]
        mentions = []
        for index in range(MENTIONS):
            # Few concepts are frequent and most are rare, as in real texts.
            concept = int(self.concepts * chance.random() ** 3)
            identifier, kind = self.concept(concept)
            start = 45 * index
            mention = Mention(
                start, start + 12, kind, text[start : start + 12], 0.9, ("model", "vocabulary")
            )
            mentions.append(LinkedMention(mention, identifier, "key"))
        occurrences = []
        names = list(RELATIONS)
        while len(occurrences) < OCCURRENCES:
            one, other = chance.sample(range(MENTIONS), 2)
            ends = (mentions[one].mention.type, mentions[other].mention.type)
            fitting = [name for name in names if RELATIONS[name].accepts(*ends)]
            if fitting and mentions[one].concept != mentions[other].concept:
                sentence = chance.choice(sentences)
                occurrences.append(
                    Occurrence(one, chance.choice(fitting), other, sentence, 0.8, ("model",))
                )
        return LinkedPaper(paper, tuple(sentences), tuple(mentions), tuple(occurrences))


def linked(papers: int) -> Linked:
    """Make the corpus with its concepts, which are complete when all papers have been read."""
    corpus = Corpus(papers)
    return Linked(Concepts(corpus), corpus)


class Concepts(Mapping[str, Concept]):
    """The concepts of a corpus, counted as far as it has been read; the first of each type is above."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    def __getitem__(self, identifier: str) -> Concept:
        kind, _, slug = identifier.partition("/c")
        top = int(slug) < len(ENTITY_TYPES)
        return Concept(
            identifier,
            kind.capitalize(),
            f"concept {slug}",
            broader=() if top else (f"{kind}/c{int(slug) % len(ENTITY_TYPES)}",),
            mention_count=self._corpus.mentions[identifier],
            paper_count=self._corpus.papers[identifier],
        )

    def __iter__(self) -> Iterator[str]:
        return (self._corpus.concept(number)[0] for number in range(len(self)))

    def __len__(self) -> int:
        return self._corpus.concepts


def step_map(folder: Path, papers: str) -> dict[str, Any]:
    """Map a corpus to triples and write them as Turtle."""
    from kg.graph.data import BuildInfo
    from kg.graph.write import write_graph

    folder.mkdir(parents=True, exist_ok=True)
    write_graph(
        linked(int(papers)), folder / "graph.ttl", evidence="full", info=BuildInfo("benchmark")
    )
    return {"megabytes": (folder / "graph.ttl").stat().st_size / 1e6}


def step_generate(folder: Path, papers: str) -> dict[str, Any]:
    """Make the same corpus up and throw it away: what `map` spends on that."""
    return {"papers": sum(1 for _ in linked(int(papers)).papers)}


def step_load_disk(folder: Path) -> dict[str, Any]:
    """Bulk-load the store on disk, as every build does."""
    from kg.graph.store import write_store

    write_store(folder)
    return {}


def step_load_memory(folder: Path) -> dict[str, Any]:
    """Load the same file into memory."""
    from kg.graph.store import Location

    return {"triples": len(Location(folder / "graph.ttl").open())}


def _timed(queries: dict[str, str], run: Callable[[str], int]) -> dict[str, Any]:
    found = {}
    for name, query in queries.items():
        start = time.process_time()
        rows = run(query)
        found[name] = {"seconds": time.process_time() - start, "rows": rows}
    return found


def step_query(folder: Path) -> dict[str, Any]:
    """Run the six queries on the store on disk."""
    from kg.graph import Graph

    with Graph.open(folder) as graph:
        return _timed(QUERIES, lambda query: sum(1 for _ in graph.query(query)))  # type: ignore[union-attr]


def step_export(folder: Path) -> dict[str, Any]:
    """Write canonical Turtle from the store: sort everything, then serialise."""
    from kg.graph import Graph
    from kg.graph.turtle import write_turtle

    target = folder / "export.ttl"
    with Graph.open(folder) as graph, target.open("wb") as stream:
        start = time.process_time()
        write_turtle(graph.source, stream)
        return {"seconds": time.process_time() - start}


def step_rdflib(folder: Path) -> dict[str, Any]:
    """Parse the same file, run the six queries and write Turtle with rdflib, timing each."""
    import rdflib

    from kg.graph.namespaces import PREFIXES

    start = time.process_time()
    graph = rdflib.Graph().parse(folder / "graph.ttl")
    found: dict[str, Any] = {"parse": time.process_time() - start}
    found["queries"] = _timed(QUERIES, lambda query: len(graph.query(query, initNs=PREFIXES)))
    for name, iri in PREFIXES.items():
        graph.bind(name, iri)
    start = time.process_time()
    graph.serialize(folder / "rdflib.ttl", format="turtle")
    found["export"] = time.process_time() - start
    return found


def step_lookup(folder: Path) -> dict[str, Any]:
    """Run `kg query` for one label, worker process included."""
    from kg.cli import main

    with contextlib.suppress(SystemExit):
        main(["query", QUERIES["label lookup"], "-g", str(folder), "-f", "csv"])
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return {
        "lookup seconds": sum(one.ru_utime + one.ru_stime for one in used),
        "lookup megabytes": sum(one.ru_maxrss for one in used) / 1024,
    }


def step_provenance(folder: Path) -> dict[str, Any]:
    """Count the triples that a statement's occurrence, a mention and a paper cost."""
    from kg.graph import Graph

    query = "SELECT (COUNT(*) AS ?n) {{ ?x a {0} ; ?p ?o }}"
    with Graph.open(folder) as graph:
        counts: dict[str, Any] = {"triples": len(graph)}
        for name in ("kg:Mention", "kg:Evidence", "kg:Paper", "rdf:Statement", "skos:Concept"):
            ((triples,),) = graph.select(query.format(name))
            ((members,),) = graph.select(f"SELECT (COUNT(*) AS ?n) {{ ?x a {name} }}")
            counts[name] = {"triples": int(triples or 0), "members": int(members or 0)}
    return counts


STEPS: Final = {name[5:]: step for name, step in list(globals().items()) if name[:5] == "step_"}


def run(step: str, folder: Path, *arguments: str) -> dict[str, Any]:
    """Run one step in a process of its own and return its result with CPU seconds and peak memory."""
    command = [sys.executable, __file__, "--step", step, str(folder), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    print(step, result, file=sys.stderr, flush=True)
    return result


def one_step(step: str, folder: str, *arguments: str) -> None:
    """Run one step here and print what it found and used."""
    result = STEPS[step](Path(folder), *arguments)
    used = resource.getrusage(resource.RUSAGE_SELF)
    result["cpu"] = used.ru_utime + used.ru_stime
    result["peak megabytes"] = used.ru_maxrss / 1024
    print(json.dumps(result))


def compare(triples: int, large: int) -> Iterator[str]:
    """Yield the report in Markdown."""
    papers = max(1, triples // TRIPLES_A_PAPER)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "graph"
        made = run("generate", folder, str(papers))
        mapped = run("map", folder, str(papers))
        disk = run("load_disk", folder)
        memory = run("load_memory", folder)
        asked, out = run("query", folder), run("export", folder)
        rdflib = run("rdflib", folder)
        cost = run("provenance", folder)
        bigger = Path(name) / "large"
        looked = {}
        if large:
            run("map", bigger, str(max(1, large // TRIPLES_A_PAPER)))
            run("load_disk", bigger)
            looked = {**run("lookup", bigger), **run("provenance", bigger)}
    yield f"# Graph: {cost['triples']:,} triples, {papers:,} synthetic papers"
    yield ""
    yield "| step | kg, CPU s | rdflib, CPU s | ratio |"
    yield "|---|---:|---:|---:|"
    yield f"| mapping and Turtle | {mapped['cpu'] - made['cpu']:.1f} | | |"
    yield _row("load, disk", disk["cpu"], rdflib["parse"])
    yield _row("load, memory", memory["cpu"], rdflib["parse"])
    total, total_rdflib = 0.0, 0.0
    for query in QUERIES:
        ours, theirs = asked[query], rdflib["queries"][query]
        assert ours["rows"] == theirs["rows"], query
        total, total_rdflib = total + ours["seconds"], total_rdflib + theirs["seconds"]
        yield _row(f"query: {query} ({ours['rows']:,} rows)", ours["seconds"], theirs["seconds"])
    yield _row("six queries", total, total_rdflib)
    yield _row("Turtle export, sorted", out["seconds"], rdflib["export"])
    yield ""
    yield (
        f"Peak memory: mapping {mapped['peak megabytes']:.0f} MB, load on disk "
        f"{disk['peak megabytes']:.0f} MB, rdflib {rdflib['peak megabytes']:.0f} MB."
    )
    yield ""
    if looked:
        yield (
            f"`kg query` on {looked['triples']:,} triples: a label lookup takes "
            f"{looked['lookup seconds']:.2f} CPU s and {looked['lookup megabytes']:.0f} MB, "
            "both processes together."
        )
        yield ""
    mention, evidence = cost["kg:Mention"], cost["kg:Evidence"]
    statement, paper = cost["rdf:Statement"], cost["kg:Paper"]
    occurrences = evidence["members"]
    yield (
        f"Triples: {mention['triples'] / mention['members']:.1f} a mention; "
        f"{evidence['triples'] / occurrences:.1f} an occurrence for its evidence and "
        f"{statement['triples'] / occurrences:.1f} for its share of a statement "
        f"({occurrences / statement['members']:.1f} occurrences a statement); "
        f"{paper['triples'] / paper['members']:.1f} a paper for itself; "
        f"{cost['triples'] / paper['members']:.0f} a paper in all."
    )


def _row(name: str, ours: float, theirs: float) -> str:
    return f"| {name} | {ours:.3f} | {theirs:.3f} | {theirs / max(ours, 1e-6):.1f} |"


def main() -> None:
    """Run the comparison, or one step of it."""
    if sys.argv[1:2] == ["--step"]:
        one_step(*sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--triples", type=int, default=1_000_000)
    parser.add_argument("--large", type=int, default=5_000_000)
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    text = "\n".join(compare(options.triples, options.large)) + "\n"
    print(text)
    if options.output:
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
