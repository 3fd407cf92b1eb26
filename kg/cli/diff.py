"""`kg diff`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def diff(
    before: Annotated[Path, typer.Argument(metavar="A", help="Folder of a build, or an RDF file.")],
    after: Annotated[Path, typer.Argument(metavar="B", help="What to compare it with.")],
    triples: Annotated[
        bool, typer.Option("--triples", help="Print the triples themselves, - gone and + new.")
    ] = False,
    most: Annotated[int, typer.Option(min=0, help="Lines to show of each sort.")] = 20,
    check: Annotated[
        bool, typer.Option("--check", help="Exit with 1 where there is a difference.")
    ] = False,
) -> None:
    """Show what changed from one graph to another: papers, concepts, statements.

    How the graphs describe themselves (version, counts) is no difference.

    Examples:

    kg diff outputs-old outputs

    kg diff outputs-old outputs --triples > changes.txt
    """
    from kg.graph import Graph
    from kg.graph.diff import changed_lines, describe
    from kg.graph.diff import diff as compare

    with Graph.open(before) as old, Graph.open(after) as new:
        if triples:
            different = False
            for sign, line in changed_lines(old, new):
                different = True
                sys.stdout.buffer.write(sign.encode() + b" " + line)
            sys.stdout.buffer.flush()
        else:
            found = compare(old, new)
            different = bool(found)
            for text in describe(found, old, new, most=most):
                typer.echo(text)
    if check and different:
        raise typer.Exit(1)
