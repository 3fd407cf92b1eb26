"""N-Quads: as N-Triples, in the graph named after the data set."""

from __future__ import annotations

from pathlib import Path

from kg.graph.graph import Graph
from kg.graph.lines import sorted_lines
from kg.graph.namespaces import DATASET


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write N-Quads; nothing is lost."""
    (path,) = paths
    end = f" <{DATASET}> .\n".encode()
    with path.open("wb") as stream:
        for line in sorted_lines(graph.source):
            stream.write(line.removesuffix(b" .\n") + end)
    return ()
