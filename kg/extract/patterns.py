"""Wordings that settle a relation on their own, with the precision measured for each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from kg.extract.tables import rows

_VERBAL: Final = frozenset(("whole", "run", "outperform", "built", "purpose", "called", "proven"))


@dataclass(frozen=True, slots=True)
class Pattern:
    """An expression over the wording between two mentions; `relation` ends in `>` or `<`."""

    name: str
    relation: str
    types: str
    expression: re.Pattern[str]
    precision: float

    @property
    def subject(self) -> bool:
        """Say whether the first mention must be the subject of the wording's verb."""
        return self.name in _VERBAL


@cache
def patterns() -> tuple[Pattern, ...]:
    """Return the patterns of `tables/patterns.tsv`."""
    return tuple(
        Pattern(name, relation, types, re.compile(expression), float(precision))
        for name, relation, types, expression, precision in rows("patterns.tsv")
    )


@lru_cache(maxsize=50_000)
def settle(types: str, gap: str) -> Pattern | None:
    """Return the first pattern that fits the wording between mentions of two types, as letters."""
    if not gap or len(gap) > 60:
        return None
    for pattern in patterns():
        if (not pattern.types or pattern.types == types) and pattern.expression.fullmatch(gap):
            return pattern
    return None
