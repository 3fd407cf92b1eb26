from __future__ import annotations

import itertools

import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Triple

from kg.graph import Graph, lines
from kg.graph.namespaces import TYPE

NODES = st.sampled_from([NamedNode(f"http://x/{name}") for name in ("a", "a/b", "b", "é", "a.b")])
TEXT = st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=5)
TRIPLES = st.lists(
    st.builds(Triple, NODES, NODES | st.just(TYPE), NODES | TEXT.map(Literal)), max_size=30
)


@given(TRIPLES)
def test_lines_are_sorted_and_say_the_same(triples: list[Triple]) -> None:
    found = list(lines.sorted_lines(triples))
    assert found == sorted(set(found))
    read = pyoxigraph.parse(b"".join(found), format=pyoxigraph.RdfFormat.N_TRIPLES)
    assert {quad.triple for quad in read} == set(triples)


@given(TRIPLES)
def test_runs_on_disk_give_the_same(triples: list[Triple]) -> None:
    whole = list(lines.sorted_lines(triples))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "_RUN", 100)
        assert list(lines.sorted_lines(triples)) == whole
        store = pyoxigraph.Store()
        store.extend(pyoxigraph.Quad(t.subject, t.predicate, t.object) for t in triples)
        assert list(lines.sorted_lines(store)) == whole


@given(TRIPLES)
def test_the_order_keeps_subjects_together_and_types_first(triples: list[Triple]) -> None:
    found = list(lines.ordered(triples))
    assert set(found) == set(triples)
    assert len(found) == len(set(triples))
    assert found == list(lines.ordered(reversed(triples)))
    subjects = [triple.subject for triple in found]
    changes = sum(one != other for one, other in itertools.pairwise(subjects))
    assert changes == max(0, len(set(subjects)) - 1)
    for before, after in itertools.pairwise(found):
        if after.predicate == TYPE and before.subject == after.subject:
            assert before.predicate == TYPE


def test_a_store_is_read_whole(hostile_dir: object) -> None:
    with Graph.open(str(hostile_dir)) as graph:
        assert set(lines.ordered(graph.store)) == set(graph)
