"""The same shapes, run by the SHACL engine pySHACL: slow, and independent of the fast checks."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pyoxigraph as ox

from kg.errors import GraphError, UsageError
from kg.graph.validation.data import VIOLATION, WARNING, Finding, Report
from kg.graph.validation.shapes import SH, shapes_file

_RESULTS: Final = f"""
SELECT ?shape ?severity ?message ?node ?value WHERE {{
    ?result a <{SH}ValidationResult> ; <{SH}resultSeverity> ?severity ; <{SH}focusNode> ?node .
    OPTIONAL {{ ?result <{SH}sourceShape> ?source }}
    OPTIONAL {{ ?result <{SH}sourceConstraint> ?constraint }}
    BIND (COALESCE(?constraint, ?source) AS ?shape)
    OPTIONAL {{ ?result <{SH}resultMessage> ?message }}
    OPTIONAL {{ ?result <{SH}value> ?value }}
}}"""
_SHAPES: Final = f"SELECT DISTINCT ?part WHERE {{ ?shape <{SH}property>|<{SH}sparql> ?part }}"


def validate_with_shacl(store: ox.Store, shapes: Path | None = None) -> Report:
    """Check a graph with pySHACL: all of SHACL, at some hundred times the cost of `validate`.

    `Report.checks` counts shapes. Raises UsageError E442 where pySHACL is not installed, GraphError
    E441 where the shapes do not parse.
    """
    try:
        import pyshacl
        import rdflib
    except ImportError as error:
        raise UsageError("E442") from error
    shapes = shapes or shapes_file()
    try:
        contract = rdflib.Graph().parse(shapes)
    except SyntaxError as error:
        raise GraphError("E441", path=shapes, reason=error) from error
    data = rdflib.Graph()
    data.parse(
        data=store.dump(format=ox.RdfFormat.N_TRIPLES, from_graph=ox.DefaultGraph()), format="nt"
    )
    _, results, _ = pyshacl.validate(data, shacl_graph=contract, advanced=True, inference="none")
    findings = set()
    for shape, severity, message, node, value in results.query(_RESULTS):
        findings.add(
            Finding(
                str(shape).rpartition("#")[2],
                WARNING if str(severity) == SH + "Warning" else VIOLATION,
                "" if message is None else str(message),
                str(node),
                # Where a constraint names no value the engine gives the node itself.
                "" if value in (None, node) else str(value),
            )
        )
    return Report(len(contract.query(_SHAPES)), tuple(sorted(findings)))
