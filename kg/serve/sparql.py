"""The SPARQL 1.1 Protocol (https://www.w3.org/TR/sparql11-protocol/), query operation."""

from __future__ import annotations

from typing import IO, Final
from urllib.parse import parse_qs

import anyio
import anyio.to_thread
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse

from kg.errors import KgError
from kg.graph.namespaces import PREFIXES
from kg.query import Request, syntax
from kg.query.results import MEDIA_TYPES
from kg.serve.limits import Limits
from kg.serve.negotiation import HTML, RDF, RESULTS, choose
from kg.serve.pool import Answer, BusyError, Pool

FORM: Final = "application/x-www-form-urlencoded"
DIRECT: Final = "application/sparql-query"
_STATUS: Final = {
    "E508": 504,
    "E509": 507,
    "E801": 503,
    "E802": 507,
    "E804": 503,
    "E030": 503,
    "E404": 503,
}
_PIECE: Final = 1 << 16
_HOPELESS: Final = 16
"""Times the limit from which on a body is refused by its announced length alone."""
_SD: Final = "http://www.w3.org/ns/sparql-service-description#"
_FORMATS: Final = "http://www.w3.org/ns/formats/"
_RESULT_FORMATS: Final = (
    "SPARQL_Results_JSON",
    "SPARQL_Results_XML",
    "SPARQL_Results_CSV",
    "SPARQL_Results_TSV",
    "Turtle",
    "N-Triples",
    "JSON-LD",
    "RDF_XML",
)


class RefusedError(Exception):
    """A request that is answered by a status and a sentence."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


async def endpoint(http: HttpRequest) -> Response:
    """Answer a query by GET or POST; a GET without one describes the service."""
    try:
        query = await _query(http)
        if query is None:
            return _description(http)
        return await answer(http, query)
    except RefusedError as refusal:
        return problem(refusal.status, refusal.reason)


async def answer(http: HttpRequest, query: str) -> Response:
    """Run `query` and send its result in the format the client likes best."""
    accept = http.query_params.get("format") or http.headers.get("accept", "")
    graph = syntax.form(syntax.decoded(query)) in ("CONSTRUCT", "DESCRIBE")
    offered = RDF if graph else RESULTS
    form = accept if accept in offered else choose(accept, offered)
    if form is None:
        known = ", ".join(types[0] for types in offered.values())
        return problem(406, f"none of what Accept names can be had. Offered: {known}.")
    limits: Limits = http.app.state.limits
    request = Request(
        query,
        select_format="json" if graph else form,
        graph_format=form if graph else "turtle",
        limit=limits.rows,
    )
    pool: Pool = http.app.state.pool
    try:
        found = await pool.run(request, http.is_disconnected)
    except BusyError as error:
        return problem(503, str(error), {"Retry-After": "5"})
    except KgError as error:
        return problem(_STATUS.get(error.code, 400), str(error))
    return send(found, limits)


def send(found: Answer, limits: Limits) -> Response:
    """Send a complete answer; one that was cut says so in a header, as other endpoints do."""
    headers = {"Content-Length": str(found.size), "Vary": "Accept"}
    if found.cut:
        headers["X-SPARQL-MaxRows"] = str(limits.rows)
    return StreamingResponse(
        _pieces(found.body), media_type=MEDIA_TYPES[found.format], headers=headers
    )


async def _pieces(body: IO[bytes]):  # type: ignore[no-untyped-def]
    try:
        while piece := await anyio.to_thread.run_sync(body.read, _PIECE):
            yield piece
    finally:
        body.close()


def problem(status: int, reason: str, headers: dict[str, str] | None = None) -> Response:
    """Answer with a status and a sentence that says what to do."""
    return PlainTextResponse(reason + "\n", status, headers)


async def _query(http: HttpRequest) -> str | None:
    """Return the one query of a request, None where a GET brings none; raises `RefusedError`."""
    fields = {name: http.query_params.getlist(name) for name in http.query_params}
    if http.method == "POST":
        body = await _body(http)
        media_type = http.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type == FORM:
            for name, values in _form(body).items():
                fields.setdefault(name, []).extend(values)
        elif media_type == DIRECT:
            fields.setdefault("query", []).append(_text(body))
        elif media_type == "application/sparql-update":
            raise RefusedError(403, "this endpoint is read-only: there is no update.")
        else:
            raise RefusedError(415, f"send {FORM} or {DIRECT}.")
    if "update" in fields:
        raise RefusedError(403, "this endpoint is read-only: there is no update.")
    if "default-graph-uri" in fields or "named-graph-uri" in fields:
        raise RefusedError(
            400, "there is one graph here: leave default-graph-uri and the like out."
        )
    queries = fields.get("query", [])
    if len(queries) > 1:
        raise RefusedError(400, "send one query, not several.")
    if not queries and http.method == "POST":
        raise RefusedError(400, "the parameter query is missing.")
    return queries[0] if queries else None


async def _body(http: HttpRequest) -> bytes:
    limit: int = http.app.state.limits.body
    too_long = RefusedError(413, f"the request is longer than {limit:,} bytes.")
    announced = http.headers.get("content-length", "")
    # A client that is still sending may miss an answer, so lengths that can be read are read.
    if announced.isdecimal() and int(announced[:20]) > _HOPELESS * limit:
        raise too_long
    found = bytearray()
    try:
        async for piece in http.stream():
            found += piece
            if len(found) > limit:
                raise too_long
    except ClientDisconnect as error:
        raise RefusedError(400, "the request was broken off.") from error
    return bytes(found)


def _form(body: bytes) -> dict[str, list[str]]:
    try:
        return parse_qs(_text(body), keep_blank_values=True, errors="strict", max_num_fields=100)
    except ValueError as error:
        raise RefusedError(400, f"the form cannot be read ({error}).") from error


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusedError(400, f"the request is not UTF-8 ({error}).") from error


def _description(http: HttpRequest) -> Response:
    """Describe the service (https://www.w3.org/TR/sparql11-service-description/), or show the page."""
    form = choose(http.headers.get("accept", ""), {"turtle": RDF["turtle"], **HTML})
    if form is None:
        return problem(406, "the service description is Turtle.")
    if form == "html":
        return RedirectResponse(http.url_for("ask"), 303)
    lines = [
        f"@prefix sd: <{_SD}> .",
        f"@prefix void: <{PREFIXES['void']}> .",
        "<> a sd:Service ;",
        "  sd:endpoint <> ;",
        "  sd:supportedLanguage sd:SPARQL11Query ;",
        "  sd:resultFormat " + ", ".join(f"<{_FORMATS}{name}>" for name in _RESULT_FORMATS) + " ;",
        "  sd:defaultDataset <#dataset> .",
        "<#dataset> a sd:Dataset ; sd:defaultGraph <#graph> .",
        "<#graph> a sd:Graph, void:Dataset .",
    ]
    text = "\n".join(lines).replace("<>", f"<{http.url_for('sparql')}>")
    text = text.replace("<#", f"<{http.url_for('sparql')}#")
    return Response(text + "\n", media_type=MEDIA_TYPES["turtle"], headers={"Vary": "Accept"})
