"""`kg info`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def info(
    graph: Annotated[
        Path | None, typer.Argument(metavar="[DIR]", help="Folder of a build, or an RDF file.")
    ] = None,
) -> None:
    """Show what a graph holds and how it was made; without DIR, versions and where files are.

    Examples:

    kg info outputs

    kg info
    """
    from kg.graph.info import about_graph, about_installation

    for name, value in about_graph(graph) if graph else about_installation():
        typer.echo(f"{name:<24} {value}")
