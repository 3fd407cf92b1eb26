"""A picture as a PNG image, painted by Pillow (the extra `kg[png]`)."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Final

from kg.errors import UsageError
from kg.views.picture import LINE, Picture, Point, Text

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

    from kg.views.fonts import Fonts

_SMOOTH: Final = 2
"""Times that the picture is painted larger and then scaled down, which smooths its lines."""
_LONGEST: Final = 16_000
"""Pixels of the longer side at most."""


@dataclass(frozen=True, slots=True)
class Painting:
    """A PNG file, and the letters that no font of this machine has: boxes stand in their place."""

    data: bytes
    missing: tuple[str, ...] = ()


def png(picture: Picture, scale: float = 2.0) -> Painting:
    """Paint a picture at `scale` pixels a unit; raises `UsageError` where Pillow is not installed."""
    try:
        from PIL import Image, ImageDraw

        from kg.views.fonts import Fonts

        fonts = Fonts()
    except ImportError as error:
        raise UsageError("E605") from error
    scale = min(scale, _LONGEST / _SMOOTH / max(picture.width, picture.height))
    zoom = scale * _SMOOTH
    image = Image.new("RGB", (round(picture.width * zoom), round(picture.height * zoom)), "#ffffff")
    draw = ImageDraw.Draw(image)
    for ground in picture.grounds:
        points = _scaled(ground.points, zoom)
        draw.polygon(points, fill=ground.fill)
        draw.line(
            [*points, points[0], points[1]],
            fill=ground.fill,
            width=round(2 * ground.rounding * zoom),
            joint="curve",
        )
    for path in picture.paths:
        draw.line(
            _scaled(path.points, zoom),
            fill=LINE,
            width=max(1, round(path.width * zoom)),
            joint="curve",
        )
    for mark in picture.marks:
        draw.polygon(_scaled(mark.points, zoom), fill=mark.fill)
    for text in picture.texts:
        _write(draw, fonts, text, zoom)
    small = image.resize(
        (round(picture.width * scale), round(picture.height * scale)), Image.Resampling.BOX
    )
    out = BytesIO()
    small.save(out, "PNG")
    return Painting(out.getvalue(), tuple(sorted(fonts.missing)))


def _scaled(points: tuple[Point, ...], zoom: float) -> list[Point]:
    return [(x * zoom, y * zoom) for x, y in points]


def _write(draw: ImageDraw, fonts: Fonts, text: Text, zoom: float) -> None:
    runs = fonts.runs(text.text, text.size * zoom)
    widths = [font.getlength(letters) for letters, font in runs]
    left = text.x * zoom - (sum(widths) / 2 if text.anchor == "middle" else 0)
    bold = max(0, round(0.35 * zoom) - 1) if text.bold else 0
    # The halo of a run would cover the end of the one before it, so all of them come first.
    for stroke, fill in ((round(1.6 * zoom), "#ffffff"), (bold, text.fill)):
        x = left
        for (letters, font), width in zip(runs, widths, strict=True):
            draw.text(
                (x, text.y * zoom),
                letters,
                font=font,
                anchor="ls",
                fill=fill,
                stroke_width=stroke,
                stroke_fill=fill,
            )
            x += width
