"""What comes before Markdown: its front matter in YAML, and the marks of reST and Org as those of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath
from typing import Final

from kg.readers.data import Entry, Notes
from kg.readers.formats import json_records, yaml_records
from kg.readers.formats.json_values import Object
from kg.readers.source import Source

_FRONT = re.compile(r"\A\s*---[ \t]*\n(?P<yaml>.*?\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_OF_PAPERS: Final = frozenset({"abstract", "author", "authors", "arxiv", "citekey", "citationkey", "doi", "venue", "year", "journal", "url"})  # fmt: skip
_REST_LINK = re.compile(r"`(?P<text>[^`<>]{1,300})\s<(?P<target>https?://[^\s<>`]+)>`__?")
_ORG_LINK = re.compile(r"\[\[(?P<target>https?://[^\]\s]+)\](?:\[(?P<text>[^\]]{1,300})\])?\]")
_ORG_PROPERTY = re.compile(r"\s*:(?P<name>[A-Za-z_-]+):(?P<value>\s.*|$)")
_ORG_STATE = re.compile(r"(?P<stars>\*+\s+)(?:(?:TODO|DONE|NEXT|WAIT(?:ING)?)\s+)?(?:\[#\w\]\s+)?")


def front(source: Source) -> tuple[Object, int]:
    """Return the front matter of a text, and how many lines it has with its marks."""
    found = _FRONT.match(source.head)
    if found is None:
        return {}, 0
    return yaml_records.front_matter(found["yaml"]), source.head.count("\n", 0, found.end())


def listed(front_matter: Object, notes: Notes) -> Iterator[Entry]:
    """Yield the references that Pandoc takes from a front matter."""
    references = front_matter.get("references")
    if isinstance(references, list):
        for record in yaml_records.records(references):
            yield from json_records.entries(1, record, notes)


def of_paper(front_matter: Object, abstract: str) -> Entry | None:
    """Return the paper that a note is about by its front matter, with the abstract of its text."""
    if not _OF_PAPERS & {key.lower().replace("_", "") for key in front_matter}:
        return None
    found = json_records.entry(1, front_matter)
    if found is None or not found.title:
        return None
    return found if found.abstract else replace(found, abstract=abstract)


def lines(source: Source, skipped: int) -> Iterator[tuple[int, str]]:
    """Yield the lines below the front matter, links of reST and Org and properties of Org as in Markdown."""
    ending = PurePath(source.name).suffix.lower()
    for number, line in source.lines():
        if number <= skipped:
            yield number, ""
        elif ending == ".rst":
            yield number, _REST_LINK.sub(r"[\g<text>](\g<target>)", line)
        elif ending == ".org":
            yield number, _of_org(line)
        else:
            yield number, line


def _of_org(line: str) -> str:
    if found := _ORG_PROPERTY.match(line):
        inside = found["name"] not in ("PROPERTIES", "END", "ID", "LOGBOOK")
        return f"  - {found['name']}: {found['value'].strip()}" if inside else ""
    line = _ORG_STATE.sub(r"\g<stars>", line, count=1) if line.startswith("*") else line
    return _ORG_LINK.sub(lambda link: f"[{link['text'] or link['target']}]({link['target']})", line)
