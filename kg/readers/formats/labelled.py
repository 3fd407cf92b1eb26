"""Records of labelled lines ("Title: …", "Abstract: …"): ProQuest, ReDIF, NoteExpress, arXiv's mails, lists of one's own.

The labels are known by the same names as the columns of tables. A record begins where the label that
begins the first one comes again, or after a ruled line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kg.papers import Author
from kg.readers import columns, names
from kg.readers.data import Entry, Notes
from kg.readers.source import Source

_LABEL = re.compile(
    r"(?P<label>\{[A-Z][^{}\n]{1,38}\}|[A-Z][A-Za-z()/ -]{1,38}(?:-[\u4e00-\u9fff]{1,10})?)[ \t]*[:：](?P<value>\s.*|$)",
    re.I,
)
_RULE = re.compile(r"\s*(?:[_=-]{10,}|\\{2,}.*|Document \d+ of \d+)\s*$")
_ARXIV_RULE = re.compile(r"\\{2,}\s*(?:\(|$)")
_HEADING = re.compile(
    r"(?:backgrounds?|contexts?|introduction|motivations?|objectives?|aims?|purposes?|goals?|methods?|methodology|designs?|settings?"
    r"|participants|approach|results?|findings|originality|limitations?|conclusions?|discussions?|significance|implications)\b",
    re.I,
)
_TEMPLATE: Final = "template type"
_PAPERS: Final = ("paper", "article", "book", "chapter", "software")
_LEAST_ABSTRACT: Final = 150
_CLOSED: Final = (".", "!", "?", "…", "...")
_LONG: Final = frozenset({"abstract", "title"})
_Fields = dict[str, list[str]]


def is_labelled(head: str) -> bool:
    """Whether a text is made of records with a label for the title and for something else."""
    labels = [label for line in head.split("\n") if (label := _label(line)[0])]
    fields = {found[0] for label in labels if (found := columns.find(label))}
    return _TEMPLATE in labels or ("title" in fields and bool(fields & {"abstract", "authors"}))


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each group of labelled lines that holds a title or an abstract."""
    for line, fields in _records(source):
        kind = " ".join(fields.get(_TEMPLATE, ())).lower()
        if ("title" in fields or "abstract" in fields) and (
            not kind or any(one in kind for one in _PAPERS)
        ):
            yield _entry(line, fields)


def _label(line: str) -> tuple[str, str]:
    """Return the label of a line in normal form, and its value; a heading of an abstract is no label."""
    match = _LABEL.match(line)
    if match is None or _HEADING.match(match["label"]):
        return "", ""
    label = columns.normal(re.sub(r"-[\u4e00-\u9fff]+$", "", match["label"]))
    return label, match["value"].strip()


def _records(source: Source) -> Iterator[tuple[int, _Fields]]:
    start, fields, last, first = 0, _Fields(), "", ""
    blank = in_arxiv = False
    for number, line in source.lines():
        if _RULE.match(line):
            arxiv_abstract = bool(_ARXIV_RULE.match(line)) and "title" in fields and not in_arxiv
            if arxiv_abstract and "abstract" not in fields:
                # Between two such marks stands the abstract.
                last, in_arxiv = "abstract", True
                continue
            if fields:
                yield start, fields
            fields, last, in_arxiv = {}, "", False
            continue
        label, value = ("", "") if in_arxiv else _label(line)
        if label:
            found = columns.find(label)
            name = found[0] if found else label
            if name in ("title", "authors", _TEMPLATE) or label == "reference type":
                first = first or label
            if label == first and name in fields and (name != "authors" or "title" in fields):
                yield start, fields
                fields = {}
            if not fields:
                start = number
            fields.setdefault(name, []).append(value)
            last = name
        elif line.lower().startswith("arxiv:"):
            start = start if fields else number
            fields.setdefault("arxiv", [line])
        elif line.strip():
            last = _continued(fields, last, line.strip(), blank)
        blank = not line.strip()
    if fields:
        yield start, fields


def _continued(fields: _Fields, last: str, text: str, blank: bool) -> str:
    """Add a line without a label to the field before; return the field that further lines belong to."""
    if blank and last != "abstract":
        long = len(text) >= _LEAST_ABSTRACT and text.endswith(_CLOSED)
        last = "abstract" if long and "title" in fields and "abstract" not in fields else ""
    if last == "authors":
        fields[last].append(text)
    elif last:
        values = fields.setdefault(last, [""])
        values[-1] = f"{values[-1]} {text}".strip()
    return last


def _entry(line: int, fields: _Fields) -> Entry:
    def first(name: str) -> str:
        return next((text for text in fields.get(name, ()) if text), "")

    people = (name for text in fields.get("authors", ()) for name in names.apart(text))
    return Entry(
        line,
        key=first("key"),
        title=first("title"),
        abstract=max(fields.get("abstract", ("",)), key=len),
        year=first("year"),
        venue=first("venue"),
        authors=tuple(Author(name, name) for name in people),
        doi=first("doi"),
        arxiv=first("arxiv"),
        url=first("url"),
        keywords=tuple(
            word for text in fields.get("keywords", ()) for word in names.keywords(text)
        ),
    )
