"""`kg extract`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kg.errors import InputError, UsageError

if TYPE_CHECKING:
    from rich.text import Text

    from kg.extract.data import Extraction
    from kg.papers import Paper

_COLOURS = {
    "Method": "blue",
    "Task": "magenta",
    "Hardware": "green",
    "Dataset": "yellow",
    "Metric": "cyan",
}


class Format(StrEnum):
    """How extractions are printed."""

    TEXT = "text"
    JSON = "json"
    GOLD = "gold"


def extract(
    file: str = typer.Argument(
        "",
        metavar="[FILE]",
        help="JSON lines of `id` and `text`, any reading list, or - for stdin.",
    ),
    text: str = typer.Option("", "--text", "-t", help="One text given on the command line."),
    form: Format = typer.Option(
        Format.TEXT,
        "--format",
        "-f",
        help="`text` for people; `gold` for one JSON line a document; `json` adds sentences, "
        "abbreviations, denied relations and what was rejected.",
    ),
    jobs: int = typer.Option(1, "-j", "--jobs", min=1, help="Processes that read texts."),
    engine: str = typer.Option(
        "local", help="Where texts are read: local, or ray (extra kg[ray])."
    ),
    address: str = typer.Option("", help="Address of a Ray cluster, such as head:6379, or auto."),
) -> None:
    """Show the mentions and relations found in texts, without building a graph.

    Examples: `kg extract --text "We train BERT on eight GPUs."`, `kg extract papers.jsonl -f gold`,
    `cat abstract.txt | kg extract -`
    """
    if bool(file) == bool(text):
        raise UsageError("E210")
    from kg.engines import EngineOptions
    from kg.engines import extract as read

    papers = _given(text) if text else _from_file(file)
    extractions = read(papers, EngineOptions(engine, jobs, address))
    if form is Format.GOLD:
        _print_gold(list(extractions))
        return
    for extraction in extractions:
        if form is Format.JSON:
            _print_json(extraction)
        else:
            _print_text(extraction)


def _given(text: str) -> Iterator[Paper]:
    from kg.papers import Paper, text_id
    from kg.readers.clean import without_surrogates

    text = without_surrogates(text)
    yield Paper(id=text_id("", text), abstract=text)


def _from_file(name: str) -> Iterator[Paper]:
    """Yield the papers of a file; lines of `id` and `text` keep their text character for character."""
    if name == "-":
        content = sys.stdin.read()
        papers = _documents(content)
        if papers is None:
            if not content.strip():
                raise InputError("E003", path="standard input")
            yield from _given(content)
            return
        yield from papers
        return
    path = Path(name)
    papers = (
        _documents(path.read_text(encoding="utf-8", errors="replace")) if path.is_file() else None
    )
    if papers is not None:
        yield from papers
        return
    from kg.readers import read

    reading = read([name])
    if not len(reading):
        raise InputError("E005", paths=name)
    yield from reading


def _documents(content: str) -> list[Paper] | None:
    """Read JSON lines of `id` and `text`; None where the content is something else."""
    import json

    from kg.papers import Paper
    from kg.readers.clean import without_surrogates

    papers = []
    # Not `splitlines`: JSON may hold line separators of Unicode as they are.
    for line in content.split("\n"):
        if not line.strip():
            continue
        if not line.lstrip().startswith("{"):
            return None
        try:
            record = json.loads(line)
        except ValueError:
            return None
        if not isinstance(record, dict) or not isinstance(record.get("text"), str):
            return None
        identifier, text = str(record.get("id", "")), record["text"]
        papers.append(Paper(id=without_surrogates(identifier), abstract=without_surrogates(text)))
    return papers or None


def _print_gold(extractions: list[Extraction]) -> None:
    import json

    from kg.extract.gold import to_gold
    from kg.link import link
    from kg.vocabulary import load

    linked = link(extractions, load())
    concepts: dict[str, dict[tuple[int, int, str], str]] = {}
    for paper in linked.papers:
        concepts[paper.paper.id] = {
            (m.mention.start, m.mention.end, m.mention.type): m.concept for m in paper.mentions
        }
    for extraction in extractions:
        known = concepts.get(extraction.paper.id, {})
        named = {
            index: known.get((m.start, m.end, m.type), "")
            for index, m in enumerate(extraction.mentions)
        }
        typer.echo(json.dumps(to_gold(extraction, named), ensure_ascii=False))


def _print_json(extraction: Extraction) -> None:
    import json
    from dataclasses import asdict

    record = asdict(extraction)
    record["paper"] = extraction.paper.id
    record["text"] = extraction.paper.text
    typer.echo(json.dumps(record, ensure_ascii=False))


def _print_text(extraction: Extraction) -> None:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    console.print(extraction.paper.id, style="dim")
    console.print(_coloured(extraction))
    for relation in extraction.relations:
        head, tail = (extraction.mentions[i].text for i in (relation.head, relation.tail))
        denied = "not " if relation.negated else ""
        console.print(f"  {head} → {denied}{relation.type} → {tail}", markup=False, end=" ")
        console.print(f"{relation.confidence:.2f}", style="dim")
    console.print()


def _coloured(extraction: Extraction) -> Text:
    from rich.text import Text

    line = Text(extraction.paper.text)
    for mention in extraction.mentions:
        style = _COLOURS[mention.type] + (" bold underline" if mention.proposed else "")
        line.stylize(style, mention.start, mention.end)
    legend = Text("\n")
    for kind, colour in _COLOURS.items():
        legend.append(f"{kind} ", colour)
    return line + legend
