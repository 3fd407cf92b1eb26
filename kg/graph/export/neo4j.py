"""Tables for `neo4j-admin database import` (header syntax of Neo4j 5).

`neo4j-admin database import full --nodes=x.nodes.csv --relationships=x.edges.csv
--array-delimiter="\\x1f" --multiline-fields=true`
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from kg.graph.export.tables import write_table
from kg.graph.export.xml import columns, flat
from kg.graph.graph import Graph
from kg.graph.property_graph import Edge, Node, Value, property_graph

_TYPES: Final = {str: "string", int: "long", float: "double", bool: "boolean"}
_BETWEEN: Final = "\x1f"
"""Unit separator: no literal of the graph holds it (`kg.graph.literals`)."""


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write `nodes` and `edges` with typed headers; attributes of several values stay lists."""
    nodes, edges = paths
    content = property_graph(graph)
    node_names = _headers(content.nodes)
    write_table(
        nodes,
        ["id:ID", "label:string", ":LABEL", *node_names.values()],
        (
            {"id:ID": n.id, "label:string": n.label, ":LABEL": n.kind, **_row(n, node_names)}
            for n in content.nodes
        ),
    )
    edge_names = _headers(content.edges)
    write_table(
        edges,
        [":START_ID", ":END_ID", ":TYPE", *edge_names.values()],
        (
            {":START_ID": e.source, ":END_ID": e.target, ":TYPE": e.kind, **_row(e, edge_names)}
            for e in content.edges
        ),
    )
    return content.left_out


def _headers(items: list[Node] | list[Edge]) -> dict[str, str]:
    lists = {n for item in items for n, v in item.attributes.items() if isinstance(v, tuple)}
    return {
        name: f"{name}:string[]" if name in lists else f"{name}:{_TYPES[kind]}"
        for name, kind in columns(items).items()
    }


def _row(item: Node | Edge, names: dict[str, str]) -> dict[str, Value]:
    return {
        names[name]: _BETWEEN.join(value) if isinstance(value, tuple) else flat(value)
        for name, value in item.attributes.items()
    }
