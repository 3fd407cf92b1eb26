"""The page itself: pyvis's `Network` with kg's own template, styles and program in one file."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pyvis
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from pyvis.network import Network

from kg.views.payload import Mark, Stroke

HERE: Final = Path(__file__).resolve().parent / "page"
STYLES: Final = ("base", "header", "filters", "stage", "panel", "pages", "small")
PROGRAM: Final = (
    "dom", "model", "state", "filter", "shapes", "colours", "network", "places", "labels", "overlay",
    "pointer", "selection", "panel", "path", "groups", "filters", "search", "tree", "charts", "tables",
    "views", "export", "keyboard", "main",
)  # fmt: skip
"""Parts of the program in the order they are joined; each may use those before it."""

OPTIONS: Final[Mapping[str, Any]] = {
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "nodes": {"font": {"size": 0}, "borderWidth": 1, "borderWidthSelected": 1},
    "edges": {
        "smooth": False,
        "color": {"inherit": False},
        "arrows": {"to": {"enabled": False, "scaleFactor": 0.4}},
        "selectionWidth": 0,
        "hoverWidth": 0,
    },
    "interaction": {
        "hover": True,
        "keyboard": False,
        "selectConnectedEdges": False,
        "hoverConnectedEdges": False,
        "multiselect": False,
        "tooltipDelay": 100000,
        "zoomSpeed": 0.7,
    },
}


def library() -> str:
    """Return the vis-network that pyvis ships, fit to stand inside a script element of an offline page."""
    source = Path(pyvis.__file__).parent / "templates/lib/vis-9.1.2/vis-network.min.js"
    text = source.read_text(encoding="utf-8")
    head, mapping, _ = text.rpartition("//# sourceMappingURL=")
    return _inert(head if mapping else text)


def program() -> str:
    """Return kg's own program, all parts in one scope."""
    parts = (HERE / "js" / f"{name}.js" for name in PROGRAM)
    joined = "".join(part.read_text(encoding="utf-8") for part in parts)
    return _inert('(function () {\n"use strict";\n' + joined + "})();\n")


def style() -> str:
    """Return the style sheet."""
    return "".join((HERE / "css" / f"{name}.css").read_text(encoding="utf-8") for name in STYLES)


def _inert(script: str) -> str:
    """Keep a script from closing its element and from holding anything that reads as a web address."""
    return script.replace("</script", "<\\/script").replace("://", ":\\/\\/")


def embed_text(text: str) -> Markup:
    """Make JSON text inert inside a script element; it still parses to the same value."""
    for plain, escaped in (
        ("&", "\\u0026"),
        ("<", "\\u003c"),
        (">", "\\u003e"),
        ("://", ":\\/\\/"),
        ("\u2028", "\\u2028"),
        ("\u2029", "\\u2029"),
    ):
        text = text.replace(plain, escaped)
    return Markup(text)


def embed(value: object) -> Markup:
    """Write a value as inert JSON."""
    return embed_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def policy(scripts: Sequence[str], styles: Sequence[str]) -> str:
    """Return the Content-Security-Policy that allows these scripts and styles by hash and nothing else."""

    def hashes(texts: Sequence[str]) -> str:
        digests = (hashlib.sha256(text.encode()).digest() for text in texts)
        return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)

    return (
        f"default-src 'none'; script-src {hashes(scripts)}; style-src {hashes(styles)}; "
        "img-src data: blob:; connect-src 'none'; base-uri 'none'; form-action 'none'"
    )


class Page(Network):  # type: ignore[misc]
    """pyvis's network whose page is kg's own.

    Only public hooks are used: `templateEnv`, `path`, `add_node`, `add_edge`, `set_options` and
    `generate_html`.
    """

    def __init__(self, payload: Mapping[str, Any], title: str, note: str) -> None:
        super().__init__(
            directed=True, cdn_resources="in_line", height="100%", width="100%", heading=title
        )
        vis, app, css = library(), program(), style()
        self.templateEnv = Environment(loader=FileSystemLoader(str(HERE)), autoescape=True)
        self.templateEnv.filters.update(embed=embed, embed_text=embed_text)
        self.templateEnv.globals.update(
            library=Markup(vis),
            program=Markup(app),
            style=Markup(css),
            policy=policy((vis, app), (css,)),
            payload=payload,
            note=note,
        )
        self.path = "page.html"
        self.set_options(json.dumps(OPTIONS))


def render(
    payload: Mapping[str, Any],
    marks: Sequence[Mark],
    strokes: Sequence[Stroke],
    title: str,
    note: str = "",
) -> str:
    """Return the whole page as text."""
    page = Page(payload, title, note)
    for number, mark in enumerate(marks):
        page.add_node(
            number,
            label=" ",
            shape=mark.shape,
            color=mark.colour,
            x=mark.x,
            y=mark.y,
            size=mark.size,
        )
    for stroke in strokes:
        page.add_edge(
            stroke.start, stroke.end, width=stroke.width, arrows="to" if stroke.arrow else ""
        )
    return str(page.generate_html())
