"""`kg merge`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def merge(
    folders: Annotated[
        list[Path], typer.Argument(metavar="A B …", help="Folders of builds, in order.")
    ],
    out: Annotated[Path, typer.Option("-o", "--out", help="Folder for the result.")],
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=1, help="Processes that read.")] = 1,
    evidence: Annotated[
        str, typer.Option(help="full (mentions with offsets), sentences, or none (counts only).")
    ] = "full",
    curation: Annotated[
        Path | None, typer.Option(help="Curation file with your corrections.")
    ] = None,
    title: Annotated[str, typer.Option(help="Title of the page.")] = "",
    shards: Annotated[
        list[Path] | None,
        typer.Option(help="Files that `kg extract-shard` made, or a folder of them."),
    ] = None,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Say nothing but errors.")] = False,
) -> None:
    """Merge builds into one: the graph that one build of all their lists would give.

    Papers that several builds have become one; concepts are found anew over all of them. What was
    read of each paper is taken over, so this takes a fraction of a build.

    Example:

    kg merge monday tuesday -o week
    """
    from kg.build import BuildOptions
    from kg.build import merge as run
    from kg.cli.progress import Progress

    with Progress(quiet) as progress:
        result = run(
            folders,
            out,
            BuildOptions(jobs, evidence, title, curation, shards=tuple(shards or ())),
            progress=progress.update,
            on_problem=progress.warn,
        )
        progress.finish(result, out)
