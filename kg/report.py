"""The report of a build: what was read, what was found, what was skipped or turned down and why."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kg.extract.data import Rejection
from kg.graph.overview import Overview, StatementRow
from kg.link.data import LinkedPaper
from kg.readers import FileReport
from kg.schema import ENTITY_TYPES, RELATIONS

_EXAMPLES = 5
_LINES = 50
_BEST = 20
_TOP = 10


@dataclass(slots=True)
class Findings:
    """Counts gathered while a build runs: `concepts` with mentions by type, distinct `statements` by predicate.

    `top` holds the concepts of each type that most papers mention (label, papers), `best` the
    statements that most support: subject label, predicate, object label, papers.
    """

    papers: int = 0
    context_papers: int = 0
    concepts: Counter[str] = field(default_factory=Counter)
    top: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    mentions: int = 0
    occurrences: int = 0
    negative: int = 0
    statements: Counter[str] = field(default_factory=Counter)
    best: list[tuple[str, str, str, int]] = field(default_factory=list)
    rejected: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[str, list[Rejection]] = field(default_factory=dict)
    empty: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def count(self, linked: LinkedPaper) -> None:
        """Add one paper."""
        self.papers += 1
        self.mentions += len(linked.mentions)
        self.occurrences += len(linked.occurrences)
        if linked.sentences and not linked.mentions:
            self.empty.append(linked.paper.id)

    def reject(self, rejection: Rejection) -> None:
        """Add a rejection, keeping the first few of each code as examples."""
        self.rejected[rejection.code, _kind(rejection.reason)] += 1
        kept = self.examples.setdefault(rejection.code, [])
        if len(kept) < _EXAMPLES:
            kept.append(rejection)

    def hearing(self, listener: Callable[[str], None] | None) -> Callable[[str], None]:
        """Return what takes a warning for the report and passes it on to `listener`."""

        def hear(warning: str) -> None:
            self.warnings.append(warning)
            if listener is not None:
                listener(warning)

        return hear

    def count_all(self, overview: Overview) -> None:
        """Take the counts of concepts and statements and the best supported ones from a finished graph."""
        papers, mentions, labels = overview.papers, overview.mentions, overview.labels
        used: dict[str, list[int]] = {kind: [] for kind in ENTITY_TYPES}
        for number, kind in enumerate(overview.types):
            if mentions[number]:
                used[kind].append(number)
        for kind, numbers in used.items():
            self.concepts[kind] = len(numbers)
            first = heapq.nsmallest(_TOP, numbers, key=lambda n: (-papers[n], -mentions[n], n))
            self.top[kind] = [(labels[n], papers[n]) for n in first]
        for row in overview.statements():
            if row.negative:
                self.negative += 1
            else:
                self.statements[row.predicate] += 1

        def order(row: StatementRow) -> tuple[int, float, str, str, str]:
            ends = labels[row.subject], row.predicate, labels[row.object]
            return -row.support, -row.confidence, *ends

        positive = (row for row in overview.statements() if not row.negative)
        self.best = [
            (labels[row.subject], row.predicate, labels[row.object], row.support)
            for row in heapq.nsmallest(_BEST, positive, key=order)
        ]


def render(
    files: Sequence[FileReport],
    findings: Findings,
    validation: Sequence[str],
    version: str,
) -> str:
    """Write the report as Markdown; the same build gives the same bytes."""
    lines = ["# Build report", "", f"Made by kg {version}.", ""]
    lines += _files(files)
    lines += ["## What was found", "", "| what | count |", "|---|---:|"]
    lines += [f"| papers | {findings.papers} |"]
    if findings.context_papers:
        lines += [f"| papers the list is about | {findings.context_papers} |"]
    lines += [f"| concepts | {findings.concepts.total()} |"]
    for kind in ENTITY_TYPES:
        lines.append(f"| – {kind} | {findings.concepts[kind]} |")
    lines += [
        f"| mentions | {findings.mentions} |",
        f"| statements | {sum(findings.statements.values())} |",
    ]
    for name in RELATIONS:
        if findings.statements[name]:
            lines.append(f"| – {RELATIONS[name].label} | {findings.statements[name]} |")
    lines += [
        f"| occurrences of statements | {findings.occurrences} |",
        f"| statements the text denies | {findings.negative} |",
        "",
    ]
    lines += _top_concepts(findings)
    lines += _top_statements(findings)
    lines += _rejections(findings)
    if findings.warnings:
        lines += ["## Changed text", "", *(f"- {line}" for line in findings.warnings), ""]
    lines += ["## Validation", ""]
    lines += [f"- {line}" for line in validation] or ["The graph satisfies every shape."]
    return "\n".join(lines).rstrip() + "\n"


def _files(files: Sequence[FileReport]) -> list[str]:
    lines = [
        "## What was read",
        "",
        "| file | format | records | with abstract | skipped | duplicates |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for report in files:
        lines.append(
            f"| {_cell(report.file)} | {report.format} | {report.records} | {report.with_abstract} "
            f"| {len(report.skipped) + report.unlisted} | {report.duplicates} |"
        )
    lines.append("")
    problems = [
        f"- {_plain(report.file)}, line {skipped.line}: {_plain(skipped.reason)}"
        for report in files
        for skipped in report.skipped
    ] + [f"- {_plain(warning)}" for report in files for warning in report.warnings]
    if problems:
        lines += ["### Skipped and noted", "", *problems[:_LINES]]
        if len(problems) > _LINES:
            lines.append(f"- … and {len(problems) - _LINES} more: `kg read` lists them all")
        lines.append("")
    return lines


def _top_concepts(findings: Findings) -> list[str]:
    lines = ["## Top concepts", ""]
    for kind in ENTITY_TYPES:
        if findings.top[kind]:
            names = ", ".join(f"{_plain(label)} ({papers})" for label, papers in findings.top[kind])
            lines.append(f"- **{kind}**: {names}")
    return [*lines, "", "In brackets: the number of papers.", ""]


def _top_statements(findings: Findings) -> list[str]:
    if not findings.best:
        return []
    lines = ["## Best supported statements", "", "| statement | papers |", "|---|---:|"]
    for subject, predicate, target, papers in findings.best:
        label = RELATIONS[predicate].label
        lines.append(f"| {_cell(subject)} — {label} — {_cell(target)} | {papers} |")
    return [*lines, ""]


def _rejections(findings: Findings) -> list[str]:
    lines = ["## Rejected and left open", ""]
    if findings.empty:
        shown = ", ".join(f"`{name}`" for name in findings.empty[:_LINES])
        lines += [f"Nothing was found in {len(findings.empty)} papers: {shown}.", ""]
    if not findings.rejected:
        return [*lines, "Nothing was rejected.", ""]
    lines += [
        "Every case is in `rejected.jsonl`.",
        "",
        "| code | reason | count |",
        "|---|---|---:|",
    ]
    for (code, reason), count in sorted(findings.rejected.items()):
        lines.append(f"| {code} | {_cell(reason)} | {count} |")
    lines.append("")
    for code, kept in sorted(findings.examples.items()):
        lines.append(f"- {code}, for example: " + "; ".join(f"“{_plain(r.text)}”" for r in kept))
    return [*lines, ""]


def _kind(reason: str) -> str:
    """The reason without its particulars, so that like cases are counted together."""
    return reason.split(":", 1)[0]


def _plain(text: str) -> str:
    return " ".join(text.replace("`", "'").replace("<", "&lt;").split())


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|")
