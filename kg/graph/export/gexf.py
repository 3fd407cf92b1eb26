"""GEXF 1.3 (https://gexf.net/schema.html), the format of Gephi."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import IO, Final

from kg.graph.export.xml import attribute, columns, flat
from kg.graph.graph import Graph
from kg.graph.property_graph import Value, property_graph

_TYPES: Final = {str: "string", int: "integer", float: "double", bool: "boolean"}


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write GEXF; attributes of several values become JSON arrays in one string."""
    (path,) = paths
    content = property_graph(graph)
    node_columns = {"kind": str, **columns(content.nodes)}
    edge_columns = {"relation": str, **columns(content.edges)}
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        stream.write('<gexf xmlns="http://gexf.net/1.3" version="1.3">\n')
        stream.write('<graph defaultedgetype="directed">\n')
        _declare(stream, "node", node_columns)
        _declare(stream, "edge", edge_columns)
        stream.write("<nodes>\n")
        for node in content.nodes:
            stream.write(f"<node id={attribute(node.id)} label={attribute(node.label)}>")
            _values(stream, node_columns, {"kind": node.kind, **node.attributes})
            stream.write("</node>\n")
        stream.write("</nodes>\n<edges>\n")
        for number, edge in enumerate(content.edges):
            ends = f"source={attribute(edge.source)} target={attribute(edge.target)}"
            stream.write(f'<edge id="{number}" {ends} label={attribute(edge.kind)}>')
            _values(stream, edge_columns, {"relation": edge.kind, **edge.attributes})
            stream.write("</edge>\n")
        stream.write("</edges>\n</graph>\n</gexf>\n")
    return content.left_out


def _declare(stream: IO[str], owner: str, names: Mapping[str, type]) -> None:
    stream.write(f'<attributes class="{owner}">\n')
    for number, (name, kind) in enumerate(names.items()):
        stream.write(f'<attribute id="{number}" title="{name}" type="{_TYPES[kind]}"/>\n')
    stream.write("</attributes>\n")


def _values(stream: IO[str], names: Mapping[str, type], values: Mapping[str, Value]) -> None:
    number = {name: index for index, name in enumerate(names)}
    stream.write("<attvalues>")
    for name, value in values.items():
        stream.write(f'<attvalue for="{number[name]}" value={attribute(flat(value))}/>')
    stream.write("</attvalues>")
