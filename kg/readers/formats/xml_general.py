"""Records in XML languages that use the plain names: Dublin Core, Atom, RSS, OAI, DBLP …"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from kg.papers import Author
from kg.readers import identifiers, names
from kg.readers.data import Entry
from kg.readers.xmlstream import Element

_ABSTRACTS: Final = ("abstract", "summary", "description", "Abstract", "abstractText", "content", "encoded", "Abs")  # fmt: skip
_DATES: Final = ("published", "year", "created", "date", "issued", "coverDate", "pubDate", "updated", "Year", "publicationDate", "pubYear", "publicationYear", "publication_year", "pubdate", "dateofacceptance", "publication_date")  # fmt: skip
_VENUES: Final = ("journal_ref", "journal-ref", "journal", "booktitle", "publicationName", "publication_title", "source", "venue", "full_title", "publisher")  # fmt: skip
_PEOPLE: Final = ("author", "creator", "contributor", "Person", "person_name", "authors", "Authors")
_TAG = re.compile(
    r"<(?:!--.*?-->|[!?][^<>]*>|(?P<close>/)?(?:[\w.-]+:)?(?P<name>[A-Za-z_][\w.-]*)(?:\s[^<>]*?)?(?P<empty>/)?>)",
    re.S,
)
_DEEPEST: Final = 200
_NO_RECORDS: Final = frozenset({"channel", "feed", "journal", "isPartOf", "meta", "head", "sec", "section", "style", "html"})  # fmt: skip


def around_titles(head: str) -> str:
    """Return the name of the element that most titles at the start of a text stand in, or ''."""
    stack, found = list[str](), Counter[str]()
    for tag in _TAG.finditer(head):
        name = tag["name"]
        if not name:
            continue
        if tag["close"]:
            if name in stack:
                del stack[len(stack) - 1 - stack[::-1].index(name) :]
            continue
        if name.lower() in ("title", "articletitle", "article-title", "item_title"):
            holders = (one for one in reversed(stack) if "title" not in one.lower())
            found[next(holders, "")] += 1
        if not tag["empty"] and len(stack) < _DEEPEST:
            stack.append(name)
    names = [name for name, _ in found.most_common() if name and name not in _NO_RECORDS]
    return names[0] if names else ""


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
        one.text()
        for one in record.all("doi", "identifier", "id", "ee", "DOI", "guid", "relation", "pid")
    ] + links
    host = next(record.children("isPartOf"), None)
    return Entry(
        record.line,
        key=record.attributes.get("key", "") or record.attributes.get("about", "") or identifier,
        title=_title(record),
        abstract=_longest(record, *_ABSTRACTS),
        # The ACL Anthology gives the year of a paper in its address only.
        year=dated(record, *_DATES) or next((link for link in links if link[4:5] == "."), ""),
        venue=host.get("title") if host is not None and host.get("title") else record.get(*_VENUES),
        authors=_people(record, *_PEOPLE),
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


def _people(record: Element, *names_of: str) -> tuple[Author, ...]:
    for name in names_of:
        elements = list(record.all(name))
        if len(elements) == 1 and not any(elements[0].children()):
            # One element may hold all names.
            return tuple(Author(one, one) for one in names.apart(elements[0].text()))
        people = [person(one) for one in elements]
        if any(one.name for one in people):
            return tuple(people)
    return ()


def person(element: Element) -> Author:
    family = element.get(
        "surname",
        "LastName",
        "keyname",
        "family",
        "last",
        "Last",
        "CollectiveName",
        "familyName",
        "lastName",
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
        "given_name",
        "firstName",
        "FirstName",
        "Initials",
    )
    middle = element.get("Middle", "middle")
    name = " ".join(part for part in (given, middle, family) if part) or element.get(
        "name", "namePart", "string-name", "fullName", "full_name", "creatorName"
    )
    orcid = element.get("Identifier", "contrib-id", "nameIdentifier") or element.attributes.get(
        "orcid", ""
    )
    return Author(name or " ".join(element.text().split()), orcid)
