"""Records in JSON: arXiv, OpenAlex, Semantic Scholar, Crossref, CSL, S2ORC, Zotero, DataCite … by their members.

The services differ in what they call a member and how deep they put it, hardly in what it means.
So no service has a reader of its own: `columns` knows the names, and the functions below the forms
that a value can take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from kg.papers import Author
from kg.readers import columns, identifiers, names
from kg.readers.data import Entry, Notes
from kg.readers.jsonstream import Damaged, Json, values
from kg.readers.source import Source

_Object = dict[str, Json]
_INSIDE: Final = ("citedPaper", "citingPaper", "paper", "work", "attributes", "info", "content", "metadata", "_source", "data", "message", "bibjson", "csl", "document", "article", "record", "item", "fields")  # fmt: skip
"""Members under which services put the record itself, beside data about the answer."""
_REFERENCES: Final = ("referenced_works", "references", "reference", "bib_entries", "citations_out")
_PAIRS: Final = (("given", "family"), ("first", "last"), ("firstName", "lastName"), ("given_name", "surname"), ("givenName", "familyName"))  # fmt: skip
_NAMES_OF_PERSON: Final = ("name", "display_name", "literal", "fullName", "full_name", "raw_author_name", "creator", "text", "label", "fullname")  # fmt: skip


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each record of a JSON or JSON lines text."""
    for line, value in values(source):
        if isinstance(value, Damaged):
            yield Entry(line, broken=value.reason)
        elif isinstance(value, dict):
            found = _entry(line, value)
            if found is None:
                notes.warn("W140", line=line, members=", ".join(list(value)[:8]))
            else:
                yield found
        elif value is None:
            notes.warn("W106", line=line)
        else:
            yield Entry(
                line,
                broken=f"{'text' if isinstance(value, str) else type(value).__name__} alone is no record",
            )


def _entry(line: int, record: _Object) -> Entry | None:
    """Read one object, or return None for one that tells nothing of a paper."""
    record = _innermost(record)
    if isinstance(record.get("text"), str) and not {"title", "abstract"} & record.keys():
        return Entry(line, key=_string(record.get("id")), abstract=record["text"], verbatim=True)
    fields = _fields(record)
    if not fields.keys() & {"title", "abstract", "doi"} and "title" not in record:
        return None
    given = _identifiers(record)
    link = _string(fields.get("url"))
    number = next(
        (f"{kind}:{given[kind]}" for kind in ("openalex", "s2", "pmid") if kind in given), ""
    )
    return Entry(
        line,
        key=_string(fields.get("key")),
        title=_title(fields.get("title"), record),
        abstract=_abstract(fields.get("abstract"), record),
        year=next(filter(identifiers.year, _dates(fields.get("year"))), ""),
        venue=_string(fields.get("venue")) or given.get("venue", ""),
        authors=tuple(_authors(fields.get("authors"))),
        doi=given.get("doi") or _string(fields.get("doi")) or link,
        arxiv=given.get("arxiv") or _string(fields.get("arxiv")),
        number=number,
        url=link,
        keywords=tuple(_keywords(fields.get("keywords"))),
        references=tuple(_references(record)),
        markup="html",
    )


def _innermost(record: _Object) -> _Object:
    """Follow the members that hold the record itself, keeping what stands beside them."""
    for _ in range(4):
        if isinstance(record.get("title"), str):
            return record
        inner = next(
            (
                record[name]
                for name in _INSIDE
                if isinstance(record.get(name), dict) and record[name]
            ),
            None,
        )
        if inner is None or any(record.get(name) for name in ("title", "abstract", "display_name")):
            return record
        record = {**{key: value for key, value in record.items() if key not in _INSIDE}, **inner}
    return record


def _fields(record: _Object) -> dict[str, Json]:
    """Return for each field the value of its best-named member that is not empty."""
    found: dict[str, tuple[int, Json]] = {}
    for name, value in record.items():
        known = columns.find(name.removesuffix("_s").removesuffix("_t"))
        if isinstance(value, dict) and "value" in value:
            value = value["value"]
        if (
            known
            and value not in (None, "", [], {})
            and known[1] < found.get(known[0], (1 << 30, None))[0]
        ):
            found[known[0]] = known[1], value
    return {field: value for field, (_, value) in found.items()}


def _title(value: Json, record: _Object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        value = value[0].get("title") or value[0].get("value")
    title, subtitle = _string(value), _string(record.get("subtitle"))
    return (
        f"{title}: {subtitle}"
        if title and subtitle and subtitle.lower() not in title.lower()
        else title
    )


def _abstract(value: Json, record: _Object) -> str:
    """Return the abstract: text, paragraphs, parts with a type, or OpenAlex' index of words."""
    index = record.get("abstract_inverted_index", value)
    if isinstance(index, dict):
        words = index.get("InvertedIndex", index)
        return _from_index(words if isinstance(words, dict) else {})
    if isinstance(value, list):
        described = [
            one
            for one in value
            if isinstance(one, dict) and one.get("descriptionType") == "Abstract"
        ]
        parts = (
            _string(one.get("text") or one.get("description") or one.get("value"))
            if isinstance(one, dict)
            else _string(one)
            for one in described or value
        )
        return " ".join(part for part in parts if part)
    if not isinstance(value, str) and isinstance(record.get("descriptions"), list):
        return _abstract(record["descriptions"], {})
    return _string(value)


def _from_index(index: _Object) -> str:
    """Rebuild a text from its words and the places at which each stands."""
    placed = [
        (place, word)
        for word, places in index.items()
        if isinstance(places, list)
        for place in places
        if isinstance(place, int)
    ]
    return " ".join(word for _, word in sorted(placed))


def _identifiers(record: _Object) -> dict[str, str]:
    """Return the identifiers that services give in objects of their own or as web addresses."""
    given: dict[str, str] = {}
    for name in ("externalIds", "ids", "external_ids", "pids"):
        inner = record.get(name)
        if isinstance(inner, dict):
            given.update({key.lower(): _string(value) for key, value in inner.items()})
    own = _string(record.get("id"))
    if "openalex.org/" in (openalex := given.get("openalex") or own):
        given["openalex"] = openalex.rsplit("/", 1)[-1]
    if (
        own.lower().startswith("arxiv:")
        or "arxiv.org/abs/" in own
        or ("categories" in record and "submitter" in record)
    ):
        given.setdefault("arxiv", own)
    if isinstance(record.get("paperId"), str):
        given["s2"] = record["paperId"]
    if isinstance(record.get("pmid"), (str, int)):
        given["pmid"] = str(record["pmid"])
    if isinstance(given.get("pmid"), str):
        given["pmid"] = given["pmid"].rstrip("/").rsplit("/", 1)[-1]
    location = record.get("primary_location")
    source = location.get("source") if isinstance(location, dict) else None
    if isinstance(source, dict):
        given["venue"] = _string(source.get("display_name"))
    return {key: value for key, value in given.items() if value}


def _references(record: _Object) -> Iterator[str]:
    for name in _REFERENCES:
        cited = record.get(name)
        members: Iterable[Json] = (
            cited.values() if isinstance(cited, dict) else cited if isinstance(cited, list) else ()
        )
        for one in members:
            if isinstance(one, str) and "openalex.org/" in one:
                yield f"openalex:{one.rsplit('/', 1)[-1]}"
            elif isinstance(one, dict):
                inner = one.get("other_ids")
                ids: _Object = inner if isinstance(inner, dict) else _identifiers(one)
                doi = identifiers.doi(
                    _string(one.get("DOI") or one.get("doi") or ids.get("doi") or ids.get("DOI"))
                )
                if doi:
                    yield f"doi:{doi}"
                elif "s2" in ids:
                    yield f"s2:{ids['s2']}"


def _string(value: Json) -> str:
    """Return a scalar as text, the first text of a list, '' for all else."""
    if isinstance(value, str):
        return value
    return next(_strings(value), "") if value else ""


def _strings(value: Json) -> Iterator[str]:
    """Yield the texts in a value: itself, of a list its own, of an object its name or title."""
    if isinstance(value, str):
        if value.strip():
            yield value
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield str(value)
    elif isinstance(value, list):
        for one in value[:1000]:
            yield from _strings(one)
    elif isinstance(value, dict):
        yield from _strings(next((value[name] for name in ("name", "display_name", "title", "value", "raw", "$", "URL", "url") if value.get(name)), None))  # fmt: skip


def _dates(value: Json) -> Iterator[str]:
    """Yield what may hold a year: text, numbers, and the parts of dates."""
    if isinstance(value, dict):
        for one in value.values():
            yield from _dates(one)
    elif isinstance(value, list):
        for one in value[:20]:
            yield from _dates(one)
    elif isinstance(value, (str, int)) and not isinstance(value, bool):
        yield str(value)


def _authors(value: Json) -> Iterator[Author]:
    """Yield authors given as one text, a list of texts or pairs, or objects with a name or its parts."""
    if isinstance(value, str):
        yield from (Author(name, name) for name in names.apart(value))
        return
    if isinstance(value, dict):
        value = value.get("author") or value.get("authors") or [value]
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            yield _author(one)
        elif isinstance(one, list):
            parts = [part for part in one if isinstance(part, str) and part]
            yield Author(" ".join((*parts[1:2], *parts[:1])))
        elif isinstance(one, str):
            yield Author(one)


def _author(person: _Object) -> Author:
    inner = person.get("author")
    merged = {**person, **inner} if isinstance(inner, dict) else person
    orcid = next(
        (str(value) for key, value in merged.items() if "orcid" in key.lower() and value), ""
    )
    for given, family in _PAIRS:
        if merged.get(family):
            middle = merged.get("middle")
            between = (
                " ".join(middle)
                if isinstance(middle, list) and all(isinstance(one, str) for one in middle)
                else ""
            )
            parts = (_string(merged.get(given)), between, _string(merged[family]))
            return Author(" ".join(part for part in parts if part), orcid)
    return Author(
        next((_string(merged[name]) for name in _NAMES_OF_PERSON if merged.get(name)), ""), orcid
    )


def _keywords(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield from names.keywords(value)
    elif isinstance(value, list):
        for one in value:
            tag = (
                one.get("tag") or one.get("subject") or one.get("category") or one
                if isinstance(one, dict)
                else one
            )
            yield from _strings(tag)
