"""Parquet tables of nodes and edges, for pandas, Polars, DuckDB and Spark; needs `kg[parquet]`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kg.errors import UsageError
from kg.graph.graph import Graph
from kg.graph.property_graph import Edge, Node, property_graph


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write `nodes` and `edges`; attributes of several values are list columns."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise UsageError("E411", form="parquet", extra="parquet") from error
    nodes, edges = paths
    content = property_graph(graph)
    fixed = {
        nodes: {
            "id": [n.id for n in content.nodes],
            "label": [n.label for n in content.nodes],
            "kind": [n.kind for n in content.nodes],
        },
        edges: {
            "source": [e.source for e in content.edges],
            "target": [e.target for e in content.edges],
            "kind": [e.kind for e in content.edges],
        },
    }
    for path, items in ((nodes, content.nodes), (edges, content.edges)):
        table = pyarrow.table({**fixed[path], **_columns(items)})
        pyarrow.parquet.write_table(table, path, compression="zstd")
    return content.left_out


def _columns(items: Sequence[Node | Edge]) -> dict[str, list[Any]]:
    names = sorted({name for item in items for name in item.attributes})
    found: dict[str, list[Any]] = {}
    for name in names:
        values: list[Any] = [item.attributes.get(name) for item in items]
        if any(isinstance(value, tuple) for value in values):
            values = [(v,) if v is not None and not isinstance(v, tuple) else v for v in values]
        found[name] = values
    return found
