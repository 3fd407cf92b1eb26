"""CSV tables of nodes and edges (RFC 4180), for pandas, R and spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from kg.graph.export.xml import columns, flat
from kg.graph.graph import Graph
from kg.graph.property_graph import Value, property_graph


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write `nodes` and `edges`; attributes of several values become JSON arrays in one cell."""
    nodes, edges = paths
    content = property_graph(graph)
    write_table(
        nodes,
        ["id", "label", "kind", *columns(content.nodes)],
        ({"id": n.id, "label": n.label, "kind": n.kind, **n.attributes} for n in content.nodes),
    )
    write_table(
        edges,
        ["source", "target", "kind", *columns(content.edges)],
        (
            {"source": e.source, "target": e.target, "kind": e.kind, **e.attributes}
            for e in content.edges
        ),
    )
    return content.left_out


def write_table(path: Path, names: Sequence[str], rows: Iterable[Mapping[str, Value]]) -> None:
    """Write one table; a value that is missing is an empty cell."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\r\n")
        writer.writerow(names)
        for row in rows:
            writer.writerow([flat(row[name]) if name in row else "" for name in names])
