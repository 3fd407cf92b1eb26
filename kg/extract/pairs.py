"""Pairs of mentions in one sentence, described by what stands between and around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from kg.extract.analysis import Analysis
from kg.extract.data import Mention
from kg.extract.patterns import Pattern, settle
from kg.extract.resolve import inside
from kg.extract.words import lemma, singular

MAX_BETWEEN: Final = 4
"""Pairs with more mentions than this between them are not looked at."""

_ATTACHING: Final = frozenset(("on", "in", "of", "for", "from"))
_DROPPED: Final = frozenset("DJQR")
_LETTER: Final = {"Method": "M", "Task": "T", "Hardware": "H", "Dataset": "D", "Metric": "X"}
LETTERS: Final = frozenset(_LETTER.values())
"""How mentions look in wordings, by their types."""
_LIST_BEFORE: Final = re.compile(r"(?: ?[MTHDX] (?:, and|, or|,|and|or|/|&))+$")
_DEFINED: Final = re.compile(r"^(?:\( [MTHDX] )?\) ")
_LIST_AFTER: Final = re.compile(r"^(?:(?:, and|, or|,|and|or|/|&) [MTHDX] ?)+")


class SentencePairs:
    """The mentions of one sentence, ready to be described pair by pair."""

    def __init__(
        self, state: Analysis, mentions: Sequence[Mention], bounds: tuple[int, int]
    ) -> None:
        self.state = state
        self.mentions = mentions
        self.bounds = bounds
        self.tokens = [state.tokens(m.start, m.end) for m in mentions]
        self.heads = [singular(state.words[max(last - 1, first)]) for first, last in self.tokens]
        self.uncovered = set(range(*bounds))
        self.shown = {
            index: "" if state.tags[index] in _DROPPED else lemma(state.lower[index])
            for index in range(*bounds)
        }
        outer_end = -1
        for mention, (first, last) in zip(mentions, self.tokens, strict=True):
            if mention.end <= outer_end:
                continue
            outer_end = mention.end
            if first < last:
                self.uncovered.difference_update(range(first, last))
                self.shown.update(dict.fromkeys(range(first, last), ""))
                self.shown[first] = _LETTER[mention.type]
        self.letters = [_LETTER[mention.type] for mention in mentions]
        spans = [(a.short_span, a.long_span) for a in state.abbreviations]
        self.definitions = {*spans, *((long, short) for short, long in spans)}
        self.named = [
            "n" if any(map(str.isupper, mention.text[1:])) else "d" for mention in mentions
        ]
        self.contrasted = [
            "c" if inside(state.contrasts, (m.start, m.end)) else "-" for m in mentions
        ]
        self.opener = state.lower[bounds[0]]
        self.befores: list[tuple[str, str]] = []
        self.afters: list[str] = []
        for first, last in self.tokens:
            before = self.skeleton(max(bounds[0], first - 3), first)
            after = self.skeleton(last, min(bounds[1], last + 3))
            self.befores.append((before[-1] if before else "^", " ".join(before[-2:])))
            self.afters.append(after[0] if after else "$")
        self._between: dict[tuple[int, int], str] = {}

    def skeleton(self, first: int, last: int) -> list[str]:
        """Return the words from `first` to `last`: mentions as one letter, filling words left out."""
        return [word for index in range(first, last) if (word := self.shown[index])]

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield index pairs, the earlier or outer mention first."""
        count = len(self.mentions)
        for one in range(count):
            for other in range(one + 1, min(count, one + MAX_BETWEEN + 2)):
                yield one, other

    def between(self, one: int, other: int) -> str:
        """Return what stands between two mentions, with lists of mentions beside them folded away."""
        known = self._between.get((one, other))
        if known is None:
            words = self.skeleton(self.tokens[one][1], self.tokens[other][0])
            known = " ".join(words)
            if not LETTERS.isdisjoint(words):
                known = _LIST_AFTER.sub("* ", _LIST_BEFORE.sub(" *", known)).strip()
            self._between[one, other] = known
        return known

    def verbs(self, first: int, last: int) -> list[int]:
        """Return the tokens from `first` to `last` that are verbs or their forms, outside of mentions."""
        tags, uncovered = self.state.tags, self.uncovered
        return [i for i in range(first, last) if tags[i] in "VEgG" and i in uncovered]

    def settled(self, one: int, other: int) -> Pattern | None:
        """Return the pattern that settles the relation of a pair by the wording between, if any.

        A mention inside a prepositional phrase (`nodes on such systems comprise …`) is no subject.
        """
        if self.mentions[other].end <= self.mentions[one].end:
            return None
        gap = self.between(one, other)
        if gap[:1] in ("(", ")"):
            gap = _DEFINED.sub("", gap)
        found = settle(self.letters[one] + self.letters[other], gap)
        if found is None or not found.subject or gap.split()[0] in _ATTACHING:
            return found
        attached = one > 0 and self.between(one - 1, one) in _ATTACHING
        return None if attached else found

    def trigger(self, one: int, other: int) -> str:
        """Return the wording between two mentions that carries a relation, at most six words."""
        words = self.skeleton(self.tokens[one][1], self.tokens[other][0])
        return " ".join([w for w in words if len(w) > 1 and w[0].isalpha()][:6])
