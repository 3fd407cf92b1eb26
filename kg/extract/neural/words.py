"""Words, sentences and word shapes as the neural model sees them: its own, whatever tokenizer the pipeline has."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import Final

Span = tuple[int, int]

_WORD: Final = re.compile(r"\w+|[^\w\s]")
_SENTENCE_END: Final = re.compile(r"[.!?…][\"'”’)\]]*\s+(?=[\"'“‘(\[]*[A-Z0-9$])")
_NO_END: Final = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|cf|vs|et al|resp|Fig|Eq|Sec|Tab|No|Dr|Prof|St|approx|a\.k\.a|w\.r\.t)|\b[A-Z])\.$"
)

SHAPES: Final = (
    "lower", "title", "upper", "plural acronym", "mixed case", "digits", "letters and digits", "punctuation",
)  # fmt: skip


def words(text: str) -> list[Span]:
    """Split a text into words and single punctuation marks, as character spans in order."""
    return [match.span() for match in _WORD.finditer(text)]


def sentences(text: str) -> list[Span]:
    """Split a text at sentence ends; the spans are in order, do not overlap and miss only white space."""
    spans: list[Span] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if _NO_END.search(text, start, match.start() + 1):
            continue
        spans.append((start, match.start() + len(match.group().rstrip())))
        start = match.end()
    if text[start:].strip():
        spans.append((start, len(text)))
    return spans


def sentence_numbers(word_spans: list[Span], sentence_spans: list[Span]) -> list[int]:
    """Give every word the number of the sentence it starts in."""
    starts = [start for start, _ in word_spans]
    numbers: list[int] = []
    for number, (begin, _) in enumerate(sentence_spans[1:]):
        numbers += [number] * (bisect_left(starts, begin) - len(numbers))
    return numbers + [max(0, len(sentence_spans) - 1)] * (len(starts) - len(numbers))


@lru_cache(maxsize=50_000)
def shape(word: str) -> int:
    """Say how a word is written, as an index into `SHAPES`: the encoder itself does not see case."""
    if not word[0].isalnum() and word[0] != "_":
        return 7
    if word.isdigit():
        return 5
    if any(char.isdigit() for char in word):
        return 6
    if word.islower():
        return 0
    if word.isupper():
        return 2
    if len(word) > 2 and word[-1] == "s" and word[:-1].isupper():
        return 3
    if word.istitle():
        return 1
    return 4


@lru_cache(maxsize=50_000)
def folded(text: str) -> str:
    """Fold a mention's text to what makes it the same name within one paper."""
    key = " ".join(text[start:end].lower() for start, end in words(text))
    return key[:-1] if len(key) > 3 and key.endswith("s") and not key.endswith("ss") else key
