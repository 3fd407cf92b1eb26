"""MARC 21 as library catalogues exchange it (ISO 2709): records of fields with a directory before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kg.readers.data import Entry, Notes
from kg.readers.formats.xml_catalogues import marc
from kg.readers.source import Source
from kg.readers.xmlstream import Element

START: Final = re.compile(rb"\s{0,4}\d{5}[a-z][\w ]{2}[\w ]{2}22\d{5}")
"""How a record begins: its length, five letters of status, two digits that never change."""
_LEADER: Final = 24
_PLACE: Final = 12
_RECORD_END, _FIELD_END, _SUBFIELD = b"\x1d", b"\x1e", b"\x1f"
_LONGEST: Final = 1 << 20


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each record; its line is its number in the file."""
    for number, data in enumerate(_records(source), 1):
        fields = _fields(data)
        if fields is None:
            yield Entry(number, broken="not a record of MARC: it is damaged or cut off")
            continue
        record = Element("record", {}, number)
        for tag, value in fields:
            record.parts.append(_element(tag, value, number, notes))
        yield marc(record)


def _records(source: Source) -> Iterator[bytes]:
    held = b""
    for block in source.raw():
        *whole, held = (held + block).split(_RECORD_END)
        yield from (data.strip() for data in whole if data.strip())
        held = held[:_LONGEST]
    if held.strip(b"\x00\x1a \r\n"):
        yield held.strip()


def _fields(data: bytes) -> list[tuple[str, bytes]] | None:
    """Return tag and value of each field, or None for what is no record."""
    base, end = data[12:17], data.find(_FIELD_END)
    if not base.isdigit() or end < _LEADER:
        return None
    directory = data[_LEADER:end]
    found = []
    for at in range(0, len(directory) - _PLACE + 1, _PLACE):
        tag, size, start = directory[at : at + 3], directory[at + 3 : at + 7], directory[at + 7 : at + 12]  # fmt: skip
        if not (size.isdigit() and start.isdigit()):
            return None
        first = int(base) + int(start)
        found.append((tag.decode("latin-1"), data[first : first + int(size)].rstrip(_FIELD_END)))
    return found


def _element(tag: str, value: bytes, number: int, notes: Notes) -> Element:
    if _SUBFIELD not in value:
        return Element("controlfield", {"tag": tag}, number, [_text(value, number, notes)])
    field = Element("datafield", {"tag": tag}, number)
    for part in value.split(_SUBFIELD)[1:]:
        code = part[:1].decode("latin-1")
        text = _text(part[1:], number, notes)
        field.parts.append(Element("subfield", {"code": code}, number, [text]))
    return field


def _text(value: bytes, number: int, notes: Notes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        notes.warn("W101", line=number)
        return value.decode("cp1252", "replace")
