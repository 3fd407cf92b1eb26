"""Variants of documents keep their annotations on the right characters."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kg.evaluate.gold import Document, Entity, Link
from kg.train.augment import keep, names, snippet, spread, swap_names, without_title

TEXT = "PipeStar: fast training on GPUs. We show that PipeStar, built on NCCL, needs fewer GPUs."


def entity(part: str, kind: str, place: int = 0) -> Entity:
    """The entity at one occurrence of a part of the text."""
    start = -1
    for _ in range(place + 1):
        start = TEXT.index(part, start + 1)
    return Entity(start, start + len(part), kind)


DOCUMENT = Document(
    "a",
    TEXT,
    (
        entity("PipeStar", "Method"),
        entity("GPUs", "Hardware"),
        entity("PipeStar", "Method", 1),
        entity("NCCL", "Method"),
        entity("GPUs", "Hardware", 1),
    ),
    (Link(0, 1, "runsOn"), Link(3, 2, "usedFor")),
)


def surfaces(document: Document) -> list[tuple[str, str]]:
    """Text and type of every entity."""
    return [(document.text[e.start : e.end], e.type) for e in document.entities]


def test_without_title_drops_the_first_sentence_only_if_two_remain() -> None:
    """Two sentences stay whole; of three the first goes with its relations."""
    assert without_title(DOCUMENT) == DOCUMENT
    longer = Document("b", TEXT + " It is open.", DOCUMENT.entities, DOCUMENT.relations)
    cut = without_title(longer)
    assert cut.text.startswith("We show")
    assert surfaces(cut) == surfaces(DOCUMENT)[2:]
    assert cut.relations == (Link(1, 0, "usedFor"),)


@given(st.integers(0, len(TEXT)), st.integers(0, len(TEXT)))
def test_keep_never_moves_a_span(one: int, other: int) -> None:
    """What remains of any cut names the same text."""
    start, end = sorted((one, other))
    cut = keep(DOCUMENT, start, end, "…")
    assert set(surfaces(cut)) <= set(surfaces(DOCUMENT))
    for link in cut.relations:
        assert max(link.head, link.tail) < len(cut.entities)


@given(st.integers(0, 10_000))
def test_snippets_end_in_an_ellipsis_or_whole(seed: int) -> None:
    """A snippet of a long text is cut after a word."""
    longer = Document("b", TEXT + " And so on." * 40, DOCUMENT.entities, DOCUMENT.relations)
    cut = snippet(longer, random.Random(seed))
    assert cut.text.endswith("…")
    assert set(surfaces(cut)) <= set(surfaces(DOCUMENT))


@given(st.integers(0, 10_000))
def test_swaps_are_consistent(seed: int) -> None:
    """Each name becomes one other of its type everywhere; the rest of the text stays."""
    pool = {"Method": ["XLA", "Deep-Speed v2", "Q8"], "Hardware": ["TPU"]}
    other = swap_names(DOCUMENT, pool, random.Random(seed), 0.7)
    new = surfaces(other)
    assert [kind for _, kind in new] == [kind for _, kind in surfaces(DOCUMENT)]
    assert new[0] == new[2]
    assert new[1] == new[4]
    for (text, kind), (old, _) in zip(new, surfaces(DOCUMENT), strict=True):
        assert text == old or text in pool[kind]
    assert other.text.endswith(".")
    assert " needs fewer " in other.text


def test_names_are_proper_names() -> None:
    """Plain words and plain capitalised words are no names to swap in."""
    found = names([DOCUMENT], ("Method", "Hardware"))
    assert found == {"Method": ["NCCL", "PipeStar"], "Hardware": ["GPUs"]}


def test_a_proposal_outlives_the_cut_of_its_title() -> None:
    """The flag stands at the title's mention only; after spreading, what is left still has it."""
    first, *rest = DOCUMENT.entities
    flagged = Document(
        "c", TEXT + " It is open.", (replace(first, proposed=True), *rest), DOCUMENT.relations
    )
    cut = without_title(spread(flagged))
    assert [e.proposed for e in cut.entities] == [True, False, False]
    assert not any(e.proposed for e in without_title(flagged).entities)
