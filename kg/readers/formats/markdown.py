"""Markdown lists of papers: list items, table rows, and headings with an abstract below."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from kg.papers import Author
from kg.readers import columns, identifiers, names
from kg.readers.data import Entry, Notes
from kg.readers.formats import plain as plain_lists
from kg.readers.formats.markdown_front import front, lines, listed, of_paper
from kg.readers.formats.markdown_titles import (
    LABELS,
    LEAST_NAME,
    LEAST_TITLE,
    LEAST_WORDS,
    LINK,
    NUMBER,
    apart,
    leading_names,
    plain,
    title_of,
)
from kg.readers.source import Source

_HEADING = re.compile(r"(?P<marks>#{1,6})\s+(?P<text>\S.*)$")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+•]|\d{1,4}[.)])\s+(?P<text>\S.*)$")
_MARKED = re.compile(
    r"^(?:#{1,6}\s|[ \t]*[-*+]\s|[ \t]*\d{1,4}[.)]\s|.*\]\(\S)|^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+",
    re.M,
)
_RULE = re.compile(r"[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,}|`{3}.*|~{3}.*)\s*$")
_TABLE_RULE = re.compile(r"[ \t]*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?\s*)?\|?\s*$")
_ABSTRACT = re.compile(r"^\W*(?:abstract|summary|tl;?dr)\W*[:.—-]\W*", re.I)
_CALLOUT = re.compile(r">?\s*\[!(?:abstract|summary)[^\]]*\][+-]?\s*>?\s*", re.I)
_LEAST_ABSTRACT: Final = 150
_ATTRIBUTE = re.compile(
    r"[\W_]*(links?|authors?|summary|abstract|venue|year|date|published|paper|pdf|code|url|arxiv|doi|keywords?|tl;?dr|conference)[\s*_]*[:：][\s*_]*",
    re.I,
)
_VENUE_YEAR = re.compile(r"\b([A-Z][A-Za-z]{2,})\s?['’]\s?(\d{2})\b")
_LEAST_DATED: Final = 2
_PAPER_SITE = re.compile(r"arxiv\.org|doi\.org|openreview|aclanthology|aclweb|\.pdf\b|acm\.org|ieee|neurips|nips\.cc|mlr\.press|thecvf|usenix|springer|sciencedirect|semanticscholar|biorxiv|vldb|nature\.com|huggingface\.co/papers|hal\.", re.I)  # fmt: skip


@dataclass(slots=True)
class _Block:
    """A heading, list item or table row with the paragraphs below it."""

    line: int
    kind: str
    text: str
    indent: int = 0
    below: list[str] = field(default_factory=list)


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each item or heading that names a paper and for each row of a table of papers.

    A text without any mark of Markdown is read as a plain list.
    """
    matter, skipped = front(source)
    if not matter and not _MARKED.search(source.head):
        yield from plain_lists.parse(source, notes)
        return
    yield from listed(matter, notes)
    found, abstract, passed, line, first = False, "", 0, 0, ""
    for block in _blocks(lines(source, skipped)):
        entry = _row(block) if block.kind == "row" else _entry(block)
        abstract = abstract or _abstract_below(block)
        if entry is not None:
            found = True
            yield entry
        elif block.kind == "item" and any(
            "://" in one["target"] for one in LINK.finditer(block.text)
        ):
            passed, line = passed + 1, line or block.line
            first = first or plain(block.text)[:60]
    if passed and found:
        notes.warn("W122", count=passed, line=line, text=first)
    # A front matter with a list below is that of the list.
    paper = None if found else of_paper(matter, abstract)
    if paper is not None:
        yield paper


def _abstract_below(block: _Block) -> str:
    """Return the text below the heading of an abstract."""
    heading = _ABSTRACT.match(f"{block.text}:") if block.kind == "heading" else None
    text = " ".join((*([] if heading else [block.text]), *block.below))
    if heading and not block.text[heading.end() :].strip(" :"):
        return plain(text)
    return plain(text[called.end() :]) if (called := _CALLOUT.match(text)) else ""


def _blocks(numbered: Iterator[tuple[int, str]]) -> Iterator[_Block]:
    block: _Block | None = None
    heading: list[str] | None = None
    before, new_paragraph = "", True
    for number, line in numbered:
        if "|" in line and _TABLE_RULE.match(line):
            heading, before = _table_cells(before), ""
            if block is not None and block.below:
                block.below.pop()
            continue
        if heading is not None and "|" in line:
            if block is not None:
                yield block
                block = None
            yield _Block(number, "row", "\0".join((*heading, "\1", *_table_cells(line))))
            continue
        heading, before = None, line
        marked, item = _HEADING.match(line), _ITEM.match(line)
        if marked or (item and not _RULE.match(line)):
            indent = len(item["indent"].expandtabs(4)) if item else 0
            within = block is not None and block.kind == "item" and indent > block.indent
            if block is not None and item and (within or _ATTRIBUTE.match(item["text"])):
                block.below.append(item["text"])
                new_paragraph = False
                continue
            if block is not None:
                yield block
            text = marked["text"].rstrip(" \t#") if marked else item["text"] if item else ""
            block = _Block(number, "heading" if marked else "item", text, indent)
            new_paragraph = not item
        elif not line.strip() or _RULE.match(line):
            new_paragraph = True
        elif block is not None:
            text = line.strip().lstrip("> ")
            new_paragraph = new_paragraph or (line.lstrip().startswith(">") and not block.below)
            if new_paragraph or not block.below:
                if not new_paragraph and block.kind == "item":
                    block.text += f" {text}"
                else:
                    block.below.append(text)
            else:
                block.below[-1] += f" {text}"
            new_paragraph = False
        else:
            block = _Block(number, "paragraph", line.strip())
            new_paragraph = False
    if block is not None:
        yield block


def _table_cells(line: str) -> list[str]:
    return [
        cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))
    ]


def _row(block: _Block) -> Entry | None:
    cells = block.text.split("\0")
    heading, values = cells[: cells.index("\1")], cells[cells.index("\1") + 1 :]
    fields: dict[str, str] = {}
    for name, value in zip(heading, values, strict=False):
        known = columns.find(plain(name))
        if known and value:
            fields.setdefault(known[0], value)
    title, summary = apart(NUMBER.sub("", fields.get("title", "")))
    targets = [link["target"] for value in values for link in LINK.finditer(value)]
    cited = summary or any(map(_PAPER_SITE.search, targets))
    if len(title) < (LEAST_NAME if cited else LEAST_TITLE):
        return None
    return _made(
        block.line, title, plain(fields.get("abstract", "")) or summary, targets, year=fields.get("year", ""),
        venue=plain(fields.get("venue", "")), authors=plain(fields.get("authors", "")),
    )  # fmt: skip


def _entry(block: _Block) -> Entry | None:
    """Read an item or heading, or return None if it names no paper: a chapter, a remark, a list of contents."""
    whole = " ".join((block.text, *block.below))
    targets = [link["target"] for link in LINK.finditer(whole)]
    paragraphs = [plain(text) for text in block.below]
    labelled = next((_ABSTRACT.sub("", text) for text in paragraphs if _ABSTRACT.match(text)), "")
    abstract = labelled or max(
        (
            text
            for text in paragraphs
            if len(text) >= _LEAST_ABSTRACT and text.rstrip().endswith((".", "…", "..."))
        ),
        key=len,
        default="",
    )
    title = title_of(block.text)
    cited = any(_PAPER_SITE.search(target) for target in targets) or bool(identifiers.doi(whole))
    if len(title) < (LEAST_NAME if cited else LEAST_TITLE) or title.lower() in LABELS:
        return None
    if block.kind == "heading":
        told = {
            match[1].lower().rstrip("s"): text[match.end() :]
            for text in paragraphs
            if (match := _ATTRIBUTE.match(text))
        }
        named = cited or labelled or len(title.split()) >= LEAST_WORDS
        if not (abstract or (cited and told)) or not named:
            return None
        return _made(
            block.line, title, abstract, targets, year=told.get("year", "") or told.get("date", ""),
            venue=told.get("venue", ""), authors=told.get("author", ""),
        )  # fmt: skip
    outside = any(target.startswith("http") for target in targets)
    venue = _VENUE_YEAR.search(block.text)
    dated = bool(venue) or bool(identifiers.year(block.text))
    least = _LEAST_DATED if outside and dated else LEAST_WORDS
    named = (outside or dated) and len(title.split()) >= least
    if block.kind != "item" or not (cited or abstract or named):
        return None
    rest = plain(block.text).replace(title, "", 1).strip(" .,:;-–—()[]|")
    year = f"20{venue[2]}" if venue else rest
    return _made(
        block.line,
        title,
        abstract,
        targets,
        year=year,
        venue=venue[1] if venue else "",
        authors=leading_names(rest),
    )


def _made(
    line: int,
    title: str,
    abstract: str,
    targets: list[str],
    *,
    year: str = "",
    venue: str = "",
    authors: str = "",
) -> Entry:
    url = next(
        (target for target in targets if _PAPER_SITE.search(target)), next(iter(targets), "")
    )
    return Entry(
        line,
        title=title,
        abstract=abstract,
        year=year,
        venue=venue,
        authors=tuple(Author(name) for name in names.apart(authors)),
        doi=next(filter(None, map(identifiers.doi, targets)), ""),
        arxiv=next((target for target in targets if "arxiv.org" in target), ""),
        url=url,
    )
