"""Turtle that reads well and comes out the same, byte for byte, for the same triples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, Final

from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, Triple, serialize

from kg.graph.lines import Source, ordered, ordered_quads
from kg.graph.namespaces import PREFIXES, XSD

_BARE: Final = {XSD + name for name in ("string", "integer", "decimal", "double", "boolean")}
"""Datatypes that Turtle leaves unsaid."""


def header(names: Iterable[str]) -> bytes:
    """Declare the prefixes called `names`."""
    return "".join(f"@prefix {name}: <{PREFIXES[name]}> .\n" for name in names).encode()


HEADER: Final = header(PREFIXES)


class _Body:
    """A stream that drops the prefix declarations in front, which pyoxigraph writes in any order."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._head = b""
        self._in_body = False

    def write(self, data: bytes) -> int:
        if self._in_body:
            self._stream.write(data)
            return len(data)
        self._head += data
        while self._head.startswith(b"@"):
            _, end, rest = self._head.partition(b"\n")
            if not end:
                return len(data)
            self._head = rest
        if self._head:
            self._in_body = True
            self._stream.write(self._head)
        return len(data)

    def flush(self) -> None:
        self._stream.flush()


def write_body(triples: Iterable[Triple] | Iterable[Quad], stream: IO[bytes]) -> None:
    """Write triples in the order given, grouped by neighbouring subject, without the header."""
    serialize(triples, _Body(stream), format=RdfFormat.TURTLE, prefixes=PREFIXES)  # type: ignore[arg-type]


def write_turtle(source: Source, stream: IO[bytes], *, all_prefixes: bool = True) -> None:
    """Write a set of triples as a Turtle document in canonical order (`kg.graph.lines.ordered`).

    Without `all_prefixes` only those in use are declared.
    """
    if all_prefixes:
        stream.write(HEADER)
        write_body(ordered_quads(source), stream)
        return
    triples = list(ordered(source))
    stream.write(header(_used(triples)))
    write_body(triples, stream)


def _used(triples: Iterable[Triple]) -> list[str]:
    iris = set()
    for triple in triples:
        for node in (triple.subject, triple.predicate, triple.object):
            if isinstance(node, NamedNode):
                iris.add(node.value)
            elif isinstance(node, Literal):
                iris.add(node.datatype.value)
    iris -= _BARE
    return [name for name, space in PREFIXES.items() if any(i.startswith(space) for i in iris)]
