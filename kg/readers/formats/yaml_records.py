"""Records in YAML: CITATION.cff with its references, Hayagriva, CSL YAML, and lists of one's own.

Scalars are taken as texts. What aliases repeat counts as often as it stands there, so that a few
lines cannot become a billion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import yaml

from kg.readers.data import Entry, Notes
from kg.readers.formats import json_records
from kg.readers.formats.json_values import Object, string
from kg.readers.jsonstream import Damaged, records_in
from kg.readers.source import Source

_MOST: Final = 1 << 25
_MOST_VALUES: Final = 1 << 21
_DEEPEST: Final = 64
_ITEM: Final = re.compile(r"^([ ]{0,20})- ", re.M)
_MEMBER: Final = r"^[^\s#\-\]}][^\n]*:[ \t]*(?:#.*)?$"
_NOTHING: Final = frozenset({"", "~", "null", "Null", "NULL"})
_LINE: Final = "\0line"
"""The key under which each mapping keeps the line it begins in."""
_ERRORS: Final = (yaml.YAMLError, RecursionError, ValueError)


class _Loader(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):  # type: ignore[misc]
    """Makes texts, lists and mappings of a document; mappings know their line."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Return a mapping with what `<<` merges into it, and its line."""
        mapping = super().construct_mapping(node, deep=deep)
        merged = mapping.pop("<<", None)
        if isinstance(merged, dict):
            mapping = {**merged, **mapping}
        mapping[_LINE] = node.start_mark.line + 1
        return {str(key): value for key, value in mapping.items()}


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each record of a YAML text; where it is damaged, of each part that is not."""
    text = source.text()
    if len(text) > _MOST:
        notes.warn("W132", line=1, reason=f"it has more than {_MOST} characters")
        return
    for before, value in _documents(text, notes):
        if isinstance(value, Damaged):
            yield Entry(before, broken=value.reason)
            continue
        for record in records(value):
            line = before + record.get(_LINE, 1)
            yield from json_records.entries(line, _without_lines(record), notes)


def front_matter(text: str) -> Object:
    """Return what the YAML at the head of a Markdown text says, or {}."""
    try:
        value = next(_loaded(text), None)
    except _ERRORS:
        return {}
    return value if isinstance(value, dict) else {}


def records(value: Any) -> list[Object]:
    """Return the records in a document, as JSON has them."""
    if isinstance(value, dict):
        if "cff-version" in value:
            return _of_cff(value)
        own = {key: one for key, one in value.items() if isinstance(one, dict)}
        if own and any(
            "parent" in one or ("type" in one and "title" in one) for one in own.values()
        ):
            return [_of_hayagriva(key, one) for key, one in own.items()]
    return [one for one in records_in(value) if isinstance(one, dict)]


def _documents(text: str, notes: Notes) -> Iterator[tuple[int, Any]]:
    """Yield each document, or part of a damaged one, with the number of lines before it."""
    try:
        # All are read before the first is given: what follows damage would be given twice.
        yield from [(0, value) for value in _loaded(text)]
    except _ERRORS as error:
        mark, reason = getattr(error, "problem_mark", None), getattr(error, "problem", None)
        notes.warn(
            "W132",
            line=mark.line + 1 if mark else 1,
            reason=reason or str(error) or type(error).__name__,
        )
        yield from _parts(text)


def _parts(text: str) -> Iterator[tuple[int, Any]]:
    """Yield the parts of a damaged text, the items of its outermost list and the members that begin a line.

    One that cannot be read is `Damaged` if it speaks of a title.
    """
    item = _ITEM.search(text)
    form = rf"{_MEMBER}|^{item[1]}- " if item else _MEMBER
    starts = [match.start() for match in re.finditer(form, text, re.M)]
    for start, end in pairwise((*starts, len(text))):
        before = text.count("\n", 0, start)
        try:
            values = list(_loaded(text[start:end]))
        except _ERRORS as error:
            if "title" in text[start:end]:
                yield before + 1, Damaged(f"not YAML: {getattr(error, 'problem', None) or error}")
            continue
        yield from ((before, value) for value in values)


def _loaded(text: str) -> Iterator[Any]:
    for value in yaml.load_all(text, Loader=_Loader):
        _size(value, {}, 0)
        yield _cleaned(value)


def _size(value: Any, known: dict[int, int], depth: int) -> int:
    """Return how many values there are in one, what aliases repeat each time; raises `ValueError` beyond bounds."""
    if not isinstance(value, (dict, list)):
        return 1
    if id(value) not in known:
        if depth > _DEEPEST:
            raise ValueError("it is nested too deep")
        inner = value.values() if isinstance(value, dict) else value
        known[id(value)] = 1 + sum(_size(one, known, depth + 1) for one in inner)
        if known[id(value)] > _MOST_VALUES:
            raise ValueError("its aliases stand for too much")
    return known[id(value)]


def _cleaned(value: Any) -> Any:
    """Return a value with None for the texts that stand for nothing."""
    if isinstance(value, dict):
        return {key: _cleaned(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_cleaned(one) for one in value]
    return None if isinstance(value, str) and value in _NOTHING else value


def _without_lines(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_lines(one) for key, one in value.items() if key != _LINE}
    return [_without_lines(one) for one in value] if isinstance(value, list) else value


def _of_cff(document: Object) -> list[Object]:
    """Return the work that a CITATION.cff is about, the one to be cited in its place, and its references."""
    cited = document.get("references")
    works = [
        document,
        document.get("preferred-citation"),
        *(cited if isinstance(cited, list) else ()),
    ]
    return [_cff_work(one) for one in works if isinstance(one, dict)]


def _cff_work(work: Object) -> Object:
    found = {
        "type": work.get("type") or "software",
        "title": work.get("title"),
        "abstract": work.get("abstract"),
        "authors": work.get("authors"),
        "year": work.get("year") or work.get("date-published") or work.get("date-released") or work.get("issue-date"),
        "venue": work.get("journal") or work.get("conference") or work.get("collection-title") or work.get("publisher"),
        "doi": work.get("doi"),
        "identifiers": work.get("identifiers"),
        "url": work.get("url") or work.get("repository-code"),
        "keywords": work.get("keywords"),
    }  # fmt: skip
    return {key: value for key, value in found.items() if value} | {
        _LINE: work.get(_LINE, 1),
        "title": found["title"],
    }


def _of_hayagriva(key: str, record: Object) -> Object:
    """Return a record of Hayagriva: where it appeared is its parent."""
    parents = record.get("parent")
    parents = [
        one
        for one in (parents if isinstance(parents, list) else [parents])
        if isinstance(one, dict)
    ]
    serial = record.get("serial-number")
    authors = record.get("author")
    dates = (one.get("date") for one in (record, *parents))
    return {
        "id": key,
        "title": string(record.get("title")),
        "abstract": string(record.get("abstract")),
        "authors": authors if isinstance(authors, list) else [authors] if authors else [],
        "year": next(filter(None, dates), None),
        "venue": next(filter(None, (string(one.get("title")) for one in parents)), ""),
        "ids": serial if isinstance(serial, dict) else {"doi": string(serial)},
        "url": string(record.get("url")),
        _LINE: record.get(_LINE, 1),
    }
