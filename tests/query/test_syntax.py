from __future__ import annotations

import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import QueryError
from kg.query import syntax
from kg.query.named import term


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("SELECT * { SERVICE <http://x/> { ?s ?p ?o } }", "E503"),
        ("SELECT * { sErViCe SILENT <http://x/> { ?s ?p ?o } }", "E503"),
        (r"SELECT * { \u0053ERVICE <http://x/> { ?s ?p ?o } }", "E503"),
        ("SELECT * { SERVICE# here\n<http://x/> { ?s ?p ?o } }", "E503"),
        ("SELECT * { ?a ?b ?c FILTER(1<2)SERVICE<http://x/>{ ?s ?p ?o } }", "E503"),
        ("PREFIX : <http://x/> SELECT * { SERVICE:x { ?s ?p ?o } }", "E504"),
        ("SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }", "E505"),
        ("SELECT * FROM NAMED <x:y> { ?s ?p ?o }", "E505"),
        ("INSERT DATA { <a:b> <a:c> 1 }", "E506"),
        ("LOAD <file:///etc/passwd>", "E506"),
        ("PREFIX a: <b:> DELETE WHERE { ?s ?p ?o }", "E506"),
        ("ASK { ?s ?p ?o } ; DROP ALL", "E506"),
    ],
)
def test_what_reaches_outside_or_writes_is_refused(query: str, code: str) -> None:
    with pytest.raises(QueryError, match=code):
        syntax.refuse(syntax.decoded(query))


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?service { ?service a <http://x/SERVICE> . # SERVICE here\n}",
        'SELECT * { ?s rdfs:label "SERVICE <http://x> {}" , \'LOAD\' , """a "DROP" b""" }',
        "SELECT ?insert $delete { ?insert kg:from $delete }",
        "SELECT * { ?x kg:SERVICE ?y ; <http://x/INSERT> ?z }",
    ],
)
def test_the_same_words_as_names_or_text_are_not(query: str) -> None:
    syntax.refuse(syntax.decoded(query))


def test_service_can_be_allowed() -> None:
    syntax.refuse("SELECT * { SERVICE <http://x/> { ?s ?p ?o } }", service=True)


@given(st.text())
def test_any_text_is_made_of_tokens(text: str) -> None:
    assert syntax.bind(text, {}) == text


@given(st.text(alphabet=st.characters(exclude_categories=("Cs",))))
def test_a_bound_text_is_that_text_and_nothing_else(value: str) -> None:
    query = syntax.bind("SELECT (STR($v) AS ?x) {}", {"v": term("text", value)})
    syntax.refuse(syntax.decoded(query) if "\\u" not in value and "\\U" not in value else query)
    (row,) = pyoxigraph.Store().query(query)
    assert row["x"].value == value


def test_only_declared_parameters_are_bound() -> None:
    query = 'SELECT $task ?n { $task ?n "$task" # $task\n; <x:$task> $other }'
    assert syntax.bind(query, {"task": "<a:b>"}) == (
        'SELECT <a:b> ?n { <a:b> ?n "$task" # $task\n; <x:$task> $other }'
    )


def test_iris_are_found_but_for_declarations_datatypes_and_functions() -> None:
    query = (
        "PREFIX x: <http://x/> SELECT * { ?a x:b <http://c/> ; kg:runsOn method:d"
        ' FILTER(xsd:integer(?e) > "1"^^xsd:integer) }'
    )
    assert dict(syntax.iris(query)) == {
        "x:b": "http://x/b",
        "<http://c/>": "http://c/",
        "kg:runsOn": "https://w3id.org/kg/ontology#runsOn",
        "method:d": "https://w3id.org/kg/concept/method/d",
    }


def test_strings_come_with_their_language() -> None:
    query = """SELECT * { ?a ?b "x\\"y"@en-GB , 'z', '''it's''' }"""
    assert list(syntax.strings(query)) == [('x"y', "en-GB"), ("z", ""), ("it's", "")]
