"""Training-time variants of an annotated document: cut short, without its title, with names swapped."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kg.evaluate.gold import Document, Entity
from kg.extract.neural.words import folded, sentences

_NAME = re.compile(r"(?=.*[A-Z])[\w.+-]+(?: [\w.+-]+){0,2}")

Names = Mapping[str, Sequence[str]]
"""Proper names by entity type, to swap in."""


def names(documents: Sequence[Document], types: Sequence[str]) -> dict[str, list[str]]:
    """Collect the proper names (one to three words with a capital) that the documents annotate."""
    found: dict[str, set[str]] = {kind: set() for kind in types}
    for document in documents:
        for entity in document.entities:
            text = document.text[entity.start : entity.end]
            if entity.type in found and _is_name(text):
                found[entity.type].add(text)
    return {kind: sorted(values) for kind, values in found.items()}


def _is_name(text: str) -> bool:
    return bool(_NAME.fullmatch(text)) and (
        not text.istitle() or any(char.isdigit() for char in text)
    )


def spread(document: Document) -> Document:
    """Flag every mention of a name as proposed if one of them is.

    Annotators flag the first; without this, a text cut before or after it would teach that what
    "we present" presents is not proposed.
    """

    def name(entity: Entity) -> tuple[str, str]:
        return entity.type, folded(document.text[entity.start : entity.end])

    proposed = {name(entity) for entity in document.entities if entity.proposed}
    return replace(
        document,
        entities=tuple(
            replace(entity, proposed=name(entity) in proposed) for entity in document.entities
        ),
    )


def keep(document: Document, start: int, end: int, suffix: str = "") -> Document:
    """Cut a document to `text[start:end]` plus `suffix`, with the entities and relations inside."""
    index: dict[int, int] = {}
    entities: list[Entity] = []
    for number, entity in enumerate(document.entities):
        if start <= entity.start and entity.end <= end:
            index[number] = len(entities)
            entities.append(replace(entity, start=entity.start - start, end=entity.end - start))
    relations = tuple(
        replace(link, head=index[link.head], tail=index[link.tail])
        for link in document.relations
        if link.head in index and link.tail in index
    )
    return Document(document.id, document.text[start:end] + suffix, tuple(entities), relations)


def snippet(document: Document, rng: random.Random) -> Document:
    """Drop the title, and cut the abstract after 25 to 60 words with an ellipsis, as snippets are."""
    ends = sentences(document.text)
    start = ends[1][0] if len(ends) > 2 else 0
    spaces = [match.start() for match in re.finditer(r"\s+", document.text[start:])]
    count = rng.randint(25, 60)
    if len(spaces) <= count:
        return keep(document, start, len(document.text))
    return keep(document, start, start + spaces[count], "…")


def without_title(document: Document) -> Document:
    """Drop the first sentence."""
    ends = sentences(document.text)
    return keep(document, ends[1][0], len(document.text)) if len(ends) > 2 else document


def swap_names(document: Document, pool: Names, rng: random.Random, rate: float) -> Document:
    """Replace proper names by others of their type, each name by the same one throughout.

    Only spans that overlap no other are replaced, and only if every occurrence of the name in the
    text is annotated.
    """
    text = document.text
    overlapped = _overlapped(document.entities)
    counts = Counter(text[entity.start : entity.end] for entity in document.entities)
    swap: dict[str, str] = {}
    for number, entity in enumerate(document.entities):
        name = text[entity.start : entity.end]
        if name in swap or not pool.get(entity.type) or not _is_name(name):
            continue
        fits = number not in overlapped and text.count(name) == counts[name]
        swap[name] = rng.choice(pool[entity.type]) if fits and rng.random() < rate else name
    edits = sorted(
        {
            (entity.start, entity.end)
            for number, entity in enumerate(document.entities)
            if number not in overlapped and swap.get(text[entity.start : entity.end], "")
        }
    )
    pieces: list[str] = []
    shifts: list[tuple[int, int]] = []
    done = delta = 0
    for start, end in edits:
        new = swap[text[start:end]]
        pieces += [text[done:start], new]
        delta += len(new) - (end - start)
        shifts.append((end, delta))
        done = end
    pieces.append(text[done:])
    return replace(
        document,
        text="".join(pieces),
        entities=tuple(_shift(entity, shifts) for entity in document.entities),
    )


def _overlapped(entities: Sequence[Entity]) -> set[int]:
    order = sorted(range(len(entities)), key=lambda number: entities[number].span)
    found: set[int] = set()
    reach, holder = -1, -1
    for number in order:
        entity = entities[number]
        if entity.start < reach:
            found |= {number, holder}
        if entity.end > reach:
            reach, holder = entity.end, number
    return found


def _shift(entity: Entity, shifts: Sequence[tuple[int, int]]) -> Entity:
    def moved(position: int) -> int:
        total = 0
        for end, delta in shifts:
            if end > position:
                break
            total = delta
        return position + total

    return replace(entity, start=moved(entity.start), end=moved(entity.end))
