"""`kg read`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from kg.readers import FileReport


class Format(StrEnum):
    """How the report is printed."""

    TABLE = "table"
    JSON = "json"


def read(
    inputs: list[str] = typer.Argument(
        ..., metavar="INPUT...", help="Files, folders, patterns, or - for standard input."
    ),
    form: Format = typer.Option(
        Format.TABLE, "--format", "-f", help="`json` prints one JSON object a file."
    ),
) -> None:
    """Show what is understood of reading lists, without building anything.

    For each file: its format, the records found, how many have an abstract, which were skipped
    and why, and how many are duplicates of records before them.

    Examples: `kg read library.bib export.ris`, `kg read papers/ --format json`, `cat list.txt | kg read -`
    """
    from kg.readers import read as read_papers

    reading = read_papers(inputs)
    if form is Format.JSON:
        _print_json(reading.files)
    else:
        _print_table(reading.files, len(reading))
    if not len(reading):
        raise typer.Exit(1)


def _print_json(files: tuple[FileReport, ...]) -> None:
    import json
    from dataclasses import asdict

    for report in files:
        typer.echo(json.dumps(asdict(report), ensure_ascii=False))


def _print_table(files: tuple[FileReport, ...], papers: int) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("file", overflow="fold")
    table.add_column("format")
    for heading in ("records", "abstracts", "skipped", "duplicates"):
        table.add_column(heading, justify="right")
    for report in files:
        numbers = (
            report.records,
            report.with_abstract,
            len(report.skipped) + report.unlisted,
            report.duplicates,
        )
        table.add_row(escape(report.file), report.format, *(f"{number:,}" for number in numbers))
    console = Console(highlight=False)
    console.print(table)
    console.print(f"{papers:,} papers")
    for report in files:
        for warning in report.warnings:
            console.print(f"warning: {escape(warning)}", soft_wrap=True, style="yellow")
        for skipped in report.skipped:
            where = f"{escape(report.file)}: line {skipped.line}"
            console.print(
                f"skipped: {where}: {escape(skipped.reason)}", soft_wrap=True, style="yellow"
            )
