"""Which concepts a paper proposes, by the model's word on every one of their mentions."""

from __future__ import annotations

from typing import Final

from kg.extract.neural.model import Reading
from kg.extract.neural.words import folded

ALWAYS: Final = 0.5
BEST: Final = 0.3
"""A concept is proposed from `ALWAYS` on, the likeliest of a paper from `BEST` on."""


def proposed(text: str, reading: Reading, always: float = ALWAYS, best: float = BEST) -> set[int]:
    """Give the positions of the first mentions of what the paper proposes.

    Mentions of one type with the same folded text count as one concept, as likely as the likeliest
    of them.
    """
    chance: dict[tuple[str, str], float] = {}
    first: dict[tuple[str, str], int] = {}
    for number, span in enumerate(reading.spans):
        key = (span.type, folded(text[span.start : span.end]))
        chance[key] = max(chance.get(key, 0.0), span.proposed)
        first.setdefault(key, number)
    top = max(chance.values(), default=0.0)
    return {
        first[key]
        for key, value in chance.items()
        if value >= always or (value == top and value >= best)
    }
