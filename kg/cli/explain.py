"""`kg explain`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def explain(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A concept's label, alias, or id (method/bert).")
    ],
    graph: Annotated[Path, typer.Option("--graph", "-g", help="Folder of a build.")] = Path(
        "outputs"
    ),
    most: Annotated[int, typer.Option(min=1, help="Surfaces and papers to show.")] = 15,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Explain how mentions became a concept: surfaces, the rule for each, who defines its
    abbreviations, type votes, papers.

    Exit codes: 0 found, 3 several concepts go by the name (they are listed), 4 none does.

    Examples:

    kg explain "graph neural network"

    kg explain CTR -g outputs --json
    """
    import dataclasses
    import json as codec

    from kg.curate import papers_of
    from kg.link.explanation import find_record

    record = find_record(graph, name)
    papers = papers_of(graph, record.id)
    if json:
        row = {**dataclasses.asdict(record), "in_papers": [list(paper) for paper in papers]}
        typer.echo(codec.dumps(row, ensure_ascii=False, indent=2))
        return
    source = "in the vocabulary" if record.in_vocabulary else "not in the vocabulary"
    kind = f", {record.kind}" if record.kind else ""
    typer.echo(f"{record.label}  ({record.id}{kind}; {source})")
    if record.broader:
        how = ", inferred from the head of the name" if record.inferred else ""
        typer.echo(f"broader: {', '.join(record.broader)}{how}")
    if record.matches:
        typer.echo(f"close matches: {', '.join(record.matches)}")
    typer.echo(f"{record.mentions} mentions in {record.papers} papers")
    typer.echo("types read: " + ", ".join(f"{t} {n}" for t, n in record.types.items()))
    typer.echo("surfaces:")
    for reason in record.reasons[:most]:
        how = ", alias" if reason.rule in ("vocabulary", "class noun") else " as"
        via = f"{how} “{reason.by}”" if reason.by else ""
        typer.echo(f"  {reason.times:6}  {reason.surface}  [{reason.rule}{via}]")
    if len(record.reasons) > most:
        typer.echo(f"  … {len(record.reasons) - most} more")
    if record.sources:
        typer.echo("abbreviations:")
    for short, long, count, paper, sentence in record.sources[:most]:
        if not count:
            typer.echo(f"  {short} = {long}: from the vocabulary")
            continue
        others = f" and {count - 1} more" if count > 1 else ""
        typer.echo(f"  {short} = {long}: defined in {paper}{others}")
        typer.echo(f"      “{sentence}”")
    if len(record.sources) > most:
        typer.echo(f"  … {len(record.sources) - most} more")
    typer.echo("papers:")
    for found in papers[:most]:
        typer.echo(f"  {found.id}  {found.title}")
    if len(papers) > most:
        typer.echo(f"  … {len(papers) - most} more")
