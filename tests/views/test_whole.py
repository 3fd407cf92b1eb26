"""What is gathered while a graph is written is what SPARQL reads afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg import graph
from kg.graph.overview import Overview
from kg.views.view import view
from kg.views.whole import Whole, read_whole, whole_of
from tests.graph.corpus import INFO, sample


def rows(whole: Whole) -> tuple[object, ...]:
    """All that it says."""
    numbers = range(len(whole.labels))
    concepts = [
        (whole.iri(n), whole.labels[n], whole.types(n), whole.broader(n), bool(whole.mentioned[n]))
        for n in numbers
    ]
    assert [whole.find(row[0]) for row in concepts] == list(numbers)
    assert whole.find("https://elsewhere.org/") == -1
    columns = (whole.ends, whole.support, whole.confidence, whole.negative)
    statements = [whole.statement(n) for n in range(len(whole.ends))]
    return concepts, whole.all_mentioned, statements, *(one.tolist() for one in columns)


@pytest.mark.parametrize("level", graph.EVIDENCE_LEVELS)
def test_an_overview_is_what_the_graph_says(tmp_path: Path, level: str) -> None:
    overview = Overview()
    graph.write_file(sample(), tmp_path, evidence=level, info=INFO, overview=overview)
    with graph.load_store(tmp_path) as built:
        whole = read_whole(built)
        assert len(whole.ends)
        assert rows(whole_of(overview)) == rows(whole)
        view(built, tmp_path / "read.html")
        view(built, tmp_path / "known.html", overview=overview)
    read, known = ((tmp_path / f"{name}.html").read_bytes() for name in ("read", "known"))
    assert read == known
