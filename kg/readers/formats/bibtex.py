"""BibTeX and BibLaTeX: entries one by one, each read strictly and, where it is damaged, by its lines.

A strict parser loses an entry for one brace too many or too few; reference managers and web sites
write such files every day. So each entry is first given its bounds: the next text that begins like
an entry with a field. Within them it is read by the grammar, and if that fails the fields are
taken from where they begin, whatever the braces say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from kg.papers import Author
from kg.readers import identifiers
from kg.readers.data import Entry, Notes
from kg.readers.latex import decode
from kg.readers.source import Source

_WINDOW = 1 << 19
_LONGEST = 1 << 23
_COMMAND_LIMIT = 1 << 16
_START_LENGTH = 256
_START = re.compile(r"(?<![\w.\\])@[ \t]*(?P<type>[A-Za-z][\w-]*)\s*(?P<open>[{(])")
_CERTAIN_START = re.compile(
    r"(?<![\w.\\])@[ \t]*(?!(?:string|preamble|comment)\b)[A-Za-z][\w-]*\s*[{(]"
    r"\s*+[^,{}=\"\n]{0,200}+(?:,|\n)\s*+[A-Za-z][\w.:-]*\s*=\s*[{\"\w]",
    re.I,
)
_KEY = re.compile(r"\s*(?P<key>[^,={}\"\n]{0,300}?)\s*(?=[,}\n)]|$)(?!\s*=)")
_GAP = re.compile(r"(?:[\s,]++|%[^\n]*+)*+")
_NAME = re.compile(r"(?P<name>[A-Za-z_][\w.:+/-]*(?:[ \t]+[\w-]+)?)\s*=\s*")
_BRACED = re.compile(r"\{((?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.)*+\})*+)\}", re.S)
_QUOTED = re.compile(r"\"((?:[^{}\"\\]|\\.|\{(?:[^{}\\]|\\.)*+\})*+)\"", re.S)
_BRACE = re.compile(r"\\.|[{}]", re.S)
_QUOTE_OR_BRACE = re.compile(r"\\.|[{}\"]", re.S)
_WORD = re.compile(r"[^\s,#{}()\"=%]+")
_HASH = re.compile(r"\s*#\s*")
_FIELD_LINE = re.compile(
    r"(?:^[ \t]*|(?P<inner>[,}\"]\s*))(?P<name>[A-Za-z][\w-]*)[ \t]*=\s*(?=[{\"\w])", re.M
)
_FIELD_AHEAD = re.compile(r"^[ \t]*[A-Za-z][\w-]*[ \t]*=[ \t]*[{\"]", re.M)
_INNER_GROUP = re.compile(r"\{[^{}]*\}")
_KEYWORDS_APART = re.compile(r"[,;]")
_COMMENT_LINE = re.compile(r"^[ \t]*%.*$", re.M)
_NAMES_APART = re.compile(r" and ", re.I)
_MONTHS: Final = {month: month.capitalize() for month in "jan feb mar apr may jun jul aug sep oct nov dec".split()}  # fmt: skip  # noqa: SIM905
_KNOWN: Final = frozenset(
    {
        "abstract",
        "author",
        "title",
        "year",
        "date",
        "journal",
        "journaltitle",
        "booktitle",
        "doi",
        "url",
        "file",
    }
    | {
        "keywords",
        "eprint",
        "month",
        "volume",
        "number",
        "pages",
        "publisher",
        "note",
        "issn",
        "isbn",
        "series",
    }
    | {
        "editor",
        "archiveprefix",
        "primaryclass",
        "eprinttype",
        "urldate",
        "annote",
        "language",
        "school",
    }
)
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


class _DamagedError(ValueError):
    """The entry breaks the grammar; the message says how."""


@dataclass(slots=True)
class _Raw:
    """An entry by the grammar: names of fields in lower case, values still in LaTeX."""

    key: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    end: int = 0
    damage: str = ""
    cut: bool = False


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each record; `@string` is applied, `@preamble` and `@comment` are no records."""
    keys = set[int]()
    for line, raw in _Scanner(source).entries():
        if raw.damage:
            notes.warn("W110", line=line, key=raw.key or "?", reason=raw.damage)
        if raw.key and hash(raw.key) in keys:
            notes.warn("W111", line=line, key=raw.key)
        keys.add(hash(raw.key))
        yield _entry(line, raw)


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

    def entries(self) -> Iterator[tuple[int, _Raw]]:
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
        while start := _START.search(self._text, at):
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
            closing = _closing(self._text, inside, inside + _COMMAND_LIMIT)
            if closing >= 0:
                return closing + 1
            self._unclosed = min(inside + _COMMAND_LIMIT, len(self._text))
        newline = self._text.find("\n", inside)
        return newline if newline >= 0 else len(self._text)

    def _define(self, command: str) -> None:
        inside = command[command.find("{" if "{" in command.split("=", 1)[0] else "(") + 1 :]
        named = _NAME.match(inside.strip())
        if named is None:
            return
        try:
            value, _ = _value(inside.strip(), named.end(), self._macros)
        except _DamagedError:
            value = inside.strip()[named.end() :].strip(' {}()"\n')
        self._macros[named["name"].lower()] = value

    def _read(self) -> _Raw:
        """Read the entry here within its bounds."""
        while True:
            if self._certain <= self._at:
                certain = _CERTAIN_START.search(self._text, self._at + 1)
                self._certain = certain.start() if certain else len(self._text)
            region = self._text[self._at : self._certain]
            try:
                return _by_grammar(region, self._macros)
            except _DamagedError as error:
                reaches_end = self._certain == len(self._text)
                if reaches_end and len(region) < _LONGEST and self._fill(len(region) + _WINDOW):
                    self._certain = -1
                    continue
                return _by_lines(region, self._macros, str(error), cut=reaches_end)


def _by_grammar(region: str, macros: dict[str, str]) -> _Raw:
    """Read the entry at the start of `region`; raises `_DamagedError` where it breaks the grammar."""
    start = _START.match(region)
    if start is None:
        raise _DamagedError("it does not begin like an entry")
    closing = "}" if start["open"] == "{" else ")"
    raw, at = _Raw(), start.end()
    if key := _KEY.match(region, at):
        raw.key, at = key["key"], key.end()
    while True:
        after, at = at, _gap(region, at)
        if region.startswith(closing, at):
            raw.end = at + 1
            _refuse_rest(region, raw.end)
            return raw
        name = _NAME.match(region, at)
        if name is None:
            raise _DamagedError(
                f"no field begins at {region[at : at + 20]!r}"
                if region[at:].strip()
                else "it has no end"
            )
        if raw.fields and "," not in region[after:at]:
            raw.damage = f"no comma before {name['name']}"
        value, at = _value(region, name.end(), macros)
        if not raw.fields.get(name["name"].lower()):
            raw.fields[name["name"].lower()] = value


def _gap(text: str, at: int) -> int:
    match = _GAP.match(text, at)
    return match.end() if match else at


def _refuse_rest(region: str, end: int) -> None:
    """Raise `_DamagedError` if fields follow the end of the entry: a brace has closed it too early."""
    following = _START.search(region, end)
    if _FIELD_AHEAD.search(region, end, following.start() if following else len(region)):
        raise _DamagedError("a brace too many closes it before its last field")


def _value(text: str, at: int, macros: dict[str, str]) -> tuple[str, int]:
    """Return the value of a field, its parts joined, and its end."""
    parts = []
    while True:
        part, at = _part(text, at, macros)
        parts.append(part)
        joined = _HASH.match(text, at)
        if joined is None:
            return "".join(parts), at
        at = joined.end()


def _part(text: str, at: int, macros: dict[str, str]) -> tuple[str, int]:
    opening = text[at : at + 1]
    if opening == "{":
        if simple := _BRACED.match(text, at):
            return simple[1], simple.end()
        end = _closing(text, at + 1, len(text))
        if end < 0:
            raise _DamagedError("a brace is never closed")
        return text[at + 1 : end], end + 1
    if opening == '"':
        if simple := _QUOTED.match(text, at):
            return simple[1], simple.end()
        end = _closing_quote(text, at + 1)
        if end < 0:
            raise _DamagedError("a quotation mark is never closed")
        return text[at + 1 : end], end + 1
    word = _WORD.match(text, at)
    if word is None:
        return "", at
    return macros.get(word[0].lower(), word[0]), word.end()


def _closing(text: str, at: int, limit: int) -> int:
    """Return where the brace that was opened before `at` is closed, or -1."""
    depth = 1
    for brace in _BRACE.finditer(text, at, min(limit, len(text))):
        if brace[0] == "{":
            depth += 1
        elif brace[0] == "}":
            depth -= 1
            if not depth:
                return brace.start()
    return -1


def _closing_quote(text: str, at: int) -> int:
    """Return where the quotation mark that was opened before `at` is closed, outside all braces, or -1."""
    depth = 0
    for mark in _QUOTE_OR_BRACE.finditer(text, at):
        if mark[0] == '"' and not depth:
            return mark.start()
        depth += (mark[0] == "{") - (mark[0] == "}")
        if depth < 0:
            return -1
    return -1


def _by_lines(region: str, macros: dict[str, str], damage: str, *, cut: bool) -> _Raw:
    """Take the fields of a damaged entry from where they begin to where the next one does."""
    raw = _Raw(end=len(region), damage=damage)
    start = _START.match(region)
    at = start.end() if start else 0
    if key := _KEY.match(region, at):
        raw.key, at = key["key"], key.end()
    text = _COMMENT_LINE.sub(lambda match: " " * len(match[0]), region)
    begins = [
        match
        for match in _FIELD_LINE.finditer(text, at)
        if match["inner"] is None or match["name"].lower() in _KNOWN
    ]
    for index, begin in enumerate(begins):
        last = index + 1 == len(begins)
        name = begin["name"].lower()
        value = text[begin.end() : len(text) if last else begins[index + 1].start()]
        raw.cut = raw.cut or (last and cut and name == "abstract" and "}" not in value)
        value = _unwrapped(value + (begins[index + 1]["inner"] or "" if not last else ""), macros)
        if not raw.fields.get(name):
            raw.fields[name] = value
    return raw


def _unwrapped(value: str, macros: dict[str, str]) -> str:
    value = value.rstrip(" \t\n,")
    if value.startswith("{"):
        return value[1:].rstrip("}, \n")
    if value.startswith('"'):
        return value[1:].rstrip("}, \n").removesuffix('"')
    value = value.rstrip("}, \n")
    return macros.get(value.lower(), value)


def _entry(line: int, raw: _Raw) -> Entry:
    fields = raw.fields
    title, subtitle = fields.get("title", ""), fields.get("subtitle", "")
    preprint = (
        "arxiv" in (fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv").lower()
    )
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
        Author(name.replace("\0", ""), identifiers.orcid(name))
        for name in _NAMES_APART.split(" ".join(held.split()))
        if name.strip() and name.lower() != "others"
    )
