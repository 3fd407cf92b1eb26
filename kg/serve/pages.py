"""The pages that are not about one resource: the entrance and the place to ask."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

from starlette.requests import Request as HttpRequest
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response

from kg.graph.namespaces import PREFIXES
from kg.query import named_queries, syntax
from kg.query.named import term

STATIC: Final = Path(__file__).parent / "static"
PAGE: Final = "graph.html"
_FRAME: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/style.css">
{head}
</head>
<body>
<header><a href="/">Knowledge graph</a> <nav><a href="/ask">Ask</a> <a href="/page">Map</a></nav></header>
<main>
<h1>{title}</h1>
{body}
</main>
{foot}
</body>
</html>
"""


def page(title: str, body: str, head: str = "", foot: str = "") -> str:
    """Frame a page; `title` is text, the rest HTML."""
    return _FRAME.format(title=escape(title), body=body, head=head, foot=foot)


async def entrance(http: HttpRequest) -> Response:
    """Say what is here."""
    endpoint = escape(str(http.url_for("sparql")))
    body = (
        "<ul><li><a href='/ask'>Ask the graph</a> in SPARQL, starting from a ready question</li>"
        "<li><a href='/page'>The map</a> of concepts and the sentences behind them</li>"
        "<li><a href='/dataset'>How the graph was made</a> and what it holds</li></ul>"
        f"<p>The endpoint for programs is <code>{endpoint}</code>.</p>"
    )
    return HTMLResponse(page("Knowledge graph", body))


async def ask(http: HttpRequest) -> Response:
    """Show Yasgui with the named queries beside it."""
    head = '<link rel="stylesheet" href="/static/yasgui/yasgui.min.css">'
    body = (
        '<p><label>Question <select id="questions"><option value="">choose one …</option></select>'
        '</label> <span id="about"></span></p><div id="yasgui"></div>'
    )
    foot = (
        '<script src="/static/yasgui/yasgui.min.js"></script><script src="/static/ask.js"></script>'
    )
    return HTMLResponse(page("Ask the graph", body, head, foot))


async def questions(http: HttpRequest) -> Response:
    """List the named queries with their defaults filled in, and the prefixes."""
    found = []
    for query in named_queries().values():
        values = {p.name: term(p.type, p.default) for p in query.parameters if p.default}
        text = "".join(
            line for line in query.text.splitlines(keepends=True) if not line.startswith("#")
        )
        found.append(
            {
                "name": query.name,
                "title": query.title,
                "description": query.description,
                "query": syntax.bind(text, values).strip() + "\n",
            }
        )
    return JSONResponse({"queries": found, "prefixes": PREFIXES})


async def interactive(http: HttpRequest) -> Response:
    """Show the interactive page of the build, where there is one."""
    file: Path = http.app.state.path / PAGE
    if not file.is_file():
        body = "<p>This graph has no page yet. <code>kg view</code> makes one.</p>"
        return HTMLResponse(page("No map", body), status_code=404)
    return FileResponse(file, media_type="text/html; charset=utf-8")
