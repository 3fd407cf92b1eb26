"""The texts of a page's data, unpacked as its program does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def unpack(packing: dict[str, Any], text: str) -> str:
    """Return the text that was packed as numbers of words."""
    return "".join(packing["words"][number] for number in _numbers(packing, text))


def _numbers(packing: dict[str, Any], text: str) -> Iterator[int]:
    letters, leads = packing["letters"], packing["leads"]
    digits = iter(letters.index(letter) for letter in text)
    for lead in digits:
        more, first = 0, 0
        while lead >= leads[more]:
            lead -= leads[more]
            first += leads[more] * len(letters) ** more
            more += 1
        number = lead
        for _ in range(more):
            number = number * len(letters) + next(digits)
        yield first + number
