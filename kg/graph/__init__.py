"""The graph: from linked papers to RDF on disk, and back to whoever asks."""

from __future__ import annotations

from kg.graph.build import build
from kg.graph.data import EVIDENCE_LEVELS, BuildInfo
from kg.graph.graph import Graph
from kg.graph.publish import publish

__all__ = ["EVIDENCE_LEVELS", "BuildInfo", "Graph", "build", "publish"]
