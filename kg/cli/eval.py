"""`kg eval`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.table import Table

    from kg.evaluate.score import Evaluation, Score


def eval(
    data: Path = typer.Option(
        ..., "--data", help="Annotated file, or folder with dev.jsonl, test.jsonl, expected.jsonl."
    ),
    half: str = typer.Option(
        "hybrid", help="What reads the texts: hybrid, or one half alone: model or rules."
    ),
    predictions: Path | None = typer.Option(
        None, help="Score this file of predictions in the same form instead."
    ),
    json: bool = typer.Option(False, "--json", help="Print JSON instead of tables."),
) -> None:
    """Measure extraction against annotated texts.

    Examples:

        kg eval --data gold/mlsys

        kg eval --data gold/mlsys/dev.jsonl --half model --json
    """
    import json as jsonlib

    from rich.console import Console

    from kg.evaluate.run import evaluate_data

    results = list(evaluate_data(data, half, predictions))
    if json:
        typer.echo(jsonlib.dumps([result.record() for result in results], indent=1))
        return
    console = Console()
    for result in results:
        console.print(_scores(result))
        console.print(_curve(result))


def _scores(result: Evaluation) -> Table:
    from rich.table import Table

    table = Table(title=f"{result.name} · {result.documents} documents", title_justify="left")
    table.add_column("measure")
    for heading in ("P", "R", "F1", "95 %", "gold", "found"):
        table.add_column(heading, justify="right")
    for group in (result.scores, result.by_type, result.by_relation):
        _rows(table, group)
        table.add_section()
    return table


def _rows(table: Table, scores: Mapping[str, Score]) -> None:
    for name, score in scores.items():
        counts = score.counts
        table.add_row(
            name,
            f"{counts.precision:.1f}",
            f"{counts.recall:.1f}",
            f"{counts.f1:.1f}",
            f"{score.low:.1f}–{score.high:.1f}",
            str(counts.gold),
            str(counts.predicted),
        )


def _curve(result: Evaluation) -> Table:
    from rich.table import Table

    table = Table(
        title=f"by confidence · expected calibration error {result.calibration_error:.3f}",
        title_justify="left",
    )
    for heading in ("from", "entities P", "R", "F1", "relations P", "R", "F1"):
        table.add_column(heading, justify="right")
    for (cut, entity), (_, relation) in zip(
        result.entity_curve, result.relation_curve, strict=True
    ):
        cells = [
            f"{value:.1f}" for c in (entity, relation) for value in (c.precision, c.recall, c.f1)
        ]
        table.add_row(f"{cut:.1f}", *cells)
    return table
