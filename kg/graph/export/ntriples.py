"""N-Triples: canonical, sorted by byte, one triple a line."""

from __future__ import annotations

from pathlib import Path

from kg.graph.export.lines import sorted_lines
from kg.graph.graph import Graph


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write N-Triples; nothing is lost."""
    (path,) = paths
    with path.open("wb") as stream:
        stream.writelines(sorted_lines(graph, path.parent))
    return ()
