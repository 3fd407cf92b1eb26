"""The reading stage as a whole: inputs to papers and a report of what was understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kg.papers import Paper
from kg.readers import merging
from kg.readers.data import Entry, FileReport, Notes, Skipped
from kg.readers.duplicates import Finder, Grouping, letters
from kg.readers.files import expand
from kg.readers.packed import File
from kg.readers.papers import to_paper
from kg.readers.parsers import parse
from kg.readers.spool import Spool

_LEAST_TITLE = 20
_DETAILS = 10_000


class Reading:
    """What was read: the papers, each once, a report for each input, and the papers that lists are about.

    Iterating yields the papers in the order of their first records, any number of times, with one
    in memory at a time. `contexts` are papers that a list names as the one its papers are related
    to: they have a title only, are no records, and are not to be extracted from. A list about a
    paper that is itself among the records has no context; `related_to` then holds that paper's id.
    """

    def __init__(
        self,
        files: tuple[FileReport, ...],
        contexts: tuple[Paper, ...],
        spool: Spool,
        grouping: Grouping,
    ) -> None:
        self.files = files
        self._spool = spool
        self._grouping = grouping
        self._groups = {
            members[0]: (members, name)
            for members, name in zip(grouping.groups, grouping.ids, strict=True)
        }
        self._followers = frozenset(index for members in grouping.groups for index in members[1:])
        self._aliases = {
            spool[index].id: name
            for members, name in self._groups.values()
            for index in members
            if name not in grouping.contested
        }
        found = dict(self._resolved(contexts)) if contexts else {}
        self._aliases.update(found)
        self.contexts = tuple(paper for paper in contexts if paper.id not in found)
        self.contexts_read = contexts

    @property
    def records(self) -> Iterator[Paper]:
        """Yield the records as they were read, before those of the same paper became one."""
        return iter(self._spool)

    def __len__(self) -> int:
        return len(self._spool) - len(self._followers)

    def __iter__(self) -> Iterator[Paper]:
        for index in range(len(self._spool)):
            if index not in self._followers:
                yield self._linked(self._paper(index))

    def _paper(self, index: int) -> Paper:
        members, name = self._groups.get(index, ((index,), ""))
        paper = (
            merging.merged([self._spool[one] for one in members], name)
            if name
            else self._spool[index]
        )
        return merging.with_own_id(paper) if paper.id in self._grouping.contested else paper

    def _linked(self, paper: Paper) -> Paper:
        """Let references and relations name papers by the identifiers they have in the corpus."""
        if not self._aliases or not (paper.references or paper.related_to):
            return paper
        related = (self._aliases.get(name, name) for name in paper.related_to)
        return replace(
            paper,
            references=tuple(
                dict.fromkeys(self._aliases.get(name, name) for name in paper.references)
            ),
            related_to=tuple(dict.fromkeys(name for name in related if name != paper.id)),
        )

    def _resolved(self, contexts: tuple[Paper, ...]) -> Iterator[tuple[str, str]]:
        """Yield for each context that is a paper of the corpus its identifier and that paper's."""
        wanted = [(context, letters(context.title)) for context in contexts]
        for index in range(len(self._spool)):
            title = letters(self._spool[index].title)
            for context, begin in wanted:
                cut = context.truncated and len(begin) >= _LEAST_TITLE and title.startswith(begin)
                if title and (title == begin or cut):
                    yield context.id, self._paper(self._first_of(index)).id

    def _first_of(self, index: int) -> int:
        if index not in self._followers:
            return index
        return next(members[0] for members in self._grouping.groups if index in members)


@dataclass(slots=True)
class _Tally:
    """What is counted while one input is read."""

    format: str = ""
    records: int = 0
    with_abstract: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    unlisted: int = 0
    first: int = 0
    last: int = 0


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
    spool, finder, contexts = Spool(), Finder(), dict[str, Paper]()
    read_files = []
    for file in expand(inputs):
        notes = Notes(file.name, on_problem)
        read_files.append((notes, _read_file(file, notes, spool, finder, contexts)))
    return _reading(read_files, spool, finder.grouping(spool) if merge else Grouping(), contexts)


def gather(
    sources: Iterable[tuple[str, Iterable[Paper], Iterable[Paper]]],
) -> Reading:
    """Make one reading of records that were read before: (name, records, contexts) a source.

    The result is that of reading the files of all sources at once, in this order.
    """
    spool, finder, contexts = Spool(), Finder(), dict[str, Paper]()
    read_before = []
    for name, records, named in sources:
        tally = _Tally("build", first=len(spool))
        for paper in records:
            tally.records += 1
            tally.with_abstract += bool(paper.abstract)
            spool.append(paper)
            finder.add(paper)
        for paper in named:
            contexts.setdefault(paper.id, paper)
        tally.last = len(spool)
        read_before.append((Notes(name, None), tally))
    return _reading(read_before, spool, finder.grouping(spool), contexts)


def _reading(
    read_files: list[tuple[Notes, _Tally]],
    spool: Spool,
    grouping: Grouping,
    contexts: dict[str, Paper],
) -> Reading:
    duplicates = _duplicates([tally for _, tally in read_files], grouping)
    _report_conflicts(read_files, spool, grouping)
    files = tuple(
        FileReport(
            notes.file,
            tally.format,
            tally.records,
            tally.with_abstract,
            tuple(tally.skipped),
            duplicates[place],
            notes.closed(),
            tally.unlisted,
        )
        for place, (notes, tally) in enumerate(read_files)
    )
    return Reading(files, tuple(contexts.values()), spool, grouping)


def _read_file(
    file: File, notes: Notes, spool: Spool, finder: Finder, contexts: dict[str, Paper]
) -> _Tally:
    form, entries = parse(file, notes)
    tally = _Tally(form, first=len(spool))
    related = tuple[str, ...]()
    for entry in entries:
        if entry.context:
            paper = to_paper(entry, notes)
            contexts.setdefault(paper.id, paper)
            related = (*related, paper.id)
            continue
        tally.records += 1
        usable = _paper_or_reason(entry, notes)
        if isinstance(usable, Skipped):
            if len(tally.skipped) < _DETAILS:
                tally.skipped.append(usable)
            else:
                tally.unlisted += 1
            continue
        paper = replace(usable, related_to=related) if related else usable
        tally.with_abstract += bool(paper.abstract)
        spool.append(paper)
        finder.add(paper)
    if not tally.records and not notes.warnings:
        notes.warn("W108", format=form)
    if tally.unlisted:
        notes.warn("W109", count=tally.unlisted)
    tally.last = len(spool)
    return tally


def _paper_or_reason(entry: Entry, notes: Notes) -> Paper | Skipped:
    if entry.broken:
        return Skipped(entry.line, entry.broken)
    paper = to_paper(entry, notes)
    return (
        paper
        if paper.title or paper.abstract
        else Skipped(entry.line, "neither title nor abstract")
    )


def _duplicates(tallies: list[_Tally], grouping: Grouping) -> Counter[int]:
    """Count for each file the records that are papers read before."""
    place_of = Counter[int]()
    followers = sorted(index for members in grouping.groups for index in members[1:])
    place = 0
    for index in followers:
        while index >= tallies[place].last:
            place += 1
        place_of[place] += 1
    return place_of


def _report_conflicts(
    read_files: list[tuple[Notes, _Tally]], spool: Spool, grouping: Grouping
) -> None:
    for first, other in grouping.conflicts:
        notes = next(notes for notes, tally in read_files if tally.first <= other < tally.last)
        one, two = spool[first], spool[other]
        notes.warn(
            "W150",
            doi=two.doi,
            line=two.sources[0].line,
            other=f"{one.sources[0].file}, line {one.sources[0].line}",
        )
