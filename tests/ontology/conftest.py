"""The built sample graph, shared with the tests of graphs."""

from __future__ import annotations

from tests.graph.conftest import sample_dir, sample_graph

__all__ = ["sample_dir", "sample_graph"]
