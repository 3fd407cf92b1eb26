"""`kg build`."""

from __future__ import annotations

from pathlib import Path

import typer


def build(
    inputs: list[str] = typer.Argument(
        None,
        metavar="INPUT…",
        help="Reading lists: files, folders, patterns, or - for standard input.",
    ),
    out: Path = typer.Option(Path("outputs"), "-o", "--out", help="Folder for the result."),
    sample: bool = typer.Option(
        False, "--sample", help="Use the bundled list of twenty abstracts."
    ),
    jobs: int = typer.Option(1, "-j", "--jobs", min=1, help="Processes that read texts."),
    evidence: str = typer.Option(
        "full", help="full (mentions with offsets), sentences, or none (counts only)."
    ),
    curation: Path | None = typer.Option(None, help="Curation file with your corrections."),
    title: str = typer.Option("", help="Title of the page."),
    engine: str = typer.Option(
        "local", help="Where texts are read: local, or ray (extra kg[ray])."
    ),
    address: str = typer.Option("", help="Address of a Ray cluster, such as head:6379, or auto."),
    shards: list[Path] = typer.Option(
        [], help="Files that `kg extract-shard` made, or a folder of them; may be repeated."
    ),
    quiet: bool = typer.Option(False, "-q", "--quiet", help="Say nothing but errors."),
) -> None:
    """Build the graph of a reading list.

    Writes graph.ttl, graph.html, report.md, rejected.jsonl and store/ into the folder. What was
    read of each paper is kept, so that a second build, or one that was interrupted, reads only
    what is new.

    Examples:

        kg build papers.txt -o outputs/

        kg build library.bib export.ris 'lists/*.jsonl' -o outputs/ --jobs 2

        kg build --sample
    """
    from kg.build import BuildOptions
    from kg.build import build as run
    from kg.cli.progress import Progress
    from kg.errors import UsageError
    from kg.resources import package_dir

    if sample:
        inputs = [*(inputs or []), str(package_dir() / "samples" / "related-papers.txt")]
    if not inputs:
        raise UsageError("E006")
    options = BuildOptions(jobs, evidence, title, curation, engine, address, tuple(shards))
    with Progress(quiet) as progress:
        try:
            result = run(inputs, out, options, progress=progress.update, on_problem=progress.warn)
        except KeyboardInterrupt:
            progress.interrupted()
            raise typer.Exit(130) from None
        progress.finish(result, out)
