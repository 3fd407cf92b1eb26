"""SPARQL 1.1 Protocol over HTTP."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlencode

import pyoxigraph
import pytest
from rdflib import Graph

from kg.serve.negotiation import HTML, RDF, RESULTS, choose
from tests.serve.conftest import Server, running

SELECT = "SELECT ?m { ?m kg:runsOn hardware:gpu } ORDER BY ?m"
CONSTRUCT = "CONSTRUCT WHERE { ?m kg:runsOn ?h }"
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
LARGE = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?a ?f ?i"


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("", "application/sparql-results+json"),
        ("*/*", "application/sparql-results+json"),
        ("application/sparql-results+json", "application/sparql-results+json"),
        ("application/json", "application/sparql-results+json"),
        ("application/sparql-results+xml", "application/sparql-results+xml"),
        ("text/csv", "text/csv"),
        ("text/tab-separated-values", "text/tab-separated-values"),
        ("text/csv;q=0.5, application/sparql-results+xml;q=0.9", "application/sparql-results+xml"),
        ("text/turtle, text/csv;q=0.1", "text/csv"),
    ],
)
def test_select_formats(server: Server, accept: str, media_type: str) -> None:
    got = server.ask(SELECT, accept)
    assert (got.status, got.media_type) == (200, media_type)
    assert got.text.count("concept/") == 2
    assert "Accept" in got.headers["vary"]
    assert int(got.headers["content-length"]) == len(got.body)


@pytest.mark.parametrize(
    ("accept", "media_type", "syntax"),
    [
        ("", "text/turtle", "turtle"),
        ("text/turtle", "text/turtle", "turtle"),
        ("application/n-triples", "application/n-triples", "nt"),
        ("application/ld+json", "application/ld+json", "json-ld"),
        ("application/rdf+xml", "application/rdf+xml", "xml"),
    ],
)
def test_construct_formats(server: Server, accept: str, media_type: str, syntax: str) -> None:
    got = server.ask(CONSTRUCT, accept)
    assert (got.status, got.media_type) == (200, media_type)
    assert len(Graph().parse(data=got.body, format=syntax)) == 2


def test_describe_and_ask(server: Server) -> None:
    assert server.ask("DESCRIBE hardware:gpu").media_type == "text/turtle"
    assert json.loads(server.ask("ASK { ?x kg:runsOn ?y }").body)["boolean"] is True
    assert server.ask("ASK { ?x a kg:Nothing }", "text/csv").text.strip() == "false"


def test_no_acceptable_format(server: Server) -> None:
    got = server.ask(SELECT, "image/png")
    assert got.status == 406
    assert "application/sparql-results+json" in got.text
    assert server.ask(SELECT, "application/sparql-results+json;q=0").status == 406


def test_post_in_both_forms(server: Server) -> None:
    form = server.call(
        data=urlencode({"query": SELECT}).encode(),
        Content_Type="application/x-www-form-urlencoded",
    )
    direct = server.call(
        data=SELECT.encode(), Content_Type="application/sparql-query; charset=utf-8"
    )
    assert form.status == direct.status == 200
    assert form.body == direct.body == server.ask(SELECT).body


@pytest.mark.parametrize(
    ("data", "media_type", "status", "message"),
    [
        (b"x", "text/plain", 415, "application/sparql-query"),
        (b"", "application/x-www-form-urlencoded", 400, "query is missing"),
        (b"update=DROP+ALL", "application/x-www-form-urlencoded", 403, "read-only"),
        (b"DROP ALL", "application/sparql-update", 403, "read-only"),
        (b"query=ASK+{}&query=ASK+{}", "application/x-www-form-urlencoded", 400, "several"),
        (b"\xff", "application/sparql-query", 400, "UTF-8"),
        (b"query=%FF", "application/x-www-form-urlencoded", 400, "cannot be read"),
        (b"#" + b"x" * 1_100_000, "application/sparql-query", 413, "longer"),
    ],
)
def test_ill_posts(server: Server, data: bytes, media_type: str, status: int, message: str) -> None:
    got = server.call(data=data, Content_Type=media_type)
    assert got.status == status
    assert message in got.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods(server: Server, method: str) -> None:
    assert server.call(method=method, data=b"x").status == 405


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT ?x {", "no partner"),
        ("SELECT * { ?x foo:bar ?y }", "prefix foo:"),
        ("SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }", "E503"),
        ("SELECT * { \\u0053ERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }", "E503"),
        ("SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }", "E505"),
        ("LOAD <file:///etc/passwd>", "E506"),
        ("INSERT DATA { <a:b> <a:c> 1 }", "E506"),
    ],
)
def test_refused_queries(server: Server, query: str, message: str) -> None:
    got = server.ask(query)
    assert got.status == 400
    assert message in got.text


def test_graph_parameters_are_refused(server: Server) -> None:
    got = server.ask(SELECT, **{"default-graph-uri": "http://x/"})
    assert (got.status, "one graph" in got.text) == (400, True)


def test_the_time_limit(served: Path) -> None:
    with running(served, "--timeout", 2) as hasty:
        got = hasty.ask(ENDLESS)
        assert (got.status, "E508" in got.text) == (504, True)


def test_the_memory_limit(server: Server) -> None:
    got = server.ask(LARGE)
    assert got.status in (504, 507)
    assert server.ask(SELECT).status == 200


def test_the_row_limit_is_announced(server: Server) -> None:
    got = server.ask("SELECT * { ?s ?p ?o }", "text/csv")
    assert len(got.text.splitlines()) == 51
    assert got.headers["x-sparql-maxrows"] == "50"
    assert "x-sparql-maxrows" not in server.ask(SELECT).headers


def test_the_service_describes_itself(server: Server) -> None:
    got = server.call(Accept="text/turtle")
    assert got.media_type == "text/turtle"
    read = Graph().parse(data=got.body)
    query = (
        "PREFIX sd: <http://www.w3.org/ns/sparql-service-description#>"
        " SELECT ?e { ?s a sd:Service ; sd:endpoint ?e ; sd:supportedLanguage sd:SPARQL11Query }"
    )
    assert [str(row[0]) for row in read.query(query)] == [server.url + "/sparql"]  # type: ignore[index]


def test_browsers_get_the_page(server: Server) -> None:
    got = server.call(follow=False, Accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert (got.status, got.headers["location"]) == (303, server.url + "/ask")


def test_cors(server: Server) -> None:
    got = server.call("/sparql?" + urlencode({"query": SELECT}), Origin="https://example.org")
    assert got.headers["access-control-allow-origin"] == "*"
    preflight = server.call(
        method="OPTIONS",
        Origin="https://example.org",
        Access_Control_Request_Method="POST",
        Access_Control_Request_Headers="content-type",
    )
    assert preflight.status == 200
    assert "POST" in preflight.headers["access-control-allow-methods"]


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_curl(server: Server) -> None:
    command = ["curl", "-sS", "-H", "Accept: text/csv", "--data-urlencode", f"query={SELECT}"]
    done = subprocess.run([*command, server.url + "/sparql"], capture_output=True, check=True)
    assert done.stdout.decode().splitlines()[0] == "m"
    assert len(done.stdout.splitlines()) == 3


def test_sparqlwrapper(server: Server) -> None:
    wrapper = pytest.importorskip("SPARQLWrapper", reason="SPARQLWrapper is not installed")
    client = wrapper.SPARQLWrapper(server.url + "/sparql")
    client.setReturnFormat(wrapper.JSON)
    for method in (wrapper.GET, wrapper.POST):
        client.setMethod(method)
        client.setQuery("SELECT * { ?m <https://w3id.org/kg/ontology#runsOn> ?h }")
        assert len(client.query().convert()["results"]["bindings"]) == 2
    client.setQuery("CONSTRUCT WHERE { ?m <https://w3id.org/kg/ontology#runsOn> ?h }")
    client.setReturnFormat(wrapper.RDFXML)
    assert len(client.query().convert()) == 2


def test_rdflib_as_a_client(server: Server) -> None:
    from rdflib.plugins.stores.sparqlstore import SPARQLStore

    graph = Graph(SPARQLStore(server.url + "/sparql"))
    rows = list(graph.query("SELECT ?m { ?m <https://w3id.org/kg/ontology#runsOn> ?h }"))
    assert len(rows) == 2


def test_results_are_what_the_engine_says(server: Server) -> None:
    query = "SELECT ?s ?o { ?s skos:altLabel|kg:confidence|kg:year ?o } ORDER BY ?s ?o LIMIT 40"
    for accept, form in (
        ("application/sparql-results+json", pyoxigraph.QueryResultsFormat.JSON),
        ("application/sparql-results+xml", pyoxigraph.QueryResultsFormat.XML),
        ("text/tab-separated-values", pyoxigraph.QueryResultsFormat.TSV),
    ):
        rows = [
            tuple(row)
            for row in pyoxigraph.parse_query_results(server.ask(query, accept).body, format=form)  # type: ignore[union-attr]
        ]
        assert len(rows) > 20
        if accept.endswith("json"):
            first = rows
        assert rows == first


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        ("", "turtle"),
        ("text/html", "html"),
        ("text/html;q=0.5, text/turtle", "turtle"),
        ("application/*", "ntriples"),
        ("*/*;q=0.1, application/rdf+xml", "rdfxml"),
        ("text/*;q=0.3, text/turtle;q=0", "html"),
        ("text/plain", "ntriples"),
        ("image/png", None),
        ("text/turtle;q=nonsense", None),
    ],
)
def test_choice(accept: str, expected: str | None) -> None:
    assert choose(accept, {**RDF, **HTML}) == expected
    assert choose("text/csv", RESULTS) == "csv"
