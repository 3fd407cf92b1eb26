"""Checking a graph against the shapes of the ontology: fast SPARQL, or a SHACL engine itself."""

from __future__ import annotations

from kg.graph.validation.checks import validate
from kg.graph.validation.data import Finding, Report
from kg.graph.validation.engine import validate_with_shacl
from kg.graph.validation.watch import Watch

__all__ = ["Finding", "Report", "Watch", "validate", "validate_with_shacl"]
