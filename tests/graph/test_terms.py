"""Turtle made as text: the very bytes that pyoxigraph writes."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse, serialize

from kg.errors import GraphError
from kg.graph import terms
from kg.graph.literals import printable
from kg.graph.namespaces import PREFIXES, XSD

SUBJECT = NamedNode("http://example.org/s")
PROPERTY = NamedNode("http://example.org/p")
LOCAL = st.text("aZ09_-.:/~!$&'()*+,;=@%#ß中·", max_size=8)
Term = NamedNode | Literal | BlankNode


def written(triples: Iterable[Triple]) -> str:
    data = serialize(triples, format=RdfFormat.TURTLE, prefixes=PREFIXES) or b""
    lines = data.decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("@prefix"))


def value(term: NamedNode | Literal) -> str:
    block = written([Triple(SUBJECT, PROPERTY, term)])
    return block.removeprefix(f"{SUBJECT} {PROPERTY} ").removesuffix(" .\n")


def test_every_character_is_written_as_pyoxigraph_does() -> None:
    points = [chr(p) for p in range(sys.maxunicode + 1) if not 0xD800 <= p < 0xE000]
    for start in range(0, len(points), 4096):
        text = "x".join(points[start : start + 4096])
        assert terms.string(text) == value(Literal(printable(text)))


@given(st.text(st.characters(codec=None)))
def test_strings(text: str) -> None:
    assert terms.string(text) == value(Literal(printable(text)))


@given(st.sampled_from(sorted(PREFIXES)), LOCAL)
def test_iris(prefix: str, local: str) -> None:
    try:
        node = NamedNode(PREFIXES[prefix] + local)
    except ValueError:
        with pytest.raises(GraphError, match="E401"):
            terms.named(prefix, local)
        return
    text = value(node)
    assert terms.named(prefix, local) == text
    assert terms.iri(node) == text
    assert terms.node(text) == node


@pytest.mark.parametrize("url", ["https://example.org/a?b=c#d", "urn:x:y", "http://é.example/ü"])
def test_iris_of_other_places(url: str) -> None:
    assert terms.iri(NamedNode(url)) == value(NamedNode(url)) == f"<{url}>"
    assert terms.node(f"<{url}>") == NamedNode(url)


@given(st.floats(0, 1))
def test_decimals_are_such_with_four_places_at_most(number: float) -> None:
    text = terms.decimal(number)
    assert text == value(Literal(text, datatype=NamedNode(XSD + "decimal")))
    assert abs(float(text) - number) <= 0.00005
    assert len(text.partition(".")[2]) in range(1, 5)


@pytest.mark.parametrize(("number", "text"), [(1987, "1987"), (33, "0033")])
def test_years(number: int, text: str) -> None:
    assert terms.year(number) == value(Literal(text, datatype=NamedNode(XSD + "gYear")))


PAIRS = st.lists(
    st.tuples(st.sampled_from([terms.TYPE, "kg:a", "skos:b"]), st.sampled_from(['"1"', "kg:c"])),
    min_size=1,
    max_size=6,
)


@given(PAIRS)
def test_blocks_are_grouped_as_pyoxigraph_does(pairs: list[tuple[str, str]]) -> None:
    text = terms.turtle("paper:one", pairs)
    declared = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())
    quads = parse((declared + text).encode(), format=RdfFormat.TURTLE)
    assert written(quad.triple for quad in quads) == text
