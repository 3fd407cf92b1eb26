"""Terms and blocks of Turtle as text, each written the way pyoxigraph writes it.

Making them as text is many times faster than making terms one by one for pyoxigraph to write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from pyoxigraph import NamedNode, RdfFormat, Triple, serialize

from kg.errors import GraphError
from kg.graph.literals import printable
from kg.graph.namespaces import PREFIXES, RDF

Pair = tuple[str, str]
"""A property and its value, as Turtle text."""
Block = tuple[str, list[Pair]]
"""A subject and its properties in the order in which they are written, its types first."""

TYPE: Final = "a"
TRUE: Final = "true"
FALSE: Final = "false"

# What a name after a prefix can be without an escape; nearly all are.
_LOCAL: Final = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
_ESCAPES: Final = {
    **{number: f"\\u{number:04X}" for number in (*range(0x20), 0x7F)},
    **{ord(char): "\\" + name for char, name in zip("\b\t\n\f\r\"\\", 'btnfr"\\', strict=True)},
}  # fmt: skip


def named(prefix: str, local: str) -> str:
    """Write the IRI `local` in the namespace of a prefix; raises `GraphError` E401 where it is none."""
    if _LOCAL.fullmatch(local):
        return f"{prefix}:{local}"
    return iri(checked(PREFIXES[prefix] + local))


def iri(node: NamedNode) -> str:
    """Write an IRI, shortened where a prefix fits."""
    value = node.value
    if not value.startswith(tuple(PREFIXES.values())):
        return f"<{value}>"
    return _as_written(node)


@lru_cache(maxsize=1 << 10)
def _as_written(node: NamedNode) -> str:
    # The object of the only triple stands between "a" and the final point.
    triple = Triple(node, NamedNode(RDF + "type"), node)
    data = serialize([triple], format=RdfFormat.TURTLE, prefixes=PREFIXES) or b""
    line = data.decode().rstrip().rpartition("\n")[2]
    return line.rpartition(" a ")[2].removesuffix(" .")


def node(text: str) -> NamedNode:
    """Return the IRI that `iri` has written."""
    if text == TYPE:
        return NamedNode(RDF + "type")
    if text.startswith("<"):
        return NamedNode(text[1:-1])
    prefix, _, local = text.partition(":")
    return NamedNode(PREFIXES[prefix] + re.sub(r"\\(.)", r"\1", local))


def checked(value: str) -> NamedNode:
    """Make an IRI; raises `GraphError` E401 where `value` is none."""
    try:
        return NamedNode(value)
    except ValueError as error:
        raise GraphError("E401", iri=value, reason=error) from error


def string(text: str) -> str:
    """Write a plain string literal, without what RDF/XML cannot hold."""
    # Most texts hold nothing that is written otherwise than it reads.
    if not text.isprintable():
        text = printable(text)
        return f'"{text.translate(_ESCAPES)}"'
    if '"' in text or "\\" in text:
        return f'"{text.translate(_ESCAPES)}"'
    return f'"{text}"'


def decimal(value: float) -> str:
    """Write an `xsd:decimal` of at most four places: `0.5`, `0.8125`, `1.0`."""
    text = f"{value:.4f}".rstrip("0")
    return text + "0" if text.endswith(".") else text


def year(value: int) -> str:
    """Write an `xsd:gYear`, which has at least four digits."""
    return f'"{value:04d}"^^xsd:gYear'


def turtle(subject: str, pairs: Iterable[Pair]) -> str:
    """Write a block; neighbouring pairs of one property share it."""
    parts = [subject]
    last = ""
    for predicate, value in pairs:
        if predicate == last:
            parts += (" , ", value)
        else:
            parts += (" ;\n\t" if last else " ", predicate, " ", value)
            last = predicate
    parts.append(" .\n")
    return "".join(parts)
