"""Records in XML languages that use the plain names: Dublin Core, Atom, RSS, OAI, DBLP …"""

from __future__ import annotations

from kg.papers import Author
from kg.readers import identifiers
from kg.readers.data import Entry
from kg.readers.xmlstream import Element


def general(record: Element) -> Entry | None:
    """Read Dublin Core, Atom, RSS, DBLP, OAI and whatever else uses the plain names."""
    identifier = record.get("id", "identifier", "guid")
    if "arxiv.org/api/errors" in identifier:
        return None
    links = [
        link.attributes.get("href", "") or link.text()
        for link in record.children("link", "ee", "url")
    ]
    identifiers_here = [
        one.text() for one in record.all("doi", "identifier", "id", "ee", "DOI", "guid", "relation")
    ] + links
    return Entry(
        record.line,
        key=record.attributes.get("key", "") or record.attributes.get("about", "") or identifier,
        title=_title(record),
        abstract=_longest(
            record, "abstract", "summary", "description", "Abstract", "content", "encoded", "Abs"
        ),
        year=dated(
            record,
            "published",
            "year",
            "created",
            "date",
            "issued",
            "coverDate",
            "pubDate",
            "updated",
            "Year",
            "publicationDate",
        ),
        venue=record.get(
            "journal_ref",
            "journal-ref",
            "journal",
            "booktitle",
            "publicationName",
            "source",
            "venue",
            "publisher",
        ),
        authors=_people(record, "author", "creator", "contributor", "Person"),
        doi=next(filter(None, map(identifiers.doi, identifiers_here)), ""),
        arxiv=next((one for one in identifiers_here if "arxiv" in one.lower()), ""),
        url=next((one for one in (*links, *identifiers_here) if one.startswith("http")), ""),
        keywords=tuple(
            one.attributes.get("term", "") or one.text()
            for one in record.all("category", "subject", "keyword")
        ),
        markup="html",
    )


def _title(record: Element) -> str:
    own = next(
        (child for child in record.children("title", "Title", "name") if child.text().strip()), None
    )
    found = own if own is not None else record.first("title", "Title", "article-title")
    subtitle = record.get("subtitle") if found is not None else ""
    title = found.text().strip() if found is not None else ""
    return f"{title}: {subtitle}" if subtitle else title


def _longest(record: Element, *names: str) -> str:
    """Return the text of the first name that occurs, of several the longest; RSS puts a label before it."""
    for name in names:
        texts = [one.text().strip() for one in record.all(name)]
        if any(texts):
            text = max(texts, key=len)
            head, label, rest = text.partition("Abstract:")
            return rest if label and len(head) < 200 else text
    return ""


def dated(record: Element, *names: str) -> str:
    texts = (
        one.text() or one.attributes.get("when", "") for name in names for one in record.all(name)
    )
    return next((text for text in texts if identifiers.year(text)), "")


def _people(record: Element, *names: str) -> tuple[Author, ...]:
    for name in names:
        people = [person(one) for one in record.all(name)]
        if any(one.name for one in people):
            return tuple(people)
    return ()


def person(element: Element) -> Author:
    family = element.get(
        "surname", "LastName", "keyname", "family", "last", "Last", "CollectiveName", "familyName"
    )
    given = element.get(
        "given-names",
        "ForeName",
        "forenames",
        "given",
        "first",
        "First",
        "givenName",
        "givenname",
        "Initials",
    )
    middle = element.get("Middle", "middle")
    name = " ".join(part for part in (given, middle, family) if part) or element.get(
        "name", "namePart", "string-name"
    )
    orcid = element.get("Identifier", "contrib-id", "nameIdentifier") or element.attributes.get(
        "orcid", ""
    )
    return Author(name or " ".join(element.text().split()), orcid)
