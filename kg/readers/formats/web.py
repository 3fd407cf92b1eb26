"""Web pages: the paper that a page names in its head, or the rows of a table of papers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

from kg.papers import Author
from kg.readers import columns
from kg.readers.data import Entry, Notes
from kg.readers.formats import table
from kg.readers.source import Source

_MOST: Final = 1 << 24
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
    page = _Page()
    for block in source.blocks():
        page.feed(block)
        if page.read > _MOST:
            break
    page.close()
    found = False
    if page.named.get("title"):
        found = True
        yield _paper(page.named)
    for line, rows in page.tables:
        for entry in _rows(line, rows):
            found = True
            yield entry
    if not found:
        notes.warn("E102")


class _Page(HTMLParser):
    """Collects what a page says of a paper in its head, and the cells of its tables."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.read = 0
        self.named: dict[str, list[str]] = {}
        self.tables: list[tuple[int, list[list[str]]]] = []
        self._cell: list[str] | None = None

    def feed(self, data: str) -> None:
        self.read += len(data)
        super().feed(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "meta":
            self._name(dict(attrs))
        elif tag == "table":
            self.tables.append((self.getpos()[0], []))
        elif tag == "tr" and self.tables:
            self._end_cell()
            self.tables[-1][1].append([])
        elif tag in ("td", "th"):
            self._end_cell()
            self._cell = []

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._end_cell()

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def _name(self, attributes: dict[str, str | None]) -> None:
        name, content = (
            attributes.get("name") or attributes.get("property"),
            attributes.get("content"),
        )
        if name and content and _PREFIX.match(name):
            self.named.setdefault(_PREFIX.sub("", name).lower(), []).append(content)

    def _end_cell(self) -> None:
        if self._cell is not None and self.tables and self.tables[-1][1]:
            self.tables[-1][1][-1].append(" ".join("".join(self._cell).split()))
        self._cell = None


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
