from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import GraphError
from kg.graph import iris

IDENTIFIERS = st.one_of(
    st.text(),
    st.from_regex(r"(doi|arxiv|key|text):[a-z0-9.\-/_:]{0,12}", fullmatch=True),
    st.from_regex(r"doi:10\.[0-9]{2}/[ab\-/_.]{1,4}(_[0-9a-f]{10})?", fullmatch=True),
)


@pytest.mark.parametrize(
    ("identifier", "name"),
    [
        ("doi:10.1145/3292500.3330701", "doi-10.1145-3292500.3330701"),
        ("doi:10.1007/978-3-030-58_12", "doi-10.1007-978-3-030-58_12"),
        ("arxiv:2101.00001", "arxiv-2101.00001"),
        ("arxiv:cs/0112017", "arxiv-cs-0112017"),
        ("text:0123456789abcdef", "text-0123456789abcdef"),
    ],
)
def test_usual_identifiers_stay_readable(identifier: str, name: str) -> None:
    assert iris.paper_name(identifier) == name


@given(st.lists(IDENTIFIERS, unique=True, max_size=30))
def test_different_papers_have_different_legal_iris(identifiers: list[str]) -> None:
    found = {iris.paper(identifier) for identifier in identifiers}
    assert len(found) == len(identifiers)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("doi:10.1/a/b", "doi:10.1/a-b"),
        ("arxiv:cs/01", "arxiv:cs-01"),
        ("key:a b", "key:a-b"),
        ("doi:10.1/A", "doi:10.1/a"),
        ("doi-10.1/a", "doi:10.1/a"),
    ],
)
def test_near_identifiers_do_not_meet(one: str, other: str) -> None:
    assert iris.paper(one) != iris.paper(other)


def test_statement_iris_tell_order_predicate_and_polarity_apart() -> None:
    found = {
        iris.statement("method/a", "runsOn", "hardware/b", False),
        iris.statement("method/a", "runsOn", "hardware/b", True),
        iris.statement("method/a", "usedFor", "task/b", False),
        iris.statement("task/a", "runsOn", "hardware/b", False),
        iris.statement("method/b", "runsOn", "hardware/a", False),
    }
    assert len(found) == 5


def test_a_slug_that_is_no_iri_is_named() -> None:
    with pytest.raises(GraphError, match=r"E401.*method/a b"):
        iris.concept("method/a b")


@pytest.mark.parametrize(
    ("url", "iri"),
    [
        ("http://ex.org/a b|c", "http://ex.org/a%20b%7Cc"),
        ("https://x.y/[z]#a#b", "https://x.y/%5Bz%5D#a%23b"),
        ("https://x.y/50%", "https://x.y/50%25"),
        ("https://x.y/%C3%A9?q=1&r=(2)", "https://x.y/%C3%A9?q=1&r=(2)"),
        ("http://[::1]:80/x", "http://[::1]:80/x"),
    ],
)
def test_links_are_repaired(url: str, iri: str) -> None:
    found = iris.web(url)
    assert found is not None
    assert found.value == iri


@pytest.mark.parametrize("url", ["", "no link", "javascript:alert(1)", "http://a b/", "file:///x"])
def test_what_is_no_link_is_none(url: str) -> None:
    assert iris.web(url) is None


@given(st.text())
def test_a_link_is_legal_or_none(text: str) -> None:
    iris.web("https://example.org/" + text)
    iris.web(text)
