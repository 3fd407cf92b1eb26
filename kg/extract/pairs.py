"""Pairs of mentions in one sentence, described by what stands between and around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
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
_LIST_BEFORE: Final = re.compile(r"(?: ?[MTHDX] (?:, and|, or|,|and|or|/|&))+$")
_DEFINED: Final = re.compile(r"^(?:\( [MTHDX] )?\) ")
_LIST_AFTER: Final = re.compile(r"^(?:(?:, and|, or|,|and|or|/|&) [MTHDX] ?)+")


def skeleton(state: Analysis, first: int, last: int, covered: Mapping[int, str]) -> list[str]:
    """Return the words from `first` to `last`: mentions as one letter, filling words left out."""
    result: list[str] = []
    for index in range(first, last):
        letter = covered[index]
        if letter:
            if letter != "-":
                result.append(letter)
        elif state.tags[index] not in _DROPPED:
            result.append(lemma(state.lower[index]))
    return result


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
        self.covered = dict.fromkeys(range(*bounds), "")
        outer_end = -1
        for mention, (first, last) in zip(mentions, self.tokens, strict=True):
            if mention.end <= outer_end:
                continue
            outer_end = mention.end
            if first < last:
                self.covered.update(dict.fromkeys(range(first, last), "-"))
                self.covered[first] = _LETTER[mention.type]
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
            before = skeleton(state, max(bounds[0], first - 3), first, self.covered)
            after = skeleton(state, last, min(bounds[1], last + 3), self.covered)
            self.befores.append((before[-1] if before else "^", " ".join(before[-2:])))
            self.afters.append(after[0] if after else "$")

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield index pairs, the earlier or outer mention first."""
        count = len(self.mentions)
        for one in range(count):
            for other in range(one + 1, min(count, one + MAX_BETWEEN + 2)):
                yield one, other

    def between(self, one: int, other: int) -> str:
        """Return what stands between two mentions, with lists of mentions beside them folded away."""
        first, last = self.tokens[one][1], self.tokens[other][0]
        text = " ".join(skeleton(self.state, first, last, self.covered))
        text = _LIST_BEFORE.sub(" *", text)
        return _LIST_AFTER.sub("* ", text).strip()

    def features(self, one: int, other: int) -> list[tuple[str, ...]]:
        """Describe a pair by named features, in blocks."""
        a, b = self.mentions[one], self.mentions[other]
        types = _LETTER[a.type] + _LETTER[b.type]
        blocks = [
            _first(types, *self.befores[one], self.opener, self.heads[one], one == 0),
            _second(types, self.afters[other], self.heads[other]),
            _both(
                types,
                self.named[one] + self.named[other],
                frozenset(((a.start, a.end), (b.start, b.end))) in self.definitions,
                self.heads[one] == self.heads[other],
                self.contrasted[one] + self.contrasted[other],
            ),
        ]
        if b.end <= a.end:
            blocks.append(self._nested(one, other, types))
        else:
            blocks.extend(self._gap(one, other, types))
        return blocks

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

    def _nested(self, one: int, other: int, types: str) -> tuple[str, ...]:
        """Describe a mention inside another: where it stands and what is made of it (`GPU-based`)."""
        a1, (b0, b1) = self.tokens[one][1], self.tokens[other]
        words = self.state.words
        following = self.state.lower[b1 + 1] if b1 < a1 - 1 and words[b1] in HYPHENS else ""
        where = "end" if b1 == a1 else "start" if b0 == self.tokens[one][0] else "mid"
        return (
            f"nest={types}",
            f"nest={types}{where}",
            f"nest={types}-{following}",
            f"nest={types}+{self.heads[one]}",
        )

    def _gap(self, one: int, other: int, types: str) -> list[tuple[str, ...]]:
        """Describe what stands between two mentions."""
        first, last = self.tokens[one][1], self.tokens[other][0]
        apart = min(other - one - 1, 4)
        gap = self.between(one, other)
        words = gap.split()
        blocks = [_distance(types, min(last - first, 12), apart)]
        if not words:
            blocks.append(_touching(types))
            return blocks
        blocks.append(_wording(types, gap, min(apart, 2)))
        blocks.extend([_word(types, word) for word in set(words) if word not in "MTHDX"])
        tags, covered, lower = self.state.tags, self.covered, self.state.lower
        verbs = [i for i in range(first, last) if not covered[i] and tags[i] in "VEgG"]
        if verbs:
            passive = ""
            for index in verbs:
                if tags[index] == "E":
                    passive = ("be " if "M" in tags[first:index] else "") + lower[index]
                    break
            blocks.append(
                _verbs(types, lemma(lower[verbs[0]]), lemma(lower[verbs[-1]]), words[-1], passive)
            )
        return blocks

    def trigger(self, one: int, other: int) -> str:
        """Return the wording between two mentions that carries a relation, at most six words."""
        first, last = self.tokens[one][1], self.tokens[other][0]
        words = skeleton(self.state, first, last, self.covered)
        return " ".join([w for w in words if len(w) > 1 and w[0].isalpha()][:6])


_remember = lru_cache(maxsize=50_000)


@_remember
def _first(
    types: str, before: str, two_before: str, opener: str, head: str, subject: bool
) -> tuple[str, ...]:
    block = (
        "bias",
        f"tt={types}",
        f"b={types}:{before}",
        f"b2={types}:{two_before}",
        f"s={types}:{opener}",
        f"ha={types}:{head}",
    )
    return (*block, f"subject={types}") if subject else block


@_remember
def _second(types: str, after: str, head: str) -> tuple[str, ...]:
    return (f"a={types}:{after}", f"hb={types}:{head}")


@_remember
def _both(
    types: str, named: str, defined: bool, same_head: bool, contrasted: str
) -> tuple[str, ...]:
    block = [f"named={types}{named}"]
    if defined:
        block += ["defined", f"defined={types}"]
    if same_head:
        block.append(f"same={types}")
    if "c" in contrasted:
        block.append(f"contrast={types}{contrasted}")
    return tuple(block)


@_remember
def _distance(types: str, distance: int, apart: int) -> tuple[str, ...]:
    return (
        f"dist={distance // 2}",
        f"dist={types}{distance // 3}",
        f"apart={apart}",
        f"apart={types}{apart}",
    )


@_remember
def _touching(types: str) -> tuple[str, ...]:
    return (f"touch={types}",)


@_remember
def _word(types: str, word: str) -> tuple[str, ...]:
    return (f"w={types}:{word}", f"w:{word}")


@_remember
def _verbs(types: str, first: str, last: str, word: str, passive: str) -> tuple[str, ...]:
    block = (f"v1={types}:{first}", f"vn={types}:{last}", f"vp={types}:{last}_{word}")
    return (*block, f"passive={types}:{passive}") if passive else block


@_remember
def _wording(types: str, gap: str, apart: int) -> tuple[str, ...]:
    words = gap.split()
    result = [
        f"gf={types}:{words[0]}",
        f"gl={types}:{words[-1]}",
        f"gl2={types}:{' '.join(words[-2:])}",
        f"gf2={types}:{' '.join(words[:2])}",
        f"gfl={types}:{words[0]}..{words[-1]}",
        f"marks={types}:{''.join([word for word in words if word in 'MTHDX'])[:3]}",
    ]
    if len(words) <= 9:
        result += [f"gap={types}:{gap}", f"gap:{gap}"]
    classes = trigger_classes(words)
    if classes:
        result += [
            f"c1={types}:{classes[0]}",
            f"cn={types}:{classes[-1]}{apart}",
            f"cs={types}:{' '.join(classes[:3])}",
        ]
        result += [f"c={types}:{name}" for name in dict.fromkeys(classes)]
    return tuple(result)
