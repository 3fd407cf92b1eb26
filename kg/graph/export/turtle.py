"""Turtle: `graph.ttl` itself, or the canonical order for a graph that came as another file."""

from __future__ import annotations

import shutil
from pathlib import Path

from kg.graph.graph import Graph
from kg.graph.store import GRAPH_FILE
from kg.graph.turtle import write_turtle


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write Turtle; nothing is lost."""
    (path,) = paths
    if graph.location.file.name == GRAPH_FILE:
        shutil.copyfile(graph.location.file, path)
        return ()
    with path.open("wb") as stream:
        write_turtle(graph.source, stream)
    return ()
