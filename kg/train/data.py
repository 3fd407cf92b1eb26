"""Annotated documents as training examples: windows with gold spans, relations and proposals."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kg.evaluate.gold import Document
from kg.extract.neural.encode import Pieces, Window, windows
from kg.extract.neural.gazetteer import Gazetteer
from kg.extract.neural.words import sentences, words

MAX_WIDTH = 12
"""Longest span in words that the model can give."""


@dataclass(frozen=True, slots=True)
class LabelSet:
    """The types of one annotated set; a set's own heads learn them on the shared encoder.

    `sentence_gap` is how many sentence ends a relation may cross, `within_sentence` whether spans
    are kept from crossing one.
    """

    name: str
    entities: tuple[str, ...]
    relations: tuple[str, ...]
    sentence_gap: int
    within_sentence: bool


@dataclass(frozen=True, slots=True)
class Example:
    """One window with its gold: entities (first word, last word, type, proposed) and relations as index triples.

    `hidden` (L) holds the word pieces that were masked, and -1 elsewhere; empty where none were.
    """

    window: Window
    entities: tuple[tuple[int, int, int, bool], ...]
    relations: tuple[tuple[int, int, int], ...]
    hidden: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


def examples(
    documents: Iterable[Document], labels: LabelSet, pieces: Pieces, gazetteer: Gazetteer
) -> list[Example]:
    """Encode documents; entities that do not fall on word boundaries or are too wide are left out."""
    return [
        example
        for document in documents
        for example in _encode(document, labels, pieces, gazetteer)
    ]


def _encode(
    document: Document, labels: LabelSet, pieces: Pieces, gazetteer: Gazetteer
) -> list[Example]:
    text = document.text
    spans = list(document.tokens) or words(text)
    ends = list(document.sentences) or sentences(text)
    starts_at = {start: index for index, (start, _) in enumerate(spans)}
    ends_at = {end: index for index, (_, end) in enumerate(spans)}
    result = []
    for window in windows(text, spans, ends, pieces, gazetteer):
        low, high = window.offset, window.offset + len(window.words)
        kept: dict[int, int] = {}
        entities: list[tuple[int, int, int, bool]] = []
        for index, entity in enumerate(document.entities):
            first, last = starts_at.get(entity.start, -1), ends_at.get(entity.end, -1)
            if entity.type not in labels.entities or not low <= first <= last < high:
                continue
            if last - first >= MAX_WIDTH:
                continue
            kept[index] = len(entities)
            kind = labels.entities.index(entity.type)
            entities.append((first - low, last - low, kind, entity.proposed))
        relations = tuple(
            (kept[link.head], kept[link.tail], labels.relations.index(link.type))
            for link in document.relations
            if link.type in labels.relations and link.head in kept and link.tail in kept
        )
        result.append(Example(window, tuple(entities), relations))
    return result


def batches(
    items: Sequence[Example], budget: int, rng: random.Random | None
) -> list[list[Example]]:
    """Group examples of like length so that a padded batch holds at most `budget` word pieces.

    With `rng` lengths are jittered and the batches shuffled.
    """

    def length(example: Example) -> float:
        return len(example.window.ids) + (rng.random() * 60 if rng else 0)

    groups: list[list[Example]] = []
    longest = 0
    for example in sorted(items, key=length):
        longest = max(longest, len(example.window.ids))
        if not groups or (len(groups[-1]) + 1) * longest > budget:
            groups.append([])
            longest = len(example.window.ids)
        groups[-1].append(example)
    if rng:
        rng.shuffle(groups)
    return groups
