"""The still picture."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from kg.errors import UsageError
from kg.views import view
from kg.views.payload import maps
from kg.views.picture import Picture, compose, outline
from kg.views.png import png
from kg.views.select import Choice, choose
from kg.views.svg import svg
from tests.views import corpus

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def picture() -> Picture:
    content, _ = choose(corpus.hostile().store(), Choice())
    return compose(content, maps(content).levels[0], corpus.HOSTILE_TITLE)


def test_the_drawing_is_xml_and_names_every_mark(picture: Picture) -> None:
    root = ET.fromstring(svg(picture))
    titles = {"".join(one.itertext()) for one in root.iter(f"{SVG}title")}
    assert '<img src=x onerror="window.hacked=4">' in titles
    assert corpus.HOSTILE_TITLE in titles
    assert not list(root.iter(f"{SVG}script"))


def test_everything_lies_inside_the_drawing(picture: Picture) -> None:
    for one in (*picture.marks, *picture.paths):
        assert all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in one.points)


def test_most_marks_are_named_and_names_do_not_collide(picture: Picture) -> None:
    names = [one for one in picture.texts if one.bold]
    assert len(names) >= 0.9 * 42
    boxes = [(t.x - 3.2 * len(t.text), t.y - 9, t.x + 3.2 * len(t.text), t.y + 2) for t in names]
    clashes = [
        1
        for i, a in enumerate(boxes)
        for b in boxes[:i]
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]
    assert len(clashes) <= 0.1 * len(names)


def test_parallel_relations_lie_apart(picture: Picture) -> None:
    bent = [path for path in picture.paths if len(path.points) > 3]
    assert len({path.points for path in bent}) == len(bent) >= 2


def test_the_same_graph_gives_the_same_picture() -> None:
    texts = set()
    for _ in range(2):
        content, _ = choose(corpus.corpus(30).store(), Choice())
        texts.add(svg(compose(content, maps(content).levels[0], "T")))
    assert len(texts) == 1


def test_a_graph_without_relations_still_gives_a_picture() -> None:
    content, _ = choose(corpus.Corpus().store(), Choice())
    assert "no relations" in svg(compose(content, maps(content).levels[0], "T"))


@pytest.mark.parametrize("shape", ["dot", "square", "triangle", "diamond", "star", "hexagon"])
def test_outlines_go_around_their_centre(shape: str) -> None:
    points = outline(shape, 10, 10, 5)
    assert min(x for x, _ in points) < 10 < max(x for x, _ in points)
    assert min(y for _, y in points) < 10 < max(y for _, y in points)


def test_the_image_is_a_png_of_the_right_size(picture: Picture) -> None:
    image_module = pytest.importorskip("PIL.Image", reason="needs the extra kg[png]")
    from io import BytesIO

    image = image_module.open(BytesIO(png(picture)))
    assert image.size == (round(picture.width * 2), round(picture.height * 2))
    assert len(image.convert("RGB").getcolors(1_000_000)) > 8


def test_without_pillow_the_remedy_is_named(
    picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(UsageError, match=r"kg\[png\]"):
        png(picture)


def test_pictures_are_written_beside_the_page(tmp_path: Path) -> None:
    view(corpus.corpus(10).store(), tmp_path / "a.html", svg=tmp_path / "a.svg")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "a.svg"]
