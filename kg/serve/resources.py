"""A page, or RDF, for each thing that the graph names."""

from __future__ import annotations

import json
from html import escape
from typing import Any, Final

from pyoxigraph import NamedNode
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, Response

from kg.errors import KgError
from kg.graph.namespaces import BASE, shorten
from kg.query import Request
from kg.serve.negotiation import HTML, RDF, choose
from kg.serve.pages import page
from kg.serve.pool import BusyError, Pool
from kg.serve.sparql import problem, send

SPACES: Final = (
    "concept",
    "scheme",
    "paper",
    "mention",
    "statement",
    "evidence",
    "build",
    "dataset",
)
_INCOMING: Final = 500
_OUT: Final = "SELECT ?p ?o (SAMPLE(?l) AS ?label) {{ {iri} ?p ?o OPTIONAL {{ ?o rdfs:label|dcterms:title ?l }} }} GROUP BY ?p ?o ORDER BY ?p ?o"
_IN: Final = "SELECT ?s ?p (SAMPLE(?l) AS ?label) {{ ?s ?p {iri} OPTIONAL {{ ?s rdfs:label|dcterms:title ?l }} }} GROUP BY ?p ?s ORDER BY ?p ?s LIMIT {limit}"
_GRAPH: Final = "CONSTRUCT {{ {iri} ?p ?o . ?s ?q {iri} }} WHERE {{ {{ {iri} ?p ?o }} UNION {{ SELECT ?s ?q {{ ?s ?q {iri} }} ORDER BY ?q ?s LIMIT {limit} }} }}"


async def resource(http: HttpRequest) -> Response:
    """Describe what `/SPACE/NAME` stands for: what is said of it and, up to a number, who refers to it."""
    raw = http.scope["raw_path"].decode("ascii").removeprefix(http.scope.get("root_path", ""))
    try:
        iri = str(NamedNode(BASE + raw.partition("?")[0].lstrip("/")))
    except ValueError:
        return problem(404, "nothing goes by this name here.")
    accept = http.query_params.get("format") or http.headers.get("accept", "")
    offered = {**HTML, **RDF} if "text/html" in accept else {**RDF, **HTML}
    form = accept if accept in offered else choose(accept, offered)
    if form is None:
        return problem(406, "offered are HTML, Turtle, N-Triples, JSON-LD and RDF/XML.")
    try:
        if form != "html":
            return await _rdf(http, iri, form)
        return await _html(http, iri)
    except BusyError as error:
        return problem(503, str(error), {"Retry-After": "5"})
    except KgError as error:
        return problem(503, str(error))


async def _rdf(http: HttpRequest, iri: str, form: str) -> Response:
    pool: Pool = http.app.state.pool
    query = _GRAPH.format(iri=iri, limit=_INCOMING)
    found = await pool.run(Request(query, graph_format=form), http.is_disconnected)
    exists = await _rows(http, f"SELECT (EXISTS {{ {iri} ?p ?o }} AS ?found) {{}}")
    if exists[0]["found"]["value"] != "true":
        found.body.close()
        return problem(404, "nothing goes by this name here.")
    return send(found, http.app.state.limits)


async def _html(http: HttpRequest, iri: str) -> Response:
    out = await _rows(http, _OUT.format(iri=iri))
    if not out:
        return HTMLResponse(
            page("Not found", "<p>Nothing goes by this name here.</p>"), status_code=404
        )
    incoming = await _rows(http, _IN.format(iri=iri, limit=_INCOMING))
    name = shorten(iri[1:-1])
    titles = ("rdfs:label", "dcterms:title")
    title = next((row["o"]["value"] for row in out if shorten(row["p"]["value"]) in titles), name)
    body = [f'<p class="iri"><code>{escape(iri[1:-1])}</code></p>', "<dl>"]
    body += _entries(out, "o")
    body.append("</dl>")
    if incoming:
        body.append("<h2>Referred to by</h2><dl>")
        body += _entries(incoming, "s")
        body.append("</dl>")
    if len(incoming) == _INCOMING:
        body.append(f"<p>The first {_INCOMING} are shown; ask for the rest in SPARQL.</p>")
    links = " · ".join(f'<a href="?format={name}">{name}</a>' for name in RDF)
    body.append(f'<p class="formats">{links}</p>')
    return HTMLResponse(page(title, "\n".join(body)), headers={"Vary": "Accept"})


def _entries(rows: list[dict[str, Any]], end: str) -> list[str]:
    found, last = [], ""
    for row in rows:
        predicate = row["p"]["value"]
        if predicate != last:
            found.append(f"<dt>{_link(predicate, shorten(predicate))}</dt>")
            last = predicate
        label = row.get("label", {}).get("value", "")
        found.append(f"<dd>{_term(row[end], label)}</dd>")
    return found


def _term(term: dict[str, Any], label: str) -> str:
    value = term["value"]
    if term["type"] != "uri":
        return escape(value)
    return _link(value, label or shorten(value).strip("<>"))


def _link(iri: str, text: str) -> str:
    if iri.startswith(BASE) and iri[len(BASE) :].partition("/")[0] in SPACES:
        return f'<a href="/{escape(iri[len(BASE) :])}">{escape(text)}</a>'
    if iri.startswith(("https://", "http://")):
        return f'<a href="{escape(iri)}" rel="noopener noreferrer">{escape(text)}</a>'
    return escape(text)


async def _rows(http: HttpRequest, query: str) -> list[dict[str, Any]]:
    pool: Pool = http.app.state.pool
    found = await pool.run(Request(query), http.is_disconnected)
    with found.body as body:
        bindings: list[dict[str, Any]] = json.loads(body.read())["results"]["bindings"]
    return bindings
