from __future__ import annotations

import csv
import io
import json
from xml.etree import ElementTree

import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, QueryResultsFormat

from kg.graph.literals import printable
from kg.query.results import graph_bytes, select_pieces

STRINGS = st.text(alphabet=st.characters(exclude_categories=("Cs",), min_codepoint=32)) | (
    st.sampled_from(["a\tb", "line\nfeed", "carriage\rreturn", "crlf\r\n", '"', ",", "<&>]]>", ""])
)
TERMS = st.one_of(
    st.none(),
    STRINGS.map(Literal),
    STRINGS.map(lambda text: Literal(text, language="en")),
    st.integers().map(Literal),
    st.just(NamedNode("http://x/é?a=b&c")),
)
ROWS = st.lists(st.tuples(TERMS, TERMS), max_size=5)
READABLE = {"json": QueryResultsFormat.JSON, "tsv": QueryResultsFormat.TSV}
SPARQL = "{http://www.w3.org/2005/sparql-results#}"


@pytest.mark.parametrize("form", READABLE)
@given(rows=ROWS)
def test_results_read_back_the_same(form: str, rows: list[tuple[object, object]]) -> None:
    data = b"".join(select_pieces(form, ["a", "b"], rows))  # type: ignore[arg-type]
    read = pyoxigraph.parse_query_results(data, format=READABLE[form])
    assert [tuple(row) for row in read] == rows  # type: ignore[union-attr]


@given(rows=ROWS)
def test_xml_reads_back_its_values(rows: list[tuple[object, object]]) -> None:
    # The reader is the standard library's: pyoxigraph's trims the text of literals.
    data = b"".join(select_pieces("xml", ["a", "b"], rows))  # type: ignore[arg-type]
    results = ElementTree.fromstring(data).iter(SPARQL + "result")
    read = [{b.get("name"): b[0].text or "" for b in result} for result in results]
    assert read == [
        {
            name: printable(term.value)  # type: ignore[attr-defined]
            for name, term in zip("ab", row, strict=True)
            if term is not None
        }
        for row in rows
    ]


@given(rows=ROWS)
def test_csv_reads_back_its_values(rows: list[tuple[object, object]]) -> None:
    data = b"".join(select_pieces("csv", ["a", "b"], rows))  # type: ignore[arg-type]
    read = list(csv.reader(io.StringIO(data.decode(), newline="")))
    assert read[0] == ["a", "b"]
    assert read[1:] == [[getattr(t, "value", "") for t in row] for row in rows]


def test_pieces_do_not_grow_with_the_result() -> None:
    rows = ((Literal("x" * 100),) for _ in range(10_000))
    pieces = list(select_pieces("json", ["a"], rows))
    assert max(map(len, pieces)) < 70_000
    assert len(json.loads(b"".join(pieces))["results"]["bindings"]) == 10_000


def test_turtle_declares_what_it_uses_and_is_in_order() -> None:
    kg = "https://w3id.org/kg/ontology#"
    triples = [
        pyoxigraph.Triple(NamedNode(kg + s), NamedNode(kg + "p"), Literal(o))
        for s, o in (("b", "2"), ("a", "2"), ("a", "1"), ("a", "1"))
    ]
    assert graph_bytes("turtle", triples).decode() == (
        f'@prefix kg: <{kg}> .\nkg:a kg:p "1" , "2" .\nkg:b kg:p "2" .\n'
    )
