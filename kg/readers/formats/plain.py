"""Plain-text lists: one abstract a paragraph or a line, with or without titles and a header."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from kg.papers import Author
from kg.readers import identifiers
from kg.readers.data import Entry, Notes
from kg.readers.source import Source

_HEADER = re.compile(
    r"^\W*(?:(?:papers?|works?|articles?|publications?)\s+(?:related|similar)\s+to"
    r"|(?:related|similar|relevant)\s+(?:papers?|works?|articles?|publications?|readings?)(?:\s+(?:to|for|of))?"
    r"|(?:reading\s+list|bibliography|references)(?:\s+(?:for|of|on))?)"
    r"\s*[:–—-]\s*(?P<title>\S.*)$",
    re.I,
)
_LIST_TITLE = re.compile(
    r"^\W*[\w ,'-]{0,60}(?:reading list|bibliography|references|papers|abstracts)\s*:?\W*$", re.I
)
_RULE = re.compile(r"^[\W_]*$")
_NUMBER = re.compile(r"^(?:\[\d{1,4}\]|\(\d{1,4}\)|\d{1,4}[.)]|[-*•‣–])\s+")
_INITIALS = re.compile(r"(?:[A-Z]\.[ -]?)+")
_REFERENCE = re.compile(
    r"(?P<before>(?:[A-Z]\.[ ~-]?){1,4} ?[A-Z][^\"“”]{1,300}?),?\s[\"“](?P<quoted>[^\"“”]{8,300})[\"”](?=.*\b(?:19|20)\d\d\b)"
    r"|(?P<people>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*, (?:[A-Z]\.[ -]?)+.{0,300}?)\s?\((?P<year>(?:19|20)\d\d)[^()]{0,20}\)\.\s(?P<plain>.{8,300}?[.?!])(?=\s|$)"
)
_REFERENCE_MOST = 800
_CLOSED = (".", "!", "?", "…", ":", '."', ".)", ".”", ";")
_TITLE_LIMIT = 300
_ABSTRACT_LEAST = 150
_WRAP_LEAST, _WRAP_MOST = 40, 120


@dataclass(frozen=True, slots=True)
class _Paragraph:
    line: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.lines)


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each paragraph, or for each line where no blank line parts them.

    A first line of the kind "Related papers: TITLE" names the paper that the list is about.
    """
    paragraphs = _paragraphs(source)
    first = next(paragraphs, None)
    if first is None:
        return
    header = _HEADER.match(first.lines[0])
    if header:
        yield Entry(first.line, title=header["title"], context=True)
        rest = first.lines[1:]
        first = _Paragraph(first.line + 1, rest) if rest else next(paragraphs, None)
    elif len(first.text) < _TITLE_LIMIT and _LIST_TITLE.match(first.text):
        first = next(paragraphs, None)
    if first is None:
        return
    second = next(paragraphs, None)
    if second is None:
        yield from (_entry(part) for part in _split_single(first))
        return
    yield from _in_turn(first, second, paragraphs)


def _paragraphs(source: Source) -> Iterator[_Paragraph]:
    start, lines = 0, list[str]()
    for number, line in source.lines():
        stripped = line.strip()
        if _RULE.match(stripped):
            if lines:
                yield _Paragraph(start, tuple(lines))
                lines = []
            continue
        if not lines:
            start = number
        lines.append(stripped)
    if lines:
        yield _Paragraph(start, tuple(lines))


def _in_turn(first: _Paragraph, second: _Paragraph, rest: Iterator[_Paragraph]) -> Iterator[Entry]:
    """Join each title that stands alone with the abstract after it, if the list begins in that way."""
    titles_apart = _is_title(first) and _is_abstract(second)
    held: _Paragraph | None = None
    for paragraph in _chain(first, second, rest):
        if held is not None and _is_abstract(paragraph):
            yield replace(_entry(paragraph), line=held.line, title=_unnumbered(held.text))
            held = None
            continue
        if held is not None:
            yield _entry(held)
            held = None
        if titles_apart and _is_title(paragraph):
            held = paragraph
        else:
            yield _entry(paragraph)
    if held is not None:
        yield _entry(held)


def _chain(
    first: _Paragraph, second: _Paragraph, rest: Iterator[_Paragraph]
) -> Iterator[_Paragraph]:
    yield first
    yield second
    yield from rest


def _split_single(paragraph: _Paragraph) -> Iterator[_Paragraph]:
    """Take the lines of the only paragraph one by one unless they are the lines of a wrapped text."""
    if len(paragraph.lines) == 1 or _is_wrapped(paragraph.lines):
        yield paragraph
        return
    for offset, line in enumerate(paragraph.lines):
        yield _Paragraph(paragraph.line + offset, (line,))


def _is_wrapped(lines: tuple[str, ...]) -> bool:
    """Whether every line but the last was broken only because the next word did not fit."""
    closed = [line.endswith(_CLOSED) for line in lines]
    if all(closed) or all(map(_NUMBER.match, lines)):
        return False
    if len(lines) == 2 and not (lines[1][:1].islower() or (closed[1] and not closed[0])):
        return False
    width = max(map(len, lines))
    return _WRAP_LEAST <= width <= _WRAP_MOST and all(
        len(line) + 1 + len(following.split(" ", 1)[0]) > width
        for line, following in pairwise(lines)
    )


def _entry(paragraph: _Paragraph) -> Entry:
    lines = paragraph.lines
    head = _Paragraph(paragraph.line, lines[:1])
    if len(lines) > 1 and _is_title(head) and not _is_wrapped(lines):
        return Entry(paragraph.line, title=_unnumbered(lines[0]), abstract=" ".join(lines[1:]))
    text = _unnumbered(paragraph.text)
    if len(text) < _REFERENCE_MOST and (reference := _REFERENCE.match(text)):
        return _cited(paragraph.line, text, reference)
    if " " not in text:
        return Entry(
            paragraph.line, title=text, broken=f"a single word ({text[:40]!r}) is no paper"
        )
    if _is_title(paragraph):
        return Entry(paragraph.line, title=text)
    return Entry(paragraph.line, abstract=text)


def _cited(line: int, text: str, reference: re.Match[str]) -> Entry:
    """Read a reference in the style of IEEE (title in quotation marks) or APA (year after the authors)."""
    rest = text[reference.end() :]
    return Entry(
        line,
        title=(reference["quoted"] or reference["plain"]).rstrip(" ,."),
        year=reference["year"] or rest,
        authors=tuple(Author(name) for name in _people(reference["people"] or reference["before"])),
        doi=identifiers.doi(rest),
        arxiv=rest if "arxiv" in rest.lower() else "",
        url=next((word.strip("().,<>") for word in rest.split() if "http" in word), ""),
    )


def _people(text: str) -> list[str]:
    """Split names at commas; a family name goes with the initials after its comma."""
    people = list[str]()
    for part in re.split(r",|\band\b|&", text):
        name = part.strip()
        if people and _INITIALS.fullmatch(name):
            people[-1] = f"{people[-1]}, {name}"
        elif name and name.lower() not in ("et al.", "et al"):
            people.append(name)
    return people


def _is_title(paragraph: _Paragraph) -> bool:
    text = paragraph.text
    return len(text) <= _TITLE_LIMIT and not text.endswith(_CLOSED) and not text.endswith("...")


def _is_abstract(paragraph: _Paragraph) -> bool:
    return len(paragraph.text) >= _ABSTRACT_LEAST and paragraph.text.endswith(_CLOSED)


def _unnumbered(text: str) -> str:
    return _NUMBER.sub("", text, count=1)
