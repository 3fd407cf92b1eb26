"""`kg ask`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def ask(
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="Name of a query, or how it begins.")
    ] = "",
    values: Annotated[
        list[str] | None, typer.Argument(metavar="VALUE…", help="What it asks about.")
    ] = None,
    graph: Annotated[
        Path, typer.Option("--graph", "-g", help="Folder of a build, or an RDF file.")
    ] = Path("outputs"),
    format: Annotated[
        str, typer.Option("--format", "-f", help="table, csv, tsv, json or xml.")
    ] = "table",
    limit: Annotated[int | None, typer.Option(min=0, help="Rows to show.")] = None,
) -> None:
    """Ask the graph one of its ready questions, in plain words and without SPARQL.

    Without QUESTION all of them are listed.

    Examples:

    kg ask hardware-for "CTR prediction"

    kg ask compared-with BERT

    kg ask connections "graph neural network" GPU
    """
    from kg.query import (
        DEFAULT_TIMEOUT,
        by_position,
        find_question,
        named_queries,
        open_worker,
    )

    if not question:
        from kg.query.listing import print_questions

        print_questions(named_queries(), sys.stdout)
        return
    from kg.query.command import run_and_print

    asked = find_question(question)
    run_and_print(
        asked,
        open_worker(graph, timeout=DEFAULT_TIMEOUT),
        by_position(asked, values or []),
        format=format,
        limit=limit,
    )
