"""`kg validate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def validate(
    graph: Annotated[Path, typer.Argument(help="Folder of a build, or an RDF file.")],
    shacl: Annotated[
        bool, typer.Option("--shacl", help="Let pySHACL run the shapes: slow, all of SHACL.")
    ] = False,
    shapes: Annotated[
        Path | None,
        typer.Option(
            "--shapes",
            exists=True,
            dir_okay=False,
            help="Check against the shapes in this Turtle file.",
        ),
    ] = None,
    examples: Annotated[int, typer.Option(min=1, help="Nodes to name for each kind of fault.")] = 5,
) -> None:
    """Check a graph against the ontology's shapes; exit code 1 where it goes against them.

    Examples:

    kg validate outputs

    kg validate graph.ttl --shacl
    """
    from kg.errors import GraphError
    from kg.graph import Graph
    from kg.graph.validation import validate as fast
    from kg.graph.validation import validate_with_shacl

    with Graph.open(graph, thorough=True) as opened:
        if not len(opened):
            raise GraphError("E443", path=graph)
        report = (validate_with_shacl if shacl else fast)(opened.store, shapes)
    for line in report.lines(examples):
        typer.echo(line)
    violations = sum(finding.severity == "violation" for finding in report.findings)
    warnings = len(report.findings) - violations
    typer.echo(f"{report.checks} checks, {violations} violations, {warnings} warnings")
    if violations:
        raise typer.Exit(1)
