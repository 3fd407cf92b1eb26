"""The still picture."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from kg.errors import UsageError
from kg.views import view
from kg.views.payload import maps
from kg.views.picture import Picture, Text, compose, outline
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

    image = image_module.open(BytesIO(png(picture).data))
    assert image.size == (round(picture.width * 2), round(picture.height * 2))
    assert len(image.convert("RGB").getcolors(1_000_000)) > 8


LETTERS = {"Latin": "Größe étude", "Greek": "λόγος", "Cyrillic": "сеть", "CJK": "深度学习"}


def _fonts(*names: str) -> Any:
    pytest.importorskip("PIL", reason="needs the extra kg[png]")
    from kg.views.fonts import Fonts

    return Fonts(names)


@pytest.mark.parametrize("script", LETTERS)
def test_letters_without_a_font_are_named(script: str) -> None:
    fonts = _fonts("no such font of any machine")
    runs = fonts.runs("GPU " + LETTERS[script], 24)
    assert "".join(letters for letters, _ in runs) == "GPU " + LETTERS[script]
    assert fonts.missing == {letter for letter in LETTERS[script] if ord(letter) > 127}


def test_plain_letters_are_the_same_on_every_machine() -> None:
    alone, helped = _fonts(), _fonts("DejaVuSans", "arial", "Arial")
    text = "GPU-based (mixed) precision, 50% of 3.2 TB/s & more: <x>"
    for fonts in (alone, helped):
        ((letters, font),) = fonts.runs(text, 24)
        assert (letters, font.getname()[0], fonts.missing) == (text, "Aileron", set())


def test_fonts_of_the_machine_draw_what_the_first_one_lacks() -> None:
    fonts = _fonts("DejaVuSans", "NotoSans-Regular", "LiberationSans-Regular", "arial", "Arial")
    if fonts.runs("λ", 24)[0][1].getname()[0] == "Aileron":
        pytest.skip("needs a font with Greek letters")
    runs = fonts.runs("GPU λόγος сеть Größe\u00a0\u200bx", 24)
    assert "".join(letters for letters, _ in runs) == "GPU λόγος сеть Größe x"
    assert fonts.missing == set()
    assert {font.size for _, font in runs} == {24}


def test_accents_are_composed_before_they_are_drawn() -> None:
    fonts = _fonts()
    fonts.runs("e\u0301", 24)
    assert fonts.missing == {"é"}


@pytest.mark.parametrize("text", ["ring", "λόγος и 深度"])
def test_a_line_of_several_fonts_stays_in_its_place(text: str) -> None:
    image_module = pytest.importorskip("PIL.Image", reason="needs the extra kg[png]")
    from io import BytesIO

    lone = Picture(200, 40, "", texts=(Text(100, 25, text, 12, True),))
    image = image_module.open(BytesIO(png(lone).data)).convert("L")
    left, top, right, bottom = image.point(lambda value: 255 * (value < 200)).getbbox()
    assert abs((left + right) / 2 - 200) <= 6
    assert 20 < top < bottom < 62


def test_a_page_says_which_letters_its_image_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("PIL", reason="needs the extra kg[png]")
    monkeypatch.setattr("kg.views.fonts.Fonts.__init__.__defaults__", ((),))
    made = corpus.Corpus()
    paper = made.paper("one", "深度学习 на GPU.", "深度学习 на GPU.", 2020)
    ends = [
        (made.mention(paper, concept, *span, label), concept)
        for label, kind, span in (("深度学习", "Method", (0, 4)), ("GPU", "Hardware", (8, 11)))
        for concept in (made.concept(kind, label),)
    ]
    made.reading(paper, "深度学习 на GPU.", ends[0], "runsOn", ends[1])
    heard: list[str] = []
    view(made.store(), tmp_path / "a.html", png=tmp_path / "a.png", on_problem=heard.append)
    assert len(heard) == 1
    assert heard[0].startswith("[W601]")
    assert "习 学 度 深" in heard[0]
    assert str(tmp_path / "a.png") in heard[0]
    assert "--svg" in heard[0]


def test_without_pillow_the_remedy_is_named(
    picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(UsageError, match=r"kg\[png\]"):
        png(picture)


def test_pictures_are_written_beside_the_page(tmp_path: Path) -> None:
    view(corpus.corpus(10).store(), tmp_path / "a.html", svg=tmp_path / "a.svg")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "a.svg"]
