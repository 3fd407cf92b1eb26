"""A picture as a PNG image, painted by Pillow (the extra `kg[png]`)."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

from kg.errors import UsageError
from kg.views.picture import LINE, Picture, Point, Text

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

_SMOOTH: Final = 2
"""Times that the picture is painted larger and then scaled down, which smooths its lines."""
_LONGEST: Final = 16_000
"""Pixels of the longer side at most."""


def png(picture: Picture, scale: float = 2.0) -> bytes:
    """Paint a picture at `scale` pixels a unit; raises `UsageError` where Pillow is not installed."""
    try:
        from PIL import Image, ImageDraw
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
        _write(draw, text, zoom)
    small = image.resize(
        (round(picture.width * scale), round(picture.height * scale)), Image.Resampling.BOX
    )
    out = BytesIO()
    small.save(out, "PNG")
    return out.getvalue()


def _scaled(points: tuple[Point, ...], zoom: float) -> list[Point]:
    return [(x * zoom, y * zoom) for x, y in points]


def _write(draw: ImageDraw, text: Text, zoom: float) -> None:
    """Write with the font inside Pillow, so that no machine's fonts change the picture."""
    from PIL import ImageFont

    font = ImageFont.load_default(size=text.size * zoom)
    anchor = "ms" if text.anchor == "middle" else "ls"
    weight = round(0.35 * zoom) if text.bold else 0
    spot = (text.x * zoom, text.y * zoom)
    draw.text(
        spot,
        text.text,
        font=font,
        anchor=anchor,
        fill="#ffffff",
        stroke_width=round(1.6 * zoom),
        stroke_fill="#ffffff",
    )
    draw.text(
        spot,
        text.text,
        font=font,
        anchor=anchor,
        fill=text.fill,
        stroke_width=max(0, weight - 1),
        stroke_fill=text.fill,
    )
