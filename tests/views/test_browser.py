"""The page in a real browser: what a reader can do with it, and what it must never do."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from kg.views import view
from tests.views import corpus
from tests.views.browser import Reader

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def _offline_and_silent(reader: Reader):
    yield
    assert reader.requests() == []
    assert reader.console() == []


@pytest.mark.parametrize("name", ["made", "hostile", "large", "one", "empty"])
def test_every_page_draws_without_a_request_or_a_message(
    reader: Reader, pages: Path, name: str
) -> None:
    reader.open(pages / f"{name}.html")
    for tab in ("concepts", "relations", "papers", "graph"):
        reader.click(f"#tab-{tab}")
    assert reader.js("return document.querySelector('canvas').width") > 0


def test_hostile_texts_stay_texts(reader: Reader, pages: Path) -> None:
    reader.open(pages / "hostile.html")
    assert reader.text("h1").startswith("</script><img src=x onerror")
    reader.search("Größe")
    reader.search("onerror")
    assert reader.text("#panel h2").startswith("<img src=x onerror=")
    assert "</title><script>" in reader.text("#panel")
    for number in range(reader.count("#panel .tg")):
        reader.click("#panel .tg", number)
    assert "<script>window.hacked=5</script>" in reader.text("#panel .sentence")
    assert reader.text("#panel mark.s") == "Größe"
    assert reader.text("#panel mark.o") == "GPU"
    reader.click("#panel blockquote footer .lk")
    for tab in ("concepts", "relations", "papers"):
        reader.click(f"#tab-{tab}")
    assert reader.js("return window.hacked === undefined")
    assert reader.count("img, svg script, #panel script") == 0
    assert reader.count("a[href^='javascript']") == 0


def test_a_first_screen_shows_a_readable_part_of_a_large_graph(reader: Reader, pages: Path) -> None:
    reader.open(pages / "large.html")
    assert 60 <= reader.shown() <= 110
    assert reader.lines() <= 3 * reader.shown()
    assert reader.js("return kg.labels().length") >= 0.8 * reader.shown()


ALL = "#map=concepts&top=9999"


@pytest.mark.parametrize("address", ["", "#map=groups", "#map=concepts", ALL, ALL + "&lines=all"])
@pytest.mark.parametrize("name", ["made", "large"])
def test_labels_do_not_overlap(reader: Reader, pages: Path, name: str, address: str) -> None:
    reader.open(pages / f"{name}.html", address)
    clashing, labels = reader.js(
        """const found = kg.labels().map(l => [l.x, l.y, l.x + l.width, l.y + l.height]);
        const touch = (a, b) => a !== b && a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
        return [found.filter(a => found.some(b => touch(a, b))).length, found.length]"""
    )
    assert labels >= min(20, reader.shown())
    assert clashing <= 0.1 * labels
    if name == "large" and address.startswith(ALL):
        assert reader.shown() == 1500


def test_search_finds_labels_spellings_and_papers(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    reader.search("gnn", enter=False)
    assert reader.text("#hits li .name") == "graph neural network"
    reader.keys(Keys.ENTER)
    assert reader.text("#panel h2") == "graph neural network"
    reader.search("at scale, part 7", enter=False)
    assert reader.count("#hits li") >= 1
    reader.keys(Keys.ENTER)
    assert "at scale, part 7" in reader.text("#panel h2")
    reader.search("no such thing", enter=False)
    assert "No concept" in reader.text("#no-hits")
    reader.keys(Keys.ESCAPE)


def test_the_legend_filters(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    marks, lines = reader.shown(), reader.lines()
    reader.click("#f-types input", 1)
    assert reader.shown() < marks
    assert reader.lines() < lines
    reader.click("#f-predicates input", 0)
    fewer = reader.lines()
    reader.click("#reset")
    assert fewer < lines
    assert (reader.shown(), reader.lines()) == (marks, lines)
    for number in range(reader.count("#f-types input")):
        reader.click("#f-types input", number)
    assert reader.js("return !document.getElementById('empty').hidden")
    reader.click("#reset-empty")
    assert reader.shown() == marks


def test_a_mark_opens_its_evidence(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    reader.press_mark("GPU")
    assert reader.text("#panel h2") == "GPU"
    reader.click("#panel .tg")
    sentence = reader.text("#panel .sentence")
    assert reader.text("#panel mark.s") in sentence
    assert reader.text("#panel mark.o") in sentence
    facts = reader.text("#panel .facts")
    assert "confidence" in facts
    assert "rules" in facts
    assert reader.js("return document.querySelector('#panel blockquote a').href").startswith(
        "https://example.org/paper/"
    )


def test_many_spellings_are_shown_on_demand(reader: Reader, tmp_path: Path) -> None:
    made = corpus.corpus()
    names = [f"graphics unit no. {number}" for number in range(40)]
    made.concept("Hardware", "GPU", tuple(names))
    view(made.store(), tmp_path / "spelt.html", title="Spelt")
    reader.open(tmp_path / "spelt.html", "#concept=~concept/hardware/gpu")
    few = reader.text("#panel")
    assert sum(name in few for name in names) <= 10
    reader.click("#panel .meta .lk")
    assert all(name in reader.text("#panel") for name in names)


def test_a_line_opens_its_evidence(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    reader.click("#tab-relations")
    reader.click(".tbody .lk", 1)
    assert reader.count("#panel blockquote") >= 1
    reader.click("#tab-graph")
    assert "relation=" in reader.js("return location.hash")


def test_parallel_relations_are_all_drawn_and_listed(reader: Reader, pages: Path) -> None:
    reader.open(pages / "hostile.html")
    reader.click("#f-predicates .row:last-child input")
    drawn = reader.js(
        """const data = JSON.parse(document.getElementById("kg-data").textContent);
        const at = data.concepts.findIndex(row => row[1].startsWith("<img"));
        return kg.edges.get().filter(edge => edge.from === at).map(edge => [edge.smooth && edge.smooth.type, edge.smooth && edge.smooth.roundness])"""
    )
    assert len(drawn) == 3
    assert len({tuple(one) if isinstance(one[0], str) else (False,) for one in drawn}) == 3


def test_focus_shows_a_neighbourhood_and_leads_back(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    everything = reader.shown()
    reader.search("GPU")
    reader.keys("f")
    near = reader.shown()
    assert 1 < near < everything
    assert "Around" in reader.text("#focusbar")
    reader.click("#step2")
    assert reader.shown() > near
    reader.click("#unfocus")
    assert reader.shown() == everything


def test_a_shared_link_restores_the_view(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    reader.click("#f-types input", 4)
    reader.search("GPU")
    reader.keys("f")
    state = (reader.shown(), reader.lines(), reader.text("#panel h2"))
    address = reader.js("return location.hash")
    reader.open(pages / "made.html", address)
    assert (reader.shown(), reader.lines(), reader.text("#panel h2")) == state


@pytest.mark.parametrize(
    "address",
    [
        "#concept=~concept/x/y&top=-5&years=9999-1",
        "#focus=%3Cscript%3E",
        "#view=__proto__&sort=9a&types=",
        "#%",
    ],
)
def test_a_broken_link_still_opens(reader: Reader, pages: Path, address: str) -> None:
    reader.open(pages / "made.html", address)
    assert reader.js("return document.documentElement.dataset.ready") == "yes"


def test_a_table_keeps_few_rows_in_the_document(reader: Reader, pages: Path) -> None:
    reader.open(pages / "large.html", "#view=relations")
    rows = int(
        reader.js("return document.querySelector('[role=table]').getAttribute('aria-rowcount')")
    )
    assert rows > 500
    assert reader.count(".tbody [role=row]") < 80
    reader.js("const s = document.getElementById('scroller'); s.scrollTop = s.scrollHeight")
    reader.frame()
    assert (
        reader.js(
            "return Math.max(...[...document.querySelectorAll('.tbody [role=row]')].map(r => +r.getAttribute('aria-rowindex')))"
        )
        == rows
    )


def test_tables_sort(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html", "#view=concepts")
    reader.click(".sort", 0)
    first = reader.text(".tbody [role=row] [role=cell]")
    assert (
        reader.js("return document.querySelector('[role=columnheader]').getAttribute('aria-sort')")
        == "ascending"
    )
    reader.click(".sort", 0)
    assert reader.text(".tbody [role=row] [role=cell]") > first


def test_a_window_of_another_size_still_shows_the_whole_map(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html", width=1000, height=600)
    reader.size(1000, 1000)
    assert reader.outside() == 0
    reader.click("#zoom-in")
    reader.click("#zoom-in")
    reader.click("#zoom-in")
    reader.size(1400, 860)
    assert reader.outside() > 0, "a closer look is kept"


@pytest.mark.parametrize(("width", "height"), [(1400, 860), (1024, 700), (390, 844), (320, 640)])
def test_nothing_sticks_out_of_the_window(
    reader: Reader, pages: Path, width: int, height: int
) -> None:
    for name in ("made", "large"):
        reader.open(pages / f"{name}.html", width=width, height=height)
        assert reader.js("return document.documentElement.scrollWidth") <= width
        assert (
            reader.js(
                """return [...document.querySelectorAll("header button, header summary, #q, #stage button")].filter(one => {
                    const box = one.getBoundingClientRect();
                    return box.width && (box.left < 0 || box.right > innerWidth || one.scrollWidth > one.clientWidth + 1);
                }).map(one => one.textContent)"""
            )
            == []
        )


@pytest.mark.parametrize(("width", "height"), [(1400, 860), (1024, 700), (390, 844)])
def test_the_counts_are_shown_in_full(reader: Reader, pages: Path, width: int, height: int) -> None:
    reader.open(pages / "large.html", width=width, height=height)
    shown, wide = reader.js(
        """const one = document.getElementById("counts"); return [one.clientWidth, one.scrollWidth]"""
    )
    assert wide <= shown
    assert "papers" in reader.text("#counts")


def test_dark_is_dark_at_once_and_everywhere(reader: Reader, pages: Path) -> None:
    reader.open(pages / "made.html")
    colours = """const probe = document.createElement("div");
        probe.style.background = "var(--bg)"; document.body.append(probe);
        const ground = getComputedStyle(probe).backgroundColor; probe.remove();
        const plain = [...document.querySelectorAll("button, summary, select")].filter(one => one.getClientRects().length &&
            one.getAttribute("aria-pressed") !== "true" && one.getAttribute("aria-selected") !== "true" && !one.matches(".lk, .only"));
        return [ground, [...new Set(plain.map(one => getComputedStyle(one).backgroundColor))], getComputedStyle(document.body).colorScheme]"""
    light, found, scheme = reader.js(colours)
    assert (found, scheme) == ([light], "light")
    reader.js("document.getElementById('theme').click()")
    dark, found, scheme = reader.js(colours)
    assert dark != light
    assert (found, scheme) == ([dark], "dark")
