"""Records in JSON: arXiv, OpenAlex, Semantic Scholar, Crossref, CSL, S2ORC, Zotero, DataCite … by their members.

The services differ in what they call a member and how deep they put it, hardly in what it means.
So no service has a reader of its own: `columns` knows the names, and `json_values` the forms that
a value can take.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kg.readers import columns, identifiers
from kg.readers.data import Entry, Notes
from kg.readers.formats import json_values as forms
from kg.readers.formats.json_values import Object, string
from kg.readers.jsonstream import Cut, Damaged, values
from kg.readers.source import Source

_INSIDE: Final = ("citedPaper", "citingPaper", "paper", "work", "attributes", "info", "content", "metadata", "coredata", "_source", "data", "message", "bibjson", "csl", "document", "article", "record", "item", "fields")  # fmt: skip
"""Members under which services put the record itself, beside data about the answer."""
_INSIDE_SET: Final = frozenset(_INSIDE)
_PLANS_KEPT: Final = 1024
_NOT_PAPERS: Final = frozenset({"attachment", "note", "annotation"})
"""What Zotero keeps below a paper as if it were one."""


_WORKS: Final = ("Article", "Book", "Chapter", "Work", "Thesis", "Report", "Dataset", "SourceCode", "Application", "Document", "Paper", "Preprint", "Presentation")  # fmt: skip
"""Ends of the names that schema.org and others give to kinds of works."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where objects with certain members have their fields: of each field the members, the best first."""

    members: Mapping[str, tuple[str, ...]]
    told: bool
    typed: bool
    nested: bool
    identified: bool
    cites: bool


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each record of a JSON or JSON lines text."""
    for line, value in values(source):
        if isinstance(value, dict):
            yield from entries(line, value, notes)
        elif isinstance(value, Cut):
            notes.warn("W141", line=line, reason=value.reason)
        elif isinstance(value, Damaged):
            yield Entry(line, broken=value.reason)
        elif value is None:
            notes.warn("W106", line=line)
        else:
            yield Entry(
                line,
                broken=f"{'text' if isinstance(value, str) else type(value).__name__} alone is no record",
            )


def entries(line: int, record: Object, notes: Notes) -> Iterator[Entry]:
    """Yield the entry of an object, or one for each row of a table; one that tells of no paper has a warning."""
    if table := forms.rows(record):
        for row in table:
            yield from entries(line, row, notes)
        return
    found = entry(line, record)
    if found is not None:
        yield found
    elif record.get("itemType") not in _NOT_PAPERS and "@type" not in record:
        notes.warn("W140", line=line, members=", ".join(list(record)[:8]))


def entry(line: int, record: Object) -> Entry | None:
    """Read one object, or return None for one that tells nothing of a paper."""
    plan = _plan(tuple(record))
    if plan.nested:
        record = _innermost(record)
        plan = _plan(tuple(record))
    if plan.typed and not _is_work(record):
        return None
    if isinstance(record.get("text"), str) and "title" not in record and "abstract" not in record:
        return Entry(line, key=string(record.get("id")), abstract=record["text"], verbatim=True)
    fields = _fields(record, plan)
    title, told = fields.get("title"), plan.told or "title" in record
    if not told or not (fields.keys() & {"title", "abstract", "doi"} or "title" in record):
        # What has authors is a record; that it has no title is told.
        return Entry(line, key=string(fields.get("key"))) if "authors" in fields else None
    given = forms.identifying(record) if plan.identified else {}
    link, year = string(fields.get("url")), fields.get("year")
    number = next(
        (f"{kind}:{given[kind]}" for kind in ("openalex", "s2", "pmid") if kind in given), ""
    )
    return Entry(
        line,
        key=string(fields.get("key")),
        title=_title(title, record),
        abstract=value
        if isinstance(value := fields.get("abstract"), str)
        else forms.abstract(value, record),
        year=str(year)
        if type(year) is int
        else next(filter(identifiers.year, forms.dates(year)), "")
        or forms.year_of_container(record),
        venue=string(fields.get("venue")) or given.get("venue", ""),
        authors=tuple(forms.authors(fields.get("authors"))),
        doi=given.get("doi") or string(fields.get("doi")) or link,
        arxiv=given.get("arxiv") or string(fields.get("arxiv")),
        number=number,
        url=link,
        keywords=tuple(forms.keywords(fields.get("keywords"))),
        references=tuple(forms.references(record)) if plan.cites else (),
        markup="html",
    )


@lru_cache(maxsize=_PLANS_KEPT)
def _plan(members: tuple[str, ...]) -> _Plan:
    ranked: dict[str, list[tuple[int, int, str]]] = {}
    for place, name in enumerate(members):
        if known := columns.find(forms.bare(name)):
            ranked.setdefault(known[0], []).append((known[1], place, name))
    if "title" not in ranked and "name" in members and ("@type" in members or "abstract" in ranked):
        # What schema.org and the sites of conferences call the title.
        ranked["title"] = [(0, 0, "name")]
    everything = frozenset(members)
    return _Plan(
        {field: tuple(name for _, _, name in sorted(found)) for field, found in ranked.items()},
        typed=not everything.isdisjoint(("itemType", "@type")),
        told=bool(ranked.keys() & {"title", "abstract", "doi"}),
        nested=bool(everything & _INSIDE_SET),
        identified=bool(everything & forms.IDENTIFYING),
        cites=not everything.isdisjoint(forms.REFERENCES),
    )


def _is_work(record: Object) -> bool:
    """Whether what an object says of its kind lets it be a paper; a file of no paper can be one."""
    if record.get("itemType") in _NOT_PAPERS:
        return record["itemType"] == "attachment" and "parentItem" not in record
    kind = record.get("@type")
    kinds = kind if isinstance(kind, list) else [kind]
    return "@type" not in record or any(
        isinstance(one, str) and one.rpartition(":")[2].endswith(_WORKS) for one in kinds
    )


def _innermost(record: Object) -> Object:
    """Follow the members that hold the record itself, keeping what stands beside them."""
    for _ in range(4):
        inner = next(
            (
                record[name]
                for name in _INSIDE
                if isinstance(record.get(name), dict) and record[name]
            ),
            None,
        )
        if inner is None or not _goes_on(record, inner):
            return record
        record = {**{key: value for key, value in record.items() if key not in _INSIDE}, **inner}
    return record


def _goes_on(record: Object, inner: Object) -> bool:
    """Whether what an object holds tells more of a paper than the object: a title, or its abstract."""
    outside, inside = _fields(record, _plan(tuple(record))), _fields(inner, _plan(tuple(inner)))
    if isinstance(record.get("title"), str):
        return "abstract" not in outside and "title" in inside and "abstract" in inside
    return "title" in inside or not any(
        record.get(name) for name in ("title", "abstract", "display_name")
    )


def _fields(record: Object, plan: _Plan) -> Object:
    """Return for each field the value of its best-named member that is not empty."""
    found: Object = {}
    for field, members in plan.members.items():
        for name in members:
            value = record[name]
            if type(value) is dict and "value" in value:
                value = value["value"]
            if value or value == 0:
                found[field] = value
                break
    return found


def _title(value: object, record: Object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        value = value[0].get("title") or value[0].get("value")
    title, subtitle = string(value), record.get("subtitle")
    if not title or not subtitle:
        return title
    more = string(subtitle)
    return f"{title}: {more}" if more and more.lower() not in title.lower() else title
