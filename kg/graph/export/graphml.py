"""GraphML (http://graphml.graphdrawing.org/specification.html), for networkx, igraph, Gephi, yEd."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import IO, Final

from kg.graph.export.xml import attribute, columns, flat, text
from kg.graph.graph import Graph
from kg.graph.property_graph import Value, property_graph

_TYPES: Final = {str: "string", int: "int", float: "double", bool: "boolean"}
_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"'
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    ' xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns'
    ' http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">\n'
)


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write GraphML; attributes of several values become JSON arrays in one string."""
    (path,) = paths
    content = property_graph(graph)
    node_columns = {"label": str, "kind": str, **columns(content.nodes)}
    edge_columns = {"kind": str, **columns(content.edges)}
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(_HEAD)
        _keys(stream, "node", node_columns)
        _keys(stream, "edge", edge_columns)
        stream.write('<graph id="kg" edgedefault="directed">\n')
        for node in content.nodes:
            stream.write(f"<node id={attribute(node.id)}>")
            _data(stream, "node", {"label": node.label, "kind": node.kind, **node.attributes})
            stream.write("</node>\n")
        for number, edge in enumerate(content.edges):
            ends = f"source={attribute(edge.source)} target={attribute(edge.target)}"
            stream.write(f'<edge id="e{number}" {ends}>')
            _data(stream, "edge", {"kind": edge.kind, **edge.attributes})
            stream.write("</edge>\n")
        stream.write("</graph>\n</graphml>\n")
    return content.left_out


def _keys(stream: IO[str], owner: str, names: Mapping[str, type]) -> None:
    for name, kind in names.items():
        stream.write(
            f'<key id="{owner}-{name}" for="{owner}" attr.name="{name}" '
            f'attr.type="{_TYPES[kind]}"/>\n'
        )


def _data(stream: IO[str], owner: str, values: Mapping[str, Value]) -> None:
    for name, value in values.items():
        stream.write(f'<data key="{owner}-{name}">{text(flat(value))}</data>')
