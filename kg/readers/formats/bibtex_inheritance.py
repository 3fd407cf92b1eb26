"""What BibTeX entries take from others by `crossref` and `xdata`, whichever comes first in the file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from kg.readers.data import Notes
from kg.readers.formats.bibtex_grammar import Raw
from kg.readers.source import Source

_Placed = tuple[int, Raw]
_REFERENCE = re.compile(r"\b(?:crossref|xdata)\s*=\s*[{\"]?\s*(?P<keys>[^{}\"\n]{1,1000})", re.I)
_NEEDLES: Final = ("crossref", "xdata")
_OVERLAP: Final = 1200
_MOST_STEPS: Final = 5
_MOST_SOURCES: Final = 50
_LENT: Final = ("booktitle", "year", "date", "publisher", "series", "journal", "journaltitle", "school", "institution")  # fmt: skip
"""What a volume tells of the papers in it. Its DOI, abstract, keywords and editors are its own."""
_PARTS_OF_BOOKS: Final = ("inbook", "bookinbook", "suppbook")


def referenced(source: Source) -> frozenset[str]:
    """Return the keys, in lower case, that entries of the file refer to; memory grows with their number."""
    found, held = set[str](), ""
    for block in source.blocks():
        text = held + block
        low = text.lower()
        if any(needle in low for needle in _NEEDLES):
            found.update(key for match in _REFERENCE.finditer(low) for key in _keys(match["keys"]))
        held = text[-_OVERLAP:]
    return frozenset(found)


def inherited(
    entries: Iterable[_Placed], referenced: frozenset[str], notes: Notes
) -> Iterator[_Placed]:
    """Yield the entries with the fields they inherit; one whose source comes later is yielded after it.

    A source that is not in the file is reported (W113).
    """
    lenders = dict[str, Raw]()
    waiting = defaultdict[str, list[_Placed]](list)
    for line, raw in entries:
        ready = [(line, raw)]
        if (key := raw.key.lower()) in referenced and key not in lenders:
            lenders[key] = _without_texts(raw)
            ready += waiting.pop(key, [])
        for place, one in ready:
            lacking = _lacking(one, lenders)
            if lacking:
                waiting[lacking].append((place, one))
            else:
                yield place, _filled(one, lenders, 0)
    for lacking in waiting:
        for place, one in waiting[lacking]:
            notes.warn("W113", line=place, key=one.key or "?", other=lacking)
            yield place, _filled(one, lenders, 0)


def _without_texts(raw: Raw) -> Raw:
    """Return what is needed of an entry that others refer to."""
    if raw.kind == "xdata":
        return raw
    kept = (*_LENT, "title", "subtitle", "author", "crossref", "xdata")
    return replace(raw, fields={name: raw.fields[name] for name in kept if name in raw.fields})


def _keys(text: str) -> list[str]:
    return [key for key in (part.strip().lower() for part in text.split(",")) if key]


def _sources(raw: Raw) -> list[str]:
    """Return the keys that an entry refers to: a list of `xdata` entries, and one `crossref`."""
    crossref = raw.fields.get("crossref", "").strip().lower()
    return _keys(raw.fields.get("xdata", "")) + ([crossref] if crossref else [])


def _lacking(raw: Raw, lenders: dict[str, Raw]) -> str:
    """Return the key of an entry that has to come first, or ''; only the nearest are looked for."""
    open_keys, seen = [(key, 1) for key in _sources(raw)], {raw.key.lower()}
    while open_keys and len(seen) <= _MOST_SOURCES:
        key, steps = open_keys.pop()
        if key in seen:
            continue
        if key not in lenders:
            return key
        seen.add(key)
        if steps < _MOST_STEPS:
            open_keys += [(further, steps + 1) for further in _sources(lenders[key])]
    return ""


def _filled(raw: Raw, lenders: dict[str, Raw], steps: int) -> Raw:
    """Return an entry with the fields it lacks taken from those it refers to, themselves filled first."""
    if steps >= _MOST_STEPS or not ("crossref" in raw.fields or "xdata" in raw.fields):
        return raw
    fields = dict(raw.fields)
    for key in _sources(raw):
        if key not in lenders:
            continue
        lender = _filled(lenders[key], lenders, steps + 1)
        given = dict(lender.fields) if lender.kind == "xdata" else _given(lender, raw.kind)
        for name, value in given.items():
            if not fields.get(name):
                fields[name] = value
    return replace(raw, fields=fields)


def _given(volume: Raw, kind: str) -> dict[str, str]:
    """Return what a volume tells of an entry in it: its title is the title of the book or the journal."""
    given = {name: volume.fields[name] for name in _LENT if volume.fields.get(name)}
    if volume.kind.startswith("mv"):
        # The title of a work of several volumes is not that of the volume.
        return given
    title = ": ".join(filter(None, map(volume.fields.get, ("title", "subtitle"))))
    if title:
        given.setdefault("journaltitle" if volume.kind == "periodical" else "booktitle", title)
    if kind in _PARTS_OF_BOOKS and "author" in volume.fields:
        given["author"] = volume.fields["author"]
    return given
