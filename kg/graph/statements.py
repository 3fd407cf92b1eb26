"""Statements over the whole corpus: who supports what, how often and how surely."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from kg.graph import iris
from kg.link.data import LinkedPaper, Occurrence
from kg.schema import RELATIONS


class Key(NamedTuple):
    """One distinct statement: concept ids, the relation's name, and whether the text denies it."""

    subject: str
    predicate: str
    object: str
    negated: bool


@dataclass(slots=True)
class Support:
    """What supports one statement; `doubt` is the product of 1 − confidence over its evidence."""

    papers: int = 0
    occurrences: int = 0
    doubt: float = 1.0
    last_paper: str = ""

    @property
    def confidence(self) -> float:
        """Noisy-or over the evidence (Pearl 1988, section 4.3.2), 0..1."""
        return 1.0 - self.doubt


class Statements:
    """All statements of a corpus, gathered paper by paper."""

    def __init__(self) -> None:
        self._support: dict[Key, Support] = {}

    def add(self, linked: LinkedPaper, occurrence: Occurrence) -> tuple[str, bool]:
        """Count one occurrence; return its statement's IRI and whether subject and object changed places.

        A symmetric relation is kept once, with the smaller concept id as its subject.
        """
        subject = linked.mentions[occurrence.subject].concept
        object_ = linked.mentions[occurrence.object].concept
        swapped = RELATIONS[occurrence.predicate].symmetric and subject > object_
        if swapped:
            subject, object_ = object_, subject
        key = Key(subject, occurrence.predicate, object_, occurrence.negated)
        support = self._support.setdefault(key, Support())
        if support.last_paper != linked.paper.id:
            support.papers += 1
            support.last_paper = linked.paper.id
        support.occurrences += 1
        support.doubt *= 1.0 - occurrence.confidence
        return iris.statement(*key), swapped

    def __iter__(self) -> Iterator[tuple[Key, Support]]:
        """Yield every statement with its support, in order of key."""
        for key in sorted(self._support):
            yield key, self._support[key]

    def facts(self) -> dict[str, list[Key]]:
        """Return the statements that the texts affirm, by subject, in order of key."""
        affirmed = sorted(key for key in self._support if not key.negated)
        return {subject: list(keys) for subject, keys in groupby(affirmed, lambda key: key.subject)}
