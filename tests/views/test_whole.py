"""What is gathered while a graph is written is what SPARQL reads afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg import graph
from kg.graph.overview import Overview
from kg.views.view import view
from kg.views.whole import read_whole, whole_of
from tests.graph.corpus import INFO, sample


@pytest.mark.parametrize("level", graph.EVIDENCE_LEVELS)
def test_an_overview_is_what_the_graph_says(tmp_path: Path, level: str) -> None:
    overview = Overview()
    with graph.build(sample(), tmp_path, evidence=level, info=INFO, overview=overview) as built:
        whole = read_whole(built)
        assert whole.statements
        assert whole_of(overview) == whole
        view(built, tmp_path / "read.html")
        view(built, tmp_path / "known.html", overview=overview)
    read, known = ((tmp_path / f"{name}.html").read_bytes() for name in ("read", "known"))
    assert read == known
