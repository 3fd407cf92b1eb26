"""Records in XML: arXiv and other Atom feeds, PubMed, EndNote, JATS, TEI of GROBID, MODS, MARC, OAI, RDF …"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from kg.papers import Author
from kg.readers import identifiers
from kg.readers.data import Entry, Notes
from kg.readers.source import Source
from kg.readers.xmlstream import Element, records


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each element that one of the known languages uses for a record."""
    for element in records(source, _NAMES, notes):
        entry = _READERS.get(element.name, _general)(element)
        if entry is not None:
            yield entry


def _general(record: Element) -> Entry | None:
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
        year=_dated(
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


def _dated(record: Element, *names: str) -> str:
    texts = (
        one.text() or one.attributes.get("when", "") for name in names for one in record.all(name)
    )
    return next((text for text in texts if identifiers.year(text)), "")


def _people(record: Element, *names: str) -> tuple[Author, ...]:
    for name in names:
        people = [_person(one) for one in record.all(name)]
        if any(one.name for one in people):
            return tuple(people)
    return ()


def _person(element: Element) -> Author:
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


def _pubmed(record: Element) -> Entry:
    article_ids = [
        one
        for part in record.all("PubmedData", "PubmedBookData")
        for ids in part.children("ArticleIdList")
        for one in ids.children("ArticleId")
    ]
    dois = [
        one.text()
        for one in (*record.all("ELocationID"), *article_ids)
        if "doi" in one.attributes.values()
    ]
    abstract = record.first("Abstract", "OtherAbstract")
    date = record.first(
        "PubDate", "ArticleDate", "ContributionDate", "DateCompleted", "DateCreated"
    )
    people = next(
        (
            one
            for one in record.all("AuthorList")
            if one.attributes.get("Type", "authors") != "editors"
        ),
        None,
    )
    cited = [
        one.text()
        for refs in record.all("ReferenceList")
        for one in refs.all("ArticleId")
        if one.attributes.get("IdType") == "doi"
    ]
    pmid = record.get("PMID")
    return Entry(
        record.line,
        key=pmid,
        title=record.get("ArticleTitle", "BookTitle", "VernacularTitle"),
        abstract=" ".join(map(_section, abstract.children("AbstractText")))
        if abstract is not None
        else "",
        year=date.text() if date is not None else "",
        venue=record.get("Title", "ISOAbbreviation", "MedlineTA"),
        authors=tuple(map(_person, people.children("Author"))) if people is not None else (),
        doi=next(iter(dois), ""),
        number=f"pmid:{pmid}" if pmid else "",
        keywords=tuple(one.text() for one in record.all("Keyword", "DescriptorName")),
        references=tuple(f"doi:{doi}" for doi in map(identifiers.doi, cited) if doi),
    )


def _section(part: Element) -> str:
    label = part.attributes.get("Label", "").strip()
    return (
        f"{label.capitalize()}: {part.text().strip()}"
        if label and label != "UNLABELLED"
        else part.text().strip()
    )


def _endnote_or_other(record: Element) -> Entry | None:
    """Read a `record`: of EndNote, of MARC, or of OAI, whose own record is within."""
    if any(record.all("datafield")):
        return _marc(record)
    if not any(record.children("titles", "contributors", "ref-type")):
        header = next(iter(record.children("header")), None)
        if header is not None and header.attributes.get("status") == "deleted":
            return None
        return _general(record)
    titles = record.first("titles") or record
    return Entry(
        record.line,
        key=record.get("rec-number", "label"),
        title=titles.get("title"),
        abstract=record.get("abstract"),
        year=record.get("year"),
        venue=titles.get("secondary-title") or record.get("full-title", "publisher"),
        authors=tuple(
            Author(one.text())
            for group in record.all("authors")
            for one in group.children("author")
        ),
        doi=record.get("electronic-resource-num")
        or next((url.text() for url in record.all("url") if "doi.org" in url.text()), ""),
        url=record.get("url"),
        keywords=tuple(one.text() for one in record.all("keyword")),
        markup="html",
    )


def _marc(record: Element) -> Entry:
    def fields(*tags: str) -> Iterator[Element]:
        return (one for one in record.all("datafield") if one.attributes.get("tag") in tags)

    def subfields(tags: tuple[str, ...], codes: str) -> list[str]:
        return [
            " ".join(
                sub.text().strip()
                for sub in one.children("subfield")
                if sub.attributes.get("code", "?") in codes
            )
            for one in fields(*tags)
        ]

    def first(tags: tuple[str, ...], codes: str) -> str:
        return next(filter(None, subfields(tags, codes)), "").strip(" /:;,")

    return Entry(
        record.line,
        key=next(
            (
                one.text()
                for one in record.children("controlfield")
                if one.attributes.get("tag") == "001"
            ),
            "",
        ),
        title=first(("245", "021A"), "abd").replace(" / ", " "),
        abstract=first(("520",), "ab"),
        year=first(("260", "264", "011@", "773"), "cag"),
        venue=first(("773", "490", "260", "264"), "tab"),
        authors=tuple(
            Author(name.strip(" ,.")) for name in subfields(("100", "700", "110", "710"), "a")
        ),
        doi=next(filter(None, map(identifiers.doi, subfields(("024", "856"), "au"))), ""),
        url=first(("856",), "u"),
        keywords=tuple(subfields(("650", "653", "689"), "a")),
    )


def _jats(record: Element) -> Entry | None:
    meta = record.first("article-meta")
    if meta is None:
        return _general(record)
    authors = [
        one
        for one in meta.all("contrib")
        if one.attributes.get("contrib-type", "author") == "author"
    ]
    abstracts = [
        one.text()
        for one in meta.children("abstract")
        if one.attributes.get("abstract-type", "") in ("", "section", "structured")
    ]
    cited = [
        one.text()
        for refs in record.all("ref-list")
        for one in refs.all("pub-id")
        if one.attributes.get("pub-id-type") == "doi"
    ]
    ids = {one.attributes.get("pub-id-type", ""): one.text() for one in meta.children("article-id")}
    return Entry(
        record.line,
        key=ids.get("pmc", "") or ids.get("publisher-id", "") or ids.get("doi", ""),
        title=meta.get("article-title"),
        abstract=max(abstracts, key=len, default="") or meta.get("abstract"),
        year=_dated(meta, "pub-date", "year"),
        venue=record.get("journal-title", "journal-id"),
        authors=tuple(_person(one) for one in authors),
        doi=ids.get("doi", ""),
        number=f"pmid:{ids['pmid']}" if "pmid" in ids else "",
        keywords=tuple(one.text() for one in meta.all("kwd")),
        references=tuple(f"doi:{doi}" for doi in map(identifiers.doi, cited) if doi),
    )


def _tei(record: Element) -> Entry:
    header = record.first("teiHeader") or record
    source = header.first("sourceDesc") or header
    cited = [
        one.text()
        for back in record.all("back")
        for one in back.all("idno")
        if one.attributes.get("type", "").upper() == "DOI"
    ]
    ids = {one.attributes.get("type", "").upper(): one.text().strip() for one in header.all("idno")}
    date = next(
        (one for one in header.all("date") if one.attributes.get("when") or one.text()), None
    )
    return Entry(
        record.line,
        key=ids.get("MD5", ""),
        title=header.get("title"),
        abstract=header.get("abstract"),
        year=(date.attributes.get("when", "") or date.text()) if date is not None else "",
        venue=next(
            (
                one.text()
                for one in source.all("title")
                if one.attributes.get("level") in ("j", "m")
            ),
            "",
        ),
        authors=tuple(_tei_person(one) for one in source.all("author")),
        doi=ids.get("DOI", ""),
        arxiv=ids.get("ARXIV", ""),
        keywords=tuple(one.text() for one in header.all("term")),
        references=tuple(f"doi:{doi}" for doi in map(identifiers.doi, cited) if doi),
    )


def _tei_person(element: Element) -> Author:
    parts = [one.text().strip() for name in ("forename", "surname") for one in element.all(name)]
    orcid = next(
        (
            one.text()
            for one in element.all("idno")
            if one.attributes.get("type", "").upper() == "ORCID"
        ),
        "",
    )
    return Author(" ".join(parts) or element.get("persName"), orcid)


def _mods(record: Element) -> Entry:
    info = next(record.children("titleInfo"), record)
    title = " ".join(filter(None, (info.get("nonSort"), info.get("title"))))
    subtitle = info.get("subTitle")
    host = next(
        (one for one in record.children("relatedItem") if one.attributes.get("type") == "host"),
        None,
    )
    ids = [
        one.text()
        for one in record.children("identifier")
        if one.attributes.get("type", "").lower() in ("doi", "uri")
    ]
    return Entry(
        record.line,
        key=record.attributes.get("ID", "") or record.get("recordIdentifier"),
        title=f"{title}: {subtitle}" if subtitle else title,
        abstract=record.get("abstract"),
        year=_dated(record, "dateIssued", "copyrightDate", "dateCreated", "date"),
        venue=host.get("title") if host is not None else record.get("publisher"),
        authors=tuple(_mods_person(one) for one in record.children("name")),
        doi=next(filter(None, map(identifiers.doi, ids)), ""),
        url=record.get("url"),
        keywords=tuple(one.text() for one in record.all("topic")),
    )


def _mods_person(name: Element) -> Author:
    parts = {
        one.attributes.get("type", ""): one.text().strip() for one in name.children("namePart")
    }
    return Author(
        " ".join(filter(None, (parts.get("given"), parts.get("family")))) or parts.get("", "")
    )


def _rdf(record: Element) -> Entry | None:
    """Read what carries a title of its own: an RDF file also describes journals, people, attachments."""
    own = {child.name for child in record.children()}
    described = (
        bool(own & {"abstract", "creator", "authors", "itemType"}) or record.name != "Description"
    )
    if "title" not in own or not described or "attachment" in record.get("itemType").lower():
        return None
    return _general(record)


_READERS: Final[Mapping[str, Callable[[Element], Entry | None]]] = {
    "PubmedArticle": _pubmed,
    "PubmedBookArticle": _pubmed,
    "record": _endnote_or_other,
    "article": _jats,
    "TEI": _tei,
    "mods": _mods,
    "Description": _rdf,
    "Article": _rdf,
    "BookSection": _rdf,
    "Book": _rdf,
    "Thesis": _rdf,
    "Report": _rdf,
    "Manuscript": _rdf,
    "Document": _rdf,
}
_NAMES: Final = frozenset(_READERS) | {
    "entry", "item", "paper", "inproceedings", "incollection", "phdthesis", "mastersthesis", "book", "proceedings", "Source",
    "journal_article", "conference_paper", "doc", "result", "resource",
}  # fmt: skip
