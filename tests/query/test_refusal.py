"""What a query may not do, whichever way it is written."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

import pyoxigraph
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import QueryError
from kg.graph.namespaces import PREFIXES
from kg.query import syntax
from kg.query.refusal import refuse, refuse_update


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("SELECT * { SERVICE <http://x/> { ?s ?p ?o } }", "E503"),
        ("SELECT * { sErViCe SILENT <http://x/> { ?s ?p ?o } }", "E503"),
        (r"SELECT * { \u0053ERVICE <http://x/> { ?s ?p ?o } }", "E503"),
        ("SELECT * { SERVICE# here\n<http://x/> { ?s ?p ?o } }", "E503"),
        ("SELECT * { ?a ?b ?c FILTER(1<2)SERVICE<http://x/>{ ?s ?p ?o } }", "E503"),
        ("SELECT * { SERVICESILENT<http://x/>{ ?s ?p ?o } }", "E503"),
        ("SELECT * { ?a ?b trueSERVICE<http://x/>{ ?s ?p ?o } }", "E503"),
        ("PREFIX : <http://x/> SELECT * { SERVICE:x { ?s ?p ?o } }", "E503"),
        ("PREFIX : <http://x/> SELECT * { ?a ?b trueSERVICESILENT:x { ?s ?p ?o } }", "E503"),
        ("SELECT * { ?a ?b ?c FILTER EXISTS { SERVICE ?a { ?s ?p ?o } } }", "E503"),
        ("SELECT * { ?x kg:service 'service' . SERVICE <http://x/> {} }", "E503"),
        ("SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }", "E505"),
        ("SELECT * FROM NAMED <x:y> { ?s ?p ?o }", "E505"),
        ("SELECT * FROMNAMED<x:y>{ ?s ?p ?o }", "E505"),
        ("SELECT (1 AS ?x)FROM<x:y>{}", "E505"),
    ],
)
def test_what_reaches_outside_is_refused(query: str, code: str) -> None:
    with pytest.raises(QueryError, match=code):
        refuse(syntax.decoded(query))


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?service { ?service a <http://x/SERVICE> . # SERVICE here\n}",
        'SELECT * { ?s rdfs:label "SERVICE <http://x> {}" , \'LOAD\' , """a "FROM" b""" }',
        "SELECT ?insert $from { ?insert kg:from $from }",
        "SELECT * { ?x kg:SERVICE ?y ; <http://service.x/INSERT> ?z ; kg:myService kg:from }",
        "PREFIX service: <http://x/> SELECT * { service:a service:b service: }",
        "PREFIX SERVICE: <http://x/> SELECT * { SERVICE:a ?p SERVICE:b . { ?s ?p ?o } }",
        "PREFIX trueService: <http://x/> SELECT * { ?s ?p trueService:b { ?s ?p ?o } }",
        "BASE <http://service.x/from/> SELECT * { <service> <from> _:service }",
    ],
)
def test_the_same_words_as_names_or_text_are_not(query: str) -> None:
    refuse(syntax.decoded(query))
    pyoxigraph.Store().query(query, prefixes=PREFIXES)


def test_service_can_be_allowed_but_not_from() -> None:
    refuse("SELECT * { SERVICE <http://x/> { ?s ?p ?o } }", service=True)
    with pytest.raises(QueryError, match="E505"):
        refuse("SELECT * FROM <x:y> { SERVICE <http://x/> { ?s ?p ?o } }", service=True)


def test_the_place_is_named() -> None:
    with pytest.raises(QueryError, match="line 2, column 3"):
        refuse("SELECT * { ?service ?from 'SERVICE' .\n  SERVICE ?service {} }")


def test_other_mistakes_are_left_to_the_engine() -> None:
    with pytest.raises(SyntaxError):
        refuse("SELECT * { ?service ?p }")


@pytest.mark.parametrize(
    "query",
    [
        "INSERT DATA { <a:b> <a:c> 1 }",
        "LOAD <file:///etc/passwd>",
        "PREFIX a: <b:> DELETE WHERE { ?s ?p ?o }",
        "ASK { ?s ?p ?o } ; DROP ALL",
    ],
)
def test_an_update_is_no_query(query: str) -> None:
    with pytest.raises(SyntaxError):
        pyoxigraph.Store().query(query)
    with pytest.raises(QueryError, match="E506"):
        refuse_update(query)


class Listener:
    """Counts who connects to it, and answers nobody."""

    def __init__(self) -> None:
        self.calls = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                self.calls += 1
                connection.close()

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(scope="module")
def listener() -> Iterator[Listener]:
    made = Listener()
    yield made
    made.close()


PIECES = (
    *(
        "SERVICE",
        "service",
        "SILENT",
        "true",
        "a",
        "1",
        "1e5",
        "?a",
        "?SERVICE",
        "_:b",
        "<x:SERVICE>",
    ),
    *(
        "HERE:",
        "HERE:x",
        "SERVICE:",
        "SERVICE:x",
        "<HERE>",
        "'SERVICE'",
        '"',
        "@en",
        "^^",
        "<",
        ">",
    ),
    *("{", "}", "{ ?x ?y ?z }", "(", ")", "FILTER(1<2)", "OPTIONAL {", "FILTER EXISTS {", ".", ";"),
    *(
        "?s ?p ?o",
        "# SERVICE\n",
        "#",
        "BIND(1 AS ?n)",
        "UNION",
        "MINUS {",
        "GRAPH ?g {",
        "VALUES ?v {",
    ),
)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(("", " ", "\n"))), max_size=9),
    st.sampled_from(("", " ", "\n", "#\n")),
    st.sampled_from(("SERVICE", "SERVICESILENT", "trueSERVICE", "1SERVICE", ".SERVICE", "")),
)
def test_what_passes_calls_nobody(
    listener: Listener, pieces: list[tuple[str, str]], gap: str, call: str
) -> None:
    here = f"http://127.0.0.1:{listener.port}/"
    body = "".join(piece + space for piece, space in pieces)
    query = (
        f"PREFIX HERE: <{here}> PREFIX : <{here}> SELECT * {{ ?s ?p ?o {body}"
        + (f" {call}{gap}HERE:x {{ ?s ?p ?o }}" if call else "")
        + " }"
    ).replace("<HERE>", f"<{here}>")
    try:
        refuse(query)
    except (QueryError, SyntaxError):
        return
    store = pyoxigraph.Store()
    store.add(pyoxigraph.Quad(*[pyoxigraph.NamedNode(here)] * 3))
    before = listener.calls
    with contextlib.suppress(SyntaxError, OSError):
        list(store.query(query, prefixes=PREFIXES))
    assert listener.calls == before


def test_the_listener_hears_a_query_that_was_not_refused(listener: Listener) -> None:
    query = f"SELECT * {{ SERVICESILENT<http://127.0.0.1:{listener.port}/>{{ ?s ?p ?o }} }}"
    before = listener.calls
    list(pyoxigraph.Store().query(query))
    assert listener.calls > before
