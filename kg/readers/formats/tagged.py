"""Formats of one tag a line: RIS, MEDLINE (NBIB), Web of Science, EndNote (refer), RefWorks, Ovid, Cochrane.

They differ in how a tag looks, where a record begins and ends, and what the tags mean; this is
all that a dialect holds, and one reader serves them all. A record ends with its end tag, with the
beginning of the next, or, in a file without beginnings, with a blank line: a missing tag costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from kg.papers import Author
from kg.readers import identifiers
from kg.readers.data import Entry, Notes
from kg.readers.source import Source

_Fields = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Dialect:
    """One format.

    `line` matches a line by its groups `tag` and `value`; `begin` and `ends` are the tags around a
    record. `meaning` gives for each field the tags that may hold it, the best first. A line
    without a tag continues the one before, or is an item of its own under the tags in `items`.
    With `known` tags, others continue a long text. `prefix` makes an identifier of the number.
    """

    line: re.Pattern[str]
    begin: re.Pattern[str]
    ends: frozenset[str]
    meaning: Mapping[str, tuple[str, ...]]
    items: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    prefix: str = ""


_LONG_TEXTS: Final = frozenset({"AB", "N2", "N1"})
_RIS_KNOWN: Final = frozenset(
    f"{first}{second}"
    for first, seconds in {
        "A": "12345BDNUFVG", "B": "T", "C": "12345678ATNYP", "D": "AOIBP", "E": "TPDR", "I": "DS", "J": "FOA12",
        "K": "W", "L": "1234ABK", "M": "123", "N": "12V", "O": "P", "P": "YBP", "R": "NIP", "S": "NPTOEV",
        "T": "Y123IAT", "U": "12345RT", "V": "LO", "Y": "12",
    }.items()
    for second in seconds
)  # fmt: skip

DIALECTS: Final[Mapping[str, Dialect]] = {
    "ris": Dialect(
        line=re.compile(r"\s{0,3}(?P<tag>[A-Za-z][A-Za-z0-9])(?P<gap>[ \t]{0,4})[-–](?P<value>.*)"),
        begin=re.compile("TY"),
        ends=frozenset({"ER"}),
        items=frozenset({"KW"}),
        known=_RIS_KNOWN,
        meaning={
            "title": ("TI", "T1", "CT", "BT", "TT", "ST"),
            "abstract": ("AB", "N2"),
            "venue": ("JF", "JO", "T2", "BT", "JA", "J2", "J1", "SO", "C3"),
            "year": ("PY", "Y1", "DA", "Y2"),
            "authors": ("AU", "A1", "AF"),
            "keywords": ("KW",),
            "doi": ("DO", "DI", "M3", "L3", "N1", "ID"),
            "url": ("UR", "LK", "L2", "L1"),
            "key": ("ID", "AN"),
        },
    ),
    "medline": Dialect(
        line=re.compile(
            r"(?P<tag>PMID(?=-\d)|[A-Z][A-Z0-9]{1,3}(?= {0,3}-(?: |$))) {0,3}- ?(?P<value>.*)"
        ),
        begin=re.compile("PMID"),
        ends=frozenset(),
        prefix="pmid",
        meaning={
            "title": ("TI", "BTI", "CTI", "TT"),
            "abstract": ("AB", "OAB"),
            "venue": ("JT", "TA"),
            "year": ("DP", "DEP", "EDAT"),
            "authors": ("FAU", "AU", "CN"),
            "orcids": ("AUID",),
            "keywords": ("OT", "MH"),
            "doi": ("LID", "AID", "SO"),
            "number": ("PMID",),
        },
    ),
    "wos": Dialect(
        line=re.compile(r"(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*)|$)"),
        begin=re.compile("PT"),
        ends=frozenset({"ER", "EF", "FN", "VR"}),
        items=frozenset({"AU", "AF", "CA", "CR"}),
        prefix="wos",
        meaning={
            "title": ("TI",),
            "abstract": ("AB",),
            "venue": ("SO", "JI", "J9"),
            "year": ("PY", "EY", "EA", "PD"),
            "authors": ("AF", "AU", "CA"),
            "orcids": ("OI",),
            "keywords": ("DE", "ID"),
            "doi": ("DI", "D2"),
            "number": ("UT",),
            "references": ("CR",),
        },
    ),
    "endnote": Dialect(
        line=re.compile(r"%(?P<tag>[0-9A-Z@!#$*&^()+=?<>:;.,/~])(?: (?P<value>.*)|$)"),
        begin=re.compile("0"),
        ends=frozenset(),
        items=frozenset({"K", "A"}),
        meaning={
            "title": ("T",),
            "abstract": ("X",),
            "venue": ("J", "B", "S", "I"),
            "year": ("D", "8"),
            "authors": ("A",),
            "keywords": ("K",),
            "doi": ("R",),
            "url": ("U",),
            "key": ("F", "M", "L"),
        },
    ),
    "refworks": Dialect(
        line=re.compile(r"(?P<tag>[A-Z][A-Z0-9]) (?P<value>.*)"),
        begin=re.compile("RT"),
        ends=frozenset({"ER"}),
        meaning={
            "title": ("T1", "TI"),
            "abstract": ("AB",),
            "venue": ("JF", "JO", "T2"),
            "year": ("YR", "FD", "PY"),
            "authors": ("A1", "AU"),
            "keywords": ("K1", "KW"),
            "doi": ("DO", "DI"),
            "url": ("UL", "LK"),
            "key": ("ID",),
        },
    ),
    "ovid": Dialect(
        line=re.compile(r"(?P<tag><\d+>|[A-Z][A-Za-z()/ -]{2,40}?)(?P<value>)\s*$"),
        begin=re.compile(r"<\d+>"),
        ends=frozenset(),
        meaning={
            "title": ("Title", "Article Title", "Original Title", "Chapter Title"),
            "abstract": ("Abstract",),
            "venue": ("Journal Name", "Source"),
            "year": ("Year of Publication", "Publication Year", "Date of Publication", "Source"),
            "authors": ("Authors", "Author", "Author(s)"),
            "keywords": ("Author Keywords", "Keyword Heading", "Key Concepts"),
            "doi": ("Digital Object Identifier", "DOI"),
            "key": ("Accession Number", "Unique Identifier"),
        },
    ),
    "cochrane": Dialect(
        line=re.compile(r"(?P<tag>Record #(?=\d)|[A-Z]{2,3}(?=:)):? ?(?P<value>.*)"),
        begin=re.compile("Record #"),
        ends=frozenset(),
        meaning={
            "title": ("TI",),
            "abstract": ("AB",),
            "venue": ("SO", "JN"),
            "year": ("YR", "PY"),
            "authors": ("AU",),
            "keywords": ("KY", "KW"),
            "doi": ("DOI", "DO"),
            "url": ("US", "URL"),
            "key": ("ID", "AN"),
        },
    ),
}


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
        tags = [match["tag"].upper() for match in map(dialect.line.match, head) if match]
        self._has_beginnings = any(map(dialect.begin.fullmatch, tags))
        self._texts = frozenset((*dialect.meaning["title"], *dialect.meaning["abstract"]))
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
            begins, ends = self._dialect.begin.fullmatch(tag), tag in self._dialect.ends
            if begins or ends:
                if fields and not begun and not fields.keys() & self._texts:
                    # What stands between two records, tagged or not, is a remark of the exporter.
                    fields = {}
                if fields or begun:
                    yield (
                        start,
                        fields,
                        (begun or not self._has_beginnings) and (ends or not self._dialect.ends),
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
            yield start, fields, not self._dialect.ends

    @property
    def _numbers(self) -> tuple[str, ...]:
        return self._dialect.meaning.get("number", ())

    def _tag(self, line: str, last: str) -> tuple[str, str] | None:
        """Return tag and value of a line, or None for one that continues the line before."""
        match = self._dialect.line.match(line)
        if match is None:
            return None
        tag, value = match["tag"], (match["value"] or "").strip()
        if not self._dialect.known:
            return tag, value
        return self._loose_tag(tag, match["gap"], match["value"], last)

    def _loose_tag(self, tag: str, gap: str, rest: str, last: str) -> tuple[str, str] | None:
        """Judge a tag of RIS, which a line of text can look like, by how the record's first was written."""
        if not gap and not rest.startswith((" ", "\t")) and rest:
            return None
        upper = tag.upper()
        if self._dialect.begin.fullmatch(upper):
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
        tags = dialect.meaning.get(name, ())
        return next(
            ([text for text in fields[tag] if text] for tag in tags if any(fields.get(tag, ()))), []
        )

    def first(name: str) -> str:
        return next(iter(texts(name)), "")

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
        authors=tuple(Author(name, _orcid_of(name, orcids)) for name in _names(texts("authors"))),
        doi=_doi(dialect, fields),
        arxiv=next((url for url in texts("url") if "arxiv" in url.lower()), ""),
        number=f"{dialect.prefix}:{number}" if number and dialect.prefix else "",
        url=first("url"),
        keywords=tuple(word.strip() for text in texts("keywords") for word in text.split(";")),
        references=tuple(f"doi:{doi}" for doi in map(identifiers.doi, texts("references")) if doi),
    )


def _year(dialect: Dialect, fields: _Fields) -> str:
    values = (text for tag in dialect.meaning["year"] for text in fields.get(tag, ()))
    return next((text for text in values if identifiers.year(text)), "")


def _doi(dialect: Dialect, fields: _Fields) -> str:
    tags = (*dialect.meaning["doi"], *(tag for tag in dialect.meaning.get("url", ())))
    values = (text for tag in tags for text in fields.get(tag, ()))
    return next((doi for doi in map(identifiers.doi, values) if doi), "")


def _names(texts: list[str]) -> list[str]:
    return [name.strip() for text in texts for name in text.split(";")]


def _orcid_of(name: str, orcids: str) -> str:
    """Find the ORCID that a list "Name, First/0000-…; …" gives for a name."""
    family = name.split(",")[0]
    match = (
        re.search(re.escape(family) + r"[^;/]*/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])", orcids)
        if orcids and family
        else None
    )
    return match[1] if match else ""
