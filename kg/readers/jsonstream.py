"""JSON read value by value, so that neither a long array nor a damaged record costs the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder
from typing import Any

from kg.readers.source import Source

Json = Any
"""A value of JSON: what it holds is checked where it is used."""

_DECODER = JSONDecoder(strict=False)
_SPACE = re.compile(r"[\s,;\x1e]*")
_LISTS = frozenset(
    {"articles", "data", "docs", "documents", "entries", "entry", "feed", "hit", "hits", "items"}
    | {"message", "notes", "papers", "publications", "recommendedpapers", "records", "response"}
    | {"result", "resultlist", "results", "search-results", "works"}
)
"""Keys of an outer object, in lower case, under which services put the list of their records."""
_RECORD_START = re.compile(r"[\n,\]}][ \t]*(?P<brace>\{)\s*\"")
_WHOLE = 1 << 22
_LONGEST = 1 << 26
_DEPTH = 6
_FAILURES = 1000
_MARGIN = 64
_WINDOW_KEPT = 1 << 18


@dataclass(frozen=True, slots=True)
class Damaged:
    """Stands for a record that is no JSON."""

    reason: str


class _NotJsonError(ValueError):
    """The text is no JSON at offset `at`."""

    def __init__(self, at: int, reason: str) -> None:
        self.at = at
        super().__init__(reason)


def values(source: Source) -> Iterator[tuple[int, Json]]:
    """Yield each record of a JSON text with its line: lines, array elements, members of known lists.

    A record that cannot be read is yielded as `Damaged`, and reading goes on with the next one.
    """
    return _lines(source) if is_by_line(source.head) else _Reader(source).values()


def is_by_line(head: str) -> bool:
    """Whether a text that begins with `head` is JSON lines: its first line is an object by itself."""
    lines = [line.strip() for line in head.lstrip().split("\n", 8) if line.strip()]
    if len(lines) < 2 or not lines[1].startswith("{"):
        return False
    return lines[0].startswith("{") and len(lines[0]) > 2


def _lines(source: Source) -> Iterator[tuple[int, Json]]:
    for number, line in source.lines():
        text = line.strip().rstrip(",")
        if not text:
            continue
        try:
            value, end = _decode(text, 0)
            if text[end:].strip():
                raise _NotJsonError(end, "more text follows the value")
        except _NotJsonError as error:
            yield number, Damaged(f"not JSON at character {error.at + 1}: {error}")
            continue
        yield from ((number, record) for record in _unwrapped(value, 0))


def _decode(text: str, at: int) -> tuple[Json, int]:
    try:
        return _DECODER.raw_decode(text, at)
    except JSONDecodeError as error:
        raise _NotJsonError(error.pos, error.msg) from None
    except (RecursionError, ValueError) as error:
        raise _NotJsonError(at, f"beyond all bounds ({type(error).__name__})") from None


def _unwrapped(value: Json, depth: int) -> Iterator[Json]:
    """Yield the records inside a value: the value itself unless it wraps a list of them."""
    if isinstance(value, list) and depth < _DEPTH:
        for element in value:
            yield from _unwrapped(element, depth + 1)
        return
    inner = _inner(value) if isinstance(value, dict) and depth < _DEPTH else []
    if not inner:
        yield value
    for part in inner:
        yield from _unwrapped(part, depth + 1)


def _inner(value: dict[str, Json]) -> list[Json]:
    if "title" in value or "abstract" in value:
        return []
    return [
        member for key, member in value.items() if key.lower() in _LISTS and _holds_objects(member)
    ]


def _holds_objects(member: Json) -> bool:
    return isinstance(member, dict) or (
        isinstance(member, list) and (not member or any(isinstance(one, dict) for one in member))
    )


class _Reader:
    """Walks through a text of which only a window is in memory."""

    def __init__(self, source: Source) -> None:
        self._blocks = source.blocks()
        self._window = ""
        self._at = 0
        self._line = 1
        self._counted = 0
        self._ended = False
        self._failures = 0

    def values(self) -> Iterator[tuple[int, Json]]:
        while self._peek():
            yield from self._value(0)

    def _value(self, depth: int) -> Iterator[tuple[int, Json]]:
        """Yield the records of the value here: of a list or of an object that wraps one, each by itself."""
        if self._peek() == "[":
            yield from self._array(depth)
            return
        line, start = self._here(), self._at
        value = self._one(_WHOLE)
        if depth < _DEPTH and (
            isinstance(value, Damaged) or (isinstance(value, dict) and _inner(value))
        ):
            self._at = start
            yield from self._object(depth, line)
        else:
            yield line, value
            self._drop_read(isinstance(value, Damaged))

    def _array(self, depth: int) -> Iterator[tuple[int, Json]]:
        self._at += 1
        while (following := self._peek()) not in ("]", "}"):
            if not following:
                yield self._line, Damaged("the list has no end: the file is cut off")
                return
            line = self._here()
            value = self._one(_LONGEST)
            yield from ((line, record) for record in _unwrapped(value, depth + 1))
            self._drop_read(isinstance(value, Damaged))
            if self._failures > _FAILURES:
                yield line, Damaged("too much of the file is no JSON: the rest was not read")
                self._blocks, self._window, self._at, self._ended = iter(()), "", 0, True
                return
        self._at += 1

    def _object(self, depth: int, line: int) -> Iterator[tuple[int, Json]]:
        """Walk through an object member by member: the records of its lists, then its other members."""
        if self._peek() != "{":
            yield line, Damaged("no object begins here")
            self._drop_read(skip=True)
            return
        self._at += 1
        rest: dict[str, Json] = {}
        while (following := self._peek()) == '"':
            key = self._one(_WHOLE)
            if isinstance(key, Damaged) or self._peek() != ":":
                break
            self._at += 1
            if key.lower() in _LISTS and self._peek() in ("[", "{"):
                yield from self._value(depth + 1)
            elif isinstance(value := self._one(_LONGEST), Damaged):
                break
            else:
                rest[key] = value
        if following == "}":
            self._at += 1
        else:
            yield self._here(), Damaged("the object has no end: the file is damaged or cut off")
            self._drop_read(skip=True)
        if "title" in rest:
            yield line, rest

    def _one(self, limit: int) -> Json:
        """Decode the value here; one of more than `limit` characters counts as damaged."""
        self._peek()
        while True:
            if len(self._window) - self._at < _MARGIN and self._grow():
                continue
            try:
                value, self._at = _decode(self._window, self._at)
            except _NotJsonError as error:
                cut = (
                    str(error).startswith("Unterminated") or error.at > len(self._window) - _MARGIN
                )
                if cut and len(self._window) - self._at <= limit and self._grow():
                    continue
                return Damaged(f"not JSON: {error}")
            return value

    def _peek(self) -> str:
        """Return the next character that is no space or comma, or '' at the end."""
        while True:
            match = _SPACE.match(self._window, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._window):
                return self._window[self._at]
            if not self._grow():
                return ""

    def _grow(self) -> bool:
        """Double the window, at least by a block; return whether there was more text."""
        more, size = list[str](), 0
        while not self._ended and size <= len(self._window) - self._at:
            block = next(self._blocks, None)
            self._ended = block is None
            more.append(block or "")
            size += len(block or "")
        self._window += "".join(more)
        return size > 0

    def _drop_read(self, skip: bool = False) -> None:
        """Forget the text before here; after damage, first go on to the next line that begins a record."""
        self._failures += skip
        while skip:
            match = _RECORD_START.search(self._window, self._at + 1)
            self._at = match.start("brace") if match else len(self._window)
            skip = match is None and self._grow()
        if self._at > _WINDOW_KEPT:
            self._here()
            self._window = self._window[self._at :]
            self._at = self._counted = 0

    def _here(self) -> int:
        """Return the line of the next value."""
        self._peek()
        if self._at > self._counted:
            self._line += self._window.count("\n", self._counted, self._at)
            self._counted = self._at
        return self._line
