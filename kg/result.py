"""Making all files of a result out of what was read in the papers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from kg import __version__, extract, graph, link, readers, vocabulary
from kg.extract.data import Extraction, Rejection
from kg.files import write_text, writing
from kg.graph.overview import Overview
from kg.graph.validation import Report as Validation
from kg.graph.validation import Watch, validate
from kg.link.curation import Curation
from kg.link.data import Linked, LinkedPaper
from kg.memory import trim
from kg.report import Findings, render
from kg.views import view

Progress = Callable[[str, int, int], None]
"""Called with a stage's name, units done and units in all (0 where unknown)."""


@dataclass(frozen=True, slots=True)
class Maker:
    """All that a result is made of; `threads` load its store, `on_problem` hears each warning."""

    corpus: Iterable[Extraction]
    curation: Curation | None
    reading: readers.Reading
    evidence: str
    title: str
    threads: int
    progress: Progress
    on_problem: Callable[[str], None] | None

    def make(self, folder: Path, previous: Path | None) -> tuple[Findings, Validation]:
        """Write every file of the result into `folder`, with the help of the `previous` one."""
        findings = Findings(context_papers=len(self.reading.contexts))
        watch, overview = Watch(self.evidence), Overview()
        # Nothing of reading is left in memory when papers are linked, and nothing of linking when the
        # store is loaded: both need much.
        trim()
        self._link(folder, findings, watch, overview)
        trim()
        self.progress("store", 0, 0)
        with graph.load_store(folder, previous=previous, threads=self.threads) as built:
            self.progress("check", 0, 0)
            validation = validate(built.store, watch=watch)
            findings.count_all(overview)
            self.progress("page", 0, 0)
            view(built, folder / "graph.html", title=self.title or None, overview=overview)
        report = render(self.reading.files, findings, validation.lines(), __version__)
        write_text(folder / "report.md", report)
        return findings, validation

    def _link(self, folder: Path, findings: Findings, watch: Watch, overview: Overview) -> None:
        """Link the papers and write graph, rejections and the record of linking."""
        self.progress("link", 0, 0)
        known = vocabulary.load()
        linked = link.link(self.corpus, known, self.curation)
        self.progress("graph", 0, 0)
        with writing(folder / "rejected.jsonl") as stream, link.recording(linked, folder) as told:
            for note in linked.notes:
                _reject(note, findings, stream)
                if note.code == "W301" and self.on_problem:
                    self.on_problem(f"[W301] {note.reason}")
            papers = _Watched(linked.papers, findings, stream)
            graph.write_file(
                Linked(told.concepts, papers, linked.notes),
                folder,
                evidence=self.evidence,
                info=graph.BuildInfo(__version__, known.fingerprint, extract.fingerprint()),
                on_problem=findings.hearing(self.on_problem),
                watch=watch,
                overview=overview,
            )


class _Watched:
    """The linked papers, counted and their rejections written down while the graph goes through them."""

    def __init__(self, papers: Iterable[LinkedPaper], findings: Findings, stream: IO[str]) -> None:
        self._papers = papers
        self._findings = findings
        self._stream = stream

    def __iter__(self) -> Iterator[LinkedPaper]:
        for linked in self._papers:
            self._findings.count(linked)
            for rejection in linked.rejected:
                _reject(rejection, self._findings, self._stream)
            yield linked


def _reject(rejection: Rejection, findings: Findings, stream: IO[str]) -> None:
    findings.reject(rejection)
    row = {
        "paper": rejection.paper,
        "code": rejection.code,
        "text": rejection.text,
        "start": rejection.span[0],
        "end": rejection.span[1],
        "reason": rejection.reason,
    }
    stream.write(json.dumps(row, ensure_ascii=False) + "\n")
