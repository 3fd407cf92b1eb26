"""The tokens of a SPARQL query: enough to bind and explain without guessing at text.

The lexical rules are those of SPARQL 1.1, section 19.8. Keywords are told from names, variables,
strings, IRIs and comments, so that none of these is mistaken for another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from kg.graph.namespaces import PREFIXES

_TOKEN: Final = re.compile(
    r"""
    (?P<comment>\#[^\n\r]*)
  | (?P<iri><[^<>"{}|^`\\\x00-\x20]*>)
  | (?P<string>\"{3}(?:\\.|[^\\])*?\"{3}|'{3}(?:\\.|[^\\])*?'{3}
              |"(?:\\.|[^"\\\n\r])*"|'(?:\\.|[^'\\\n\r])*')
  | (?P<tag>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
  | (?P<variable>[?$]\w+)
  | (?P<name>(?:[^\W\d_][\w.\-\u00b7]*)?:(?:[\w:.\-\u00b7]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?\#@%])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
  | (?P<space>\s+)
  | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_CODE_POINT: Final = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES: Final = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}
_FORMS: Final = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")
_CLOSING: Final = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Token:
    """One token: its kind, its text, and where it starts (0-based character of the query)."""

    kind: str
    text: str
    start: int


def tokens(query: str) -> Iterator[Token]:
    """Yield the tokens of `query` but for space and comments."""
    for match in _TOKEN.finditer(query):
        kind = match.lastgroup or "mark"
        if kind not in ("space", "comment"):
            yield Token(kind, match.group(), match.start())


def decoded(query: str) -> str:
    r"""Resolve `\u` and `\U` escapes, which SPARQL does before anything else (section 19.2)."""

    def character(match: re.Match[str]) -> str:
        value = int(match[1] or match[2], 16)
        return chr(value) if value <= 0x10FFFF and not 0xD800 <= value < 0xE000 else match.group()

    return _CODE_POINT.sub(character, query)


def form(query: str) -> str:
    """Return the query's form, `SELECT`, `ASK`, `CONSTRUCT` or `DESCRIBE`; empty where there is none."""
    for token in tokens(query):
        if token.kind == "word" and token.text.upper() in _FORMS:
            return token.text.upper()
    return ""


def prefixes(query: str) -> dict[str, str]:
    """Return the prefixes that `query` may use: the usual ones and those it declares."""
    return PREFIXES | declared(query)


def declared(query: str) -> dict[str, str]:
    """Return the prefixes that `query` declares."""
    found = list(tokens(query))
    return {
        name.text[:-1]: iri.text[1:-1]
        for before, name, iri in zip(found, found[1:], found[2:], strict=False)
        if before.text.upper() == "PREFIX" and name.kind == "name" and iri.kind == "iri"
    }


def iris(query: str) -> Iterator[tuple[str, str]]:
    """Yield (as written, in full) each IRI of `query` but declarations, datatypes and functions."""
    known = prefixes(query)
    found = list(tokens(query))
    for index, token in enumerate(found):
        before = [t.text.upper() for t in found[max(0, index - 2) : index]]
        after = found[index + 1].text if index + 1 < len(found) else ""
        if "PREFIX" in before or before[-1:] == ["BASE"] or before == ["^", "^"] or after == "(":
            continue
        if token.kind == "iri":
            yield token.text, token.text[1:-1]
        elif token.kind == "name":
            prefix, _, local = token.text.partition(":")
            if prefix in known:
                yield token.text, known[prefix] + _ESCAPE.sub(r"\1", local)


def strings(query: str) -> Iterator[tuple[str, str]]:
    """Yield (value, language tag or empty) of each string in `query`."""
    found = list(tokens(query))
    for index, token in enumerate(found):
        if token.kind == "string":
            following = found[index + 1] if index + 1 < len(found) else None
            tag = following.text[1:] if following and following.kind == "tag" else ""
            quotes = 3 if token.text[:3] in ('"""', "'''") else 1
            yield _unescaped(token.text[quotes:-quotes]), tag


def bind(query: str, values: Mapping[str, str]) -> str:
    """Put `values`, SPARQL terms by name, in the place of each `$NAME` in `query`.

    A `$NAME` inside a string, an IRI or a comment stays; so do variables that are not in `values`.
    """
    parts = []
    for match in _TOKEN.finditer(query):
        text = match.group()
        if match.lastgroup == "variable" and text[0] == "$" and text[1:] in values:
            text = values[text[1:]]
        parts.append(text)
    return "".join(parts)


def unbalanced(query: str) -> tuple[str, int] | None:
    """Return the first bracket that has no partner, with its position, or None."""
    open_: list[Token] = []
    for token in tokens(query):
        if token.kind != "mark":
            continue
        if token.text in "([{":
            open_.append(token)
        elif token.text in _CLOSING:
            if not open_ or open_[-1].text != _CLOSING[token.text]:
                return token.text, token.start
            open_.pop()
    return (open_[-1].text, open_[-1].start) if open_ else None


def position(query: str, start: int) -> str:
    """Say where a character stands: `line 2, column 5`."""
    line = query.count("\n", 0, start) + 1
    return f"line {line}, column {start - query.rfind(chr(10), 0, start)}"


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[1]), text)
