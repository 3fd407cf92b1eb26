"""`view`: from a graph to its page on disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from kg.errors import MESSAGES
from kg.files import write_text, writing_bytes
from kg.graph.overview import Overview
from kg.readers.clean import without_surrogates
from kg.views.data import Content, Queryable, read_topic
from kg.views.payload import maps, marks, payload, short, strokes
from kg.views.picture import Picture, compose
from kg.views.select import TOP, Choice, choose

LARGEST: Final = 3_000_000
"""Bytes that a page may have; sentences beyond the first of a relation give way to it."""
_LETTERS: Final = 20
"""Letters without a font that a warning names."""


@dataclass(frozen=True, slots=True)
class ViewSummary:
    """What a page shows, of what there is; `size` in bytes."""

    path: Path
    concepts: int
    all_concepts: int
    relations: int
    all_relations: int
    papers: int
    size: int


def view(
    graph: Queryable,
    out: Path,
    *,
    title: str | None = None,
    top: int = TOP,
    focus: str | None = None,
    since: int | None = None,
    types: Sequence[str] = (),
    construct: str | None = None,
    svg: Path | None = None,
    png: Path | None = None,
    on_problem: Callable[[str], None] | None = None,
    overview: Overview | None = None,
) -> ViewSummary:
    """Write the interactive page of `graph` to the file `out` and nothing else.

    `top` limits the concepts on it, `since` the papers to those of that year and later, `types` the
    concepts to these entity types; `focus` opens it around one concept; `construct` is a CONSTRUCT
    query whose triples are shown instead of the graph's statements. `svg` and `png` are files for a
    still picture of the first screen's map; `on_problem` hears the warning that its letters have no
    font. `overview` spares reading all of a graph that was written just now. The same graph and
    arguments give the same bytes, but for letters in `png` that only fonts of the machine have.

    Raises `NotFoundError` and `AmbiguousError` for `focus`, `QueryError` for `construct`,
    `OutputError` where a file cannot be written, `UsageError` for `png` without the extra `kg[png]`.
    """
    from kg.views.page import render

    choice = Choice(top=top, focus=focus, since=since, types=tuple(types), construct=construct)
    content, centre = choose(graph, choice, overview)
    # A title from the command line may hold bytes that are not of its locale.
    name = without_surrogates(title or "") or _name(graph, content, centre)
    start = ""
    if centre is not None:
        iri = short(content.concepts[centre].iri)
        start = urlencode({"concept": iri, "focus": iri, "steps": 1})
    drawn = maps(content)
    for readings in (choice.readings, 3, 2, 1):
        kept = replace(
            content,
            relations=tuple(
                replace(one, readings=one.readings[:readings]) for one in content.relations
            ),
        )
        page = render(
            payload(kept, drawn, name, start), marks(kept, drawn.levels[0]), strokes(kept), name
        )
        size = len(page.encode())
        if size <= LARGEST:
            break
    if svg or png:
        _draw(compose(content, drawn.levels[0], name), svg, png, on_problem or (lambda text: None))
    write_text(out, page)
    return ViewSummary(
        path=out,
        concepts=len(content.concepts),
        all_concepts=content.totals.concepts,
        relations=len(content.relations),
        all_relations=content.totals.relations,
        papers=len(content.papers),
        size=size,
    )


def _draw(
    picture: Picture, svg: Path | None, png: Path | None, on_problem: Callable[[str], None]
) -> None:
    if png:
        from kg.views.png import png as paint

        painting = paint(picture)
        with writing_bytes(png) as stream:
            stream.write(painting.data)
        if painting.missing:
            few = painting.missing[:_LETTERS]
            letters = " ".join((*few, "…") if len(few) < len(painting.missing) else few)
            on_problem("[W601] " + MESSAGES["W601"].format(path=png, letters=letters))
    if svg:
        from kg.views.svg import svg as write

        write_text(svg, write(picture))


def _name(graph: Queryable, content: Content, centre: int | None) -> str:
    if centre is not None:
        return f"Around {content.concepts[centre].label}"
    topic = read_topic(graph)
    return f"Papers related to {topic}" if topic else "Knowledge graph"
