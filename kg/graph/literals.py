"""Literals that every serialisation can carry."""

from __future__ import annotations

import re
from typing import Final

from pyoxigraph import Literal

from kg.graph.namespaces import INTEGER

# What XML 1.0 cannot write, not even escaped (https://www.w3.org/TR/xml/#charsets), with the
# surrogates that no Unicode encoding can.
_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """Replace each character that RDF/XML or GraphML cannot hold by U+FFFD, one for one.

    Offsets into the text stay right.
    """
    return _NOT_XML.sub(REPLACEMENT, text)


def unprintable(text: str) -> list[str]:
    """Return the characters that `printable` replaces."""
    # What Python calls printable is none of them.
    return [] if text.isprintable() else _NOT_XML.findall(text)


def string(text: str) -> Literal:
    """Make a plain string literal."""
    return Literal(printable(text))


def integer(value: int) -> Literal:
    """Make an `xsd:integer`."""
    return Literal(str(value), datatype=INTEGER)
