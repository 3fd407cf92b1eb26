"""TriG: the Turtle document inside the graph named after the data set."""

from __future__ import annotations

from pathlib import Path

from kg.graph.export import turtle
from kg.graph.graph import Graph
from kg.graph.namespaces import DATASET


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write TriG; nothing is lost."""
    (path,) = paths
    body = path.with_name(path.name + ".ttl")
    turtle.write(graph, [body])
    opened = False
    with body.open("rb") as source, path.open("wb") as stream:
        for line in source:
            if not opened and not line.startswith(b"@prefix"):
                stream.write(f"<{DATASET}> {{\n".encode())
                opened = True
            stream.write(line)
        stream.write(b"}\n" if opened else f"<{DATASET}> {{}}\n".encode())
    return ()
