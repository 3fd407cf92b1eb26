"""Homonyms: which sense of an ambiguous surface a text means, by its words and the recogniser's type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kg.extract.data import Extraction, Mention
from kg.vocabulary.data import Ambiguity, Entry

_IN_SENTENCE: Final = 2.0
_IN_TEXT: Final = 1.0
_TYPE_AGREES: Final = 1.5


@dataclass(frozen=True, slots=True)
class Verdict:
    """`entry` is the chosen entry's key, empty for none; `decided` tells "no concept" from "no idea"."""

    entry: str
    decided: bool
    rule: str


@lru_cache(maxsize=1024)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str] | None:
    if not words:
        return None
    flexible = (
        re.escape(word).replace(r"\ ", r"[\s-]+") for word in sorted(words, key=len, reverse=True)
    )
    return re.compile(
        r"(?<![^\W_])(?:" + "|".join(flexible) + r")(?:s|es)?(?![^\W_])", re.IGNORECASE
    )


def _evidence(words: tuple[str, ...], text: str, start: int, end: int) -> int:
    """Count the distinct context words in `text`, the mention itself left out."""
    pattern = _pattern(words)
    if pattern is None:
        return 0
    return len(
        {m.group().lower() for m in pattern.finditer(text) if m.end() <= start or m.start() >= end}
    )


def decide(
    ambiguity: Ambiguity, mention: Mention, extraction: Extraction, entries: Mapping[str, Entry]
) -> Verdict:
    """Choose the sense of an ambiguous mention.

    Context words in the mention's sentence weigh twice those in the rest of the text; the
    recogniser's type counts for a sense where no other sense has it. Without any evidence the
    default is taken, and without a default nothing.
    """
    text = extraction.paper.text
    sentence = next(
        ((s, e) for s, e in extraction.sentences if s <= mention.start < e), (0, len(text))
    )
    inside = text[slice(*sentence)]
    offset = sentence[0]
    of_type = [
        s for s in ambiguity.senses if s.key in entries and entries[s.key].type == mention.type
    ]
    best, best_score, tied = None, 0.0, False
    for sense in ambiguity.senses:
        near = _evidence(sense.context, inside, mention.start - offset, mention.end - offset)
        far = _evidence(sense.context, text, mention.start, mention.end)
        score = _IN_SENTENCE * near + _IN_TEXT * (far - near)
        if len(of_type) == 1 and sense is of_type[0]:
            score += _TYPE_AGREES
        if score > best_score:
            best, best_score, tied = sense, score, False
        elif score == best_score and score:
            tied = True
    if best is not None and not tied:
        return Verdict(best.key, True, "context")
    if ambiguity.default:
        return Verdict(ambiguity.default, True, "default sense")
    return Verdict("", False, "no context")
