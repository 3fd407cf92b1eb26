"""Saying which papers hold characters that no serialisation of RDF can carry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from kg.errors import MESSAGES
from kg.graph.literals import unprintable
from kg.link.data import LinkedPaper
from kg.papers import Paper

_DETAILS: Final = 20
"""Papers that are named; the rest are counted."""


def reporting(
    papers: Iterable[LinkedPaper], on_problem: Callable[[str], None]
) -> Iterator[LinkedPaper]:
    """Yield `papers`, and tell `on_problem` of those whose text the graph cannot keep as it is.

    Warnings: W401 for each of the first such papers, W402 for the number of the others.
    """
    found = 0
    for linked in papers:
        characters = [c for text in _texts(linked.paper) for c in unprintable(text)]
        if characters:
            found += 1
            if found <= _DETAILS:
                _warn(
                    on_problem,
                    "W401",
                    paper="".join(
                        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}"
                        for c in linked.paper.id
                    ),
                    count=len(characters),
                    first=f"U+{ord(characters[0]):04X}",
                )
        yield linked
    if found > _DETAILS:
        _warn(on_problem, "W402", count=found - _DETAILS)


def _texts(paper: Paper) -> Iterator[str]:
    yield from (paper.id, paper.text, paper.venue, paper.url)
    yield from paper.keywords
    yield from (author.name for author in paper.authors)
    yield from (source.key or "" for source in paper.sources)


def _warn(on_problem: Callable[[str], None], code: str, **fields: object) -> None:
    on_problem(f"[{code}] " + MESSAGES[code].format(**fields))
