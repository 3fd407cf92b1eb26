"""What GraphML and GEXF share: typed attributes and XML that keeps every character."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from kg.graph.literals import printable
from kg.graph.property_graph import Edge, Node, Value

_WHITE: Final = {"\r": "&#13;", "\n": "&#10;", "\t": "&#9;"}


def attribute(value: str) -> str:
    """Quote `value` as an XML attribute that reads back the same."""
    return quoteattr(printable(value), _WHITE)


def text(value: str) -> str:
    """Escape `value` as XML text that reads back the same."""
    return escape(printable(value), {"\r": "&#13;"})


def flat(value: Value) -> str:
    """Write an attribute's value as one string; several values become a JSON array."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, tuple) else str(value)


def columns(items: Iterable[Node | Edge]) -> dict[str, type]:
    """Return the attributes that occur, by name, with the one type that takes all their values."""
    found: dict[str, type] = {}
    for item in items:
        for name, value in item.attributes.items():
            kind = str if isinstance(value, tuple) else type(value)
            found[name] = kind if found.get(name, kind) is kind else str
    return dict(sorted(found.items()))
