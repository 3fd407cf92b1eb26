"""Longer ways through the page in a real browser: paths, tree, charts, groups, exports, keyboard."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import rdflib
from selenium.webdriver.common.keys import Keys

from tests.views.browser import Reader

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def _offline_and_silent(reader: Reader):
    yield
    assert reader.requests() == []
    assert reader.console() == []


def _button(reader: Reader, text: str) -> None:
    reader.js(
        "[...document.querySelectorAll('#panel .bar button')].find(b => b.textContent.startsWith(arguments[0])).click()",
        text,
    )
    reader.frame()


def test_the_path_between_two_concepts(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    reader.search("GPU")
    _button(reader, "Path to")
    assert "Path from “GPU”" in reader.text("#picking")
    reader.search("Criteo 1TB")
    assert reader.text("#panel h2") == "GPU to Criteo 1TB"
    steps = reader.shown() - 1
    assert reader.text("#panel .meta").startswith(f"{steps} step")
    assert reader.count("#panel blockquote") >= steps
    joined = reader.js(
        """const edges = kg.edges.get(), ends = new Map();
        for (const e of edges) for (const [a, b] of [[e.from, e.to], [e.to, e.from]]) ends.set(a, [...(ends.get(a) || []), b]);
        const marks = kg.nodes.get().filter(n => !n.hidden).map(n => n.id), seen = new Set([marks[0]]), queue = [marks[0]];
        for (const at of queue) for (const next of ends.get(at) || []) if (!seen.has(next)) { seen.add(next); queue.push(next); }
        return seen.size === marks.length"""
    )
    assert joined
    address = reader.js("return location.hash")
    reader.open(pages / "made.html", address)
    assert reader.shown() == steps + 1
    reader.click("#unfocus")
    assert reader.shown() > steps + 1


def test_what_two_concepts_share(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    reader.search("ring all-reduce")
    _button(reader, "Shared with")
    reader.search("hash embedding")
    shared = reader.shown() - 2
    assert shared >= 1
    assert reader.text("#panel .meta").startswith(f"{shared} concept")
    neighbours = reader.js(
        """const data = JSON.parse(document.getElementById("kg-data").textContent);
        const number = label => data.concepts.findIndex(row => row[1] === label);
        const edges = JSON.parse(document.getElementById("kg-edges").textContent);
        const near = at => new Set(edges.filter(e => e.from === at || e.to === at).map(e => e.from === at ? e.to : e.from));
        const a = near(number("ring all-reduce")), b = near(number("hash embedding"));
        return [...a].filter(node => b.has(node)).length"""
    )
    assert shared == neighbours


def test_choosing_the_second_concept_can_be_given_up(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    reader.search("GPU")
    _button(reader, "Path to")
    reader.keys(Keys.ESCAPE)
    assert reader.js("return document.getElementById('picking').hidden")


def test_the_tree_opens_closes_and_obeys_the_keyboard(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html", "#view=tree")
    assert reader.text("#tree .name") == "processor"
    reader.js("document.querySelector('#tree [role=treeitem]').focus()")
    reader.keys(Keys.ARROW_LEFT)
    assert reader.count("#tree [role=treeitem]") == 1
    reader.keys(Keys.ARROW_RIGHT)
    assert reader.count("#tree [role=treeitem]") == 3
    reader.keys(Keys.ARROW_DOWN)
    reader.keys(Keys.ARROW_DOWN)
    reader.keys(Keys.ARROW_RIGHT)
    assert reader.count("#tree [aria-level='3']") == 2
    reader.keys(Keys.ENTER)
    assert reader.text("#panel h2") == "GPU"


def test_a_cell_of_a_heat_map_leads_to_evidence(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html", "#view=charts")
    assert reader.count(".heat") == 2
    assert reader.count(".mini") > 4
    count = int(reader.text(".cellb.stated"))
    reader.click(".cellb.stated")
    assert reader.count("#panel blockquote") >= 1
    assert reader.count("#panel .papers li") == count


def test_groups_open_and_close(reader: Reader, pages: Path) -> None:
    reader.open(pages / "large.html")
    concepts = reader.shown()
    reader.click("#as-groups")
    discs = reader.shown()
    assert 6 <= discs <= 40
    assert reader.text("#counts").startswith(f"{discs} groups with ")
    assert reader.outside() == 0
    x, y = reader.js(
        """const first = kg.nodes.get().find(n => !n.hidden), at = kg.net.canvasToDOM(kg.net.getPositions([first.id])[first.id]);
        const box = document.getElementById("mynetwork").getBoundingClientRect(); return [at.x + box.left, at.y + box.top]"""
    )
    reader.press_at(x, y)
    assert "Group around" in reader.text("#focusbar")
    assert reader.shown() > 4
    address = reader.js("return location.hash")
    inside = reader.shown()
    reader.open(pages / "large.html", address)
    assert reader.shown() == inside
    reader.click("#unfocus")
    assert reader.shown() in (discs, concepts)


@pytest.mark.parametrize(("width", "height"), [(1400, 860), (1024, 700), (390, 844)])
def test_every_group_is_named_in_the_open(
    reader: Reader, pages: Path, width: int, height: int
) -> None:
    reader.open(pages / "large.html", "#map=groups", width, height)
    named, inside, touching = reader.js(
        """const labels = kg.labels().filter(one => one.node != null), canvas = document.querySelector("canvas");
        const bar = document.getElementById("mapbar").getBoundingClientRect(), box = canvas.getBoundingClientRect();
        const discs = kg.nodes.get().filter(node => !node.hidden).map(node => {
          const at = kg.net.canvasToDOM(node), r = node.size * kg.net.getScale(); return [at.x - r, at.y - r, at.x + r, at.y + r]; });
        const boxes = labels.map(l => [l.x, l.y, l.x + l.width, l.y + l.height]);
        const touch = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] - 1 && b[1] + 1 < a[3];
        const over = discs.concat([[bar.left - box.left, bar.top - box.top, bar.right - box.left, bar.bottom - box.top]]);
        return [labels.length, boxes.filter(b => b[0] >= 0 && b[1] >= 0 && b[2] <= canvas.clientWidth && b[3] <= canvas.clientHeight).length,
          boxes.filter(b => over.some(disc => touch(b, disc))).length]"""
    )
    assert named == reader.shown()
    assert inside >= 0.9 * named
    assert touching <= 0.1 * named


def test_a_map_with_many_lines_stays_whole_while_it_is_dragged(reader: Reader, pages: Path) -> None:
    reader.open(pages / "large.html", "#top=9999&lines=all")
    weight = "return document.querySelector('canvas').toDataURL().length"
    before, (x, y) = (
        reader.js(weight),
        reader.js("const v = kg.net.getViewPosition(); return [v.x, v.y]"),
    )

    def mouse(kind: str, x: int, y: int) -> None:
        event = {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
        reader.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    mouse("mousePressed", 1300, 90)
    for step in range(6):
        mouse("mouseMoved", 1300 - 10 * step, 90 + 4 * step)
    reader.frame()
    assert reader.js(weight) > 0.5 * before
    mouse("mouseReleased", 1250, 110)
    reader.frame()
    assert reader.js(weight) > 0.8 * before
    assert reader.js("return kg.net.getViewPosition().x") > x
    assert reader.js("return kg.net.getViewPosition().y") < y


def test_turtle_holds_what_is_shown(reader: Reader, pages: Path) -> None:
    for name in ("made", "hostile"):
        reader.open(pages / f"{name}.html")
        reader.click("#f-types input", 0)
        graph = rdflib.Graph().parse(data=reader.export("ttl", "shown.ttl"), format="turtle")
        labelled = set(graph.subjects(rdflib.RDFS.label))
        assert len(labelled) == reader.shown()
        assert set(graph.objects(None, rdflib.RDF.subject)) <= labelled


def test_csv_holds_every_sentence_and_no_formula(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    rows = list(
        csv.DictReader(io.StringIO(reader.export("csv", "relations.csv").decode("utf-8-sig")))
    )
    assert len({(row["subject_iri"], row["relation"], row["object_iri"]) for row in rows}) == 189
    assert all(row["sentence"] and row["paper"] for row in rows)


def test_svg_and_png_open(reader: Reader, pages: Path) -> None:
    reader.open(pages / "hostile.html")
    drawing = ET.fromstring(reader.export("svg", "graph.svg"))
    texts = "".join(drawing.itertext())
    assert "tensor parallelism" in texts
    assert reader.export("png", "graph.png").startswith(b"\x89PNG\r\n\x1a\n")


def test_the_whole_way_by_keyboard(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    reader.keys("/")
    reader.keys("gpu", Keys.ENTER)
    assert reader.text("#panel h2") == "GPU"
    reader.keys(Keys.ARROW_RIGHT)
    assert reader.text("#panel h2") != "GPU"
    reader.keys(Keys.ENTER)
    assert reader.js("return document.activeElement.closest('#panel') !== null")
    reader.keys(Keys.ESCAPE)
    assert reader.js("return document.getElementById('right').hidden")
    reader.js("document.activeElement.blur()")
    for key, view in zip(
        "trcphm", ("tree", "relations", "concepts", "papers", "charts", "graph"), strict=True
    ):
        reader.keys(key)
        assert (
            reader.js(
                "return document.querySelector('[role=tab][aria-selected=true]').dataset.view"
            )
            == view
        )
    reader.keys("?")
    assert reader.js("return document.getElementById('help-dialog').open")
    reader.keys(Keys.ESCAPE)


def test_every_control_can_be_reached_by_tab(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    reached = set()
    for _ in range(60):
        reader.driver.switch_to.active_element.send_keys(Keys.TAB)
        reached.add(
            reader.js("return document.activeElement.id || document.activeElement.textContent")
        )
    assert {
        "q",
        "tab-graph",
        "link",
        "theme",
        "help",
        "from",
        "to",
        "top",
        "colour",
        "lines",
        "reset",
        "mynetwork",
        "zoom-in",
    } <= reached


def test_years_and_support_narrow_the_map(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    lines = reader.lines()
    set_range = "const e = document.getElementById(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event('input'))"
    reader.js(set_range, "from", "2022")
    assert reader.lines() < lines
    assert "2022" in reader.text("#years-out")
    reader.click("#reset")
    reader.js(set_range, "support", "2")
    assert 0 < reader.lines() < lines


STATES = {
    "map": "",
    "tree": "#view=tree",
    "charts": "#view=charts",
    "concepts": "#view=concepts",
    "relations": "#view=relations",
    "papers": "#view=papers",
    "panel": "#concept=~concept/hardware/gpu",
    "focus": "#concept=~concept/hardware/gpu&focus=~concept/hardware/gpu&steps=2",
    "relation": "#relation=~concept/method/ring-all-reduce usedFor ~concept/task/click-through-rate-prediction",
    "path": "#between=path ~concept/hardware/gpu ~concept/dataset/avazu",
    "shared": "#between=shared ~concept/hardware/gpu ~concept/hardware/hbm",
    "community": "#colour=community",
    "year": "#colour=year",
    "nothing": "#types=",
    "groups": "#map=groups",
}
PRESSES = {"help": "#help", "export": "#export summary", "search": "#q"}


@pytest.mark.parametrize(("theme", "width", "height"), [("light", 1400, 860), ("dark", 390, 844)])
def test_no_state_breaks_an_accessibility_rule(
    reader: Reader, pages: Path, axe: str, theme: str, width: int, height: int
) -> None:
    found = []
    reader.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": theme}]},
    )
    for state in (*STATES, *PRESSES):
        reader.open(pages / "made.html", STATES.get(state, ""), width, height)
        if state in PRESSES:
            reader.click(PRESSES[state])
        if state == "search":
            reader.keys("gpu")
        reader.js(axe)
        broken = reader.driver.execute_async_script(
            "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(r => done(r.violations.map(v => v.id + ': ' + v.nodes[0].html)))"
        )
        found += [f"{state}: {one}" for one in broken]
    reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert found == []
