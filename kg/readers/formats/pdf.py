"""PDF: title and abstract of a paper from its first pages, with the extra `kg[pdf]`."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from kg.readers import identifiers
from kg.readers.data import Entry, Notes
from kg.readers.source import Source

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

_PAGES = 3
_MOST = 1 << 28
_ABSTRACT = re.compile(
    r"(?:^|\n)\s*(?:\d+\.?\s*)?(?:abstract|a b s t r a c t|summary)\s*[:.—–-]*\s*(?=\S)", re.I
)
_ABSTRACT_LINE = re.compile(r"(?:abstract|a b s t r a c t)\b", re.I)
_END = re.compile(
    r"\n\s*(?:(?:\d+|I)\.?\s*\n?\s*)?introduction\b|\n\s*(?:index terms|key\s?words(?: and phrases)?|ccs concepts|categories and subject|general terms"
    r"|acm reference format|1\.? +[A-Z][a-z]+|©|\(c\) \d{4}|permission to make|contents|jel classification)",
    re.I,
)
_HYPHEN = re.compile(
    r"(?<=[a-z])[-\u00ad\ufffe\x02]\s*\n\s*(?=[a-z])|(?<=[a-z])[\ufffe\x02](?=[a-z])"
)
_LINES = re.compile(r"[ \t]*+[\r\n]\s*+")
_ARXIV = re.compile(r"arXiv:\s*(\S+)", re.I)
_RUNNING_HEAD = re.compile(
    r"arxiv:|\bvol\.|\bdoi\b|https?:|proceedings of|journal of|©|\bissn\b|contents lists", re.I
)
_NO_NAME = re.compile(
    r"^(?:microsoft word\b|untitled|slide \d|\()|\.(?:docx?|tex|dvi|pdf|indd|pptx?|qxd)$", re.I
)
"""What programs write into a PDF in place of its title."""
_ABSTRACT_MOST = 4000
_FIRST_PAGE = 6000
_TEXT_MOST = 100_000
_CHARACTERS = 3000
_SAMPLE = 5
_LEAST_TITLE = 12
_TITLE_MOST = 400
_ALIKE = 0.9


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    size: float
    bottom: float


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield the one paper of a PDF: its title by the size of the letters, its abstract by the heading.

    Without the extra the file is reported (E106), as is one that is damaged, locked, or has no text.
    """
    try:
        import pypdfium2 as pdfium
    except ImportError:
        notes.warn("E106")
        return
    data = source.data(_MOST)
    if len(data) > _MOST:
        notes.warn("E107", reason="over 256 MB")
        return
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        notes.warn("E107", reason=str(error).rstrip("."))
        return
    try:
        lines = _lines(document[0])
        text = "\n".join(
            document[page].get_textpage().get_text_range()
            for page in range(min(_PAGES, len(document)))
        )
        named = document.get_metadata_dict().get("Title", "").strip()
    except pdfium.PdfiumError as error:
        notes.warn("E107", reason=str(error).rstrip("."))
        return
    finally:
        document.close()
    text = _LINES.sub("\n", text[:_TEXT_MOST])
    if not text.strip():
        yield Entry(1, broken="no text in it: it may be a scan")
        return
    abstract = _abstract(text)
    if not abstract:
        notes.warn("W160")
    arxiv = _ARXIV.search(text)
    yield Entry(
        1,
        title=_title(lines) or ("" if _NO_NAME.search(named) else named),
        abstract=abstract,
        doi=identifiers.doi(text[:_FIRST_PAGE]),
        arxiv=arxiv[1] if arxiv else "",
    )


def _lines(page: PdfPage) -> list[_Line]:
    """Return the first lines of a page with the height of their letters, text set upright left out."""
    text_page = page.get_textpage()
    text = text_page.get_text_range(0, min(text_page.count_chars(), _CHARACTERS))
    lines, start = list[_Line](), 0
    for line in text.split("\n"):
        places = [start + at for at, letter in enumerate(line) if letter.isalpha()][:_SAMPLE]
        boxes = [
            text_page.get_charbox(place, loose=True)
            for place in places
            if place < text_page.count_chars()
        ]
        upright = len(boxes) > 2 and abs(boxes[0][1] - boxes[-1][1]) > abs(
            boxes[0][0] - boxes[-1][0]
        )
        if boxes and not upright:
            size = statistics.median(top - bottom for _, bottom, _, top in boxes)
            # A damaged page can have letters of no height.
            if size > 0:
                lines.append(_Line(line.strip(), size, min(bottom for _, bottom, _, _ in boxes)))
        start += len(line) + 1
    return lines


def _title(lines: list[_Line]) -> str:
    """Join the first run of lines in the largest letters of the upper part of the first page."""
    lines = list(takewhile(lambda line: not _ABSTRACT_LINE.match(line.text), lines))
    if not lines:
        return ""
    highest = max(line.bottom for line in lines)
    upper = [
        line
        for line in lines
        if line.bottom > 0.45 * highest and sum(map(str.isalpha, line.text)) > 3
    ]
    if not upper:
        return ""
    # One oversized letter or a logo is no title: it has words.
    wordy = [
        line
        for line in upper
        if len(line.text) >= _LEAST_TITLE and not _RUNNING_HEAD.search(line.text)
    ] or upper
    size = max(line.size for line in wordy)
    start = next(
        index for index, line in enumerate(upper) if line in wordy and line.size >= _ALIKE * size
    )
    parts = [upper[start].text]
    for before, line in pairwise(upper[start:]):
        if (
            line.size < _ALIKE * size
            or before.bottom - line.bottom > 3 * size
            or before.bottom < line.bottom
        ):
            break
        parts.append(line.text)
    return " ".join(parts)[:_TITLE_MOST].rstrip(" *†‡∗")


def _abstract(text: str) -> str:
    """Return the text between the heading of the abstract and what follows it, words at line ends rejoined."""
    heading = _ABSTRACT.search(text)
    if heading is None:
        return ""
    rest = text[heading.end() : heading.end() + _ABSTRACT_MOST]
    end = _END.search(rest)
    return _HYPHEN.sub("", rest[: end.start()] if end else rest.rpartition(".")[0] + ".").strip()
