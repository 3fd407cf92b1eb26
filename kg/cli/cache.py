"""`kg cache`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kg.cache import ExtractionCache

cache = typer.Typer(
    no_args_is_help=True,
    help="Look after what a build keeps of the papers it read, so that no text is read twice.",
)

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a build.")]
_OUTPUTS = Path("outputs")


@cache.command()
def info(folder: Folder = _OUTPUTS) -> None:
    """Show what is kept: papers, extractions of each extractor, bytes, and what `gc` would drop.

    Example:

    kg cache info outputs
    """
    with _opened(folder) as kept:
        usage, counts = kept.usage(), kept.counts()
        current = kept.fingerprint
    typer.echo(f"{kept.path}: {_size(kept.path.stat().st_size)}")
    typer.echo(f"{counts['papers']:,} papers in the last build")
    if counts["interrupted"]:
        typer.echo(f"{counts['interrupted']:,} papers listed by an interrupted build")
    for one in usage:
        name = "this extractor" if one.fingerprint == current else "another extractor"
        typer.echo(
            f"{one.entries:,} extractions by {name} ({one.fingerprint}), {_size(one.size)}, "
            f"{one.used:,} of listed papers"
        )
    stale = sum(one.entries - one.used * (one.fingerprint == current) for one in usage)
    typer.echo(f"{stale:,} extractions that `kg cache gc` would drop")


@cache.command()
def gc(folder: Folder = _OUTPUTS) -> None:
    """Drop what no build can use: extractions by other extractors, and of papers no longer listed.

    A build does so itself when it ends. What an interrupted build has read stays.

    Example:

    kg cache gc outputs
    """
    with _opened(folder) as kept:
        dropped = kept.prune()
    typer.echo(f"{dropped:,} extractions dropped, {_size(kept.path.stat().st_size)} left")


@cache.command()
def clear(folder: Folder = _OUTPUTS) -> None:
    """Drop every extraction, so that the next build reads every text again.

    The lists of papers stay: `kg merge` still works, and reads them again.

    Example:

    kg cache clear outputs
    """
    with _opened(folder) as kept:
        dropped = kept.clear()
    typer.echo(f"{dropped:,} extractions dropped, {_size(kept.path.stat().st_size)} left")


def _opened(folder: Path) -> ExtractionCache:
    from kg import extract
    from kg.build import CACHE
    from kg.cache import ExtractionCache

    return ExtractionCache(folder / CACHE, extract.fingerprint(), create=False)


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB"
