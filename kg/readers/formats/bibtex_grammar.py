"""The grammar of one BibTeX entry, and what to do where an entry breaks it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

# A pattern that begins with a literal is searched for several times faster.
START = re.compile(r"@(?<![\w.\\]@)[ \t]*(?P<type>[A-Za-z][\w-]*)\s*(?P<open>[{(])")
_KEY = re.compile(r"\s*(?P<key>[^,={}\"\n]{0,300}?)\s*(?=[,}\n)]|$)(?!\s*=)")
_GAP = re.compile(r"(?:[\s,]++|%[^\n]*+)*+")
NAME = re.compile(r"(?P<name>[A-Za-z_][\w.:+/-]*(?:[ \t]+[\w-]+)?)\s*=\s*")
_BRACED = re.compile(r"\{((?:[^{}\\]++|\\.|\{(?:[^{}\\]++|\\.)*+\})*+)\}", re.S)
_QUOTED = re.compile(r"\"((?:[^{}\"\\]++|\\.|\{(?:[^{}\\]++|\\.)*+\})*+)\"", re.S)
_BRACE = re.compile(r"\\.|[{}]", re.S)
_QUOTE_OR_BRACE = re.compile(r"\\.|[{}\"]", re.S)
_WORD = re.compile(r"[^\s,#{}()\"=%]+")
_HASH = re.compile(r"\s*#\s*")
_FIELD_AHEAD = re.compile(r"^[ \t]*[A-Za-z][\w-]*[ \t]*=[ \t]*[{\"]", re.M)
_COMMENT_LINE = re.compile(r"^[ \t]*%.*$", re.M)
_FIELD_LINE = re.compile(
    r"(?:^[ \t]*|(?P<inner>[,}\"]\s*))(?P<name>[A-Za-z][\w-]*)[ \t]*=\s*(?=[{\"\w])", re.M
)
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


class DamagedError(ValueError):
    """The entry breaks the grammar; the message says how."""


@dataclass(slots=True)
class Raw:
    """An entry by the grammar: type and names of fields in lower case, values still in LaTeX."""

    kind: str = ""
    key: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    end: int = 0
    damage: str = ""
    cut: bool = False


def by_grammar(region: str, macros: Mapping[str, str]) -> Raw:
    """Read the entry at the start of `region`; raises `DamagedError` where it breaks the grammar."""
    start = START.match(region)
    if start is None:
        raise DamagedError("it does not begin like an entry")
    closing = "}" if start["open"] == "{" else ")"
    raw, at = Raw(start["type"].lower()), start.end()
    if key := _KEY.match(region, at):
        raw.key, at = key["key"], key.end()
    while True:
        after, at = at, _gap(region, at)
        if region.startswith(closing, at):
            raw.end = at + 1
            _refuse_rest(region, raw.end)
            return raw
        name = NAME.match(region, at)
        if name is None:
            raise DamagedError(
                f"no field begins at {region[at : at + 20]!r}"
                if region[at:].strip()
                else "it has no end"
            )
        if raw.fields and "," not in region[after:at]:
            raw.damage = f"no comma before {name['name']}"
        value, at = value_at(region, name.end(), macros)
        if not raw.fields.get(name["name"].lower()):
            raw.fields[name["name"].lower()] = value


def _gap(text: str, at: int) -> int:
    match = _GAP.match(text, at)
    return match.end() if match else at


def _refuse_rest(region: str, end: int) -> None:
    """Raise `DamagedError` if fields follow the end of the entry: a brace has closed it too early."""
    following = START.search(region, end)
    if _FIELD_AHEAD.search(region, end, following.start() if following else len(region)):
        raise DamagedError("a brace too many closes it before its last field")


def value_at(text: str, at: int, macros: Mapping[str, str]) -> tuple[str, int]:
    """Return the value of a field, its parts joined, and its end."""
    parts = []
    while True:
        part, at = _part(text, at, macros)
        parts.append(part)
        joined = _HASH.match(text, at)
        if joined is None:
            return "".join(parts), at
        at = joined.end()


def _part(text: str, at: int, macros: Mapping[str, str]) -> tuple[str, int]:
    opening = text[at : at + 1]
    if opening == "{":
        if simple := _BRACED.match(text, at):
            return simple[1], simple.end()
        end = closing_brace(text, at + 1, len(text))
        if end < 0:
            raise DamagedError("a brace is never closed")
        return text[at + 1 : end], end + 1
    if opening == '"':
        if simple := _QUOTED.match(text, at):
            return simple[1], simple.end()
        end = _closing_quote(text, at + 1)
        if end < 0:
            raise DamagedError("a quotation mark is never closed")
        return text[at + 1 : end], end + 1
    word = _WORD.match(text, at)
    if word is None:
        return "", at
    return macros.get(word[0].lower(), word[0]), word.end()


def closing_brace(text: str, at: int, limit: int) -> int:
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


def by_lines(region: str, macros: Mapping[str, str], damage: str, *, cut: bool) -> Raw:
    """Take the fields of a damaged entry from where they begin to where the next one does."""
    start = START.match(region)
    raw = Raw(start["type"].lower() if start else "", end=len(region), damage=damage)
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


def _unwrapped(value: str, macros: Mapping[str, str]) -> str:
    value = value.rstrip(" \t\n,")
    if value.startswith("{"):
        return value[1:].rstrip("}, \n")
    if value.startswith('"'):
        return value[1:].rstrip("}, \n").removesuffix('"')
    value = value.rstrip("}, \n")
    return macros.get(value.lower(), value)
