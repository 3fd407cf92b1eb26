"""Statements over the whole corpus: who supports what, how often and how surely."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kg.graph import iris
from kg.link.data import LinkedPaper, Occurrence
from kg.schema import RELATIONS

PREDICATES: Final = sorted(RELATIONS)
"""In the order of their numbers."""
NUMBERS: Final = {name: number for number, name in enumerate(PREDICATES)}
_END: Final = 28
"""Bits for the number of a concept: more than fit in memory."""
_KIND: Final = 6
"""Bits for a predicate. The last bit says whether the text denies the statement."""
_PREDICATE: Final = _END + 1
_SUBJECT: Final = _PREDICATE + _KIND


class Key(NamedTuple):
    """One distinct statement: concept ids, the relation's name, and whether the text denies it."""

    subject: str
    predicate: str
    object: str
    negated: bool


@dataclass(frozen=True, slots=True)
class Support:
    """What supports one statement; `doubt` is the product of 1 − confidence over its evidence.

    `ends` are the places of subject and object among all concepts in order of id.
    """

    papers: int
    occurrences: int
    doubt: float
    ends: tuple[int, int]

    @property
    def confidence(self) -> float:
        """Noisy-or over the evidence (Pearl 1988, section 4.3.2), 0..1."""
        return 1.0 - self.doubt


class Statements:
    """All statements of a corpus, gathered paper by paper: 20 bytes an occurrence.

    A statement is a number made of those of its ends, so that numbers have the order of keys.
    """

    def __init__(self, concepts: Sequence[str]) -> None:
        """Take the ids of all concepts, in order."""
        self._concepts = concepts
        self._keys = array("Q")
        self._papers = array("I")
        self._confidences = array("d")
        self._paper = 0
        self._last = ""

    def add(self, linked: LinkedPaper, occurrence: Occurrence) -> tuple[str, bool]:
        """Count one occurrence; return its statement's IRI and whether subject and object changed places.

        A symmetric relation is kept once, with the smaller concept id as its subject.
        """
        subject = linked.mentions[occurrence.subject].concept
        object_ = linked.mentions[occurrence.object].concept
        swapped = RELATIONS[occurrence.predicate].symmetric and subject > object_
        if swapped:
            subject, object_ = object_, subject
        if linked.paper.id != self._last:
            self._last = linked.paper.id
            self._paper += 1
        self._keys.append(
            bisect_left(self._concepts, subject) << _SUBJECT
            | NUMBERS[occurrence.predicate] << _PREDICATE
            | bisect_left(self._concepts, object_) << 1
            | occurrence.negated
        )
        self._papers.append(self._paper)
        self._confidences.append(occurrence.confidence)
        return iris.statement(subject, occurrence.predicate, object_, occurrence.negated), swapped

    def __iter__(self) -> Iterator[tuple[Key, Support]]:
        """Yield every statement with its support, in order of key; no more can be added."""
        order = np.argsort(self._all, kind="stable")
        ends = np.searchsorted(self._all[order], self._distinct, side="right")
        start = 0
        for number, end in zip(map(int, self._distinct), map(int, ends), strict=True):
            places = order[start:end].tolist()
            doubt = 1.0
            for place in places:
                doubt *= 1.0 - self._confidences[place]
            papers = len({self._papers[place] for place in places})
            yield self._key(number), Support(papers, len(places), doubt, _ends(number))
            start = end

    def facts(self) -> Iterator[list[Key]]:
        """Yield for each concept, in order of id, what the texts affirm of it, in order of key."""
        affirmed = self._distinct[self._distinct % 2 == 0]
        bounds = np.arange(1, len(self._concepts) + 1, dtype=np.uint64) << np.uint64(_SUBJECT)
        start = 0
        for end in map(int, np.searchsorted(affirmed, bounds)):
            yield [self._key(number) for number in affirmed[start:end].tolist()]
            start = end

    @property
    def _all(self) -> NDArray[np.uint64]:
        return np.frombuffer(self._keys or b"", dtype=np.uint64)

    @cached_property
    def _distinct(self) -> NDArray[np.uint64]:
        return np.unique(self._all)

    def _key(self, number: int) -> Key:
        subject, object_ = _ends(number)
        predicate = PREDICATES[number >> _PREDICATE & (1 << _KIND) - 1]
        return Key(self._concepts[subject], predicate, self._concepts[object_], bool(number & 1))


def _ends(number: int) -> tuple[int, int]:
    return number >> _SUBJECT, number >> 1 & (1 << _END) - 1
