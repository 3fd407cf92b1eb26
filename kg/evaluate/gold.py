"""Annotated documents: one JSON object a line, offsets in Unicode code points, ends exclusive."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import InputError

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Entity:
    """A typed span; `proposed` where the paper presents the thing as its own."""

    start: int
    end: int
    type: str
    proposed: bool = False
    confidence: float = 1.0

    @property
    def span(self) -> Span:
        """Start and end."""
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class Link:
    """A relation between two entities of a document, given by their positions in its list."""

    head: int
    tail: int
    type: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its entities and relations; `tokens` and `sentences` only where the set brings its own."""

    id: str
    text: str
    entities: tuple[Entity, ...]
    relations: tuple[Link, ...] = ()
    tokens: tuple[Span, ...] = ()
    sentences: tuple[Span, ...] = ()


def read_gold(path: Path) -> Iterator[Document]:
    """Read annotated documents from a JSON-lines file, gzipped or not.

    Raises `InputError` E701 where a line is no document of that form.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield parse_document(json.loads(line))
            except (ValueError, KeyError, TypeError, IndexError) as error:
                raise InputError(
                    "E701", path=path.name, line=number, reason=f"{type(error).__name__}: {error}"
                ) from error


def parse_document(record: dict[str, object]) -> Document:
    """Make a document of one decoded JSON object.

    Raises `ValueError` where an offset lies outside the text or a relation points nowhere.
    """
    text = record["text"]
    if not isinstance(text, str):
        raise TypeError("text is no string")
    entities = tuple(
        Entity(
            item["start"],
            item["end"],
            item["type"],
            bool(item.get("proposed", False)),
            float(item.get("confidence", 1.0)),
        )
        for item in _list(record, "entities")
    )
    for entity in entities:
        if not 0 <= entity.start < entity.end <= len(text):
            raise ValueError(f"entity {entity.start}:{entity.end} lies outside the text")
    relations = tuple(
        Link(item["head"], item["tail"], item["type"], float(item.get("confidence", 1.0)))
        for item in _list(record, "relations")
    )
    for link in relations:
        if not (0 <= link.head < len(entities) and 0 <= link.tail < len(entities)):
            raise ValueError(f"relation {link.head} → {link.tail} points to no entity")
    return Document(
        id=str(record.get("id", "")),
        text=text,
        entities=entities,
        relations=relations,
        tokens=tuple((token[0], token[1]) for token in _list(record, "tokens")),
        sentences=tuple((span[0], span[1]) for span in _list(record, "sentences")),
    )


def _list(record: dict[str, object], key: str) -> list[Any]:
    value = record.get(key) or []
    if not isinstance(value, list):
        raise TypeError(f"{key} is no list")
    return value
