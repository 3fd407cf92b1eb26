"""BibTeX and BibLaTeX: entries one by one, each read strictly and, where it is damaged, by its lines.

A strict parser loses an entry for one brace too many or too few; reference managers and web sites
write such files every day. So each entry is first given its bounds: the next text that begins like
an entry with a field. Within them it is read by the grammar, and if that fails the fields are
taken from where they begin, whatever the braces say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kg.papers import Author
from kg.readers import identifiers
from kg.readers.data import Entry, Notes
from kg.readers.formats.bibtex_grammar import (
    NAME,
    START,
    DamagedError,
    Raw,
    by_grammar,
    by_lines,
    closing_brace,
    value_at,
)
from kg.readers.formats.bibtex_inheritance import inherited, referenced
from kg.readers.latex import decode
from kg.readers.source import Source

_WINDOW = 1 << 19
_LONGEST = 1 << 23
_COMMAND_LIMIT = 1 << 16
_START_LENGTH = 256
_CERTAIN_START = re.compile(
    r"@(?<![\w.\\]@)[ \t]*(?!(?:string|preamble|comment)\b)[A-Za-z][\w-]*\s*[{(]"
    r"\s*+[^,{}=\"\n]{0,200}+(?:,|\n)\s*+[A-Za-z][\w.:-]*\s*=\s*[{\"\w]",
    re.I,
)
_INNER_GROUP = re.compile(r"\{[^{}]*\}")
_KEYWORDS_APART = re.compile(r"[,;]")
_NAMES_APART = re.compile(r" and ", re.I)
_MONTHS: Final = {month: month.capitalize() for month in "jan feb mar apr may jun jul aug sep oct nov dec".split()}  # fmt: skip  # noqa: SIM905
_VENUE: Final = (
    "journal",
    "journaltitle",
    "booktitle",
    "venue",
    "series",
    "publisher",
    "school",
    "institution",
)


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each record; `@string` is applied, `@preamble` and `@comment` are no records."""
    keys = set[int]()
    return (
        _entry(line, raw)
        for line, raw in inherited(_entries(source, notes, keys), referenced(source), notes)
    )


def _entries(source: Source, notes: Notes, keys: set[int]) -> Iterator[tuple[int, Raw]]:
    for line, raw in _Scanner(source).entries():
        if raw.damage:
            notes.warn("W110", line=line, key=raw.key or "?", reason=raw.damage)
        if raw.key and hash(raw.key) in keys:
            notes.warn("W111", line=line, key=raw.key)
        keys.add(hash(raw.key))
        yield line, raw


class _Scanner:
    """Finds the entries in a text of which only a window is in memory."""

    def __init__(self, source: Source) -> None:
        self._blocks = source.blocks()
        self._text = ""
        self._at = 0
        self._ended = False
        self._line = 1
        self._certain = -1
        self._unclosed = -1
        self._macros = dict(_MONTHS)

    def entries(self) -> Iterator[tuple[int, Raw]]:
        while self._fill(_WINDOW) or self._at < len(self._text):
            start = self._next_start()
            if start is None:
                self._advance(
                    max(self._at, len(self._text) - (0 if self._ended else _START_LENGTH))
                )
                if self._ended:
                    return
                continue
            self._advance(start.start())
            kind = start["type"].lower()
            if kind in ("comment", "preamble", "string"):
                end = self._end_of_command(start.end())
                if kind == "string":
                    self._define(self._text[self._at : end])
                self._advance(end)
                continue
            line, raw = self._line, self._read()
            self._advance(self._at + raw.end)
            yield line, raw

    def _fill(self, size: int) -> bool:
        """Have `size` characters after here in the window if the text has them; return whether it grew."""
        grown = False
        while not self._ended and len(self._text) - self._at < size:
            block = next(self._blocks, None)
            self._ended = block is None
            if self._at:
                self._certain -= self._at
                self._unclosed -= self._at
            self._text, self._at = self._text[self._at :] + (block or ""), 0
            grown = True
        return grown

    def _advance(self, to: int) -> None:
        self._line += self._text.count("\n", self._at, to)
        self._at = to

    def _next_start(self) -> re.Match[str] | None:
        """Find the next entry: at the start of a line, after the end of another, or certain by its form."""
        at = self._at
        while start := START.search(self._text, at):
            near = max(self._at, start.start() - _START_LENGTH)
            newline = self._text.rfind("\n", near, start.start())
            before = self._text[max(newline + 1, near) : start.start()].strip()
            if not before or (before[-1] in "})" and "%" not in before):
                return start
            if "%" not in before and _CERTAIN_START.match(self._text, start.start()):
                return start
            at = start.end()
        return None

    def _end_of_command(self, inside: int) -> int:
        """Return the end of a command that is no entry: its closing brace, or else the end of its line."""
        if self._at >= self._unclosed:
            closing = closing_brace(self._text, inside, inside + _COMMAND_LIMIT)
            if closing >= 0:
                return closing + 1
            self._unclosed = min(inside + _COMMAND_LIMIT, len(self._text))
        newline = self._text.find("\n", inside)
        return newline if newline >= 0 else len(self._text)

    def _define(self, command: str) -> None:
        inside = command[command.find("{" if "{" in command.split("=", 1)[0] else "(") + 1 :]
        named = NAME.match(inside.strip())
        if named is None:
            return
        try:
            value, _ = value_at(inside.strip(), named.end(), self._macros)
        except DamagedError:
            value = inside.strip()[named.end() :].strip(' {}()"\n')
        self._macros[named["name"].lower()] = value

    def _read(self) -> Raw:
        """Read the entry here within its bounds."""
        while True:
            if self._certain <= self._at:
                certain = _CERTAIN_START.search(self._text, self._at + 1)
                self._certain = certain.start() if certain else len(self._text)
            region = self._text[self._at : self._certain]
            try:
                return by_grammar(region, self._macros)
            except DamagedError as error:
                reaches_end = self._certain == len(self._text)
                if reaches_end and len(region) < _LONGEST and self._fill(len(region) + _WINDOW):
                    self._certain = -1
                    continue
                return by_lines(region, self._macros, str(error), cut=reaches_end)


def _entry(line: int, raw: Raw) -> Entry:
    fields = raw.fields
    title, subtitle = fields.get("title", ""), fields.get("subtitle", "")
    preprint = (
        "arxiv" in (fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv").lower()
    )
    if raw.kind == "xdata":
        return Entry(line, key=raw.key, broken="an xdata entry only lends its fields to others")
    return Entry(
        line,
        key=raw.key,
        title=f"{title}: {subtitle}"
        if title and subtitle
        else title or fields.get("booktitle", ""),
        abstract=fields.get("abstract", "") + (" …" if raw.cut else ""),
        year=decode(fields.get("year") or fields.get("date", "")),
        venue=next((fields[name] for name in _VENUE if fields.get(name)), ""),
        authors=_authors(fields.get("author", "")),
        doi=decode(fields.get("doi", "")),
        arxiv=fields.get("eprint", "") if preprint else "",
        url=decode(fields.get("url", "")),
        keywords=tuple(_KEYWORDS_APART.split(fields["keywords"])) if fields.get("keywords") else (),
        markup="latex",
    )


def _authors(names: str) -> tuple[Author, ...]:
    """Split at each `and` outside braces."""
    held = (
        _INNER_GROUP.sub(lambda match: match[0].replace(" and ", " \0and\0 "), names)
        if "{" in names
        else names
    )
    return tuple(
        Author(_name(name.replace("\0", "")), identifiers.orcid(name))
        for name in _NAMES_APART.split(" ".join(held.split()))
        if name.strip() and name.lower() != "others"
    )


def _name(name: str) -> str:
    """Return a name as it is, or one that BibLaTeX gives by its parts ("family=Byron, given=Ada") as text."""
    if "family" not in name or "=" not in name:
        return name
    parts = {key.strip(): value for key, _, value in (p.partition("=") for p in name.split(","))}
    whole = (parts.get(part, "").strip() for part in ("given", "prefix", "family", "suffix"))
    return " ".join(part for part in whole if part) or name
