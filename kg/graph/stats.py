"""Counts over any graph, as lines to read or as a VoID description."""

from __future__ import annotations

import io
from collections.abc import Iterator

from kg.graph.description import Census, dataset_triples
from kg.graph.graph import Graph
from kg.graph.lines import ordered
from kg.graph.namespaces import DATASET, shorten
from kg.graph.turtle import write_turtle


def census(graph: Graph) -> Census:
    """Count a graph's triples, but for those with which it describes itself."""
    found = Census()
    own = DATASET + "/"
    triples = (
        triple
        for triple in ordered(graph.source)
        if not str(getattr(triple.subject, "value", "")).startswith(own)
        and getattr(triple.subject, "value", "") != DATASET
    )
    for _ in found.watch(triples):
        pass
    return found


def lines(graph: Graph) -> Iterator[str]:
    """Yield the counts as lines: classes by instances, then properties by uses, largest first."""
    found = census(graph)
    yield f"{sum(found.properties.values()):,} triples on {found.subjects:,} subjects"
    for title, counts in (("class", found.classes), ("property", found.properties)):
        yield ""
        for node, count in sorted(counts.items(), key=lambda item: (-item[1], item[0].value)):
            yield f"{count:>12,}  {title} {shorten(node.value)}"


def void(graph: Graph) -> bytes:
    """Return the graph's VoID description in Turtle."""
    buffer = io.BytesIO()
    write_turtle(dataset_triples(census(graph)), buffer, all_prefixes=False)
    return buffer.getvalue()
