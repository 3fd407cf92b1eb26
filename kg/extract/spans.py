"""Candidate spans: every stretch of words that might name a concept.

They are the sub-phrases of noun chunks, `X of Y`, coordinated modifiers (`CPU and GPU memory`), a
phrase with its abbreviation inside (`click-through rate (CTR) prediction`), a gerund with
its object (`training large language models`), and whatever other components have found.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kg.extract.analysis import Analysis
from kg.extract.tokenizer import HYPHENS

MAX_WORDS: Final = 9
_NO_START: Final = frozenset("'-/CIOR")
_QUANTITY: Final = "DQJ"

Found = dict[tuple[int, int], tuple[int, str]]
"""Head token and kind of the spans found, by first token and last token (exclusive)."""


def candidate_spans(state: Analysis) -> list[tuple[int, int, int, str]]:
    """Return candidates as (first token, last token exclusive, head token, kind), each span once."""
    found: Found = {}
    following: tuple[int, int] | None = None
    for chunk in reversed(state.chunks):
        starts = [i for i in range(*chunk) if _may_start(state, i)]
        ends = [i for i in range(chunk[0] + 1, chunk[1] + 1) if _may_end(state, i, chunk[1])]
        for start in starts:
            for end in ends:
                if start < end <= start + MAX_WORDS:
                    found.setdefault((start, end), (end - 1, "np"))
        if following is not None:
            _join(state, chunk, following, starts, found)
        _with_verb(state, chunk, following, found)
        following = chunk
    _around_abbreviations(state, found)
    for candidate in state.candidates:
        _add(state, (candidate.start, candidate.end), found)
    return [(start, end, head, kind) for (start, end), (head, kind) in sorted(found.items())]


def _may_start(state: Analysis, index: int) -> bool:
    """Say whether a phrase may start here: not inside a hyphenated word, but at a name in one."""
    if state.tags[index] in _NO_START:
        return False
    joined = index > 1 and state.words[index - 1] in HYPHENS and state.glued(index)
    return not joined or _is_name(state.words[index])


def _may_end(state: Analysis, index: int, limit: int) -> bool:
    """Say whether a phrase may end before token `index`, under the same rule."""
    if index == limit:
        return True
    last = state.words[index - 1]
    if last in HYPHENS or state.tags[index - 1] not in "NPGA":
        return False
    if state.tags[index - 1] == "A" and not _is_name(last):
        return False
    joined = state.words[index] in HYPHENS and state.glued(index)
    return not joined or _is_name(last)


@lru_cache(maxsize=50_000)
def _is_name(word: str) -> bool:
    return sum(letter.isupper() for letter in word) > 1 or (len(word) == 1 and word.isupper())


def _join(
    state: Analysis,
    chunk: tuple[int, int],
    following: tuple[int, int],
    starts: list[int],
    found: Found,
) -> None:
    """Add `X of Y` and `X and Y` over two neighbouring chunks."""
    gap = state.tags[chunk[1] : following[0]]
    if gap[:1] == "O" and not gap[1:].strip(_QUANTITY):
        kind, head = "of", chunk[1] - 1
    elif gap in ("C", "/", ",C"):
        kind, head = "and", following[1] - 1
    else:
        return
    for start in starts:
        if following[1] - start <= MAX_WORDS + 2:
            found.setdefault((start, following[1]), (head, kind))


def _with_verb(
    state: Analysis, chunk: tuple[int, int], following: tuple[int, int] | None, found: Found
) -> None:
    """Add the gerund in front of its object: `training the model`."""
    tags = state.tags
    start, end = chunk
    while start > 0 and tags[start - 1] in _QUANTITY:
        start -= 1
    if start == 0 or tags[start - 1] not in "gG" or end - start >= MAX_WORDS:
        return
    found.setdefault((start - 1, end), (start - 1, "gerund"))
    if following is None or following[1] - start >= MAX_WORDS:
        return
    if tags[end : following[0]] in ("O", "OD", "OJ"):
        found.setdefault((start - 1, following[1]), (start - 1, "gerund"))


def _around_abbreviations(state: Analysis, found: Found) -> None:
    """Add both forms of a definition, and the phrase that goes on behind its bracket."""
    chunk_at = {chunk[0]: chunk for chunk in state.chunks}
    chunk_of = {index: chunk for chunk in state.chunks for index in range(*chunk)}
    for abbreviation in state.abbreviations:
        _add(state, abbreviation.short_span, found)
        _add(state, abbreviation.long_span, found)
        first, last = state.tokens(*abbreviation.long_span)
        behind = state.tokens(*abbreviation.short_span)[1] + 1
        rest = chunk_at.get(behind)
        if rest is None or not last < behind <= last + 6:
            continue
        phrase = chunk_of.get(first, (first, last))
        starts = {first, phrase[0]}
        if phrase[0] > 0 and state.tags[phrase[0] - 1] in _QUANTITY:
            _with_verb(state, (phrase[0], rest[1]), None, found)
        elif phrase[0] > 0 and state.tags[phrase[0] - 1] in "gG":
            starts.add(phrase[0] - 1)
        for start in starts:
            for end in range(rest[0] + 1, rest[1] + 1):
                if _may_end(state, end, rest[1]):
                    found.setdefault((start, end), (end - 1, "abbr"))


def _add(state: Analysis, span: tuple[int, int], found: Found) -> None:
    start, end = state.tokens(*span)
    if start < end and state.span(start, end) == span:
        found.setdefault((start, end), (end - 1, "np"))
