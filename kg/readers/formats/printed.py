"""Records as services print them to be read: PubMed's abstracts and summaries, ScienceDirect and Scopus as text.

What a line is, is told by its place, so each of them has a function of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from kg.papers import Author
from kg.readers import identifiers, names
from kg.readers.data import Entry, Notes
from kg.readers.source import Source

_Lines = list[tuple[int, str]]
_REMARK = re.compile(
    r"author information:|collaborators?[:(]|doi:|pmid:|pmcid:|copyright\b|©|\(c\) \d{4}|conflicts? of interest|declaration of|comment (?:in|on)\b"
    r"|erratum (?:in|for)\b|update (?:in|of)\b|republished|retraction|summary for patients|\[article in|publisher:|trial registration",
    re.I,
)
_PMID = re.compile(r"\bPMID:\s*(\d+)")
_NAMES = re.compile(r"[^\W\d_][\w'’ -]{0,40} [A-Z]{1,4}(?:\(\d+\))*[,.]")
_AFFILIATION = re.compile(r"\(\d+\)")
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z(\d])")
_LABEL = re.compile(r"(?P<label>ABSTRACT|Abstract|(?:AUTHOR |INDEX )?KEYWORDS|Keywords|DOI):\s*")
_SCOPUS_YEAR = re.compile(r"\(\d{4}\)\s")


def parser(name: str) -> Callable[[Source, Notes], Iterator[Entry]]:
    """Return the reader of the printed format `name`."""
    return partial(_parse, name)


def _parse(name: str, source: Source, notes: Notes) -> Iterator[Entry]:
    for lines in _RECORDS[name](source):
        entry = _READERS[name](lines)
        if entry is not None:
            yield entry


def _numbered(name: str, source: Source) -> Iterator[_Lines]:
    """Yield the lines of each record, which begins after a blank line with the next number."""
    held, blank, count = _Lines(), True, 1
    for number, line in source.lines():
        if blank and line.startswith(f"{count}{'.' if name == 'pubmed-text' else ':'} "):
            if held:
                yield held
            held, count = [], count + 1
        if count > 1:
            held.append((number, line.strip()))
        blank = not line.strip()
    if held:
        yield held


def _paragraphs(lines: _Lines) -> list[str]:
    texts = [""]
    for _, line in lines:
        if line:
            texts[-1] = f"{texts[-1]} {line}".strip()
        elif texts[-1]:
            texts.append("")
    return [text for text in texts if text]


def _pubmed(lines: _Lines) -> Entry:
    citation, *rest = _paragraphs(lines)
    whole = " ".join(rest)
    texts = [text for text in rest if not _REMARK.match(text)]
    title, texts = (texts[0], texts[1:]) if texts else ("", [])
    people = texts.pop(0) if texts and _NAMES.match(texts[0]) else ""
    number = _PMID.search(whole)
    return Entry(
        lines[0][0],
        key=number[1] if number else "",
        title=title,
        abstract=" ".join(texts),
        year=citation,
        venue=citation.split(". ", 2)[1] if citation.count(". ") else "",
        authors=_authors(_AFFILIATION.sub("", people)),
        doi=identifiers.doi(citation) or identifiers.doi(whole),
        number=f"pmid:{number[1]}" if number else "",
    )


def _pubmed_summary(lines: _Lines) -> Entry:
    text = " ".join(line for _, line in lines if line).partition(": ")[2]
    number = _PMID.search(text)
    people, _, rest = text.partition(". ")
    if not _NAMES.match(f"{people}."):
        people, rest = "", text
    title, *venue = _SENTENCE.split(rest, maxsplit=2)
    return Entry(
        lines[0][0],
        key=number[1] if number else "",
        title=title,
        year=" ".join(venue[1:]) or rest,
        venue=venue[0].rstrip(".") if venue else "",
        authors=_authors(people),
        doi=identifiers.doi(rest),
        number=f"pmid:{number[1]}" if number else "",
    )


def _authors(text: str) -> tuple[Author, ...]:
    return tuple(Author(name) for name in names.apart(text.rstrip(".").replace(", ", "; ")))


def _blocks(source: Source) -> Iterator[_Lines]:
    """Yield what stands between blank lines."""
    held = _Lines()
    for number, line in source.lines():
        if line.strip():
            held.append((number, line.strip()))
        elif held:
            yield held
            held = []
    if held:
        yield held


def _science_direct(lines: _Lines) -> Entry | None:
    """Read authors, title, journal and more, each a line that ends with a comma, then labelled lines."""
    texts, labelled = _labelled([line for _, line in lines])
    if len(texts) < 2:
        return None
    return Entry(
        lines[0][0],
        title=texts[1].rstrip(","),
        abstract=labelled.get("abstract", ""),
        year=next(
            (text for text in texts[3:] if re.fullmatch(r"\d{4},?", text)), " ".join(texts[2:])
        ),
        venue=texts[2].rstrip(",") if len(texts) > 2 else "",
        authors=tuple(
            Author(name) for name in names.apart(texts[0].rstrip(",").replace(", ", "; "))
        ),
        doi=next(filter(None, map(identifiers.doi, texts)), ""),
        url=next((text.strip("()") for text in texts if text.startswith("(http")), ""),
        keywords=tuple(names.keywords(labelled.get("keywords", ""))),
    )


def _scopus_records(source: Source) -> Iterator[_Lines]:
    """Yield the lines of each record, which ends with its source; above the first stands the date."""
    held = _Lines()
    for number, line in source.lines():
        text = line.strip()
        if text and not (number < 4 and (text == "Scopus" or text.startswith("EXPORT DATE"))):
            held.append((number, text))
        if text.startswith("SOURCE:"):
            yield held
            held = []
    if held:
        yield held


def _scopus(lines: _Lines) -> Entry | None:
    texts, labelled = _labelled([line for _, line in lines])
    place = next((at for at, text in enumerate(texts) if _SCOPUS_YEAR.match(text)), 0)
    if not place:
        return None
    return Entry(
        lines[0][0],
        title=texts[place - 1],
        abstract=labelled.get("abstract", ""),
        year=texts[place],
        venue=texts[place][6:].split(", ")[0].strip(),
        authors=tuple(Author(one) for one in names.apart(texts[0].replace("., ", ".; ")))
        if place > 1
        else (),
        doi=identifiers.doi(labelled.get("doi", "")),
        url=next((text for text in texts if text.startswith("http")), ""),
        keywords=tuple(names.keywords(labelled.get("author keywords", ""))),
    )


def _labelled(lines: list[str]) -> tuple[list[str], dict[str, str]]:
    """Part the lines without a label from the texts of the labels, which may go on over lines."""
    texts, labelled, label = list[str](), dict[str, str](), ""
    for line in lines:
        if match := _LABEL.match(line):
            label = match["label"].lower()
            labelled.setdefault(label, line[match.end() :])
        elif label == "abstract" and not line.isupper() and ":" not in line[:25]:
            labelled[label] += f" {line}"
        else:
            texts.append(line)
            label = ""
    return texts, labelled


_RECORDS: Final[Mapping[str, Callable[[Source], Iterator[_Lines]]]] = {
    "pubmed-text": partial(_numbered, "pubmed-text"),
    "pubmed-summary": partial(_numbered, "pubmed-summary"),
    "sciencedirect": _blocks,
    "scopus-text": _scopus_records,
}
_READERS: Final[Mapping[str, Callable[[_Lines], Entry | None]]] = {
    "pubmed-text": _pubmed,
    "pubmed-summary": _pubmed_summary,
    "sciencedirect": _science_direct,
    "scopus-text": _scopus,
}
FORMATS: Final[Mapping[str, re.Pattern[str]]] = {
    "pubmed-text": re.compile(r"\A\s*1\. .{5,}\n(?:.*\n){1,400}?PMID: \d"),
    "pubmed-summary": re.compile(r"\A\s*1: \S(?:.*\n){0,20}?.*PMID: ?\d"),
    "sciencedirect": re.compile(r"^\(https?://www\.sciencedirect\.com/science/article/\S+\)", re.M),
    "scopus-text": re.compile(r"\A\s*Scopus\s+EXPORT DATE:.*\s+(?!@|TY  -)\S"),
}
"""How a text of each format begins."""
