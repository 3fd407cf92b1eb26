"""Many texts as numbers of their words, so that a page with the sentences of thousands of papers stays small.

The packing is our own because it must give the same bytes everywhere (versions of zlib do not) and
because the page unpacks it at once, in any browser; English shrinks to less than half.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final

LETTERS: Final = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in '"\\&<>/')
"""The digits of a number: plain letters that neither JSON nor HTML escapes."""
LEADS: Final = (40, 45, 2, 1, 1)
"""How many of `LETTERS` begin a number of one, two, three … digits: frequent words take fewer."""
_WORD: Final = re.compile(r" ?[^\W_]+|.", re.DOTALL)


class Packer:
    """Writes texts as numbers of words, the most frequent words of `texts` first."""

    def __init__(self, texts: Iterable[str]) -> None:
        count = Counter(chain.from_iterable(map(_WORD.findall, texts)))
        self._words = sorted(count, key=lambda word: (-count[word], word))
        self._code = {word: _code(number) for number, word in enumerate(self._words)}

    def pack(self, text: str) -> str:
        """Return one of the texts as numbers; raises `KeyError` for a word that none of them has."""
        return "".join(self._code[word] for word in _WORD.findall(text))

    def table(self) -> dict[str, Any]:
        """Return what is needed to read the numbers, as JSON."""
        return {"letters": LETTERS, "leads": list(LEADS), "words": self._words}


def _code(number: int) -> str:
    lead = 0
    for digits, count in enumerate(LEADS):
        size = len(LETTERS) ** digits
        if number < count * size:
            return LETTERS[lead + number // size] + _digits(number % size, digits)
        number -= count * size
        lead += count
    raise ValueError("more words than numbers")


def _digits(number: int, count: int) -> str:
    found = []
    for _ in range(count):
        number, digit = divmod(number, len(LETTERS))
        found.append(LETTERS[digit])
    return "".join(reversed(found))


def gaps(numbers: Sequence[int]) -> list[int]:
    """Return the first of ascending numbers and the difference to each next one."""
    return [number - before for before, number in zip((0, *numbers), numbers, strict=False)]
