"""The first pass: a compact table of all targets of a corpus, with counts, types and papers."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from kg.extract.data import Abbreviation, Extraction
from kg.link.index import VocabularyIndex, Words
from kg.link.key import Form, form_of
from kg.link.reading import Definitions, Reader, Target, Unlinked, touches
from kg.schema import ENTITY_TYPES

_ALIAS_WORDING: Final = re.compile(
    r"\b(?:known as|referred to as|also called|a\.?k\.?a|or simply|synonym(?:ous)?|equivalently)\b",
    re.IGNORECASE,
)
_SETTLED: Final = re.compile(
    _ALIAS_WORDING.pattern + r"|abbreviat|definition|short for|stands for|i\.e|namely",
    re.IGNORECASE,
)
_REACH: Final = 100
"""How many characters to keep on each side of a definition."""
_TYPES: Final = len(ENTITY_TYPES)
_NO_VOTES: Final = bytes(_TYPES * array("I").itemsize)
_TYPE_NUMBER: Final = {name: number for number, name in enumerate(ENTITY_TYPES)}
RULES: Final = (
    "key", "vocabulary", "class noun", "abbreviation", "definition", "context", "default sense",
    "own name", "curation",
)  # fmt: skip
"""How a mention can be linked; the table stores their numbers."""
RULE_NUMBER: Final = {name: number for number, name in enumerate(RULES)}
UNLINKED: Final = ("", "E301", "E303", "E304")
"""Codes of mentions without a target, by number; a target may be dropped later on."""
_GENERIC: Final = -UNLINKED.index("E301")
_DEPENDS: Final = -len(UNLINKED)
"""In place of a target: what a surface stands for depends on the paper."""


class Definition(NamedTuple):
    """That papers define a short form by certain words: how many do, the first of them by id, and where."""

    papers: int
    paper: str
    sentence: str


class Table:
    """What the corpus says about each target, and the target of each mention. Targets are numbered
    in order of first appearance, which no result may depend on.

    `aliases` counts surfaces that are not the target itself; `forms` holds the targets taken apart
    until they are resolved; `definitions` has, for each short form, the words that papers define it
    by; `same` holds the pairs of targets that some paper states to be one thing in so
    many words. `mentions` has the target number of each mention, or minus the place of a code in
    `UNLINKED`, and `rules` the number of the rule that led there, 0 where the surface itself is
    the target; `ends` is where each paper's mentions end.
    """

    def __init__(self) -> None:
        # By surface, and by name where only definitions, rules or contexts have led to a target.
        self._surfaces: dict[str, int] = {}
        self._numbers: dict[str, int] = {}
        self.names: list[str] = []
        self.forms: list[Form] = []
        self.votes = array("I")
        self.aliases = Aliases()
        self.definitions: dict[str, dict[Words, Definition]] = {}
        self.same: set[tuple[int, int]] = set()
        self.mentions = array("i")
        self.rules = bytearray()
        self.ends = array("Q")
        self.ordered = True
        self._last_paper = ""

    def add(self, extraction: Extraction, reader: Reader, index: VocabularyIndex) -> None:
        """Count one paper."""
        surfaces, votes, mentions = self._surfaces, self.votes, self.mentions
        defined = reader.definitions(extraction)
        here: dict[str, Target | Unlinked] = {}
        start = len(mentions)
        self.rules.extend(bytes(len(extraction.mentions)))
        for mention in extraction.mentions:
            number = surfaces.get(mention.text)
            if number is None:
                number = self._first(mention.text, reader, defined)
            elif defined and number >= 0 and touches(defined, self.forms[number]):
                number = _DEPENDS
            if number == _DEPENDS:
                target = reader.target(mention, extraction, defined, here)
                if isinstance(target, Unlinked):
                    mentions.append(-UNLINKED.index(target.code))
                    continue
                number = self._number(target)
                if target.rule:
                    rule = self.rules[len(mentions)] = RULE_NUMBER[target.rule]
                    self.aliases.count(number, mention.text, rule)
            mentions.append(number)
            if number >= 0:
                votes[number * _TYPES + _TYPE_NUMBER[mention.type]] += 1
        self.ends.append(len(mentions))
        self.ordered = self.ordered and self._last_paper < extraction.paper.id
        self._last_paper = extraction.paper.id
        for short, meaning in defined.items():
            meanings = self.definitions.setdefault(short, {})
            words = index.expand(reader.form(meaning.long))
            meanings[words] = _counted(meanings.get(words), extraction, meaning.source)
        self._add_same(extraction, mentions[start:])

    def _first(self, surface: str, reader: Reader, defined: Definitions) -> int:
        """Return the target of a surface met first, or what stands in its place."""
        form = form_of(surface)
        if reader.is_general(form):
            number = _GENERIC
        elif reader.depends(form):
            number = _DEPENDS
        elif defined and touches(defined, form):
            return _DEPENDS
        else:
            known = self._numbers.get(surface)
            number = self._append(surface, form) if known is None else known
        self._surfaces[surface] = number
        return number

    def _number(self, target: Target) -> int:
        """Return the number of a target that more than its surface has led to."""
        number = self._surfaces.get(target.name, _DEPENDS)
        if number < 0:
            known = self._numbers.get(target.name)
            number = self._append(target.name, target.form) if known is None else known
            self._numbers[target.name] = number
        return number

    def _append(self, name: str, form: Form) -> int:
        self.names.append(name)
        self.forms.append(form)
        self.votes.frombytes(_NO_VOTES)
        return len(self.names) - 1

    def _add_same(self, extraction: Extraction, numbers: array[int]) -> None:
        for relation in extraction.relations:
            if relation.type != "sameAs" or relation.negated:
                continue
            if not _ALIAS_WORDING.search(relation.trigger):
                continue
            head, tail = numbers[relation.head], numbers[relation.tail]
            types = {extraction.mentions[i].type for i in (relation.head, relation.tail)}
            if head >= 0 and tail >= 0 and head != tail and len(types) == 1:
                self.same.add((head, tail))

    def close(self) -> None:
        """Let go of what only `add` needs, once all papers are counted."""
        self._surfaces = {}
        self._numbers = {}
        self.aliases.close()

    def of_paper(self, place: int) -> tuple[array[int], bytearray]:
        """Return what `mentions` and `rules` hold for the paper that was added as number `place`."""
        here = slice(self.ends[place - 1] if place else 0, self.ends[place])
        return self.mentions[here], self.rules[here]

    def type_votes(self, number: int) -> array[int]:
        """Return how often the recogniser gave a target each type, in the order of `ENTITY_TYPES`."""
        return self.votes[number * _TYPES : (number + 1) * _TYPES]


class Aliases:
    """Surfaces that stand for a target without being its wording, with their rules and counts."""

    def __init__(self) -> None:
        self._counts: dict[tuple[int, str, int], int] = {}
        self._targets = array("I")
        self._surfaces: list[str] = []
        self._rules = bytearray()
        self._times = array("I")

    def count(self, target: int, surface: str, rule: int) -> None:
        """Count one mention."""
        alias = (target, surface, rule)
        self._counts[alias] = self._counts.get(alias, 0) + 1

    def close(self) -> None:
        """Sort what was counted into a quarter of the memory; no more can be counted."""
        for alias in sorted(self._counts):
            self._targets.append(alias[0])
            self._surfaces.append(alias[1])
            self._rules.append(alias[2])
            self._times.append(self._counts[alias])
        self._counts = {}

    def of(self, target: int) -> Iterator[tuple[str, str, int]]:
        """Yield surface, rule and count of each alias of a target, once closed."""
        for at in range(bisect_left(self._targets, target), len(self._targets)):
            if self._targets[at] != target:
                return
            yield self._surfaces[at], RULES[self._rules[at]], self._times[at]


def _counted(known: Definition | None, extraction: Extraction, source: Abbreviation) -> Definition:
    """Count one more paper for a definition; the first paper by id is the one that is named."""
    id_ = extraction.paper.id
    papers = known.papers + 1 if known else 1
    if known and known.paper < id_:
        return known._replace(papers=papers)
    return Definition(papers, id_, _around(extraction, source))


def _around(extraction: Extraction, source: Abbreviation) -> str:
    """Return the sentence of a definition, cut at words where it is long."""
    text = extraction.paper.text
    first = min(source.short_span[0], source.long_span[0])
    last = max(source.short_span[1], source.long_span[1])
    start, end = next(
        ((a, b) for a, b in extraction.sentences if a <= first and last <= b), (first, last)
    )
    if first - start > _REACH:
        start = text.rfind(" ", start, first - _REACH) + 1 or first
    if end - last > _REACH:
        end = max(text.find(" ", last + _REACH, end), last)
    return " ".join(text[start:end].split())


def states_alias(trigger: str, sources: Iterable[str]) -> bool:
    """Say whether a sameAs relation has had its effect: on definitions, or on wording for aliases."""
    return bool(_SETTLED.search(trigger)) or any("abbreviation" in s for s in sources)
