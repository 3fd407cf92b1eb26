"""The words around a mention, and which words of a sense's context are among them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from kg.link.inflection import singular

_WORD: Final = re.compile(r"[^\W_]+|@")


class Words:
    """A stretch of text as words without signs, in the singular.

    `low` are the words in lower case, `cased` those with a capital as written; `line` holds all of
    them in lower case, `cased_line` as written, between single spaces.
    """

    def __init__(self, text: str) -> None:
        self._stretches = [list(map(_one, _WORD.findall(text)))]

    @cached_property
    def written(self) -> list[tuple[str, str]]:
        """All words in order: in lower case, and as written."""
        return list(chain.from_iterable(self._stretches))

    @cached_property
    def low(self) -> set[str]:
        """The words in lower case."""
        return {low for low, _ in self.written}

    @cached_property
    def cased(self) -> set[str]:
        """The words with a capital as written."""
        return {cased for low, cased in self.written if low is not cased}

    @cached_property
    def line(self) -> str:
        """The words in lower case in one line."""
        return "".join([f" {' '.join([low for low, _ in words])} " for words in self._stretches])

    @cached_property
    def cased_line(self) -> str:
        """The words as written in one line."""
        return "".join([f" {' '.join([cased for _, cased in ws])} " for ws in self._stretches])

    def followed_by(self, other: Words) -> Words:
        """Return both stretches as one, with a gap that no phrase reaches across."""
        both = Words("")
        both._stretches = self._stretches + other._stretches
        return both


@lru_cache(maxsize=1 << 15)
def _one(word: str) -> tuple[str, str]:
    """Return a word in the singular: in lower case, and as written."""
    if word.islower():
        low = singular(word)
        return low, low
    lower = word.lower()
    low = singular(lower)
    if low == lower:
        return low, word
    return low, word[:-1] if low == lower[:-1] else word


class Context(NamedTuple):
    """Words and phrases that point to a sense; those with a capital have to be written so."""

    words: frozenset[str]
    cased_words: frozenset[str]
    phrases: tuple[str, ...]
    cased_phrases: tuple[str, ...]

    def hits(self, text: Words) -> set[str]:
        """Return the words and phrases found in a stretch."""
        found = self.words & text.low
        if self.cased_words:
            found |= self.cased_words & text.cased
        for phrases, line in (
            (self.phrases, text.line),
            (self.cased_phrases, text.cased_line),
        ):
            if phrases:
                found |= {phrase for phrase in phrases if phrase in line}
        return set(found)

    def beside(self, before: Words, after: Words) -> bool:
        """Say whether a word or phrase stands right before or behind."""
        if before.written and self._is_one(*before.written[-1]):
            return True
        if after.written and self._is_one(*after.written[0]):
            return True
        return any(
            before.line.endswith(p) or after.line.startswith(p) for p in self.phrases
        ) or any(
            before.cased_line.endswith(p) or after.cased_line.startswith(p)
            for p in self.cased_phrases
        )

    def _is_one(self, low: str, cased: str) -> bool:
        return low in self.words or cased in self.cased_words


@lru_cache(maxsize=4096)
def context_of(words: tuple[str, ...]) -> Context:
    """Compile the context words of a sense."""
    sorted_out: tuple[set[str], set[str], set[str], set[str]] = (set(), set(), set(), set())
    for text in words:
        parts = [_one(word) for word in _WORD.findall(text)]
        cased = any(low is not as_written for low, as_written in parts)
        line = " ".join([as_written if cased else low for low, as_written in parts])
        if len(parts) == 1:
            sorted_out[1 if cased else 0].add(line)
        elif parts:
            sorted_out[3 if cased else 2].add(f" {line} ")
    single, cased_single, phrases, cased_phrases = sorted_out
    return Context(
        frozenset(single),
        frozenset(cased_single),
        tuple(sorted(phrases)),
        tuple(sorted(cased_phrases)),
    )


@cache
def typical_words() -> Mapping[str, frozenset[str]]:
    """Return, by vocabulary key, words that go with all that stands below it; loaded once."""
    path = Path(__file__).with_name("typical_words.tsv")
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["concept"]: frozenset(_singles(row["words"].split())) for row in rows}


def _singles(words: Iterable[str]) -> set[str]:
    return {_one(part)[0] for word in words for part in _WORD.findall(word)}
