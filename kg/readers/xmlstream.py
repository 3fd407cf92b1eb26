"""XML read record by record, without document types, entities of their own or external files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5
from xml.parsers import expat

from kg.readers.data import Notes
from kg.readers.source import Source

_DEPTH = 200
_RECORD_LENGTH = 1 << 25
_FAILURES = 200
_ANOTHER_DOCUMENT = expat.errors.codes[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]
_TAG_LENGTH = 4096
_NAME_LENGTH = 64
_BARE_AMPERSAND = re.compile(r"&(?!#\d+;|#[xX][0-9a-fA-F]+;|[A-Za-z][\w.-]*;)")
_DECLARATION = re.compile(r"(?=<\?xml\s)")
_BLOCKS = frozenset({"p", "sec", "title", "div", "abstracttext", "list-item", "head", "s"})
_HEADINGS = frozenset({"abstract", "summary", ""})


_ROOT = re.compile(
    r"\s*+(?>(?:<\?.*?\?>|<!--.*?-->|<!doctype\s[^<>\[]*(?:\[.*?\]\s*)?>)\s*)*+<(?:[\w-]+:)?(?P<name>[A-Za-z_][\w.-]*)[\s/>]",
    re.S | re.I,
)


def root_of(head: str) -> str:
    """Return the local name of the root of the XML that a text begins with, or ''."""
    root = _ROOT.match(head)
    return root["name"] if root else ""


@dataclass(slots=True)
class Element:
    """An element of a record: name and attributes without name space, texts and elements in order."""

    name: str
    attributes: dict[str, str]
    line: int
    parts: list[str | Element] = field(default_factory=list)

    def children(self, *names: str) -> Iterator[Element]:
        """Yield the child elements, or those that have one of `names`."""
        for part in self.parts:
            if isinstance(part, Element) and (not names or part.name in names):
                yield part

    def all(self, *names: str) -> Iterator[Element]:
        """Yield the elements below that have one of `names`, in order of the text."""
        for child in self.children():
            if child.name in names:
                yield child
            yield from child.all(*names)

    def first(self, *names: str) -> Element | None:
        """Return the first element below that has one of `names`, the first name that occurs."""
        return next((one for name in names for one in self.all(name)), None)

    def text(self) -> str:
        """Return the text inside, with a space around blocks and a colon after headings."""
        return "".join(self._texts())

    def _texts(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, str):
                yield part
            elif part.name == "title" and self.name in ("sec", "abstract", "trans-abstract"):
                heading = part.text().strip().rstrip(":.")
                yield f" {heading}: " if heading.lower() not in _HEADINGS else " "
            elif part.name in ("tex-math", "annotation") and any(self.all("math", "mrow")):
                continue
            elif part.name.lower() in _BLOCKS:
                yield from (" ", *part._texts(), " ")
            elif part.name == "sup" and part.text().strip()[:1].isdigit():
                yield from ("^", *part._texts())
            else:
                yield from part._texts()

    def get(self, *names: str) -> str:
        """Return the text of the first element below that has one of `names`, or ''."""
        found = self.first(*names)
        return found.text().strip() if found is not None else ""


class _RefusedError(ValueError):
    """The document declares entities."""


def records(source: Source, names: frozenset[str], notes: Notes) -> Iterator[Element]:
    """Yield each outermost element whose local name is in `names`, with only that one in memory.

    A document type that declares entities is refused (W131), and nothing outside the file is ever
    opened. Where the text is not well-formed, reading goes on with the next record after a
    warning (W130). Lone ampersands, names of HTML characters and several documents in one file
    are read.
    """
    again = re.compile(rf"<\?xml\b|<(?:\w+:)?(?:{'|'.join(map(re.escape, sorted(names)))})[\s>]")
    document, line, failures = _Document(names, 1), 1, 0
    for piece in _pieces(source):
        rest = piece
        if piece.startswith("<?xml") and line > 1:
            document.close(notes)
            document = _Document(names, line)
        while rest:
            if document.failed:
                start = again.search(rest)
                if start is None or failures > _FAILURES:
                    break
                rest = rest[start.start() :]
                here = line + piece.count("\n", 0, len(piece) - len(rest))
                document = _Document(names, here, fragment=not rest.startswith("<?"))
            rest = rest[document.feed(rest, notes) :]
            yield from document.finished()
            failures += document.failed
            if document.refused:
                return
        line += piece.count("\n")
    document.close(notes)
    yield from document.finished()


def _pieces(source: Source) -> Iterator[str]:
    """Yield the text in pieces that cut neither a tag nor an entity, each document beginning one."""
    held = ""
    for block in source.blocks():
        text = held + block
        cut = max(
            text.rfind("<", max(len(text) - _TAG_LENGTH, 0)),
            text.rfind("&", max(len(text) - _NAME_LENGTH, 0)),
        )
        text, held = (text[:cut], text[cut:]) if cut > 0 else (text, "")
        yield from _mended(text)
    yield from _mended(held)


def _mended(text: str) -> Iterator[str]:
    for part in _DECLARATION.split(_BARE_AMPERSAND.sub("&amp;", text)):
        if part.strip():
            yield part


class _Document:
    """One document, or what follows damage within one (`fragment`)."""

    def __init__(self, names: frozenset[str], line: int, *, fragment: bool = False) -> None:
        self.failed = self.refused = False
        self._names = names
        self._line = line - 1
        self._stack = list[Element]()
        self._depth = self._size = 0
        self._seen = False
        self._done = list[Element]()
        self._fragment = fragment
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_ALWAYS)
        self._parser.UseForeignDTD(True)
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.EntityDeclHandler = self._refuse
        self._parser.ExternalEntityRefHandler = self._open_nothing
        self._parser.SkippedEntityHandler = self._entity
        opening = b"<fragment>" if fragment else b""
        self._parser.Parse(opening)
        self._fed = len(opening)

    def feed(self, text: str, notes: Notes) -> int:
        """Parse more text; return how many characters of it are done with, all of them but after damage."""
        data = text.encode("utf-8", "replace")
        try:
            self._parser.Parse(data)
        except expat.ExpatError as error:
            self._fail(error, notes)
            done = data[: max(self._parser.ErrorByteIndex - self._fed, 0)]
            # What follows the end of a document may begin a record.
            damage = error.code != _ANOTHER_DOCUMENT
            return len(done.decode("utf-8", "ignore")) + damage
        except _RefusedError:
            self.failed = self.refused = True
            notes.warn("W131")
        self._fed += len(data)
        return len(text)

    def close(self, notes: Notes) -> None:
        """End the document; one that is cut off is reported."""
        if self.failed or self._fragment:
            return
        try:
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            self._fail(error, notes)
        except _RefusedError:
            notes.warn("W131")

    def finished(self) -> list[Element]:
        """Return the records that were completed since the last call."""
        done, self._done = self._done, []
        return done

    def _fail(self, error: expat.ExpatError, notes: Notes) -> None:
        self.failed = True
        # What there is of the record that holds the damage is better than nothing.
        self._done += self._stack[:1]
        self._stack.clear()
        # The ends of what was open before the damage close nothing here.
        follows = error.code == _ANOTHER_DOCUMENT and self._seen
        if not follows and not (self._fragment and self._depth <= 1):
            notes.warn("W130", line=self._line + error.lineno, reason=expat.ErrorString(error.code))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        name = name.rpartition(":")[2]
        if self._depth > _DEPTH:
            return
        if self._stack or name in self._names:
            named = {key.rpartition(":")[2]: value for key, value in attributes.items()}
            element = Element(name, named, self._line + self._parser.CurrentLineNumber)
            if self._stack:
                self._stack[-1].parts.append(element)
            self._stack.append(element)

    def _end(self, name: str) -> None:
        self._depth -= 1
        if self._depth < _DEPTH and self._stack:
            element = self._stack.pop()
            if not self._stack:
                self._done.append(element)
                self._seen = True
                self._size = 0

    def _text(self, text: str) -> None:
        self._size += len(text)
        if self._stack and self._size < _RECORD_LENGTH:
            self._stack[-1].parts.append(text)

    def _entity(self, name: str, is_parameter: bool) -> None:
        if self._stack and not is_parameter:
            self._stack[-1].parts.append(html5.get(f"{name};", ""))

    def _refuse(self, name: str, *_: object) -> None:
        raise _RefusedError(name)

    def _open_nothing(self, *_: object) -> int:
        return 1
