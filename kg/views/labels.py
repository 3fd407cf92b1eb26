"""Room for marks and labels: what the layout, the page and the picture all count with."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

LINE: Final = 14.0
"""Height in pixels of a line of a label."""


@dataclass(frozen=True, slots=True)
class Box:
    """The room a concept takes in pixels: the radius of its mark, its label's width and height below."""

    radius: float
    width: float
    height: float

    @property
    def half(self) -> float:
        """Half the width of mark and label together."""
        return max(self.width / 2, self.radius)


def wrap(label: str, longest: int = 18, limit: int = 24) -> list[str]:
    """Break a label into one or two lines, cut with an ellipsis at `limit` characters a line."""
    if len(label) <= longest:
        return [label]
    gaps = [index for index, letter in enumerate(label) if letter == " "]
    if not gaps:
        return [_cut(label, limit)]
    middle = min(gaps, key=lambda index: (max(index, len(label) - index - 1), index))
    return [_cut(label[:middle], limit), _cut(label[middle + 1 :], limit)]


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def text_width(text: str) -> float:
    """Estimate the width in pixels of a line of a label: 12 px, semi-bold; wide scripts count double."""
    return 6 + sum(12.0 if letter >= "\u2e80" else 6.9 for letter in text)


def mark_size(degree: int) -> float:
    """Return the radius in pixels of the mark of a concept with `degree` relations."""
    return round(5 + 1.9 * math.sqrt(min(degree, 110)), 1)
