"""The reading stage as a whole: inputs to papers and a report of what was understood."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from kg.papers import Paper
from kg.readers import inputs as input_files
from kg.readers import sniff
from kg.readers.data import Entry, FileReport, Notes, Skipped
from kg.readers.formats import bibtex, json_records, plain, table, tagged, xml_records
from kg.readers.papers import to_paper
from kg.readers.source import Source

_PARSERS: Final[dict[str, Callable[[Source, Notes], Iterator[Entry]]]] = {
    "text": plain.parse,
    "json": json_records.parse,
    "bibtex": bibtex.parse,
    "table": table.parse,
    **dict.fromkeys(sniff.XML_FORMATS, xml_records.parse),
    **{name: tagged.parser(name) for name in tagged.DIALECTS},
}
_REFUSED: Final = {"": "E003", "binary": "E004", "html": "E102"}


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: a report for each input, the papers each once, and the papers lists are about.

    Iterating yields the papers, any number of times. `contexts` are papers that a list names as
    the one its papers are related to: they have a title only and are not to be extracted from.
    """

    files: tuple[FileReport, ...]
    contexts: tuple[Paper, ...]
    papers: tuple[Paper, ...]

    def __iter__(self) -> Iterator[Paper]:
        return iter(self.papers)

    def __len__(self) -> int:
        return len(self.papers)


def read(
    inputs: Sequence[str | Path],
    *,
    merge: bool = True,
    on_problem: Callable[[str], None] | None = None,
) -> Reading:
    """Read reading lists of any supported format.

    `inputs` are files, folders, patterns or `-`. With `merge` records of the same paper become
    one; without, each record is a paper. `on_problem` hears each warning as it happens. Raises
    `InputError` for an input that does not exist or may not be read; what is found to be
    unreadable within an input is in the reports.
    """
    files, papers, contexts = [], dict[str, Paper](), dict[str, Paper]()
    for one in input_files.expand(inputs):
        notes = Notes(one.name, on_problem)
        source = Source(one.name, one.open, notes)
        form = sniff.format_of(source)
        if form in _REFUSED:
            notes.warn(_REFUSED[form], path=one.name, found="control characters")
            files.append(FileReport(one.name, form or "empty", warnings=notes.closed()))
            continue
        skipped, related = list[Skipped](), tuple[str, ...]()
        records = with_abstract = duplicates = 0
        for entry in _PARSERS[form](source, notes):
            if entry.context:
                paper = to_paper(entry, notes)
                contexts.setdefault(paper.id, paper)
                related = (*related, paper.id)
                continue
            records += 1
            if entry.broken:
                skipped.append(Skipped(entry.line, entry.broken))
                continue
            paper = replace(to_paper(entry, notes), related_to=related)
            if not paper.text:
                skipped.append(Skipped(entry.line, "neither title nor abstract"))
                continue
            with_abstract += bool(paper.abstract)
            if paper.id in papers and merge:
                duplicates += 1
                continue
            papers[paper.id if merge else f"{len(papers)}"] = paper
        files.append(
            FileReport(
                one.name, form, records, with_abstract, tuple(skipped), duplicates, notes.closed()
            )
        )
    return Reading(tuple(files), tuple(contexts.values()), tuple(papers.values()))
