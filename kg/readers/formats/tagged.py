"""Formats of one tag a line: RIS, MEDLINE (NBIB), Web of Science, EndNote (refer), RefWorks, Ovid …

They differ in no more than `dialects` says, and one reader serves them all. A record ends with its
end tag, with the beginning of the next, or, in a file without beginnings, with a blank line: a
missing tag costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Final

from kg.papers import Author
from kg.readers import identifiers, names
from kg.readers.data import Entry, Notes
from kg.readers.formats.dialects import DIALECTS, Dialect
from kg.readers.source import Source

_Fields = dict[str, list[str]]


_LONG_TEXTS: Final = frozenset({"AB", "N2", "N1"})


def parser(name: str) -> Callable[[Source, Notes], Iterator[Entry]]:
    """Return the reader of the dialect `name`."""
    return partial(_parse, DIALECTS[name])


def _parse(dialect: Dialect, source: Source, notes: Notes) -> Iterator[Entry]:
    for line, fields, complete in _Records(dialect, source):
        if not complete:
            notes.warn("W112", line=line)
        yield _entry(dialect, line, fields)


class _Records:
    """The records of one file: line of the beginning, values by tag, and whether begin and end were there."""

    def __init__(self, dialect: Dialect, source: Source) -> None:
        self._dialect = dialect
        self._source = source
        head = source.head.split("\n")
        tags = [match["tag"] for match in map(dialect.line.match, head) if match]
        if dialect.known:
            tags = [tag.upper() for tag in tags]
        self._has_beginnings = any(map(dialect.begin.fullmatch, tags))
        self._texts = frozenset((*dialect.meaning["title"], *dialect.meaning["abstract"]))
        self._begins = lru_cache(maxsize=1 << 12)(dialect.begin.fullmatch)
        self._must_end = bool(dialect.ends) and not dialect.open_ended
        self._lower = False
        self._gap = 0

    def __iter__(self) -> Iterator[tuple[int, _Fields, bool]]:
        start, fields, last, begun = 0, _Fields(), "", False
        for number, line in self._source.lines():
            found = self._tag(line, last)
            if found is None:
                text = line.strip()
                if text and last:
                    self._continue(fields, last, text)
                elif not text and not self._has_beginnings and fields:
                    yield start, fields, True
                    fields, last = {}, ""
                continue
            tag, value = found
            begins, ends = self._begins(tag), tag in self._dialect.ends
            if begins or ends:
                if fields and not begun and not fields.keys() & self._texts:
                    # What stands between two records, tagged or not, is a remark of the exporter.
                    fields = {}
                if fields or begun:
                    yield (
                        start,
                        fields,
                        (begun or not self._has_beginnings) and (ends or not self._must_end),
                    )
                fields, last, begun = {}, "", bool(begins)
                if begins:
                    start = number
                    last = tag if value else ""
                    fields = {tag: [value]} if value and tag in self._numbers else {}
                continue
            if not fields and not begun:
                start = number
            fields.setdefault(tag, []).append(value)
            last = tag
        if begun or fields.keys() & self._texts:
            if self._dialect.ends and last in self._dialect.meaning["abstract"]:
                # The file stops within an abstract: the text is cut, and is to be marked so.
                self._continue(fields, last, "…")
            yield start, fields, not self._must_end

    @property
    def _numbers(self) -> tuple[str, ...]:
        return self._dialect.meaning.get("number", ())

    def _tag(self, line: str, last: str) -> tuple[str, str] | None:
        """Return tag and value of a line, or None for one that continues the line before."""
        match = self._dialect.line.match(line)
        if match is None:
            return None
        if self._dialect.known:
            return self._loose_tag(match["tag"], match["gap"], match["value"], last)
        return match["tag"], (match["value"] or "").strip()

    def _loose_tag(self, tag: str, gap: str, rest: str, last: str) -> tuple[str, str] | None:
        """Judge a tag of RIS, which a line of text can look like, by how the record's first was written."""
        if not gap and not rest.startswith((" ", "\t")) and rest:
            return None
        upper = tag.upper()
        if self._begins(upper):
            self._lower, self._gap = tag.islower(), len(gap)
        elif (tag != upper and not self._lower) or (
            last in _LONG_TEXTS
            and upper != "ER"
            and (upper not in self._dialect.known or len(gap) < self._gap)
        ):
            return None
        return upper, rest.strip()

    def _continue(self, fields: _Fields, last: str, text: str) -> None:
        values = fields.get(last)
        if values is None:
            return
        if last in self._dialect.items:
            values.append(text)
        else:
            values[-1] = f"{values[-1]} {text}".strip()


def _entry(dialect: Dialect, line: int, fields: _Fields) -> Entry:
    def texts(name: str) -> list[str]:
        for tag in dialect.meaning.get(name, ()):
            if found := [text for text in fields.get(tag, ()) if text]:
                return found
        return []

    def first(name: str) -> str:
        return (texts(name) or [""])[0]

    orcids = " ".join(texts("orcids"))
    number = first("number").removeprefix("WOS:")
    return Entry(
        line,
        key=first("key") or first("number"),
        title=first("title"),
        abstract=max(
            (" ".join(fields.get(tag, ())) for tag in dialect.meaning["abstract"]), key=len
        ),
        year=_year(dialect, fields),
        venue=first("venue"),
        authors=tuple(
            Author(name, _orcid_of(name, orcids)) for name in _names(dialect, texts("authors"))
        ),
        doi=_doi(dialect, fields),
        arxiv=next((one for one in texts("arxiv") + texts("url") if "arxiv" in one.lower()), ""),
        number=f"{dialect.prefix}:{number}" if number and dialect.prefix else "",
        url=first("url"),
        keywords=tuple(_keywords(texts("keywords"))),
        references=tuple(f"doi:{doi}" for doi in map(identifiers.doi, texts("references")) if doi),
    )


def _year(dialect: Dialect, fields: _Fields) -> str:
    for tag in dialect.meaning["year"]:
        for text in fields.get(tag, ()):
            if identifiers.year(text):
                return text
    return ""


def _doi(dialect: Dialect, fields: _Fields) -> str:
    for tag in (*dialect.meaning["doi"], *dialect.meaning.get("url", ())):
        for text in fields.get(tag, ()):
            if doi := identifiers.doi(text):
                return doi
    return ""


def _names(dialect: Dialect, texts: list[str]) -> list[str]:
    if dialect.one_line:
        return [name for text in texts for name in names.apart(text)]
    # SilverPlatter writes "Byron,-A".
    return [name.strip().replace(",-", ", ") for text in texts for name in text.split(";")]


def _keywords(texts: list[str]) -> list[str]:
    if len(texts) == 1:
        return names.keywords(texts[0])
    return [word.strip() for text in texts for word in text.split(";")]


def _orcid_of(name: str, orcids: str) -> str:
    """Find the ORCID that a list "Name, First/0000-…; …" gives for a name."""
    family = name.split(",")[0]
    match = (
        re.search(re.escape(family) + r"[^;/]*/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])", orcids)
        if orcids and family
        else None
    )
    return match[1] if match else ""
