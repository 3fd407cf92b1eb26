"""Features of pairs of mentions: their types, heads and surroundings, and what stands between them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from kg.extract.loglinear import Index, Look
from kg.extract.pairs import LETTERS, SentencePairs
from kg.extract.tokenizer import HYPHENS
from kg.extract.words import lemma, trigger_classes

_FAR: Final = 12
"""Tokens apart, and more."""
_MANY: Final = 4
"""Mentions apart, and more."""
_LONG: Final = 9
"""A wording of more words is no feature as a whole."""


class PairFeatures:
    """Describes pairs by the numbers of their features.

    The names of most begin with what they tell, followed by the letters of both types: `b` and `b2` the
    words before, `s` the sentence's first, `ha` and `hb` the heads, `a` the word after, `gap`
    the wording between, `gf` and `gl` its first and last word, `w` each of its words, `c` its trigger
    classes, `v` its verbs. Those of both types alone are looked up once.
    """

    def __init__(self, index: Index) -> None:
        self.index = index
        self.bias, self.defined = index.numbers(("bias", "defined"))
        self.apart = index.numbers(f"apart={apart}" for apart in range(_MANY + 1))
        self.distance = index.numbers(f"dist={tokens // 2}" for tokens in range(_FAR + 1))
        self.word, self.gap = index.group("w:"), index.group("gap:")
        self.typed = {one + two: _Typed(index, one + two) for one in LETTERS for two in LETTERS}

    def describe(self, pairs: SentencePairs, one: int, other: int) -> list[int]:
        """Return the features of one pair of a sentence."""
        a, b = pairs.mentions[one], pairs.mentions[other]
        typed = self.typed[pairs.letters[one] + pairs.letters[other]]
        before, two_before = pairs.befores[one]
        head, other_head = pairs.heads[one], pairs.heads[other]
        found = [
            self.bias,
            typed.types,
            typed.b(before, 0),
            typed.b2(two_before, 0),
            typed.s(pairs.opener, 0),
            typed.ha(head, 0),
            0 if one else typed.subject,
            typed.a(pairs.afters[other], 0),
            typed.hb(other_head, 0),
            typed.named[pairs.named[one] + pairs.named[other]],
        ]
        if ((a.start, a.end), (b.start, b.end)) in pairs.definitions:
            found += (self.defined, typed.defined)
        if head == other_head:
            found.append(typed.same)
        contrasted = pairs.contrasted[one] + pairs.contrasted[other]
        if contrasted != "--":
            found.append(typed.contrast[contrasted])
        (self._nested if b.end <= a.end else self._gap)(found, typed, pairs, one, other)
        return found

    def _nested(
        self, found: list[int], typed: _Typed, pairs: SentencePairs, one: int, other: int
    ) -> None:
        """Describe a mention inside another: where it stands and what is made of it (`GPU-based`)."""
        (a0, a1), (b0, b1) = pairs.tokens[one], pairs.tokens[other]
        state = pairs.state
        following = state.lower[b1 + 1] if b1 < a1 - 1 and state.words[b1] in HYPHENS else ""
        where = "end" if b1 == a1 else "start" if b0 == a0 else "mid"
        nest = f"nest={typed.letters}"
        found += self.index.numbers(
            (nest, nest + where, f"{nest}-{following}", f"{nest}+{pairs.heads[one]}")
        )

    def _gap(
        self, found: list[int], typed: _Typed, pairs: SentencePairs, one: int, other: int
    ) -> None:
        """Describe what stands between two mentions."""
        first, last = pairs.tokens[one][1], pairs.tokens[other][0]
        apart = min(other - one - 1, _MANY)
        distance = min(last - first, _FAR)
        found += (
            self.distance[distance],
            typed.distance[distance],
            self.apart[apart],
            typed.apart[apart],
        )
        gap = pairs.between(one, other)
        if not gap:
            found.append(typed.touch)
            return
        wording = _wording(gap)
        found += (
            typed.gf(wording.first, 0),
            typed.gl(wording.last, 0),
            typed.gl2(wording.last_two, 0),
            typed.gf2(wording.first_two, 0),
            typed.gfl(wording.edges, 0),
            typed.marks(wording.marks, 0),
        )
        if wording.short:
            found += (typed.gap(gap, 0), self.gap(gap, 0))
        if wording.classes:
            found += (
                typed.c1(wording.classes[0], 0),
                typed.cn(f"{wording.classes[-1]}{min(apart, 2)}", 0),
                typed.cs(" ".join(wording.classes[:3]), 0),
            )
            found += [typed.c(name, 0) for name in dict.fromkeys(wording.classes)]
        any_types, these_types = self.word, typed.w
        for word in wording.words:
            found += (these_types(word, 0), any_types(word, 0))
        self._verbs(found, typed, pairs, first, last, wording.last)

    def _verbs(
        self,
        found: list[int],
        typed: _Typed,
        pairs: SentencePairs,
        first: int,
        last: int,
        word: str,
    ) -> None:
        """Describe the verbs between two mentions, `word` being the last word there."""
        verbs = pairs.verbs(first, last)
        if not verbs:
            return
        tags, lower = pairs.state.tags, pairs.state.lower
        final = lemma(lower[verbs[-1]])
        found += (
            typed.v1(lemma(lower[verbs[0]]), 0),
            typed.vn(final, 0),
            typed.vp(f"{final}_{word}", 0),
        )
        for index in verbs:
            if tags[index] == "E":
                auxiliary = "be " if "M" in tags[first:index] else ""
                found.append(typed.passive(auxiliary + lower[index], 0))
                return


class _Typed:
    """The features of two types: numbers, and look-ups by what follows the types in their names."""

    def __init__(self, index: Index, letters: str) -> None:
        def number(name: str) -> int:
            return index.numbers((name,))[0]

        def look(name: str) -> Look:
            return index.group(f"{name}={letters}:")

        self.letters = letters
        self.types, self.subject = number(f"tt={letters}"), number(f"subject={letters}")
        self.defined, self.same = number(f"defined={letters}"), number(f"same={letters}")
        self.touch = number(f"touch={letters}")
        self.named = {both: number(f"named={letters}{both}") for both in ("nn", "nd", "dn", "dd")}
        self.contrast = {both: number(f"contrast={letters}{both}") for both in ("cc", "c-", "-c")}
        self.apart = [number(f"apart={letters}{apart}") for apart in range(_MANY + 1)]
        self.distance = [number(f"dist={letters}{tokens // 3}") for tokens in range(_FAR + 1)]
        self.b, self.b2, self.s, self.a = look("b"), look("b2"), look("s"), look("a")
        self.ha, self.hb = look("ha"), look("hb")
        self.gf, self.gf2, self.gfl = look("gf"), look("gf2"), look("gfl")
        self.gl, self.gl2 = look("gl"), look("gl2")
        self.marks, self.gap, self.w = look("marks"), look("gap"), look("w")
        self.c, self.c1, self.cn, self.cs = look("c"), look("c1"), look("cn"), look("cs")
        self.v1, self.vn, self.vp, self.passive = (
            look("v1"),
            look("vn"),
            look("vp"),
            look("passive"),
        )


class _Wording(NamedTuple):
    """What there is to say of a wording, whatever it stands between."""

    first: str
    last: str
    first_two: str
    last_two: str
    edges: str
    marks: str
    short: bool
    classes: tuple[str, ...]
    words: tuple[str, ...]


@lru_cache(maxsize=10_000)
def _wording(gap: str) -> _Wording:
    words = gap.split()
    return _Wording(
        words[0],
        words[-1],
        " ".join(words[:2]),
        " ".join(words[-2:]),
        f"{words[0]}..{words[-1]}",
        "".join([word for word in words if word in LETTERS])[:3],
        len(words) <= _LONG,
        tuple(trigger_classes(words)),
        tuple(word for word in dict.fromkeys(words) if word not in LETTERS),
    )
