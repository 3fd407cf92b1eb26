"""Records in XML: arXiv and other Atom feeds, PubMed, EndNote, JATS, TEI, MODS, MARC, OAI, RDF …"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from kg.readers import identifiers
from kg.readers.data import Entry, Notes
from kg.readers.formats.xml_catalogues import ebsco, endnote_or_other, mods
from kg.readers.formats.xml_general import around_titles, dated, general, person
from kg.readers.formats.xml_tei import reference, tei
from kg.readers.source import Source
from kg.readers.xmlstream import Element, records, root_of


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each element that one of the known languages uses for a record.

    In a language that is not known a record is what most titles stand in.
    """
    found, root = False, root_of(source.head)
    for element in records(source, _ONLY.get(root, _NAMES), notes):
        found = True
        if element.name in _LISTS:
            yield from _LISTS[element.name](element)
            continue
        entry = _READERS.get(element.name, general)(element)
        if entry is not None:
            yield entry
    if found or notes.warnings or not (name := around_titles(source.head)):
        return
    for element in records(source, frozenset({name}), notes):
        entry = general(element)
        if entry is not None:
            yield entry


def _results(record: Element) -> Iterator[Entry]:
    """Read a `result`: one record of Europe PMC, or the whole answer of DBLP."""
    hits = [info for hit in record.all("hit") for info in hit.children("info")]
    entries = map(general, hits or [record])
    return (entry for entry in entries if entry is not None)


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


def _rdf(record: Element) -> Entry | None:
    """Read what carries a title of its own: an RDF file also describes journals, people, attachments."""
    own = {child.name for child in record.children()}
    if "ArticleTitle" in own:
        # What publishers send to PubMed.
        return _pubmed(record)
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
    "rec": ebsco,
    "article": _jats,
    "mods": mods,
    "Description": _rdf,
    "biblStruct": reference,
    **dict.fromkeys(
        ("AcademicArticle", "Article", "Book", "BookSection", "Chapter", "Document", "EditedBook", "Manuscript", "Proceedings", "Report",
         "Slideshow", "Thesis"),
        _rdf,
    ),
}  # fmt: skip
_LISTS: Final[Mapping[str, Callable[[Element], Iterator[Entry]]]] = {
    "TEI": tei,
    "result": _results,
}
"""Elements that can hold more than one record."""
_ONLY: Final = {"CitaviExchangeData": frozenset({"Reference"})}
"""Roots below which names of records stand for other things."""
_NAMES: Final = frozenset(_READERS) | frozenset(_LISTS) | {
    "entry", "item", "paper", "inproceedings", "incollection", "phdthesis", "mastersthesis", "book", "proceedings", "Source",
    "journal_article", "conference_paper", "doc", "resource", "publication",
}  # fmt: skip
