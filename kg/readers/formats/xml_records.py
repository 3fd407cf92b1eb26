"""Records in XML: arXiv and other Atom feeds, PubMed, EndNote, JATS, TEI of GROBID, MODS, MARC, OAI, RDF …"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from kg.papers import Author
from kg.readers import identifiers
from kg.readers.data import Entry, Notes
from kg.readers.formats.xml_catalogues import endnote_or_other, mods
from kg.readers.formats.xml_general import dated, general, person
from kg.readers.source import Source
from kg.readers.xmlstream import Element, records


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each element that one of the known languages uses for a record."""
    for element in records(source, _NAMES, notes):
        entry = _READERS.get(element.name, general)(element)
        if entry is not None:
            yield entry


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
        authors=tuple(map(person, people.children("Author"))) if people is not None else (),
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


def _jats(record: Element) -> Entry | None:
    meta = record.first("article-meta")
    if meta is None:
        return general(record)
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
        year=dated(meta, "pub-date", "year"),
        venue=record.get("journal-title", "journal-id"),
        authors=tuple(person(one) for one in authors),
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


def _rdf(record: Element) -> Entry | None:
    """Read what carries a title of its own: an RDF file also describes journals, people, attachments."""
    own = {child.name for child in record.children()}
    described = (
        bool(own & {"abstract", "creator", "authors", "itemType"}) or record.name != "Description"
    )
    if "title" not in own or not described or "attachment" in record.get("itemType").lower():
        return None
    return general(record)


_READERS: Final[Mapping[str, Callable[[Element], Entry | None]]] = {
    "PubmedArticle": _pubmed,
    "PubmedBookArticle": _pubmed,
    "record": endnote_or_other,
    "article": _jats,
    "TEI": _tei,
    "mods": mods,
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
