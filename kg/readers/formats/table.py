"""Tables: comma-, semicolon- or tab-separated exports with a row of column names."""

from __future__ import annotations

import csv
import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from kg.papers import Author
from kg.readers import columns, names
from kg.readers.data import Entry, Notes
from kg.readers.formats.json_values import from_index
from kg.readers.source import Source

_DELIMITERS: Final = (",", ";", "\t", "|")
_HEADER_WITHIN: Final = 20
_ROW_LINES: Final = 400
_ROW_LENGTH: Final = 1 << 22
_LEAST_FIELDS: Final = 3
_MANY: Final = frozenset({"authors", "keywords"})
_OF_PAPERS: Final = frozenset({"abstract", "authors", "doi", "arxiv"})
_Places = dict[str, list[int]]
_Row = tuple[int, list[str]]


def header(head: str) -> tuple[int, str] | None:
    """Return line index and delimiter of the row of column names at the start of a text, if it has one."""
    lines = head.split("\n", _HEADER_WITHIN)[:_HEADER_WITHIN]
    best: tuple[int, int, str] | None = None
    for index, line in enumerate(lines):
        for delimiter in _DELIMITERS:
            cells = _cells(line, delimiter)
            fields = {found[0] for found in map(columns.find, cells) if found}
            score = len(fields) if fields & {"title", "abstract", "doi"} else 0
            if score and len(cells) > 1 and (best is None or score > best[0]):
                best = score, index, delimiter
        if best and best[0] > 1:
            break
    return (best[1], best[2]) if best else None


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each row below the row of column names; which that is, is found by its names."""
    lines = source.lines()
    if delimiter := _turned(source.head):
        yield from _records_down(_rows(lines, delimiter, notes))
        return
    found = header(source.head)
    if found is None:
        yield from _single_column(lines, source, notes)
        return
    index, delimiter = found
    for _ in range(index):
        next(lines)
    rows = _rows(lines, delimiter, notes)
    _, heading = next(rows)
    places = _places(heading)
    if "title" not in places or "abstract" not in places:
        missing = "title" if "title" not in places else "abstract"
        notes.warn("W121", missing=missing, columns=_listed(heading))
    for line, row in rows:
        if any(cell.strip() for cell in row):
            yield _entry(line, row, places)


def _turned(head: str) -> str:
    """Return the delimiter of a table on its side: each row the name of a field and its values, as of Embase."""
    lines = [line for line in head.split("\n", _HEADER_WITHIN)[:_HEADER_WITHIN] if line.strip()]
    for delimiter in _DELIMITERS:
        rows = [[columns.find(cell) for cell in _cells(line, delimiter)] for line in lines]
        first = {row[0][0] for row in rows if row[0]}
        if any(len({one[0] for one in row if one}) > 1 for row in rows):
            continue
        if "title" in first and len(first) >= _LEAST_FIELDS and all(map(len, rows)):
            return delimiter
    return ""


def _records_down(rows: Iterator[_Row]) -> Iterator[Entry]:
    """Yield an entry for the rows up to an empty one or the next title."""
    fields, start = dict[str, list[str]](), 0
    for line, row in rows:
        found = columns.find(row[0]) if row else None
        if fields and (not any(row) or (found and found[0] == "title" and "title" in fields)):
            yield _down(start, fields)
            fields = {}
        if not fields:
            start = line
        if found:
            fields.setdefault(found[0], []).extend(filter(None, map(str.strip, row[1:])))
    if fields:
        yield _down(start, fields)


def _down(line: int, fields: dict[str, list[str]]) -> Entry:
    row = [("; " if name in _MANY else " ").join(values) for name, values in fields.items()]
    return _entry(line, row, {name: [place] for place, name in enumerate(fields)})


def entries(heading: Sequence[str], rows: Iterable[_Row]) -> Iterator[Entry]:
    """Yield an entry for each row of a table whose columns are named by `heading`."""
    places = _places(heading)
    return (_entry(line, row, places) for line, row in rows)


def _single_column(
    lines: Iterator[tuple[int, str]], source: Source, notes: Notes
) -> Iterator[Entry]:
    _, first = next(lines)
    found = columns.find(first.strip('" '))
    if found is None or found[0] not in ("title", "abstract"):
        notes.warn("W121", missing="title", columns=_listed(_cells(first, ",")))
        return
    for line, row in _rows(lines, ",", notes):
        if any(cell.strip() for cell in row):
            yield _entry(line, [", ".join(row)], {found[0]: [0]})


def _listed(heading: Sequence[str]) -> str:
    return ", ".join(name.strip() for name in heading if name.strip())[:300]


def _cells(line: str, delimiter: str) -> list[str]:
    return [cell.strip().strip('"').strip() for cell in line.split(delimiter)]


def _places(heading: Sequence[str]) -> _Places:
    """Return for each field the columns that hold it, the best name first."""
    found = [(columns.find(name), place) for place, name in enumerate(heading)]
    places = _Places()
    for field_and_rank, place in sorted((one, place) for one, place in found if one):
        places.setdefault(field_and_rank[0], []).append(place)
    if "title" not in places and not places.keys().isdisjoint(_OF_PAPERS):
        # Notion and others call the first column so, whatever its rows are.
        named = [place for place, name in enumerate(heading) if columns.normal(name) == "name"]
        places.update({"title": named} if named else {})
    return places


def _rows(lines: Iterator[tuple[int, str]], delimiter: str, notes: Notes) -> Iterator[_Row]:
    """Yield each row with its first line.

    A row is complete when its quotation marks are even in number. One that is never closed would
    swallow the rest of the file: then its line is a row by itself, read as it stands.
    """
    waiting = deque[tuple[int, str]]()
    while True:
        held, marks, size = list[tuple[int, str]](), 0, 0
        while not held or (marks % 2 and len(held) < _ROW_LINES and size < _ROW_LENGTH):
            following = waiting.popleft() if waiting else next(lines, None)
            if following is None:
                break
            held.append(following)
            marks += following[1].count('"')
            size += len(following[1])
        if not held:
            return
        if marks % 2:
            literal = _read(held[:1], delimiter)
            if held[0][1].count(f'{delimiter}"') or held[0][1].startswith('"'):
                notes.warn("W120", line=held[0][0])
            waiting.extendleft(reversed(held[1:]))
            yield from literal
        else:
            yield from _read(held, delimiter)


def _read(held: list[tuple[int, str]], delimiter: str) -> list[_Row]:
    csv.field_size_limit(_ROW_LENGTH * 2)
    reader = csv.reader([line + "\n" for _, line in held], delimiter=delimiter)
    rows, start = [], 0
    for row in reader:
        rows.append((held[start][0], row))
        start = min(reader.line_num, len(held) - 1)
    return rows


def _entry(line: int, row: list[str], places: _Places) -> Entry:
    def first(field: str) -> str:
        cells = (row[place].strip() for place in places.get(field, ()) if place < len(row))
        return next((cell for cell in cells if cell), "")

    return Entry(
        line,
        key=first("key"),
        title=first("title"),
        abstract=_abstract(first("abstract")),
        year=first("year"),
        venue=first("venue"),
        authors=tuple(Author(name, name) for name in names.apart(first("authors"))),
        doi=first("doi") or first("url"),
        arxiv=first("arxiv") or (first("url") if "arxiv" in first("url").lower() else ""),
        url=first("url"),
        keywords=tuple(names.keywords(first("keywords"))),
        markup="html",
    )


def _abstract(cell: str) -> str:
    """Return an abstract; one that is OpenAlex' index of words is put together."""
    if not cell.startswith('{"'):
        return cell
    try:
        index = json.loads(cell)
    except (ValueError, RecursionError):
        return cell
    return from_index(index) or cell
