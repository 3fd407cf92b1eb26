"""Asking an endpoint somewhere else by the SPARQL 1.1 Protocol, with the same results as a worker gives.

https://www.w3.org/TR/sparql11-protocol/
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from typing import Any, Final, Self
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit

from pyoxigraph import (
    Literal,
    NamedNode,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    RdfFormat,
    parse,
    parse_query_results,
)

from kg import http
from kg.errors import KgError, QueryError, UsageError
from kg.graph.namespaces import PREFIXES
from kg.query import syntax
from kg.query.labels import canonical
from kg.query.named import term
from kg.query.refusal import refuse
from kg.query.results import Page, boolean_bytes, graph_bytes, select_pieces
from kg.query.runner import DEFAULT_TIMEOUT, LONGEST_TIMEOUT, Reply, Request

_CREDENTIALS: Final = "KG_QUERY"
_RESULTS: Final = (
    "application/sparql-results+json, application/sparql-results+xml;q=0.9, "
    "text/tab-separated-values;q=0.5"
)
_GRAPHS: Final = "application/n-triples, text/turtle;q=0.9, application/rdf+xml;q=0.5"
_FORM: Final = "application/x-www-form-urlencoded"
_AHEAD: Final = 16
"""Pieces that are fetched before anybody wants them."""
_LOOK: Final = 0.2
"""Seconds between two looks at whether somebody still does."""
_CALLED: Final = (
    "SELECT ?label ?name {{ ?c a skos:Concept ; rdfs:label ?label ; rdfs:label|skos:altLabel ?name"
    " FILTER (LCASE(STR(?name)) = LCASE({name})) }}"
)
_ALL: Final = (
    "SELECT ?label ?name { ?c a skos:Concept ; rdfs:label ?label ; rdfs:label|skos:altLabel ?name }"
)


@dataclass(slots=True)
class Endpoint:
    """A SPARQL endpoint; `graph` is the graph of it to ask, its default one where empty.

    `timeout` is in seconds and counts from the request to the last piece. Credentials come from
    `KG_QUERY_TOKEN`, or `KG_QUERY_USER` and `KG_QUERY_PASSWORD`, of the environment.
    """

    url: str
    graph: str = ""
    timeout: float = DEFAULT_TIMEOUT
    _gone: threading.Event = field(default_factory=threading.Event)

    def run(self, request: Request) -> Reply:
        """Ask and return the reply, whose pieces come as the endpoint sends them.

        Raises `UsageError` E530 for an address that is none, `QueryError` for a query that the
        endpoint does not take (E531), an answer that is none (E532), and what `Worker.run` raises.
        """
        if urlsplit(self.url).scheme not in ("http", "https"):
            raise UsageError("E530", url=self.url)
        if self.graph:
            try:
                NamedNode(self.graph)
            except ValueError as error:
                raise UsageError("E422", value=self.graph, reason=error) from error
        fetched: queue.Queue[Any] = queue.Queue(_AHEAD)
        # Not every wait of a connection can be bounded, but that for another thread can.
        thread = threading.Thread(target=self._work, args=(request, fetched), daemon=True)
        thread.start()
        end = time.monotonic() + min(LONGEST_TIMEOUT, self.timeout)
        reply = self._next(fetched, end)
        assert isinstance(reply, Reply)
        reply.pieces = self._pieces(fetched, end)
        return reply

    def _next(self, fetched: queue.Queue[Any], end: float) -> Any:
        try:
            found = fetched.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            raise QueryError("E508", seconds=f"{self.timeout:g}") from None
        if isinstance(found, KgError):
            raise found
        return found

    def _pieces(self, fetched: queue.Queue[Any], end: float) -> Iterator[bytes]:
        while (piece := self._next(fetched, end)) is not None:
            yield piece

    def _work(self, request: Request, fetched: queue.Queue[Any]) -> None:
        try:
            for item in self._fetch(request):
                if not self._offer(fetched, item):
                    return
            self._offer(fetched, None)
        except KgError as error:
            self._offer(fetched, error)
        except (OSError, HTTPException, SyntaxError, ValueError) as error:
            self._offer(fetched, QueryError("E532", url=self.url, reason=_line(error)))

    def _offer(self, fetched: queue.Queue[Any], item: object) -> bool:
        """Hand an item over; says no where nobody wants it any more."""
        while not self._gone.is_set():
            with suppress(queue.Full):
                fetched.put(item, timeout=_LOOK)
                return True
        return False

    def _fetch(self, request: Request) -> Iterator[Reply | bytes]:
        """Yield the reply, then its pieces."""
        query = syntax.decoded(request.query)
        values = {
            name: term(kind, self._label(value) if kind == "label" else value)
            for name, (kind, value) in request.values.items()
        }
        query = syntax.bind(query, values)
        with suppress(SyntaxError):
            # What only that engine understands is for it to judge.
            refuse(query, service=request.service, dataset=True)
        page = Page(request.limit, request.offset)
        reply = Reply("", "", iter(()))
        graph = syntax.form(query) in ("CONSTRUCT", "DESCRIBE")
        with self._post(query, _GRAPHS if graph else _RESULTS) as response:
            pieces = self._read(response, request, reply, page)
            yield reply
            yield from pieces
        reply.rows, reply.more = page.rows, page.more

    def _read(
        self, response: HTTPResponse, request: Request, reply: Reply, page: Page
    ) -> Iterable[bytes]:
        media_type = response.headers.get("Content-Type", "")
        if (syntax_ := RdfFormat.from_media_type(media_type)) is not None:
            reply.form, reply.format = "graph", request.graph_format
            triples = (quad.triple for quad in parse(response, format=syntax_))
            return iter((graph_bytes(request.graph_format, page.cut(triples)),))
        form = QueryResultsFormat.from_media_type(media_type)
        if form is None:
            reason = f"it sends {media_type or 'something without a media type'}"
            raise QueryError("E532", url=self.url, reason=reason)
        result = parse_query_results(response, format=form)
        reply.format = request.select_format
        if isinstance(result, QueryBoolean):
            reply.form, page.rows = "ask", 1
            return (boolean_bytes(request.select_format, bool(result)),)
        assert isinstance(result, QuerySolutions)
        reply.form = "select"
        names = [variable.value for variable in result.variables]
        return select_pieces(request.select_format, names, map(tuple, page.cut(result)))

    def _post(self, query: str, accept: str) -> HTTPResponse:
        fields = {"query": _declared(query)}
        if self.graph:
            fields["default-graph-uri"] = self.graph
        try:
            return http.Client(_CREDENTIALS).send(
                self.url,
                body=urlencode(fields, quote_via=quote).encode(),
                method="POST",
                headers={"Accept": accept, "Content-Type": _FORM},
                timeout=min(LONGEST_TIMEOUT, self.timeout),
            )
        except HTTPError as error:
            raise QueryError("E531", url=self.url, reason=http.explain(error)) from error

    def _label(self, name: str) -> str:
        """Find the label that a user means by `name`: among those called so, or else among all."""
        same = _CALLED.format(name=Literal(name.encode("utf-8", "replace").decode()))
        with self._post(same, _RESULTS) as response:
            pairs = _pairs(response)
        if not pairs:
            with self._post(_ALL, _RESULTS) as response:
                pairs = _pairs(response)
        return canonical(name, pairs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._gone.set()


def _pairs(response: HTTPResponse) -> list[tuple[str, str]]:
    form = QueryResultsFormat.from_media_type(response.headers.get("Content-Type", ""))
    found = parse_query_results(response, format=form or QueryResultsFormat.JSON)
    assert isinstance(found, QuerySolutions)
    return [(solution["label"].value, solution["name"].value) for solution in found]


def _declared(query: str) -> str:
    """Declare the usual prefixes that `query` uses and does not declare, in front of its first line."""
    used = {token.text.partition(":")[0] for token in syntax.tokens(query) if token.kind == "name"}
    missing = sorted((used & PREFIXES.keys()) - syntax.declared(query).keys())
    return "".join(f"PREFIX {name}: <{PREFIXES[name]}> " for name in missing) + query


def _line(error: Exception) -> str:
    return " ".join(str(getattr(error, "reason", error) or error).split())
