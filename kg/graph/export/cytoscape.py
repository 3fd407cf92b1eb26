"""Cytoscape's JSON (https://js.cytoscape.org/#notation/elements-json), also read by networkx."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from kg.graph.graph import Graph
from kg.graph.property_graph import property_graph


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write Cytoscape JSON; attributes of several values stay lists."""
    (path,) = paths
    content = property_graph(graph)
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write('{"data": [], "directed": true, "multigraph": true, "elements": {"nodes": [')
        for number, node in enumerate(content.nodes):
            data = {**node.attributes, "id": node.id, "name": node.label, "kind": node.kind}
            data["value"] = node.id
            stream.write((",\n" if number else "\n") + _element(data))
        stream.write('\n], "edges": [')
        for number, edge in enumerate(content.edges):
            data = {**edge.attributes, "id": f"e{number}", "key": number}
            data |= {"source": edge.source, "target": edge.target, "interaction": edge.kind}
            stream.write((",\n" if number else "\n") + _element(data))
        stream.write("\n]}}\n")
    return content.left_out


def _element(data: Mapping[str, object]) -> str:
    return json.dumps({"data": data}, ensure_ascii=False)
