"""The graph: from linked papers to RDF on disk, and back to whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kg.graph.data import EVIDENCE_LEVELS, BuildInfo
from kg.graph.graph import Graph
from kg.graph.publish import publish, settle

if TYPE_CHECKING:
    from kg.graph.builder import build

__all__ = ["EVIDENCE_LEVELS", "BuildInfo", "Graph", "build", "publish", "settle"]


def __getattr__(name: str) -> Any:
    # Building needs the stages before this one; whoever only reads a graph need not load them.
    if name == "build":
        from kg.graph.builder import build

        return build
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
