"""`kg extract-shard`."""

from __future__ import annotations

from pathlib import Path

import typer


def extract_shard(
    inputs: list[str] = typer.Argument(
        ..., metavar="INPUT…", help="Reading lists, the same for every worker."
    ),
    shard: str = typer.Option(
        ..., "--shard", metavar="I/N", help="Which part to read: 1/16 … 16/16."
    ),
    out: Path = typer.Option(..., "-o", "--out", help="File to write; end it in .kgx."),
    jobs: int = typer.Option(1, "-j", "--jobs", min=1, help="Processes that read texts."),
    quiet: bool = typer.Option(False, "-q", "--quiet", help="Say nothing but errors."),
) -> None:
    """Read one part of the papers and write what was found to one file, for `kg build --shards`.

    Run once for each part, in any order and on any machine, as by the job arrays of a batch system.
    Papers fall into parts by a hash of their text. The graph is that of a build that reads all
    texts itself, byte for byte.

    Example:

    kg extract-shard pool.jsonl.gz --shard 3/16 -o shards/3.kgx

    kg build pool.jsonl.gz --shards shards/ -o outputs/
    """
    from kg.cache.shard import Shard
    from kg.cli.progress import Progress
    from kg.engines import EngineOptions
    from kg.shards import extract_shard as run

    part = Shard.parse(shard)
    with Progress(quiet) as progress:
        count = run(
            inputs,
            part,
            out,
            EngineOptions(jobs=jobs),
            progress=progress.update,
            on_problem=progress.warn,
        )
        progress.note(f"{count:,} papers of part {part.number} of {part.count} in {out}")
