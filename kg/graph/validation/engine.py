"""The same shapes, run by the SHACL engine pySHACL: slow, and independent of the fast checks."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pyoxigraph as ox

from kg.errors import UsageError
from kg.graph.validation.data import VIOLATION, WARNING, Finding, Report
from kg.graph.validation.shapes import SH, read_shapes, shapes_file

_RESULTS: Final = f"""
SELECT ?shape ?severity ?node ?value WHERE {{
    ?result a <{SH}ValidationResult> ; <{SH}resultSeverity> ?severity ; <{SH}focusNode> ?node .
    OPTIONAL {{ ?result <{SH}sourceShape> ?source }}
    OPTIONAL {{ ?result <{SH}sourceConstraint> ?constraint }}
    BIND (COALESCE(?constraint, ?source) AS ?shape)
    OPTIONAL {{ ?result <{SH}value> ?value }}
}}"""


def validate_with_shacl(store: ox.Store, shapes: Path | None = None) -> Report:
    """Check a graph with pySHACL, an engine for all of SHACL, in minutes for what `validate` does in seconds.

    Raises UsageError E442 where pySHACL is not installed.
    """
    try:
        import pyshacl
        import rdflib
    except ImportError as error:
        raise UsageError("E442") from error
    shapes = shapes or shapes_file()
    constraints, _ = read_shapes(shapes)
    messages = {constraint.shape: constraint.message for constraint in constraints}
    data = rdflib.Graph()
    data.parse(
        data=store.dump(format=ox.RdfFormat.N_TRIPLES, from_graph=ox.DefaultGraph()), format="nt"
    )
    _, results, _ = pyshacl.validate(
        data, shacl_graph=rdflib.Graph().parse(shapes), advanced=True, inference="none"
    )
    findings = set()
    for shape, severity, node, value in results.query(_RESULTS):
        findings.add(
            Finding(
                str(shape).rpartition("#")[2],
                WARNING if str(severity) == SH + "Warning" else VIOLATION,
                messages.get(str(shape), ""),
                str(node),
                "" if value is None else str(value),
            )
        )
    return Report(len(constraints), tuple(sorted(findings)))
