"""The forms that a value takes in JSON: texts, dates, people, identifiers, references, tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from kg.papers import Author
from kg.readers import identifiers, names
from kg.readers.jsonstream import Json

Object = dict[str, Json]
_PAIRS: Final = (("given", "family"), ("first", "last"), ("firstName", "lastName"), ("first_name", "last_name"), ("given_name", "surname"), ("givenName", "familyName"), ("given", "surname"), ("given-names", "family-names"))  # fmt: skip
_NAMES_OF_PERSON: Final = ("name", "display_name", "displayName", "literal", "fullName", "full_name", "raw_author_name", "creator", "text", "label", "fullname", "indexed-name", "ce:indexed-name")  # fmt: skip
_NAMES_OF_THING: Final = ("name", "display_name", "title", "value", "raw", "$", "URL", "url", "journal", "journal_title", "sourceTitle")  # fmt: skip
_PARTS_OF_TEXT: Final = ("text", "description", "value", "content", "abstract")
_CONTAINERS: Final = ("publication_info", "source", "journalInfo", "published", "host_venue")
_DOI_START: Final = ("10.", "doi:", "https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/")  # fmt: skip

_ARXIV_ALONE: Final = re.compile(r"\d\d(?:0[1-9]|1[0-2])\.\d{4,5}(?:v\d+)?")
"""An identifier of arXiv that stands without a word of what it is."""

IDENTIFYING: Final = frozenset({"externalIds", "externalids", "ids", "external_ids", "pids", "identifiers", "identifier", "openaccessinfo", "id", "paperId", "pmid", "primary_location"})  # fmt: skip
"""Members that `identifying` looks at."""
REFERENCES: Final = ("referenced_works", "references", "reference", "bib_entries", "citations_out")


def string(value: Json) -> str:
    """Return a scalar as text, the first text of a list, '' for all else."""
    if isinstance(value, str):
        return value
    return next(strings(value), "") if value else ""


def strings(value: Json) -> Iterator[str]:
    """Yield the texts in a value: itself, of a list its own, of an object its name or title."""
    if isinstance(value, str):
        if value.strip():
            yield value
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield str(value)
    elif isinstance(value, list):
        for one in value[:1000]:
            yield from strings(one)
    elif isinstance(value, dict):
        yield from strings(next((value[name] for name in _NAMES_OF_THING if value.get(name)), None))


def abstract(value: Json, record: Object) -> str:
    """Return the abstract: text, paragraphs, parts with a type, or OpenAlex' index of words."""
    index = record.get("abstract_inverted_index", value)
    if isinstance(index, dict):
        words = index.get("InvertedIndex", index)
        text = from_index(words) if isinstance(words, dict) else ""
        return text or " ".join(strings(index.get("p")))
    if isinstance(value, list):
        described = [
            one
            for one in value
            if isinstance(one, dict) and one.get("descriptionType") == "Abstract"
        ]
        return " ".join(part for part in map(_part, described or value) if part)
    if not isinstance(value, str) and isinstance(record.get("descriptions"), list):
        return abstract(record["descriptions"], {})
    return string(value)


def _part(one: Json) -> str:
    if isinstance(one, dict):
        return string(next((one[name] for name in _PARTS_OF_TEXT if one.get(name)), None))
    return string(one)


def from_index(index: Object) -> str:
    """Rebuild a text from its words and the places at which each stands."""
    placed = [
        (place, word)
        for word, places in index.items()
        if isinstance(places, list)
        for place in places
        if isinstance(place, int)
    ]
    return " ".join(word for _, word in sorted(placed))


def dates(value: Json) -> Iterator[str]:
    """Yield what may hold a year: text, numbers, and the parts of dates."""
    if isinstance(value, dict):
        for one in value.values():
            yield from dates(one)
    elif isinstance(value, list):
        for one in value[:20]:
            yield from dates(one)
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield str(value)


def year_of_container(record: Object) -> str:
    """Return the year that is given with the journal or the source of a paper."""
    for name in _CONTAINERS:
        given = record.get(name)
        for one in given if isinstance(given, list) else [given]:
            if isinstance(one, dict):
                years = (text for key in one if "year" in key.lower() for text in dates(one[key]))
                if found := next(filter(identifiers.year, years), ""):
                    return found
    return ""


def authors(value: Json) -> Iterator[Author]:
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


def _author(person: Object) -> Author:
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
                else string(merged.get("name-particle") or merged.get("non-dropping-particle"))
            )
            parts = (string(merged.get(given)), between, string(merged[family]))
            return Author(" ".join(part for part in parts if part), orcid)
    name = next((string(merged[name]) for name in _NAMES_OF_PERSON if merged.get(name)), "")
    return Author(name, orcid)


def keywords(value: Json) -> Iterator[str]:
    """Yield keywords given as one text, a list of texts, or objects that name one."""
    if isinstance(value, str):
        yield from names.keywords(value)
    elif isinstance(value, list):
        for one in value:
            tag = (
                one.get("tag") or one.get("subject") or one.get("category") or one
                if isinstance(one, dict)
                else one
            )
            yield from strings(tag)


def identifying(record: Object) -> dict[str, str]:
    """Return the identifiers that services give in objects of their own or as web addresses."""
    given: dict[str, str] = {}
    for inner in _of_identifiers(record):
        given.update({key.lower(): string(value) for key, value in inner.items()})
    own = string(record.get("id"))
    if "openalex.org/" in (openalex := given.get("openalex") or own):
        given["openalex"] = openalex.rsplit("/", 1)[-1]
    if (
        own.lower().startswith("arxiv:")
        or "arxiv.org/abs/" in own
        or ("categories" in record and "submitter" in record)
        or _ARXIV_ALONE.fullmatch(own)
    ):
        given.setdefault("arxiv", own)
    if own.lower().startswith(_DOI_START):
        given.setdefault("doi", identifiers.doi(own))
    if isinstance(record.get("paperId"), str):
        given["s2"] = record["paperId"]
    if isinstance(record.get("pmid"), (str, int)):
        given["pmid"] = str(record["pmid"])
    if isinstance(given.get("pmid"), str):
        given["pmid"] = given["pmid"].rstrip("/").rsplit("/", 1)[-1]
    location = record.get("primary_location")
    source = location.get("source") if isinstance(location, dict) else None
    if isinstance(source, dict):
        given["venue"] = string(source.get("display_name"))
    return {key: value for key, value in given.items() if value}


def _of_identifiers(record: Object) -> Iterator[Object]:
    """Yield objects with identifiers by kind; a list of such with kind and value becomes one."""
    access = record.get("openaccessinfo")
    for holder in (record, access if isinstance(access, dict) else {}):
        for name in ("externalIds", "externalids", "ids", "external_ids", "pids", "identifiers", "identifier"):  # fmt: skip
            inner = holder.get(name)
            if isinstance(inner, dict):
                yield inner
            elif isinstance(inner, list):
                listed = [one for one in inner if isinstance(one, dict)]
                yield {string(one.get("type") or one.get("scheme")): one.get("value") or one.get("id") for one in listed}  # fmt: skip


def references(record: Object) -> Iterator[str]:
    """Yield the identifiers of the papers that a record cites."""
    for name in REFERENCES:
        cited = record.get(name)
        members: Iterable[Json] = (
            cited.values() if isinstance(cited, dict) else cited if isinstance(cited, list) else ()
        )
        for one in members:
            if isinstance(one, str) and "openalex.org/" in one:
                yield f"openalex:{one.rsplit('/', 1)[-1]}"
            elif isinstance(one, dict):
                inner = one.get("other_ids")
                ids: Object = inner if isinstance(inner, dict) else identifying(one)
                doi = identifiers.doi(
                    string(one.get("DOI") or one.get("doi") or ids.get("doi") or ids.get("DOI"))
                )
                if doi:
                    yield f"doi:{doi}"
                elif "s2" in ids:
                    yield f"s2:{ids['s2']}"


_SUFFIX = re.compile(r"_(?:s|t|i|ss|txt|tdate)$")


def bare(name: str) -> str:
    """Return the name of a member without its name space (`dc:title`) and the type of an index (`title_s`)."""
    return _SUFFIX.sub("", name.rpartition(":")[2])


def rows(value: Json) -> list[Object]:
    """Return the rows of a table written by columns, as pandas does, or []."""
    if not isinstance(value, dict):
        return []
    names_, data = value.get("columns"), value.get("data")
    if isinstance(names_, list) and isinstance(data, list):
        if names_ and all(isinstance(one, str) for one in names_):
            return [dict(zip(names_, row, strict=False)) for row in data if isinstance(row, list)]
        return []
    title = value.get("title")
    if isinstance(title, dict) and title and all(key.isdecimal() for key in title):
        columns = {name: one for name, one in value.items() if isinstance(one, dict)}
        return [{name: one.get(key) for name, one in columns.items()} for key in title]
    if isinstance(title, list) and len(title) > 1 and all(isinstance(one, str) for one in title):
        lists = {
            name: one
            for name, one in value.items()
            if isinstance(one, list) and len(one) == len(title)
        }
        if len(lists) > 1 and len(lists) == len(value):
            return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]
    return []
