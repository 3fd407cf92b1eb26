"""N-Triples: canonical, sorted by byte, one triple a line."""

from __future__ import annotations

from pathlib import Path

from kg.graph.graph import Graph
from kg.graph.lines import sorted_lines


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write N-Triples; nothing is lost."""
    (path,) = paths
    with path.open("wb") as stream:
        stream.writelines(sorted_lines(graph.source))
    return ()
