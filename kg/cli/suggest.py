"""`kg suggest`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.parameters import number


def suggest(
    graph: Annotated[Path, typer.Option("--graph", "-g", help="Folder of a build.")] = Path(
        "outputs"
    ),
    most: Annotated[int, typer.Option(min=1, help="Suggestions to print.")] = 50,
    least: Annotated[
        float,
        typer.Option(min=0, max=1, callback=number, help="Leave out suggestions scored lower."),
    ] = 0.3,
) -> None:
    """Suggest rules for the curation file: likely duplicates and homonyms, with the evidence.

    What is printed can be pasted into curation.yaml; nothing is merged until you build with it.

    Examples:

    kg suggest

    kg suggest -g outputs --most 10 >> curation.yaml
    """
    from kg.curate import suggest as find
    from kg.curate.suggestions import as_yaml

    found = [one for one in find(graph) if one.score >= least]
    if not found:
        typer.echo("Nothing to suggest.", err=True)
        return
    typer.echo(as_yaml(found[:most]), nl=False)
    if len(found) > most:
        typer.echo(f"{len(found) - most} weaker ones are not shown (--most).", err=True)
