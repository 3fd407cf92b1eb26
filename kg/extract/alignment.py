"""Alignment of the letters of a short form with the words of a long form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_INITIAL: Final = 3.0
_PART_INITIAL: Final = 2.5
_FUNCTION_INITIAL: Final = 2.5
_FUNCTION_START: Final = 1.5
_INNER_CAPITAL: Final = 2.5
_INNER: Final = 1.0
_SKIPPED_WORD: Final = -2.0
_SKIPPED_PART: Final = -1.0
_SKIPPED_FUNCTION_WORD: Final = -0.5
_TRAILING_WORD: Final = -1.5
_LEAST_PER_UNIT: Final = 1.2
_IMPOSSIBLE: Final = float("-inf")

_LINKING_WORDS = (
    "a an and as at by for from in into of on or the through to under using via with within"
)
_FUNCTION_WORDS: Final = frozenset(_LINKING_WORDS.split())
_DIGIT_WORDS: Final = {
    "0": ("zero",),
    "1": ("one", "first", "single"),
    "2": ("to", "two", "second", "dual"),
    "3": ("three", "third", "triple"),
    "4": ("for", "four", "fourth", "quad"),
    "5": ("five",),
    "6": ("six",),
    "7": ("seven",),
    "8": ("eight",),
    "9": ("nine",),
}
_X_WORDS: Final = ("ex", "cross", "trans", "any", "every")
_JOINERS: Final = frozenset("-‐‑–'’._")
_WORD: Final = re.compile(r"[^\W_]+")
_UNIT: Final = re.compile(r"\d+|[^\W\d_]")
_VOWELS: Final = frozenset("aeiou")


@dataclass(frozen=True, slots=True)
class Part:
    """A run of letters and digits of the text; `opens` unless a hyphen or the like joins it to the last."""

    text: str
    start: int
    end: int
    opens: bool


def split_parts(text: str, start: int, end: int) -> list[Part]:
    """Cut `text[start:end]` into parts at everything that is no letter or digit."""
    parts: list[Part] = []
    for match in _WORD.finditer(text, start, end):
        gap = text[parts[-1].end : match.start()] if parts else " "
        opens = gap not in _JOINERS
        parts.append(Part(match.group(), match.start(), match.end(), opens))
    return parts


def align(short: str, parts: Sequence[Part], strict: bool = False) -> tuple[float, int] | None:
    """Find the long form of `short` that ends with the last of `parts`.

    Returns its score and the index of its first part, or None where nothing fits. Every letter must
    be the initial of a part, a capital inside it, or follow another matched letter of the same
    part; the best-scoring alignment wins, the shorter one on a tie. `strict` allows initials and
    inner capitals only, and no content word left over.
    """
    best: tuple[float, int] | None = None
    for units in _readings(short):
        if strict and len(units) < 2:
            continue
        for start, score in _Search(units, parts, strict).alignments():
            if score < _LEAST_PER_UNIT * len(units) or not _plausible(short, units, parts[start:]):
                continue
            if best is None or (score, start) > best:
                best = (score, start)
    return best


@lru_cache(maxsize=50_000)
def _fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c)).casefold()


def _readings(short: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways to read a short form: without its plural s; `S3` also as `SSS`; `FP8` as `8FP`."""
    stem = re.sub(r"(?<=[A-Z0-9])['’]?s$", "", short)
    for form in dict.fromkeys((stem, short)):
        units = tuple(_fold(u) for u in _UNIT.findall(form))
        if not units:
            continue
        yield units
        digits = [i for i, unit in enumerate(units) if unit.isdigit()]
        if len(digits) == 1 and digits[0] > 0 and len(units[digits[0]]) == 1:
            at = digits[0]
            if 2 <= int(units[at]) <= 5:
                yield (*units[: at - 1], *(units[at - 1],) * int(units[at]), *units[at + 1 :])
        if len(digits) == 1 and digits[0] == len(units) - 1 and len(units) > 1:
            yield (units[-1], *units[:-1])


def _initial(unit: str, folded: str) -> int:
    """Return how many characters at the start of a part `unit` accounts for, 0 for no match."""
    if folded.startswith(unit):
        return (
            len(unit)
            if not unit.isdigit() or folded[len(unit) : len(unit) + 1].isdigit() is False
            else 0
        )
    if unit == "x":
        return next((len(word) for word in _X_WORDS if folded.startswith(word)), 0)
    return len(folded) if folded in _DIGIT_WORDS.get(unit, ()) else 0


class _Search:
    """The ways to spell `units` with the letters of `parts`, the last part included."""

    def __init__(self, units: tuple[str, ...], parts: Sequence[Part], strict: bool) -> None:
        self.units = units
        self.parts = parts
        self.strict = strict
        self.folded = [_fold(p.text) for p in parts]
        self.function = [word in _FUNCTION_WORDS for word in self.folded]
        self.skipped_allowed = 0 if strict else 1 if len(units) <= 3 else 2
        self.known: dict[tuple[int, int, int, int], float] = {}

    def alignments(self) -> Iterator[tuple[int, float]]:
        """Yield the index of a first part and the best score from there on."""
        for start, part in enumerate(self.parts):
            if part.opens and (consumed := _initial(self.units[0], self.folded[start])):
                opening = _FUNCTION_START if self.function[start] else _INITIAL
                score = opening + self.rest(1, start, consumed - 1, 0)
                if score > _IMPOSSIBLE:
                    yield start, score

    def rest(self, unit: int, index: int, position: int, skipped: int) -> float:
        """Best score of units[unit:] when the one before matched `position` of parts[index]."""
        key = (unit, index, position, skipped)
        best = self.known.get(key)
        if best is None:
            best = self._end(index) if unit == len(self.units) else self._best(*key)
            self.known[key] = best
        return best

    def _end(self, index: int) -> float:
        left_over = self.function[index + 1 :].count(False)
        if self.strict:
            return _IMPOSSIBLE if left_over else 0.0
        return _TRAILING_WORD * left_over if left_over <= 1 else _IMPOSSIBLE

    def _best(self, unit: int, index: int, position: int, skipped: int) -> float:
        best = _IMPOSSIBLE
        letter, word, text = self.units[unit], self.folded[index], self.parts[index].text
        if len(text) == len(word):
            for inner in range(position + 1, len(word)):
                if word[inner] != letter:
                    continue
                capital = text[inner].isupper() and text[inner - 1].islower()
                if self.strict and not capital:
                    continue
                value = _INNER_CAPITAL if capital else _INNER
                best = max(best, value + self.rest(unit + 1, index, inner, skipped))
        penalty, now_skipped = 0.0, skipped
        for following in range(index + 1, len(self.parts)):
            opens, function = self.parts[following].opens, self.function[following]
            if consumed := _initial(letter, self.folded[following]):
                gain = _FUNCTION_INITIAL if function else _INITIAL if opens else _PART_INITIAL
                later = self.rest(unit + 1, following, consumed - 1, now_skipped)
                best = max(best, gain + penalty + later)
            if opens:
                penalty += _SKIPPED_FUNCTION_WORD if function else _SKIPPED_WORD
                now_skipped += not function
            else:
                penalty += _SKIPPED_PART
            if now_skipped > self.skipped_allowed:
                break
        return best


def _plausible(short: str, units: tuple[str, ...], parts: Sequence[Part]) -> bool:
    """Turn down chance alignments: one plain word, lower-case short forms, the same text again."""
    long = [_fold(p.text) for p in parts]
    if "".join(units) == "".join(long).removesuffix("s"):
        return False
    if parts[-1].opens and len(parts) > 1 and long[-1] in _FUNCTION_WORDS:
        return False
    if len(parts) == 1:
        if parts[0].text[1:] != parts[0].text[1:].lower():
            return True
        inner = units[1:]
        return (
            short[0].isupper()
            and not short[1:].islower()
            and len(long[0]) > 2 * len(units)
            and not any(u in _VOWELS for u in inner)
            and inner != ("s",)
        )
    if short.islower():
        initials = [w[0] for w in long if w not in _FUNCTION_WORDS]
        return list(units) == initials or list(units) == [w[0] for w in long]
    return True
