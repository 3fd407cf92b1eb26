"""Turtle that reads well and comes out the same, byte for byte, for the same triples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, Final

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, serialize

from kg.graph.namespaces import PREFIXES, TYPE

Order = tuple[str, bool, str, str]
HEADER: Final = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in PREFIXES.items()).encode()


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


def write_body(triples: Iterable[Triple], stream: IO[bytes]) -> None:
    """Write triples in the order given, grouped by neighbouring subject, without the header."""
    serialize(triples, _Body(stream), format=RdfFormat.TURTLE, prefixes=PREFIXES)  # type: ignore[arg-type]


def write_turtle(triples: Iterable[Triple], stream: IO[bytes]) -> None:
    """Write a set of triples as a Turtle document in canonical order (`in_order`)."""
    stream.write(HEADER)
    write_body(sorted(set(triples), key=in_order), stream)


def in_order(triple: Triple) -> Order:
    """Sort key: subject, then its types, then predicate and object, all by code point."""
    predicate = triple.predicate
    return (_text(triple.subject), predicate != TYPE, predicate.value, _text(triple.object))


def _text(node: NamedNode | BlankNode | Literal | Triple) -> str:
    return node.value if isinstance(node, NamedNode) else str(node)
