"""Files that were put together from exports in several formats: which lines are in which."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from kg.readers.source import Source

Ranges = list[tuple[int, int]]
_STARTS: Final = {
    "ris": re.compile(r"TY  ?- [A-Z]"),
    "medline": re.compile(r"PMID- ?\d"),
    "endnote": re.compile(r"%0 [A-Z]"),
    "wos": re.compile(r"(?:PT [A-Z]|FN \S.*)\s*$"),
    "refworks": re.compile(r"RT [A-Z]"),
    "bibtex": re.compile(r"@(?:[A-Za-z]+\s*\{[^{}\s=\"]*,|(?:string|comment|preamble)\s*\{)", re.I),
}
"""How the first line of a record looks."""
_NEEDLES: Final = {"ris": "\nty  ", "medline": "\npmid-", "endnote": "\n%0 ", "wos": "\npt ", "refworks": "\nrt ", "bibtex": "\n@"}  # fmt: skip
_END_TAGS: Final = frozenset({"ER", "EF"})
_HEAD: Final = 1 << 16


def parts(source: Source, form: str) -> list[tuple[str, Source]]:
    """Return the formats in a file that begins in the format `form`, each with its lines as a source.

    Most files have one. Another begins at a line that begins a record of it, where the record
    before has ended.
    """
    if form not in _STARTS:
        return [(form, source)]
    found = source.finds([*_NEEDLES.values()])
    if found <= {_NEEDLES[form]}:
        return [(form, source)]
    ranges = _ranges(source, form)
    if len(ranges) == 1:
        return [(form, source)]
    return [(name, _Part(source, lines)) for name, lines in ranges.items()]


def _ranges(source: Source, form: str) -> dict[str, Ranges]:
    """Return for each format the ranges of its lines: first and last."""
    ranges = defaultdict[str, Ranges](list)
    first, number, before, blank = 1, 0, "", True
    for number, line in source.lines():
        other = _begun(line) if line[:1] in "TP%FR@" and line else ""
        if other and other != form and (not before or _ended(form, before, blank)):
            if before:
                ranges[form].append((first, number - 1))
                first = number
            form = other
        blank = not line.strip()
        if not blank:
            before = line.strip()
    ranges[form].append((first, number))
    return dict(ranges)


def _begun(line: str) -> str:
    return next((name for name, start in _STARTS.items() if start.match(line)), "")


def _ended(form: str, line: str, blank: bool) -> bool:
    """Whether a record has ended with `line`, the last one that is not blank."""
    if form == "bibtex":
        return line.endswith(("}", ")"))
    return line[:2] in _END_TAGS or (blank and form not in ("ris", "wos"))


class _Part(Source):
    """The lines of a source that are in some ranges; the others are blank."""

    def __init__(self, whole: Source, ranges: Ranges) -> None:
        super().__init__(whole.name, whole.open_bytes, whole.notes)
        self._whole = whole
        self._ranges = ranges

    @cached_property
    def head(self) -> str:
        """The first lines that are not blank."""
        text = ""
        for block in self.blocks():
            text += block.lstrip("\n") if not text else block
            if len(text) > _HEAD:
                break
        return text[:_HEAD]

    def blocks(self) -> Iterator[str]:
        number, ranges = 1, iter(self._ranges)
        first, last = next(ranges)
        for block in self._whole.blocks():
            lines = block.split("\n")
            for index in range(len(lines)):
                if not first <= number <= last:
                    lines[index] = ""
                if index + 1 < len(lines):
                    number += 1
                    if number > last:
                        first, last = next(ranges, (1 << 62, 1 << 62))
            yield "\n".join(lines)
