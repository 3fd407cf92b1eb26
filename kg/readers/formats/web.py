"""Web pages: the paper that a page names in its head, or the rows of a table of papers."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from kg.papers import Author
from kg.readers import columns
from kg.readers.data import Entry, Notes
from kg.readers.formats import table
from kg.readers.source import Source

_MOST: Final = 1 << 24
# Attributes are few and not endless, so that what is never closed costs little.
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>meta|table|tr|td|th)\b(?P<attributes>(?:[^<>\"']{1,2000}|\"[^\"]{0,60000}\"|'[^']{0,60000}'){0,100}+)>",
    re.I,
)
_ATTRIBUTE = re.compile(
    r"(?P<name>[\w:-]{1,60})\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s\"'>]+))"
)
_ANY_TAG = re.compile(r"<[^<>]{0,2000}>")
_PREFIX = re.compile(r"^(?:bepress_)?citation_|^dc(?:terms)?[.:]|^eprints\.|^prism\.", re.I)
_MEANING: Final = {
    "title": ("title",),
    "abstract": ("abstract", "description"),
    "date": ("publication_date", "date", "online_date", "year", "issued", "publicationdate"),
    "venue": ("journal_title", "conference_title", "inbook_title", "conference", "publicationname", "source", "publisher"),
    "authors": ("author", "authors", "creator", "creators_name"),
    "doi": ("doi", "identifier"),
    "arxiv": ("arxiv_id",),
    "url": ("abstract_html_url", "public_url", "fulltext_html_url", "pdf_url"),
    "keywords": ("keywords", "keyword", "subject"),
}  # fmt: skip
"""Names in the heads of pages without their prefixes (`citation_`, `DC.` …), the best first."""


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield the paper of a page that names one, and the rows of tables with columns of papers; else E102."""
    text = source.text()[:_MOST]
    found = False
    named = _named(text)
    if named.get("title"):
        found = True
        yield _paper(named)
    for line, rows in _tables(text):
        for entry in _rows(line, rows):
            found = True
            yield entry
    if not found:
        notes.warn("E102")


def _named(text: str) -> dict[str, list[str]]:
    """Return what the head of a page says of a paper, by names without prefix."""
    named = dict[str, list[str]]()
    for tag in _TAG.finditer(text):
        if tag["name"].lower() != "meta":
            continue
        attributes = {
            one["name"].lower(): one["double"] or one["single"] or one["bare"] or ""
            for one in _ATTRIBUTE.finditer(tag["attributes"])
        }
        name = attributes.get("name") or attributes.get("property", "")
        if attributes.get("content") and _PREFIX.match(name):
            values = named.setdefault(_PREFIX.sub("", name).lower(), [])
            values.append(html.unescape(attributes["content"]))
    return named


def _tables(text: str) -> Iterator[tuple[int, list[list[str]]]]:
    """Yield each table that has cells, with its line; one within another ends it."""
    line, counted, rows, cell = 1, 0, list[list[str]](), -1
    for tag in _TAG.finditer(text):
        name = tag["name"].lower()
        if name == "meta":
            continue
        if cell >= 0 and rows:
            inside = _ANY_TAG.sub(" ", text[cell : tag.start()])
            rows[-1].append(" ".join(html.unescape(inside).split()))
        cell = tag.end() if name in ("td", "th") and not tag["close"] else -1
        if name == "table":
            if any(rows):
                yield line, rows
            line, counted, rows = line + text.count("\n", counted, tag.start()), tag.start(), []
        elif name == "tr" and not tag["close"]:
            rows.append([])
    if any(rows):
        yield line, rows


def _paper(named: dict[str, list[str]]) -> Entry:
    def values(field: str) -> list[str]:
        return next((named[name] for name in _MEANING[field] if name in named), [])

    def first(field: str) -> str:
        return next(iter(values(field)), "")

    return Entry(
        1,
        title=first("title"),
        abstract=max(values("abstract"), key=len, default=""),
        year=first("date"),
        venue=first("venue"),
        authors=tuple(Author(name) for text in values("authors") for name in text.split(";")),
        doi=next((text for text in values("doi") if "10." in text), ""),
        arxiv=first("arxiv")
        or next((text for text in values("doi") if "arxiv" in text.lower()), ""),
        url=first("url"),
        keywords=tuple(word.strip() for text in values("keywords") for word in text.split(";")),
        markup="html",
    )


def _rows(line: int, rows: list[list[str]]) -> Iterator[Entry]:
    """Yield the rows below the first that names a title and something else that papers have."""
    for at, heading in enumerate(rows):
        fields = {found[0] for found in map(columns.find, heading) if found}
        if "title" in fields and len(fields) > 1:
            yield from table.entries(heading, ((line, row) for row in rows[at + 1 :] if any(row)))
            return
