"""One paper from several records of it, field by field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from kg.papers import Paper, text_id


def merged(records: Sequence[Paper], identifier: str) -> Paper:
    """Merge records of one paper: the fullest abstract, each other field from the best record that has it.

    The result does not depend on the order of `records`.
    """
    ranked = sorted(records, key=_rank)
    abstracts = sorted(
        ranked, key=lambda one: (not one.abstract, one.truncated, -len(one.abstract))
    )
    return Paper(
        id=identifier,
        title=next((one.title for one in ranked if one.title), ""),
        abstract=abstracts[0].abstract,
        year=next((one.year for one in ranked if one.year), None),
        venue=next((one.venue for one in ranked if one.venue), ""),
        authors=max(
            (one.authors for one in ranked),
            key=lambda authors: (bool(authors), sum(bool(one.orcid) for one in authors)),
        ),
        doi=next((one.doi for one in ranked if one.doi), ""),
        arxiv=next((one.arxiv for one in ranked if one.arxiv), ""),
        url=next((one.url for one in ranked if one.url), ""),
        keywords=_union(one.keywords for one in ranked),
        references=_union(one.references for one in ranked),
        related_to=tuple(sorted(set(chain.from_iterable(one.related_to for one in ranked)))),
        truncated=abstracts[0].truncated,
        sources=tuple(
            sorted(
                set(chain.from_iterable(one.sources for one in ranked)),
                key=lambda one: (one.file, one.line, one.key),
            )
        ),
    )


def with_own_id(paper: Paper) -> Paper:
    """Give a paper whose identifier others claim as well one that is made from all that it says."""
    names = " ".join(author.name for author in paper.authors)
    return replace(
        paper, id=text_id(f"{paper.title} {paper.year or ''} {paper.doi} {names}", paper.abstract)
    )


def _rank(paper: Paper) -> tuple[object, ...]:
    filled = (paper.doi, paper.abstract, paper.year, paper.venue, paper.authors, paper.title)
    return (
        not paper.doi,
        "arxiv" in paper.doi,
        -sum(map(bool, filled)),
        paper.truncated,
        -len(paper.abstract),
        repr(replace(paper, sources=())),
    )


def _union(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(lists)))
