from __future__ import annotations

import pyoxigraph
from hypothesis import given
from hypothesis import strategies as st

from kg.query import syntax
from kg.query.named import term
from kg.query.refusal import refuse


@given(st.text())
def test_any_text_is_made_of_tokens(text: str) -> None:
    assert syntax.bind(text, {}) == text


@given(st.text(alphabet=st.characters(exclude_categories=("Cs",))))
def test_a_bound_text_is_that_text_and_nothing_else(value: str) -> None:
    query = syntax.bind("SELECT (STR($v) AS ?x) {}", {"v": term("text", value)})
    refuse(query)
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
