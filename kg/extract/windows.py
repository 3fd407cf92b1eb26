"""Very long texts, cut at sentence ends into stretches the pipeline can hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

LIMIT: Final = 20_000
"""Longest stretch in characters; an abstract is far shorter and stays whole."""

_END: Final = re.compile(r"[.!?…][\"'”’)\]]*\s+|\n\s*\n")
_SPACE: Final = re.compile(r"\s+")


def windows(text: str, limit: int = LIMIT) -> Iterator[tuple[int, int]]:
    """Yield consecutive stretches (start, end) of at most `limit` characters that cover `text`.

    A stretch ends after a sentence where there is one in its second half, else after white space,
    else in the middle of the word.
    """
    start = 0
    while len(text) - start > limit:
        stop = start + limit
        half = start + limit // 2
        end = stop
        for boundary in (_END, _SPACE):
            ends = [match.end() for match in boundary.finditer(text, half, stop)]
            if ends:
                end = ends[-1]
                break
        yield start, end
        start = end
    if start < len(text) or not text:
        yield start, len(text)
