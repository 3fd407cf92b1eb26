"""Curves as SVG, on logarithmic axes: how a figure grows with a size."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 170, 40, 50
_COLOURS: Final = ("#1b6ca8", "#c8553d", "#588157", "#8e5ea2", "#b8860b", "#444444")

Curve = Sequence[tuple[float, float]]
"""Size and figure, both above 0."""


def plot(title: str, across: str, up: str, curves: Mapping[str, Curve]) -> str:
    """Return a picture of `curves` by name; `across` and `up` say what the axes count."""
    points = [point for curve in curves.values() for point in curve]
    sides = [_span([x for x, _ in points]), _span([y for _, y in points])]

    def place(x: float, y: float) -> tuple[float, float]:
        (left, right), (low, high) = sides
        at = (math.log10(x) - left) / (right - left)
        height = (math.log10(y) - low) / (high - low)
        wide, tall = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM
        return round(_LEFT + at * wide, 1), round(HEIGHT - _BOTTOM - height * tall, 1)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(_LEFT, 22, title, "start", 15),
        _text((WIDTH + _LEFT - _RIGHT) / 2, HEIGHT - 12, across),
        _text(_LEFT, _TOP - 4, up, "start"),
    ]
    for power in range(math.floor(sides[0][0]), math.ceil(sides[0][1]) + 1):
        if sides[0][0] <= power <= sides[0][1]:
            x, _ = place(10**power, 10 ** sides[1][0])
            lines += _line(x, _TOP, x, HEIGHT - _BOTTOM)
            lines.append(_text(x, HEIGHT - _BOTTOM + 16, _number(10.0**power)))
    for power in range(math.floor(sides[1][0]), math.ceil(sides[1][1]) + 1):
        if sides[1][0] <= power <= sides[1][1]:
            _, y = place(10 ** sides[0][0], 10**power)
            lines += _line(_LEFT, y, WIDTH - _RIGHT, y)
            lines.append(_text(_LEFT - 6, y + 4, _number(10.0**power), "end"))
    for number, (name, curve) in enumerate(curves.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        places = [place(*point) for point in sorted(curve)]
        path = " ".join(f"{x},{y}" for x, y in places)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in places]
        y = _TOP + 14 + 18 * number
        lines.append(f'<circle cx="{WIDTH - _RIGHT + 16}" cy="{y - 4}" r="4" fill="{colour}"/>')
        lines.append(_text(WIDTH - _RIGHT + 26, y, name, "start"))
    return "\n".join([*lines, "</svg>\n"])


def _span(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis as powers of ten, a little beyond the values."""
    low, high = math.log10(min(values)), math.log10(max(values))
    # At least one line with a number lies between them.
    return min(low - 0.05, math.floor(high)), max(high + 0.05, math.floor(high) + 0.05)


def _line(x: float, y: float, to_x: float, to_y: float) -> Iterator[str]:
    yield f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="#dddddd"/>'


def _text(x: float, y: float, text: str, anchor: str = "middle", size: int = 12) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}">{escape(text)}</text>'


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"
