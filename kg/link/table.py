"""The first pass: a compact table of all targets of a corpus, with counts, types and papers."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from typing import Final

from kg.extract.data import Extraction
from kg.link.index import VocabularyIndex, Words
from kg.link.key import Form
from kg.link.reading import Reader, Target
from kg.schema import ENTITY_TYPES

_ALIAS_WORDING: Final = re.compile(
    r"\b(?:known as|referred to as|also called|a\.?k\.?a|or simply|synonym(?:ous)?|equivalently)\b",
    re.IGNORECASE,
)
_SETTLED: Final = re.compile(
    _ALIAS_WORDING.pattern + r"|abbreviat|definition|short for|stands for|i\.e|namely",
    re.IGNORECASE,
)
_TYPES: Final = len(ENTITY_TYPES)
_TYPE_NUMBER: Final = {name: number for number, name in enumerate(ENTITY_TYPES)}
RULES: Final = (
    "key", "vocabulary", "class noun", "abbreviation", "definition", "context", "default sense",
    "own name", "curation",
)  # fmt: skip
"""How a mention can be linked; the table stores their numbers."""
RULE_NUMBER: Final = {name: number for number, name in enumerate(RULES)}


class Table:
    """What the corpus says about each target. Targets are numbered in order of first appearance,
    which no result may depend on.

    `aliases` counts (target number, surface, rule number) where the surface is not the target
    itself; `forms` holds the targets taken apart until they are resolved; `definitions` counts, for
    each short form, the papers that define it by certain words; `same` holds the pairs of
    targets that some paper states to be one thing in so many words.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.names: list[str] = []
        self.forms: list[Form] = []
        self.votes = array("I")
        self.aliases: dict[tuple[int, str, int], int] = {}
        self.definitions: dict[str, dict[Words, int]] = {}
        self.same: set[tuple[int, int]] = set()
        self.paper_targets = array("I")
        self.paper_ends = array("I")
        self.ordered = True
        self._last_paper = ""

    def add(self, extraction: Extraction, reader: Reader, index: VocabularyIndex) -> None:
        """Count one paper."""
        numbers: list[int | None] = []
        votes = self.votes
        for mention, target in zip(extraction.mentions, reader.targets(extraction), strict=True):
            if not isinstance(target, Target):
                numbers.append(None)
                continue
            number = self._number(target.name, reader)
            numbers.append(number)
            votes[number * _TYPES + _TYPE_NUMBER[mention.type]] += 1
            if target.rule:
                alias = (number, mention.text, RULE_NUMBER[target.rule])
                self.aliases[alias] = self.aliases.get(alias, 0) + 1
        self.paper_targets.extend(sorted({n for n in numbers if n is not None}))
        self.paper_ends.append(len(self.paper_targets))
        self.ordered = self.ordered and self._last_paper < extraction.paper.id
        self._last_paper = extraction.paper.id
        for short, long in reader.definitions(extraction).long.items():
            meanings = self.definitions.setdefault(short, {})
            words = index.expand(reader.form(long).tokens)
            meanings[words] = meanings.get(words, 0) + 1
        self._add_same(extraction, numbers)

    def _number(self, name: str, reader: Reader) -> int:
        number = self.numbers.get(name)
        if number is None:
            number = self.numbers[name] = len(self.names)
            self.names.append(name)
            self.forms.append(reader.form(name))
            self.votes.extend((0,) * _TYPES)
        return number

    def _add_same(self, extraction: Extraction, numbers: list[int | None]) -> None:
        for relation in extraction.relations:
            if relation.type != "sameAs" or relation.negated:
                continue
            if not _ALIAS_WORDING.search(relation.trigger):
                continue
            head, tail = numbers[relation.head], numbers[relation.tail]
            types = {extraction.mentions[i].type for i in (relation.head, relation.tail)}
            if head is not None and tail is not None and head != tail and len(types) == 1:
                self.same.add((head, tail))

    def papers(self) -> Iterator[array[int]]:
        """Yield the distinct targets of each paper, in the order the papers were added."""
        start = 0
        for end in self.paper_ends:
            yield self.paper_targets[start:end]
            start = end

    def type_votes(self, number: int) -> array[int]:
        """Return how often the recogniser gave a target each type, in the order of `ENTITY_TYPES`."""
        return self.votes[number * _TYPES : (number + 1) * _TYPES]


def states_alias(trigger: str, sources: Iterable[str]) -> bool:
    """Say whether a sameAs relation has had its effect: on definitions, or on wording for aliases."""
    return bool(_SETTLED.search(trigger)) or any("abbreviation" in s for s in sources)
