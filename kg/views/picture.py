"""The map as a still picture: the same places, marks and labels as the page, drawn without a browser."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from kg.views import labels, rank
from kg.views.data import Content
from kg.views.packing import hull
from kg.views.payload import LOOKS, Level, sizes, symmetric, width

INK: Final = "#1b1f24"
MUTED: Final = "#57606a"
LINE: Final = "#a9b4c0"
GROUND: Final = "#f1f4f8"
_MARGIN = 24.0
_LEGEND = 46.0
_SPARSE = 1.5
"""Relations a concept above which only the backbone is drawn, as on the page."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """A closed outline filled with a colour, its corners rounded by `rounding` pixels."""

    points: tuple[Point, ...]
    fill: str
    rounding: float = 0.0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points."""

    points: tuple[Point, ...]
    width: float
    title: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text centred at x on the baseline y."""

    x: float
    y: float
    text: str
    size: float
    bold: bool
    fill: str = INK
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing in pixels, to be painted in order: shapes below, lines, marks, texts."""

    width: float
    height: float
    title: str
    grounds: tuple[Shape, ...] = ()
    paths: tuple[Path, ...] = ()
    marks: tuple[Shape, ...] = ()
    texts: tuple[Text, ...] = field(default=())


def outline(shape: str, x: float, y: float, r: float) -> tuple[Point, ...]:
    """Return the outline of a mark, as vis-network draws it."""
    corners, turn, radius, inner, down = {
        "square": (4, 45.0, r * math.sqrt(2), 0.0, 0.0),
        "triangle": (3, -90.0, r * 1.328, 0.0, r * 0.316),
        "diamond": (4, 0.0, r, 0.0, 0.0),
        "star": (5, -90.0, r * 1.066, r * 0.41, r * 0.082),
        "hexagon": (6, 0.0, r, 0.0, 0.0),
    }.get(shape, (32, 0.0, r, 0.0, 0.0))
    count = corners * 2 if inner else corners
    points = []
    for step in range(count):
        angle = math.radians(turn + 360 * step / count)
        away = inner if inner and step % 2 else radius
        points.append((x + away * math.cos(angle), y + down + away * math.sin(angle)))
    return tuple(points)


def compose(content: Content, level: Level, title: str) -> Picture:
    """Lay out the picture of one map; its labels are those that cover neither mark nor other label."""
    places = {node: place for node, place in enumerate(level.places) if place is not None}
    radius = sizes(content)
    if not places:
        return Picture(
            480,
            120,
            title,
            texts=(Text(240, 64, "This graph has no relations to draw.", 14, False),),
        )
    left = min(x - max(radius[n], _half(content, n)) for n, (x, _) in places.items()) - _MARGIN
    right = max(x + max(radius[n], _half(content, n)) for n, (x, _) in places.items()) + _MARGIN
    top = min(y - radius[n] for n, (_, y) in places.items()) - _MARGIN
    bottom = max(y + radius[n] + _tall(content, n) for n, (_, y) in places.items()) + _MARGIN
    at = {node: (x - left, y - top) for node, (x, y) in places.items()}
    wide, high = max(right - left, 640.0), bottom - top + _LEGEND
    marks = tuple(
        Shape(
            outline(LOOKS[content.concepts[n].type][2], *at[n], radius[n]),
            LOOKS[content.concepts[n].type][0],
            title=content.concepts[n].label,
        )
        for n in sorted(at)
    )
    legend_marks, legend_texts = _legend(content, at, high - _LEGEND / 2)
    return Picture(
        round(wide, 1),
        round(high, 1),
        title,
        grounds=tuple(_grounds(content, level, at, radius)),
        paths=tuple(_paths(content, at, radius)),
        marks=(*marks, *legend_marks),
        texts=(*_labels(content, at, radius, wide, high - _LEGEND), *legend_texts),
    )


def _half(content: Content, node: int) -> float:
    return max(labels.text_width(line) for line in labels.wrap(content.concepts[node].label)) / 2


def _tall(content: Content, node: int) -> float:
    return labels.LINE * len(labels.wrap(content.concepts[node].label)) + 4


def _grounds(
    content: Content, level: Level, at: dict[int, Point], radius: Sequence[float]
) -> Iterator[Shape]:
    members: dict[int, list[int]] = {}
    for node in sorted(at):
        home = level.community[node]
        if home is not None:
            members.setdefault(home, []).append(node)
    for home in sorted(members):
        if len(members[home]) < 3:
            continue
        corners = []
        for node in members[home]:
            (x, y), half = at[node], min(46.0, _half(content, node))
            for side in (x - half, x + half):
                corners += [(side, y - radius[node]), (side, y + radius[node] + 26)]
        yield Shape(tuple(hull(corners)), GROUND, rounding=15.0)


def _paths(content: Content, at: dict[int, Point], radius: Sequence[float]) -> Iterator[Path]:
    drawn = [
        one
        for one in content.relations
        if not one.negative and one.subject in at and one.object in at
    ]
    if len(drawn) > _SPARSE * len(at):
        edges = [(one.subject, one.object, one.support + one.confidence / 2) for one in drawn]
        kept = {frozenset(edges[index][:2]) for index in rank.backbone(at, edges)}
        drawn = [one for one in drawn if frozenset((one.subject, one.object)) in kept]
    lanes: dict[frozenset[int], int] = {}
    total: dict[frozenset[int], int] = {}
    for one in drawn:
        pair = frozenset((one.subject, one.object))
        total[pair] = total.get(pair, 0) + 1
    for one in drawn:
        pair = frozenset((one.subject, one.object))
        lane = lanes.get(pair, 0)
        lanes[pair] = lane + 1
        bend = (lane - (total[pair] - 1) / 2) * 16
        if one.subject > one.object:
            bend = -bend
        points = _curve(at[one.subject], at[one.object], bend, radius[one.object] + 1)
        title = f"{content.concepts[one.subject].label} {one.predicate} {content.concepts[one.object].label}"
        yield Path(points, width(one.support), title=title)
        if not symmetric(one.predicate):
            yield Path(_arrow(points), 1.0)


def _curve(start: Point, end: Point, bend: float, rim: float) -> tuple[Point, ...]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    via = (
        (start[0] + end[0]) / 2 - dy / length * bend * 2,
        (start[1] + end[1]) / 2 + dx / length * bend * 2,
    )
    back = math.hypot(end[0] - via[0], end[1] - via[1]) or 1.0
    tip = (end[0] - (end[0] - via[0]) / back * rim, end[1] - (end[1] - via[1]) / back * rim)
    if not bend:
        return (start, tip)
    steps = [step / 12 for step in range(13)]
    return tuple(
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * via[0] + t * t * tip[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * via[1] + t * t * tip[1],
        )
        for t in steps
    )


def _arrow(points: Sequence[Point]) -> tuple[Point, ...]:
    (x, y), (fx, fy) = points[-1], points[-2]
    length = math.hypot(x - fx, y - fy) or 1.0
    ux, uy = (x - fx) / length * 7, (y - fy) / length * 7
    return (
        (x - ux - uy * 0.45, y - uy + ux * 0.45),
        (x, y),
        (x - ux + uy * 0.45, y - uy - ux * 0.45),
    )


def _labels(
    content: Content, at: dict[int, Point], radius: Sequence[float], wide: float, high: float
) -> Iterator[Text]:
    taken = [
        (x - 0.9 * radius[n], y - 0.9 * radius[n], x + 0.9 * radius[n], y + 0.9 * radius[n])
        for n, (x, y) in sorted(at.items())
    ]
    for node in sorted(at):
        lines, (x, y), r = labels.wrap(content.concepts[node].label), at[node], radius[node]
        half, tall = _half(content, node), labels.LINE * len(lines)
        spots = (
            (x, y + r + 2),
            (x, y - r - 2 - tall),
            (x + r + 4 + half, y - tall / 2),
            (x - r - 4 - half, y - tall / 2),
        )
        for cx, top in spots:
            box = (cx - half, top, cx + half, top + tall)
            inside = box[0] >= 0 and box[1] >= 0 and box[2] <= wide and box[3] <= high
            if inside and not any(
                box[0] < b[2] and b[0] < box[2] and box[1] + 1 < b[3] and b[1] < box[3]
                for b in taken
            ):
                taken.append(box)
                for step, line in enumerate(lines):
                    yield Text(cx, top + labels.LINE * (step + 0.78), line, 12, True)
                break


def _legend(content: Content, at: dict[int, Point], y: float) -> tuple[list[Shape], list[Text]]:
    marks, texts, x = [], [], _MARGIN + 8
    for kind, (colour, _, shape) in LOOKS.items():
        count = sum(content.concepts[node].type == kind for node in at)
        if count:
            label = f"{kind} ({count})"
            marks.append(Shape(outline(shape, x, y, 6), colour))
            texts.append(Text(x + 12, y + 4, label, 12, False, MUTED, "start"))
            x += 36 + 6.9 * len(label)
    return marks, texts
