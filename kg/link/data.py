"""What linking makes of extractions: concepts, and papers whose mentions point at them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kg.extract.data import Mention, Rejection, Span
from kg.papers import Paper


@dataclass(frozen=True, slots=True)
class Alias:
    """One surface of a concept: `origin` is `text`, `definition` (abbreviation), `vocabulary` or `curation`."""

    text: str
    origin: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class Concept:
    """One node of the graph.

    `id` is the part of its IRI after `concept/`: `{type}/{slug}`. `type` is one of the five entity
    types, `kind` a finer class (`Software`, `GPU` …) or empty. `broader` holds concept ids; those in
    `inferred_broader` were derived from the head word and are marked so. `matches` are IRIs of
    outside vocabularies (`skos:closeMatch`). Counts cover the corpus; ancestors that no text
    mentions have zero.
    """

    id: str
    type: str
    label: str
    kind: str = ""
    aliases: tuple[Alias, ...] = ()
    broader: tuple[str, ...] = ()
    inferred_broader: tuple[str, ...] = ()
    matches: tuple[str, ...] = ()
    in_vocabulary: bool = False
    mention_count: int = 0
    paper_count: int = 0


@dataclass(frozen=True, slots=True)
class LinkedMention:
    """A mention with its concept; `rule` says how it was linked (`definition`, `vocabulary`, `key` …)."""

    mention: Mention
    concept: str
    rule: str


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One reading of subject–predicate–object in one paper: mention indices into `LinkedPaper.mentions`."""

    subject: int
    predicate: str
    object: int
    evidence: Span
    confidence: float
    sources: tuple[str, ...]
    negated: bool = False
    trigger: str = ""


@dataclass(frozen=True, slots=True)
class LinkedPaper:
    """One paper after linking: linked mentions, occurrences of statements, rejections."""

    paper: Paper
    sentences: tuple[Span, ...]
    mentions: tuple[LinkedMention, ...]
    occurrences: tuple[Occurrence, ...]
    rejected: tuple[Rejection, ...] = ()


@dataclass(frozen=True, slots=True)
class Linked:
    """The linked corpus: `papers` can be iterated more than once and comes in order of paper id."""

    concepts: Mapping[str, Concept]
    papers: Iterable[LinkedPaper]
    notes: tuple[Rejection, ...] = ()
