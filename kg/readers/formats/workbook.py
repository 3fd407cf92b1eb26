"""Excel workbooks (xlsx): the first sheet with a row of column names, read as a table."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from typing import BinaryIO, cast

from kg.readers.data import Entry, Notes
from kg.readers.formats import table
from kg.readers.source import Source, damage_errors
from kg.readers.xmlstream import Element, records

_MOST = 1 << 28
_PLACE = re.compile(r"([A-Z]{1,3})\d*$")
_INDEX = re.compile(r"\d{1,9}")


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each row of the first sheet that has a row of column names."""
    try:
        with source.open_bytes() as stream, zipfile.ZipFile(stream) as archive:
            sheets = sorted(
                name
                for name in archive.namelist()
                if re.fullmatch(r"xl/worksheets/[^/]+\.xml", name)
            )
            shared = _shared(archive, notes) if "xl/sharedStrings.xml" in archive.namelist() else []
            for name in sheets:
                text = _as_csv(_part(archive, name, notes), shared, notes)
                if table.header(text[: 1 << 16]):
                    yield from table.parse(_text_source(text, notes), notes)
                    return
    except damage_errors() as error:
        notes.warn("E108", reason=error)
        return
    notes.warn("W121", missing="title", columns="no sheet has a row of names")


def _part(archive: zipfile.ZipFile, name: str, notes: Notes) -> Source:
    if archive.getinfo(name).file_size > _MOST:
        raise ValueError(f"{name} is too large")
    data = archive.read(name)
    return Source(name, lambda: io.BytesIO(data), notes)


def _text_source(text: str, notes: Notes) -> Source:
    data = text.encode()
    return Source("sheet", lambda: cast(BinaryIO, io.BytesIO(data)), notes)


def _shared(archive: zipfile.ZipFile, notes: Notes) -> list[str]:
    return [
        _text(one)
        for one in records(_part(archive, "xl/sharedStrings.xml", notes), frozenset({"si"}), notes)
    ]


def _text(element: Element) -> str:
    return "".join(one.text() for one in element.all("t"))


def _as_csv(sheet: Source, shared: list[str], notes: Notes) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in records(sheet, frozenset({"row"}), notes):
        cells: list[str] = []
        for cell in row.children("c"):
            place = _PLACE.match(cell.attributes.get("r", ""))
            column = _number(place[1]) if place else len(cells)
            cells += [""] * (min(column, 1000) - len(cells))
            cells.append(_value(cell, shared))
        writer.writerow(cells)
    return out.getvalue()


def _value(cell: Element, shared: list[str]) -> str:
    kind, value = cell.attributes.get("t", ""), cell.get("v")
    if kind == "s":
        return shared[int(value)] if _INDEX.fullmatch(value) and int(value) < len(shared) else ""
    return _text(cell) if kind == "inlineStr" else value


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number - 1
