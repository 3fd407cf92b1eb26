"""Records of libraries and reference managers in XML: EndNote, EBSCO, MARC, MODS."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kg.papers import Author
from kg.readers import identifiers
from kg.readers.data import Entry
from kg.readers.formats.xml_general import dated, general
from kg.readers.xmlstream import Element

_AUTHORS: Final = frozenset({"aut", "author", "cre", "creator"})


def endnote_or_other(record: Element) -> Entry | None:
    """Read a `record`: of EndNote, of MARC, or of OAI, whose own record is within."""
    if any(record.all("datafield")):
        return marc(record)
    if not any(record.children("titles", "contributors", "ref-type")):
        header = next(iter(record.children("header")), None)
        if header is not None and header.attributes.get("status") == "deleted":
            return None
        return general(record)
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


def ebsco(record: Element) -> Entry | None:
    """Read a `rec` of EBSCO (CINAHL, PsycINFO …), whose names are short: `atl`, `ab`, `jtl`, `au`."""
    if not any(record.all("atl", "btl")):
        return general(record)
    dated_at = record.first("dt")
    ids = [one.text() for one in record.all("ui") if one.attributes.get("type") == "doi"]
    return Entry(
        record.line,
        key=next((one.attributes.get("uiTerm", "") for one in record.children("header")), ""),
        title=record.get("atl", "btl"),
        abstract=record.get("ab"),
        year=dated_at.attributes.get("year", "") if dated_at is not None else "",
        venue=record.get("jtl", "btl", "pub"),
        authors=tuple(Author(one.text()) for one in record.all("au")),
        doi=next(filter(None, map(identifiers.doi, ids)), ""),
        url=record.get("url"),
        keywords=tuple(one.text() for one in record.all("subj")),
        markup="html",
    )


def marc(record: Element) -> Entry:
    """Read a record of MARC 21 by its fields: title, abstract, names, imprint, identifiers, subjects."""

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


def mods(record: Element) -> Entry:
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
        year=dated(record, "dateIssued", "copyrightDate", "dateCreated", "date"),
        venue=host.get("title") if host is not None else record.get("publisher"),
        authors=tuple(_mods_person(one) for one in record.children("name") if _is_author(one)),
        doi=next(filter(None, map(identifiers.doi, ids)), ""),
        url=record.get("url"),
        keywords=tuple(one.text() for one in record.all("topic")),
    )


def _is_author(name: Element) -> bool:
    roles = {one.text().strip().lower() for one in name.all("roleTerm")}
    return not roles or bool(roles & _AUTHORS)


def _mods_person(name: Element) -> Author:
    parts = {
        one.attributes.get("type", ""): one.text().strip() for one in name.children("namePart")
    }
    return Author(
        " ".join(filter(None, (parts.get("given"), parts.get("family")))) or parts.get("", "")
    )
