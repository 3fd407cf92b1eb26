"""The default resolver: from overlapping candidates to mentions."""

from __future__ import annotations

from collections import defaultdict

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import Analysis, analysis
from kg.extract.data import Mention, Span


def resolve(state: Analysis) -> list[Mention]:
    """Keep the best typed spans, none crossing another, none inside another of its own type.

    Spans compete in order of confidence. A candidate that its component could not weigh adds its
    source and vocabulary sense to the mention of the same span and type.
    """
    weighed: dict[tuple[int, int, str], float] = {}
    sources: dict[tuple[int, int, str], set[str]] = defaultdict(set)
    senses: dict[tuple[int, int, str], str] = {}
    for candidate in state.candidates:
        key = (candidate.start, candidate.end, candidate.type)
        sources[key].add(candidate.source)
        if candidate.sense:
            senses.setdefault(key, candidate.sense)
        if candidate.weighed:
            weighed[key] = max(weighed.get(key, 0.0), candidate.confidence)
    kept: list[tuple[int, int, str]] = []
    for key in sorted(weighed, key=lambda k: (-weighed[k], k[0], -k[1], k[2])):
        if all(compatible(key, other) for other in kept):
            kept.append(key)
    kept.sort(key=lambda k: (k[0], -k[1], k[2]))
    return [
        Mention(
            start,
            end,
            kind,
            state.text[start:end],
            round(weighed[start, end, kind], 4),
            tuple(sorted(sources[start, end, kind])),
            negated=inside(state.negated, (start, end)),
            sense=senses.get((start, end, kind), ""),
        )
        for start, end, kind in kept
    ]


def compatible(one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    """Say whether two typed spans may stand side by side: apart, or nested with two types."""
    if one[1] <= other[0] or other[1] <= one[0]:
        return True
    nested = (other[0] <= one[0] and one[1] <= other[1]) or (
        one[0] <= other[0] and other[1] <= one[1]
    )
    return nested and one[2] != other[2] and one[:2] != other[:2]


def inside(spans: list[Span], span: Span) -> bool:
    """Say whether `span` lies within one of `spans`."""
    return any(start <= span[0] and span[1] <= end for start, end in spans)


@Language.component("kg_resolve")
def kg_resolve(doc: Doc) -> Doc:
    """Settle the mentions of a document."""
    state = analysis(doc)
    state.mentions = resolve(state)
    return doc
