"""What extraction says about one paper: mentions, relations between them, and what was turned down."""

from __future__ import annotations

from dataclasses import dataclass

from kg.papers import Paper

Span = tuple[int, int]
"""Start and end (exclusive) in Unicode code points of `Paper.text`."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One typed span of `Paper.text`.

    `sense` is the key of the vocabulary entry that the text's own context picked, or empty;
    `sources` names the components that found the span, sorted; `confidence` lies in 0..1.
    `negated` is set where the text says that the thing is absent or unused.
    """

    start: int
    end: int
    type: str
    text: str
    confidence: float
    sources: tuple[str, ...]
    proposed: bool = False
    negated: bool = False
    sense: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """`head` relation `tail`, both indices into `Extraction.mentions`, read in the text span `evidence`.

    `negated` marks a relation that the text denies: it is kept as such and never becomes a fact.
    `trigger` is the wording that gave the relation away, empty where there is none.
    """

    head: int
    tail: int
    type: str
    confidence: float
    sources: tuple[str, ...]
    evidence: Span
    negated: bool = False
    trigger: str = ""


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A short form that this paper itself defines, with the spans of the defining occurrence."""

    short: str
    long: str
    short_span: Span
    long_span: Span


@dataclass(frozen=True, slots=True)
class Rejection:
    """Something extraction or linking found and turned down: a code, the text and why."""

    paper: str
    code: str
    text: str
    reason: str
    span: Span = (0, 0)


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that was read in one paper; `mentions` are sorted by (start, -end, type)."""

    paper: Paper
    sentences: tuple[Span, ...]
    mentions: tuple[Mention, ...]
    relations: tuple[Relation, ...] = ()
    abbreviations: tuple[Abbreviation, ...] = ()
    rejected: tuple[Rejection, ...] = ()
