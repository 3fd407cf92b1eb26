"""Records in JSON: any object that names a title, an abstract or a text, by the names in use."""

from __future__ import annotations

from collections.abc import Iterator

from kg.papers import Author
from kg.readers.data import Entry, Notes
from kg.readers.jsonstream import Damaged, Json, values
from kg.readers.source import Source


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each record of a JSON or JSON lines text."""
    for line, value in values(source):
        if isinstance(value, Damaged):
            yield Entry(line, broken=value.reason)
        elif isinstance(value, dict):
            yield entry(line, value)
        elif value is None:
            notes.warn("W106", line=line)
        else:
            yield Entry(line, broken=f"a {type(value).__name__} is no record")


def entry(line: int, record: dict[str, Json]) -> Entry:
    """Read one object of unknown origin by the usual names of its members."""
    fields = {key.lower(): value for key, value in record.items()}
    key = string(fields.get("id") or fields.get("key"))
    if isinstance(fields.get("text"), str) and "title" not in fields and "abstract" not in fields:
        return Entry(line, key=key, abstract=fields["text"], verbatim=True)
    return Entry(
        line,
        key=key,
        title=string(fields.get("title")),
        abstract=string(
            fields.get("abstract") or fields.get("summary") or fields.get("description")
        ),
        year=string(fields.get("year") or fields.get("date") or fields.get("published")),
        venue=string(fields.get("venue") or fields.get("journal")),
        authors=authors(fields.get("authors") or fields.get("author")),
        doi=string(fields.get("doi")),
        arxiv=string(fields.get("arxiv") or fields.get("arxiv_id") or fields.get("arxivid")),
        url=string(fields.get("url")),
        keywords=tuple(strings(fields.get("keywords"))),
        markup="html",
    )


def string(value: Json) -> str:
    """Return a scalar as text, the first of a list, '' for all else."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, list):
        return next((text for text in map(string, value) if text), "")
    return ""


def strings(value: Json) -> list[str]:
    """Return the texts of a list; of one text, its parts between semicolons or commas."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(";" if ";" in value else ",")]
    return [text for text in map(string, value) if text] if isinstance(value, list) else []


def authors(value: Json) -> tuple[Author, ...]:
    """Return authors given as names, or as objects with a name or its parts."""
    if isinstance(value, str):
        return tuple(
            Author(name.strip())
            for name in value.split(";" if ";" in value else ",")
            if name.strip()
        )
    if not isinstance(value, list):
        return ()
    named = []
    for one in value:
        if isinstance(one, dict):
            parts = (
                string(one.get("given") or one.get("first")),
                string(one.get("family") or one.get("last")),
            )
            name = string(one.get("name") or one.get("literal")) or " ".join(
                part for part in parts if part
            )
            named.append(Author(name, string(one.get("orcid") or one.get("ORCID"))))
        else:
            named.append(Author(string(one)))
    return tuple(author for author in named if author.name)
