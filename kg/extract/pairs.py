"""Pairs of mentions in one sentence, described by what stands between and around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from kg.extract.analysis import Analysis
from kg.extract.data import Mention
from kg.extract.patterns import Pattern, settle
from kg.extract.resolve import inside
from kg.extract.tokenizer import HYPHENS
from kg.extract.words import lemma, singular, trigger_classes

MAX_BETWEEN: Final = 4
"""Pairs with more mentions than this between them are not looked at."""

_ATTACHING: Final = frozenset(("on", "in", "of", "for", "from"))
_DROPPED: Final = frozenset("DJQR")
_LETTER: Final = {"Method": "M", "Task": "T", "Hardware": "H", "Dataset": "D", "Metric": "X"}
_LETTERS: Final = frozenset(_LETTER.values())
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
        self.definitions = {frozenset((a.short_span, a.long_span)) for a in state.abbreviations}
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
            if not _LETTERS.isdisjoint(words):
                known = _LIST_AFTER.sub("* ", _LIST_BEFORE.sub(" *", known)).strip()
            self._between[one, other] = known
        return known

    def features(self, one: int, other: int) -> list[str]:
        """Describe a pair by named features."""
        a, b = self.mentions[one], self.mentions[other]
        types = _LETTER[a.type] + _LETTER[b.type]
        before, two_before = self.befores[one]
        head, other_head = self.heads[one], self.heads[other]
        names = [
            "bias",
            f"tt={types}",
            f"b={types}:{before}",
            f"b2={types}:{two_before}",
            f"s={types}:{self.opener}",
            f"ha={types}:{head}",
        ]
        if one == 0:
            names.append(f"subject={types}")
        names += (
            f"a={types}:{self.afters[other]}",
            f"hb={types}:{other_head}",
            f"named={types}{self.named[one]}{self.named[other]}",
        )
        if frozenset(((a.start, a.end), (b.start, b.end))) in self.definitions:
            names += ("defined", f"defined={types}")
        if head == other_head:
            names.append(f"same={types}")
        contrasted = self.contrasted[one] + self.contrasted[other]
        if "c" in contrasted:
            names.append(f"contrast={types}{contrasted}")
        return names + (self._nested if b.end <= a.end else self._gap)(one, other, types)

    def settled(self, one: int, other: int) -> Pattern | None:
        """Return the pattern that settles the relation of a pair by the wording between, if any.

        A mention inside a prepositional phrase (`nodes on such systems comprise …`) is no subject.
        """
        if self.mentions[other].end <= self.mentions[one].end:
            return None
        types = _LETTER[self.mentions[one].type] + _LETTER[self.mentions[other].type]
        gap = _DEFINED.sub("", self.between(one, other))
        found = settle(types, gap)
        if found is None or not found.subject or gap.split()[0] in _ATTACHING:
            return found
        attached = one > 0 and self.between(one - 1, one) in _ATTACHING
        return None if attached else found

    def _nested(self, one: int, other: int, types: str) -> list[str]:
        """Describe a mention inside another: where it stands and what is made of it (`GPU-based`)."""
        a1, (b0, b1) = self.tokens[one][1], self.tokens[other]
        words = self.state.words
        following = self.state.lower[b1 + 1] if b1 < a1 - 1 and words[b1] in HYPHENS else ""
        where = "end" if b1 == a1 else "start" if b0 == self.tokens[one][0] else "mid"
        return [
            f"nest={types}",
            f"nest={types}{where}",
            f"nest={types}-{following}",
            f"nest={types}+{self.heads[one]}",
        ]

    def _gap(self, one: int, other: int, types: str) -> list[str]:
        """Describe what stands between two mentions."""
        first, last = self.tokens[one][1], self.tokens[other][0]
        apart = min(other - one - 1, 4)
        distance = min(last - first, 12)
        gap = self.between(one, other)
        names = [
            f"dist={distance // 2}",
            f"dist={types}{distance // 3}",
            f"apart={apart}",
            f"apart={types}{apart}",
        ]
        words = gap.split()
        if not words:
            return [*names, f"touch={types}"]
        names += _wording(types, gap, words, min(apart, 2))
        for word in dict.fromkeys(words):
            if word not in "MTHDX":
                names += (f"w={types}:{word}", f"w:{word}")
        return names + self._verbs(first, last, types, words[-1])

    def _verbs(self, first: int, last: int, types: str, word: str) -> list[str]:
        """Describe the verbs between two mentions, `word` being the last word there."""
        tags, lower, uncovered = self.state.tags, self.state.lower, self.uncovered
        verbs = [i for i in range(first, last) if tags[i] in "VEgG" and i in uncovered]
        if not verbs:
            return []
        final = lemma(lower[verbs[-1]])
        names = [
            f"v1={types}:{lemma(lower[verbs[0]])}",
            f"vn={types}:{final}",
            f"vp={types}:{final}_{word}",
        ]
        participle = next((index for index in verbs if tags[index] == "E"), None)
        if participle is not None:
            auxiliary = "be " if "M" in tags[first:participle] else ""
            names.append(f"passive={types}:{auxiliary}{lower[participle]}")
        return names

    def trigger(self, one: int, other: int) -> str:
        """Return the wording between two mentions that carries a relation, at most six words."""
        words = self.skeleton(self.tokens[one][1], self.tokens[other][0])
        return " ".join([w for w in words if len(w) > 1 and w[0].isalpha()][:6])


def _wording(types: str, gap: str, words: list[str], apart: int) -> list[str]:
    names = [
        f"gf={types}:{words[0]}",
        f"gl={types}:{words[-1]}",
        f"gl2={types}:{' '.join(words[-2:])}",
        f"gf2={types}:{' '.join(words[:2])}",
        f"gfl={types}:{words[0]}..{words[-1]}",
        f"marks={types}:{''.join([word for word in words if word in 'MTHDX'])[:3]}",
    ]
    if len(words) <= 9:
        names += (f"gap={types}:{gap}", f"gap:{gap}")
    classes = trigger_classes(words)
    if classes:
        names += (
            f"c1={types}:{classes[0]}",
            f"cn={types}:{classes[-1]}{apart}",
            f"cs={types}:{' '.join(classes[:3])}",
        )
        names += [f"c={types}:{name}" for name in dict.fromkeys(classes)]
    return names
