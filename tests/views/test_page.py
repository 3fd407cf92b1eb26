"""The file: what pyvis gives, what is safe, what is the same every time."""

from __future__ import annotations

import base64
import hashlib
import inspect
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
import pyvis
from pyvis.network import Network

from kg.errors import OutputError
from kg.views import page, view
from tests.views import corpus
from tests.views.unpacking import unpack


class Elements(HTMLParser):
    """Collects elements with their attributes, and the text of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.bodies: dict[str, list[str]] = {"script": [], "style": []}
        self.inside: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.inside = tag if tag in self.bodies else None
        if self.inside:
            self.bodies[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = None

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.bodies[self.inside][-1] += data


@pytest.fixture(scope="module")
def hostile(pages: Path) -> str:
    return (pages / "hostile.html").read_text(encoding="utf-8")


def test_the_version_of_pyvis_is_the_one_whose_hooks_are_known() -> None:
    assert pyvis.__version__ == "0.3.2"


def test_the_hooks_of_pyvis_are_there() -> None:
    network = Network(cdn_resources="in_line")
    assert {"templateEnv", "path", "nodes", "edges"} <= set(vars(network))
    assert {"n_id", "label", "shape", "color", "options"} <= set(
        inspect.signature(Network.add_node).parameters
    )
    assert {"source", "to", "options"} <= set(inspect.signature(Network.add_edge).parameters)
    network.add_node(0, label=" ", shape="dot", color="#000000", x=1.0, y=2.0, size=3.0)
    network.add_node(1, label=" ")
    network.set_options(json.dumps({"physics": {"enabled": False}}))
    nodes, _, _, _, _, options = network.get_network_data()
    assert nodes[0] == {
        "id": 0,
        "label": " ",
        "shape": "dot",
        "color": "#000000",
        "x": 1.0,
        "y": 2.0,
        "size": 3.0,
    }
    assert json.loads(options) == {"physics": {"enabled": False}}


def test_pyvis_renders_our_template_with_our_values() -> None:
    made = page.Page({"concepts": []}, "A <title>", "")
    made.add_node(0, label=" ")
    text = made.generate_html()
    assert "<title>A &lt;title&gt;</title>" in text
    assert "Content-Security-Policy" in text


def test_parallel_relations_pass_through_pyvis(hostile: str) -> None:
    edges = json.loads(_block(hostile, "kg-edges"))
    pairs = [(edge["from"], edge["to"]) for edge in edges]
    assert max(pairs.count(pair) for pair in pairs) == 3


def test_the_vis_network_of_pyvis_is_the_known_one() -> None:
    text = page.library()
    assert "@version 9.1.2" in text
    assert "sourceMappingURL" not in text


def _block(text: str, name: str) -> str:
    found = re.search(
        rf'<script type="application/json" id="{name}">(.*?)</script>', text, re.DOTALL
    )
    assert found
    return found.group(1)


def test_nothing_in_the_file_reads_as_a_web_address(hostile: str) -> None:
    assert re.findall(r"https?://", hostile) == []
    assert re.findall(r"\bsrc\s*=\s*[\"']?//", hostile) == []


def test_no_element_refers_outside(hostile: str) -> None:
    for tag, attributes in Elements(hostile).found:
        assert (
            tag not in {"img", "iframe", "object", "embed", "base", "form"}
            or attributes.get("method") == "dialog"
        )
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith(("#", "data:,"))
        assert not [name for name in attributes if name.startswith("on") or name == "style"]


def test_the_policy_allows_exactly_the_two_programs_and_the_style(hostile: str) -> None:
    elements = Elements(hostile)
    policy = next(
        a["content"]
        for tag, a in elements.found
        if tag == "meta" and a.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy
    programs = elements.bodies["script"][-2:]
    for text in (*programs, *elements.bodies["style"]):
        assert base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() in policy
    assert policy.count("sha256-") == 3
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_data_survives_its_escaping(hostile: str) -> None:
    data = json.loads(_block(hostile, "kg-data"))
    assert corpus.HOSTILE_TITLE in [unpack(data["packing"], row[0]) for row in data["papers"]]
    assert all(
        "<" not in _block(hostile, name)
        for name in ("kg-data", "kg-nodes", "kg-edges", "kg-options")
    )


def test_the_program_puts_text_in_as_text_only() -> None:
    program = page.program()
    for way in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        'setAttribute("style"',
        "fetch(",
        "XMLHttpRequest",
        "import(",
    ):
        assert way not in program


def test_every_part_of_the_program_is_joined() -> None:
    assert {path.stem for path in (page.HERE / "js").glob("*.js")} == set(page.PROGRAM)
    assert {path.stem for path in (page.HERE / "css").glob("*.css")} == set(page.STYLES)


def test_the_same_graph_gives_the_same_bytes_in_any_process(tmp_path: Path, root: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from kg.views import view; from tests.views.corpus import corpus\n"
        "view(corpus(40).store(), Path(sys.argv[1]), title='T')"
    )
    made = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.html"
        subprocess.run(
            [sys.executable, "-c", script, str(out)],
            check=True,
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C"},
        )
        made.append(out.read_bytes())
    assert made[0] == made[1]
    assert b"\r" not in made[0]


def test_nothing_is_made_but_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    summary = view(corpus.corpus(10).store(), tmp_path / "there" / "page.html")
    assert list(here.iterdir()) == []
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["page.html"]
    assert summary.size == (tmp_path / "there" / "page.html").stat().st_size


def test_a_page_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "page.html").mkdir()
    with pytest.raises(OutputError):
        view(corpus.corpus(5).store(), tmp_path / "page.html")


def test_a_large_graph_stays_within_its_size(pages: Path) -> None:
    assert (pages / "large.html").stat().st_size <= 3_000_000
