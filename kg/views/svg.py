"""A picture as SVG text."""

from __future__ import annotations

from html import escape

from kg.graph.literals import printable
from kg.views.picture import LINE, Path, Picture, Point, Shape, Text


def svg(picture: Picture) -> str:
    """Write a picture as a stand-alone SVG document; the same picture gives the same text."""
    size = f'width="{picture.width:g}" height="{picture.height:g}" viewBox="0 0 {picture.width:g} {picture.height:g}"'
    parts = [
        f"<svg xmlns=\"http://www.w3.org/2000/svg\" {size} font-family=\"system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif\">",
        f"<title>{_text(picture.title)}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        *(_shape(one) for one in picture.grounds),
        *(_path(one) for one in picture.paths),
        *(_shape(one) for one in picture.marks),
        *(_label(one) for one in picture.texts),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _text(text: str) -> str:
    return escape(printable(text), quote=True)


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _title(text: str) -> str:
    return f"<title>{_text(text)}</title>" if text else ""


def _shape(one: Shape) -> str:
    soft = (
        f' stroke="{one.fill}" stroke-width="{2 * one.rounding:g}" stroke-linejoin="round"'
        if one.rounding
        else ""
    )
    return f'<polygon points="{_points(one.points)}" fill="{one.fill}"{soft}>{_title(one.title)}</polygon>'


def _path(one: Path) -> str:
    return f'<polyline points="{_points(one.points)}" fill="none" stroke="{LINE}" stroke-width="{one.width:g}">{_title(one.title)}</polyline>'


def _label(one: Text) -> str:
    weight = ' font-weight="600"' if one.bold else ""
    halo = ' stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    return f'<text x="{one.x:.1f}" y="{one.y:.1f}" font-size="{one.size:g}"{weight} text-anchor="{one.anchor}" fill="{one.fill}"{halo}>{_text(one.text)}</text>'
