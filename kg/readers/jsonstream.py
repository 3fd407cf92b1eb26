"""JSON read value by value, so that neither a long array nor a damaged record costs the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder
from typing import Any

from kg.readers import columns
from kg.readers.source import Source

Json = Any
"""A value of JSON: what it holds is checked where it is used."""

_DECODER = JSONDecoder(strict=False)
_SPACE = re.compile(r"[\s,;\x1e]*")
_LISTS = frozenset(
    {"articles", "data", "docs", "documents", "entries", "entry", "feed", "hit", "hits", "items"}
    | {"message", "notes", "papers", "publications", "recommendedpapers", "records", "response"}
    | {
        "result",
        "resultlist",
        "results",
        "search-results",
        "works",
        "collection",
        "bindings",
        "@graph",
    }
)
"""Keys of an outer object, in lower case, under which services put the list of their records."""
_RECORD_START = re.compile(r"[\n,\]}][ \t]*(?P<brace>\{)\s*\"")
_WHOLE = 1 << 22
_LONGEST = 1 << 26
_DEPTH = 6
_SEARCHED = 5
_OF_RECORDS = frozenset({"title", "authors", "doi"})
_OF_PAPERS = frozenset({"abstract", "authors", "doi"})
"""Fields that a list does not have, be it named."""
_FAILURES = 1000
_MARGIN = 64
_WINDOW_KEPT = 1 << 18


@dataclass(frozen=True, slots=True)
class Damaged:
    """Stands for a record that is no JSON."""

    reason: str


@dataclass(frozen=True, slots=True)
class Cut:
    """Says that a list or an object, which is no record, has no end."""

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


def records_in(value: Json) -> Iterator[Json]:
    """Yield the records in a value that was read as a whole."""
    return _unwrapped(value, 0)


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
        if type(value) is dict and "title" in value:
            yield number, value
        else:
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
        yield from _of_part(part, depth + 1)


def _of_part(part: Json, depth: int) -> Iterator[Json]:
    """Yield the records in a member; one of whose members most are records is no record itself."""
    if isinstance(part, dict) and not _is_record(part):
        records = sum(map(_is_record, part.values()))
        if 2 * records > len(part):
            for one in part.values():
                yield from _unwrapped(one, depth + 1)
            return
    yield from _unwrapped(part, depth)


def _inner(value: dict[str, Json]) -> list[Json]:
    """Return the members that hold records: those of known names, or else all that hold a title.

    A record holds none; what has no more than a title may be a list with a name.
    """
    if "title" in value and "abstract" in value:
        return []
    known = [
        member for key, member in value.items() if key.lower() in _LISTS and _holds_objects(member)
    ]
    told = _told(value)
    if "abstract" in value or told & _OF_RECORDS:
        if told & _OF_PAPERS:
            return []
        return [member for member in known if _holds_titles(member, _SEARCHED)]
    return known or [member for member in value.values() if _holds_titles(member, _SEARCHED)]


def _told(value: dict[str, Json]) -> set[str]:
    """Return the fields of a record that an object has members for."""
    return {found[0] for key in value if (found := columns.find(key.rpartition(":")[2]))}


def _is_list(rest: dict[str, Json]) -> bool:
    """Whether what stands beside a list tells of the list, not of a paper."""
    told = _told(rest)
    return "title" not in told or not told & _OF_PAPERS


def _is_record(value: Json) -> bool:
    """Whether an object has a title of its own, under whatever name."""
    return isinstance(value, dict) and any(map(_is_title, value.items()))


def _is_title(member: tuple[str, Json]) -> bool:
    name, value = member
    found = columns.find(name.rpartition(":")[2])
    # What `paper` holds is the paper.
    whole = isinstance(value, dict) and name.lower() == "paper"
    return found is not None and found[0] == "title" and bool(value) and not whole


def _holds_titles(member: Json, depth: int) -> bool:
    """Whether a member holds an object with a title, near its beginning."""
    if not depth or not isinstance(member, (dict, list)):
        return False
    if isinstance(member, list):
        return any(_holds_titles(one, depth - 1) for one in member[:_SEARCHED])
    return _is_record(member) or any(
        _holds_titles(one, depth - 1) for one in list(member.values())[:_SEARCHED]
    )


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
        value: Json = None
        while (following := self._peek()) not in ("]", "}"):
            if not following:
                if not isinstance(value, Damaged):
                    yield self._line, Cut("the list has no end: the file is cut off")
                return
            line = self._here()
            value = self._one(_LONGEST)
            yield from ((line, record) for record in _unwrapped(value, depth + 1))
            self._drop_read(isinstance(value, Damaged))
            if self._failures > _FAILURES:
                yield line, Cut("too much of the file is no JSON: the rest was not read")
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
        listed = False
        while (following := self._peek()) == '"':
            key = self._one(_WHOLE)
            if isinstance(key, Damaged) or self._peek() != ":":
                break
            self._at += 1
            start, nested = self._at, self._peek() in ("[", "{")
            if nested and key.lower() in _LISTS:
                listed = True
                yield from self._value(depth + 1)
            elif not isinstance(value := self._one(_WHOLE), Damaged):
                rest[key] = value
            elif nested:
                # Too large to be looked at as a whole, or damaged.
                self._at, listed = start, True
                yield from self._value(depth + 1)
            else:
                break
        if following == "}":
            self._at += 1
        else:
            yield self._here(), Cut("the object has no end: the file is damaged or cut off")
            self._drop_read(skip=True)
        if rest and not (listed and _is_list(rest)):
            yield from ((line, record) for record in _unwrapped(rest, depth))

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
