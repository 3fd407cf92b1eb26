"""From a file to the entries in it: which format it has, and the reader of that format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Final

from kg.readers import mixed, sniff
from kg.readers.data import Entry, Notes
from kg.readers.formats import (
    bibtex,
    columnar,
    dialects,
    json_records,
    labelled,
    latex_text,
    marc,
    markdown,
    pdf,
    plain,
    printed,
    table,
    tagged,
    web,
    workbook,
    xml_records,
    yaml_records,
)
from kg.readers.packed import File
from kg.readers.source import Source

_PARSERS: Final[Mapping[str, Callable[[Source, Notes], Iterator[Entry]]]] = {
    "text": plain.parse,
    "markdown": markdown.parse,
    "json": json_records.parse,
    "jsonl": json_records.parse,
    "bibtex": bibtex.parse,
    "csv": table.parse,
    "tsv": table.parse,
    "labelled": labelled.parse,
    "pdf": pdf.parse,
    "xlsx": workbook.parse,
    "parquet": columnar.parse,
    "marc": marc.parse,
    "html": web.parse,
    "latex": latex_text.parse,
    "cff": yaml_records.parse,
    "yaml": yaml_records.parse,
    **{name: printed.parser(name) for name in printed.FORMATS},
    **{name: tagged.parser(name) for name in dialects.DIALECTS},
    **dict.fromkeys(sniff.XML_FORMATS, xml_records.parse),
}
_REFUSED: Final = {
    "empty": "E003",
    "binary": "E004",
    "archive": "E104",
    "office": "E105",
    "database": "E110",
}


def parse(file: File, notes: Notes) -> tuple[str, Iterator[Entry]]:
    """Return the name of a file's format and its entries; a file that is no reading list has a warning."""
    source = Source(file.name, file.open, notes)
    form = sniff.format_of(source)
    if form in _REFUSED:
        if not notes.warnings:
            notes.warn(_REFUSED[form], path=file.name, found="control characters")
        return form, iter(())
    if form == "text" and not file.chosen and sniff.extension(source) not in sniff.TEXT_ENDINGS:
        notes.warn("W107", ending=sniff.extension(source) or "none")
        return "other", iter(())
    parts = mixed.parts(source, form)
    entries = chain.from_iterable(_PARSERS[name](part, notes) for name, part in parts)
    return " + ".join(name for name, _ in parts), entries
