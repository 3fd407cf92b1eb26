"""From a file to the entries in it: which format it has, and the reader of that format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import chain
from typing import Final, cast

from kg.readers import mixed, sniff
from kg.readers.data import Entry, Notes
from kg.readers.formats import dialects, printed
from kg.readers.packed import File
from kg.readers.source import Source

Parse = Callable[[Source, Notes], Iterator[Entry]]
_MODULES: Final[Mapping[str, str]] = {
    "text": "plain",
    "markdown": "markdown",
    "json": "json_records",
    "jsonl": "json_records",
    "bibtex": "bibtex",
    "csv": "table",
    "tsv": "table",
    "xlsx": "workbook",
    "parquet": "columnar",
    "labelled": "labelled",
    "cff": "yaml_records",
    "yaml": "yaml_records",
    "latex": "latex_text",
    "html": "web",
    "marc": "marc",
    "pdf": "pdf",
    **dict.fromkeys(sniff.XML_FORMATS, "xml_records"),
}
"""The module of `kg.readers.formats` for each format, loaded when a file has it."""
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
    entries = chain.from_iterable(_reader(name)(part, notes) for name, part in parts)
    return " + ".join(name for name, _ in parts), entries


def _reader(form: str) -> Parse:
    if form in dialects.DIALECTS:
        return cast(Parse, import_module("kg.readers.formats.tagged").parser(form))
    if form in printed.FORMATS:
        return printed.parser(form)
    return cast(Parse, import_module(f"kg.readers.formats.{_MODULES[form]}").parse)
