"""Pairs of mentions in one sentence, described by what stands between and around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from kg.extract.analysis import Analysis
from kg.extract.data import Mention
from kg.extract.resolve import inside
from kg.extract.words import singular

MAX_BETWEEN: Final = 7
"""Pairs with more mentions than this between them are not looked at."""

_DROPPED: Final = frozenset("DJQR")
_LETTER: Final = {"Method": "M", "Task": "T", "Hardware": "H", "Dataset": "D", "Metric": "X"}
_LIST_BEFORE: Final = re.compile(r"(?: ?[MTHDX] (?:, and|, or|,|and|or|/|&))+$")
_LIST_AFTER: Final = re.compile(r"^(?:(?:, and|, or|,|and|or|/|&) [MTHDX] ?)+")


def skeleton(state: Analysis, first: int, last: int, covered: Sequence[str]) -> list[str]:
    """Return the words from `first` to `last`: mentions as one letter, filling words left out."""
    result: list[str] = []
    for index in range(first, last):
        letter = covered[index]
        if letter:
            if letter != "-":
                result.append(letter)
        elif state.tags[index] not in _DROPPED:
            result.append(state.lower[index])
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
        self.covered = [""] * len(state.words)
        outer_end = -1
        for mention, (first, last) in zip(mentions, self.tokens, strict=True):
            if mention.end <= outer_end:
                continue
            outer_end = mention.end
            if first < last:
                self.covered[first:last] = ["-"] * (last - first)
                self.covered[first] = _LETTER[mention.type]
        self.definitions = {frozenset((a.short_span, a.long_span)) for a in state.abbreviations}

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

    def features(self, one: int, other: int) -> list[str]:
        """Describe a pair by named features."""
        state = self.state
        a, b = self.mentions[one], self.mentions[other]
        (a0, a1), (b0, b1) = self.tokens[one], self.tokens[other]
        types = _LETTER[a.type] + _LETTER[b.type]
        result = ["bias", f"tt={types}"]
        nested = b.end <= a.end or a.end > b.start
        apart = other - one - 1
        if nested:
            following = state.lower[b1 + 1] if b1 < a1 - 1 and state.words[b1] in "-‐‑–" else ""
            where = "end" if b.end == a.end else "start" if b.start == a.start else "mid"
            result += [
                f"nest={types}",
                f"nest={types}{where}",
                f"nest={types}-{following}",
                f"nest={types}+{self.heads[one]}",
            ]
        else:
            gap = self.between(one, other)
            words = gap.split()
            result += [
                f"gap={types}:{gap}" if len(words) <= 9 else f"gap={types}:long",
                f"gap:{gap}" if len(words) <= 9 else "gap:long",
                f"dist={min(b0 - a1, 12) // 2}",
                f"dist={types}{min(b0 - a1, 12) // 3}",
                f"apart={min(apart, 4)}",
                f"apart={types}{min(apart, 4)}",
            ]
            if words:
                result += [
                    f"gf={types}:{words[0]}",
                    f"gl={types}:{words[-1]}",
                    f"gl2={types}:{' '.join(words[-2:])}",
                    f"gf2={types}:{' '.join(words[:2])}",
                    f"gfl={types}:{words[0]}..{words[-1]}",
                ]
                for word in set(words):
                    if len(word) > 1 or not word.isupper():
                        result.append(f"w={types}:{word}")
                        result.append(f"w:{word}")
                marks = [w for w in words if w in "MTHDX"]
                result.append(f"marks={types}:{''.join(marks)[:3]}")
            else:
                result.append(f"touch={types}")
            verbs = [
                state.lower[i]
                for i in range(a1, b0)
                if not self.covered[i] and state.tags[i] in "VEg"
            ]
            if verbs:
                result += [f"v1={types}:{verbs[0]}", f"vn={types}:{verbs[-1]}"]
                preposition = words[-1] if words else ""
                result.append(f"vp={types}:{verbs[-1]}_{preposition}")
        before = skeleton(state, max(self.bounds[0], a0 - 3), a0, self.covered)
        after = skeleton(state, b1, min(self.bounds[1], b1 + 3), self.covered)
        previous = before[-1] if before else "^"
        following = after[0] if after else "$"
        result += [
            f"b={types}:{previous}",
            f"b2={types}:{' '.join(before[-2:])}",
            f"a={types}:{following}",
            f"s={types}:{state.lower[self.bounds[0]]}",
            f"ha={types}:{self.heads[one]}",
            f"hb={types}:{self.heads[other]}",
        ]
        if frozenset(((a.start, a.end), (b.start, b.end))) in self.definitions:
            result += ["defined", f"defined={types}"]
        if self.heads[one] == self.heads[other]:
            result.append(f"same={types}")
        if one == 0:
            result.append(f"subject={types}")
        named = "".join("n" if any(map(str.isupper, m.text[1:])) else "d" for m in (a, b))
        result.append(f"named={types}{named}")
        contrast = "".join(
            "c" if inside(state.contrasts, (m.start, m.end)) else "-" for m in (a, b)
        )
        if contrast != "--":
            result.append(f"contrast={types}{contrast}")
        passive = self._passive(a1, b0)
        if passive:
            result.append(f"passive={types}:{passive}")
        return result

    def trigger(self, one: int, other: int) -> str:
        """Return the wording between two mentions that carries a relation, at most six words."""
        first, last = self.tokens[one][1], self.tokens[other][0]
        words = skeleton(self.state, first, last, self.covered)
        return " ".join([w for w in words if len(w) > 1 and w[0].isalpha()][:6])

    def _passive(self, first: int, last: int) -> str:
        """Return the participle of a passive (`is implemented by`) between two tokens, or nothing."""
        tags = self.state.tags
        for index in range(first, last):
            if tags[index] == "E" and not self.covered[index]:
                passive = "M" in tags[first:index]
                return ("be " if passive else "") + self.state.lower[index]
        return ""
