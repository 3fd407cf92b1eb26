"""The first pass: a compact table of all targets of a corpus, with counts, types and papers."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from kg.extract.data import Extraction
from kg.link.index import VocabularyIndex, Words, form_of
from kg.link.reading import Reader, Target
from kg.schema import ENTITY_TYPES

_ALIAS_WORDING: Final = re.compile(
    r"\b(?:known as|referred to as|also called|a\.?k\.?a|or simply|abbreviated|short for|stands for|"
    r"synonym(?:ous)?|i\.e|namely|equivalently|definition|abbreviation)\b",
    re.IGNORECASE,
)
_TYPE_NUMBER: Final = {name: number for number, name in enumerate(ENTITY_TYPES)}


class Table:
    """What the corpus says about each target. Targets are numbered in order of first appearance,
    which no result may depend on.

    `aliases` counts (target number, surface, rule) where the surface is not the target itself;
    `definitions` counts, for each short form, the papers that define it by certain words;
    `same` counts the papers that state in so many words that two targets are one thing.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.names: list[str] = []
        self.votes: tuple[array[int], ...] = tuple(array("L") for _ in ENTITY_TYPES)
        self.aliases: Counter[tuple[int, str, str]] = Counter()
        self.definitions: dict[str, Counter[Words]] = {}
        self.same: Counter[tuple[int, int]] = Counter()
        self.paper_targets = array("L")
        self.paper_ends = array("L")
        self.paper_ids: list[str] = []

    def number(self, name: str) -> int:
        """Return the number of a target, a new one for a new name."""
        found = self.numbers.get(name)
        if found is None:
            found = self.numbers[name] = len(self.names)
            self.names.append(name)
            for votes in self.votes:
                votes.append(0)
        return found

    def add(self, extraction: Extraction, reader: Reader, index: VocabularyIndex) -> None:
        """Count one paper."""
        numbers: list[int | None] = []
        for mention, target in zip(extraction.mentions, reader.targets(extraction), strict=True):
            if not isinstance(target, Target):
                numbers.append(None)
                continue
            number = self.number(target.name)
            numbers.append(number)
            self.votes[_TYPE_NUMBER[mention.type]][number] += 1
            if target.rule:
                self.aliases[number, mention.text, target.rule] += 1
        self.paper_targets.extend(sorted({n for n in numbers if n is not None}))
        self.paper_ends.append(len(self.paper_targets))
        self.paper_ids.append(extraction.paper.id)
        self._add_definitions(extraction, reader, index)
        self._add_same(extraction, numbers)

    def _add_definitions(
        self, extraction: Extraction, reader: Reader, index: VocabularyIndex
    ) -> None:
        for short, long in reader.definitions(extraction).long.items():
            words = index.expand(form_of(long).tokens)
            self.definitions.setdefault(short, Counter())[words] += 1

    def _add_same(self, extraction: Extraction, numbers: list[int | None]) -> None:
        pairs = set()
        for relation in extraction.relations:
            if relation.type != "sameAs" or relation.negated:
                continue
            if not states_alias(relation.trigger, relation.sources):
                continue
            head, tail = numbers[relation.head], numbers[relation.tail]
            types = {extraction.mentions[i].type for i in (relation.head, relation.tail)}
            if head is not None and tail is not None and head != tail and len(types) == 1:
                pairs.add((head, tail))
        self.same.update(pairs)

    def papers(self) -> Iterator[array[int]]:
        """Yield the distinct targets of each paper, in the order the papers were added."""
        start = 0
        for end in self.paper_ends:
            yield self.paper_targets[start:end]
            start = end

    def type_votes(self, number: int) -> dict[str, int]:
        """Return how often the recogniser gave a target each type."""
        counts = {name: self.votes[i][number] for name, i in _TYPE_NUMBER.items()}
        return {name: count for name, count in counts.items() if count}


def states_alias(trigger: str, sources: Iterable[str]) -> bool:
    """Say whether a sameAs relation rests on a definition or on wording that says so, not on a guess."""
    return bool(_ALIAS_WORDING.search(trigger)) or any("abbreviation" in s for s in sources)
