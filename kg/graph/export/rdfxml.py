"""RDF/XML, with its prefixes in a fixed order and carriage returns that survive."""

from __future__ import annotations

import re
from pathlib import Path
from typing import IO, Any, Final

from pyoxigraph import RdfFormat, serialize

from kg.graph.graph import Graph
from kg.graph.lines import ordered_quads
from kg.graph.namespaces import PREFIXES

_DECLARATION: Final = re.compile(rb' xmlns:[\w.-]+="[^"]*"')


class _Tidy:
    """A stream that sorts the root element's declarations and escapes what XML readers would fold."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._head: bytes | None = b""

    def write(self, data: bytes) -> int:
        if self._head is None:
            self._stream.write(_escaped(data))
            return len(data)
        self._head += data
        before, root, rest = self._head.partition(b"<rdf:RDF")
        tag, end, body = rest.partition(b">")
        if root and end:
            declarations = b"".join(sorted(_DECLARATION.findall(tag)))
            others = _DECLARATION.sub(b"", tag)
            self._stream.write(before + root + declarations + others + end + _escaped(body))
            self._head = None
        return len(data)

    def flush(self) -> None:
        self._stream.flush()


def _escaped(data: bytes) -> bytes:
    # A reader turns a bare carriage return into a line feed (XML 1.0, section 2.11).
    return data.replace(b"\r", b"&#13;")


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write RDF/XML; nothing is lost."""
    (path,) = paths
    with path.open("wb") as stream:
        tidy: Any = _Tidy(stream)
        serialize(ordered_quads(graph.source), tidy, format=RdfFormat.RDF_XML, prefixes=PREFIXES)
    return ()
