"""Records in TEI: a paper of GROBID, and the lists of references that GROBID, Zotero and HAL write."""

from __future__ import annotations

from collections.abc import Iterator

from kg.papers import Author
from kg.readers import identifiers
from kg.readers.data import Entry
from kg.readers.xmlstream import Element


def tei(record: Element) -> Iterator[Entry]:
    """Yield the paper that a text is, or, where the text is but a list, each paper of the list."""
    full = list(record.all("biblFull"))
    if full:
        yield from map(_full, full)
        return
    header = next(record.children("teiHeader"), None)
    own = header is not None and (header.get("title") or header.get("abstract"))
    listed = [] if own else list(record.all("biblStruct"))
    if listed:
        yield from map(reference, listed)
    else:
        yield _paper(record, header or record)


def _paper(record: Element, header: Element) -> Entry:
    source = header.first("sourceDesc") or header
    cited = [one for back in record.all("back") for one in _identifiers(back, "DOI")]
    return Entry(
        record.line,
        key=next(_identifiers(header, "MD5"), ""),
        title=header.get("title"),
        abstract=header.get("abstract"),
        year=_date(header),
        venue=_venue(source),
        authors=_people(source),
        doi=next(_identifiers(header, "DOI"), ""),
        arxiv=next(_identifiers(header, "ARXIV"), ""),
        keywords=tuple(one.text() for one in header.all("term")),
        references=tuple(f"doi:{doi}" for doi in map(identifiers.doi, cited) if doi),
    )


def reference(record: Element) -> Entry:
    """Read a `biblStruct`: the article, or else the book that it describes."""
    article = record.first("analytic")
    whole = record.first("monogr") or record
    holder = article if article is not None and article.get("title") else whole
    notes = {one.attributes.get("type", ""): one.text().strip() for one in record.all("note")}
    link = next((one.attributes.get("target", "") for one in record.all("ptr", "ref")), "")
    return Entry(
        record.line,
        key=record.attributes.get("id", ""),
        title=holder.get("title"),
        abstract=notes.get("abstract", "") or record.get("abstract"),
        year=_date(record),
        venue=whole.get("title") if holder is article else whole.get("publisher"),
        authors=_people(holder),
        doi=next(_identifiers(record, "DOI"), ""),
        arxiv=next(_identifiers(record, "ARXIV"), ""),
        url=notes.get("url", "") or link,
        keywords=tuple(one.text() for one in record.all("term")),
    )


def _full(record: Element) -> Entry:
    return Entry(
        record.line,
        title=record.get("title"),
        abstract=record.get("abstract"),
        year=_date(record.first("imprint") or record) or _date(record),
        venue=_venue(record),
        authors=_people(record.first("titleStmt") or record),
        doi=next(_identifiers(record, "DOI"), ""),
        arxiv=next(_identifiers(record, "ARXIV"), ""),
        keywords=tuple(one.text() for one in record.all("term")),
    )


def _identifiers(record: Element, kind: str) -> Iterator[str]:
    for one in record.all("idno"):
        if one.attributes.get("type", "").upper() == kind:
            yield one.text().strip()


def _date(record: Element) -> str:
    dates = (one.attributes.get("when", "") or one.text() for one in record.all("date"))
    return next((date for date in dates if identifiers.year(date)), "")


def _venue(source: Element) -> str:
    titles = (one for one in source.all("title") if one.attributes.get("level") in ("j", "m"))
    return next((one.text() for one in titles), "")


def _people(source: Element) -> tuple[Author, ...]:
    return tuple(dict.fromkeys(map(_person, source.all("author"))))


def _person(element: Element) -> Author:
    parts = [one.text().strip() for name in ("forename", "surname") for one in element.all(name)]
    orcid = next(_identifiers(element, "ORCID"), "")
    return Author(" ".join(parts) or element.get("persName", "name") or element.text(), orcid)
