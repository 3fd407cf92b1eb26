"""Which mentions of one document name the same concept, by the document's own evidence alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from kg.evaluate.gold import Document, Entity

_WORD = re.compile(r"\w+|[^\w\s]")
_HYPHENS = re.compile(r"[\s‐‑–—-]+")
_ACRONYMS = re.compile(r"[A-Z]{2}s$")
_NO_PLURAL = ("ss", "us", "is")

Concept = tuple[str, str]
"""A concept of one document: its type and the folded text of its first mention."""


def fold(text: str) -> str:
    """Normalise a mention: NFKC, lower case, hyphens and white space as one blank, no final plural s."""
    text = unicodedata.normalize("NFKC", text)
    folded = _HYPHENS.sub(" ", " ".join(_WORD.findall(text.lower()))).strip()
    singular = len(folded) > 3 and folded.endswith("s") and not folded.endswith(_NO_PLURAL)
    if singular or _ACRONYMS.search(text):
        return folded[:-1]
    return folded or text


def name(document: Document, entity: Entity) -> Concept:
    """Type and folded text of one mention."""
    return entity.type, fold(document.text[entity.start : entity.end])


def concepts(document: Document, same: str = "sameAs") -> list[Concept]:
    """Give each entity its concept.

    Two mentions are one concept if they have the same type and folded text, or if a `same` relation
    joins them; closed transitively. A concept is called by its first mention's type and folded text.
    """
    entities = document.entities
    parent = list(range(len(entities)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    def join(one: int, other: int) -> None:
        low, high = sorted((root(one), root(other)))
        parent[high] = low

    names: dict[Concept, int] = {}
    for index, entity in enumerate(entities):
        join(names.setdefault(name(document, entity), index), index)
    for link in document.relations:
        if link.type == same:
            join(link.head, link.tail)
    return [name(document, entities[root(index)]) for index in range(len(entities))]


def align(gold: Document, predicted: Document) -> tuple[list[Concept], list[Concept]]:
    """Give the entities of both documents concepts that can be compared.

    Gold concepts are those of `concepts`. A predicted mention stands for the gold concept that has
    a mention of its very span and type, else for one that has a mention of its type and folded
    text, else for a concept of its own type and folded text.
    """
    own = concepts(gold)
    spans = {(e.start, e.end, e.type): c for e, c in zip(gold.entities, own, strict=True)}
    names: dict[Concept, Concept] = {}
    for entity, concept in zip(gold.entities, own, strict=True):
        names.setdefault(name(gold, entity), concept)
    other = []
    for entity in predicted.entities:
        called = name(predicted, entity)
        concept = spans.get((entity.start, entity.end, entity.type)) or names.get(called, called)
        other.append(concept)
    return own, other


def same_names(
    document: Document, links: Sequence[tuple[int, int]]
) -> set[tuple[Concept, Concept]]:
    """Unordered pairs of different names that the given links of a document join."""
    pairs = set()
    for head, tail in links:
        one, other = sorted(
            (name(document, document.entities[head]), name(document, document.entities[tail]))
        )
        if one != other:
            pairs.add((one, other))
    return pairs
