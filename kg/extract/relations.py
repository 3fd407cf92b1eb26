"""Relations between the mentions of a sentence, weighed by a log-linear model over `pairs` features.

`tables/relations.tsv` holds the weights (see `kg.train.tables`); its classes are a relation and a
direction, `usedFor>` for "the first is used for the second" and `usedFor<` for the reverse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

from kg.errors import MESSAGES
from kg.extract.analysis import Analysis, analysis
from kg.extract.data import Mention, Rejection, Relation, Span
from kg.extract.loglinear import LogLinear, load_model
from kg.extract.pair_features import PairFeatures
from kg.extract.pairs import SentencePairs
from kg.extract.resolve import inside
from kg.schema import RELATIONS

SOURCE: Final = "pattern"
_HYPOTHETICAL: Final = re.compile(
    r"\b(?:future (?:work|research|direction|studies)|in (?:the )?future|remains? (?:an )?open)\b",
    re.IGNORECASE,
)
_DEFINITION_PRECISION: Final = 0.97
"""Measured precision of `sameAs` between the two spans of a definition."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A relation that may hold: indices into the mentions, type, probability, wording, sentence."""

    head: int
    tail: int
    type: str
    probability: float
    trigger: str
    evidence: Span
    source: str = SOURCE


def score_pairs(
    state: Analysis,
    mentions: Sequence[Mention],
    model: LogLinear,
    threshold: float,
    possible: Callable[[int, int], bool] = lambda one, other: True,
) -> Iterator[Scored]:
    """Yield the best relation of every pair of mentions in one sentence that reaches `threshold`.

    `possible` says which pairs to look at, by two places among the mentions, the smaller one first.
    """
    groups: list[tuple[SentencePairs, int, int, int, Span]] = []
    position = 0
    for first, last in state.sentences:
        start, end = state.span(first, last)
        while position < len(mentions) and mentions[position].start < start:
            position += 1
        until = position
        while until < len(mentions) and mentions[until].start < end:
            until += 1
        if until - position > 1:
            described = SentencePairs(state, mentions[position:until], (first, last))
            for one, other in described.pairs():
                if possible(position + one, position + other):
                    groups.append((described, one, other, position, (start, end)))
        position = until
    describe = _features(model).describe
    best, likely = model.predict([describe(pairs, one, two) for pairs, one, two, _, _ in groups])
    settled: set[tuple[int, str]] = set()
    found: list[tuple[Scored, tuple[int, str]]] = []
    for (pairs, one, two, base, sentence), kind, probability in zip(
        groups, best, likely, strict=True
    ):
        name = model.classes[kind]
        source = SOURCE
        pattern = pairs.settled(one, two)
        if pattern is not None and pattern.precision > probability:
            types = (pairs.mentions[one].type, pairs.mentions[two].type)
            ordered = types if pattern.relation[-1] == ">" else types[::-1]
            if RELATIONS[pattern.relation[:-1]].accepts(*ordered):
                name, probability, source = pattern.relation, pattern.precision, "wording"
        if probability < threshold:
            continue
        head, tail = (one, two) if name[-1] == ">" else (two, one)
        wording = pairs.trigger(one, two)
        if source == "wording":
            settled.add((base + two, name))
        scored = Scored(base + head, base + tail, name[:-1], probability, wording, sentence, source)
        found.append((scored, (base + two, name)))
    for scored, key in found:
        # `nodes on such systems comprise GPUs`: what is settled for the subject is not guessed
        # of the things around it.
        if scored.source == "wording" or key not in settled:
            yield scored


@lru_cache(maxsize=2)
def _features(model: LogLinear) -> PairFeatures:
    return PairFeatures(model)


class RelationReader:
    """Read relations between the settled mentions; what the schema or the text forbids is rejected."""

    def __init__(self, model: LogLinear, threshold: float) -> None:
        self.model = model
        self.threshold = threshold

    def __call__(self, doc: Doc) -> Doc:
        state = analysis(doc)
        mentions = state.mentions
        cut = cut_end(state)
        for scored in score_pairs(state, mentions, self.model, self.threshold):
            head, tail = mentions[scored.head], mentions[scored.tail]
            code = fault(state, scored, head, tail, cut)
            if code:
                wording = f"{head.text} {scored.type} {tail.text}"
                reason = MESSAGES[code].format(relation=scored.type, head=head.type, tail=tail.type)
                state.rejected.append(Rejection("", code, wording, reason, scored.evidence))
                continue
            state.relations.append(
                Relation(
                    scored.head,
                    scored.tail,
                    scored.type,
                    round(scored.probability, 4),
                    (scored.source,),
                    scored.evidence,
                    negated=denied(state, scored.type, head, tail),
                    trigger=scored.trigger,
                )
            )
        add_definitions(state)
        state.relations.sort(key=lambda r: (r.head, r.tail, r.type))
        return doc


def cut_end(state: Analysis) -> int:
    """Return the offset of the last word of a text that was cut there, or -1."""
    text = state.text.rstrip()
    if not (state.truncated or text.endswith(("…", "..."))):
        return -1
    words = [i for i, word in enumerate(state.words) if word[0].isalnum()]
    return state.ends[words[-1]] if words else -1


def fault(state: Analysis, scored: Scored, head: Mention, tail: Mention, cut: int) -> str:
    """Return the code of what speaks against a relation, or nothing."""
    if not RELATIONS[scored.type].accepts(head.type, tail.type):
        return "E201"
    if cut in (head.end, tail.end):
        return "E202"
    nested = head.start < tail.end and tail.start < head.end
    if not nested and scored.type != "comparedWith":
        for start, end in state.contrasts:
            head_in = start <= head.start and head.end <= end
            tail_in = start <= tail.start and tail.end <= end
            if head_in != tail_in:
                return "E203"
    start, end = scored.evidence
    evidence = state.text[start:end].lower()
    # The words without which the slow expression cannot match are found far faster.
    possible = "future" in evidence or "remain" in evidence
    return "E204" if possible and _HYPOTHETICAL.search(state.text, start, end) else ""


def denied(state: Analysis, kind: str, head: Mention, tail: Mention) -> bool:
    """Say whether the text denies a relation: one side stands in the reach of a negation."""
    if kind in ("sameAs", "isA") or (head.start < tail.end and tail.start < head.end):
        return False
    return any(inside(state.negated, (side.start, side.end)) for side in (head, tail))


def add_definitions(state: Analysis) -> None:
    """Add `sameAs` between the long and the short form of every definition whose spans are mentions."""
    at: dict[Span, list[int]] = {}
    for index, mention in enumerate(state.mentions):
        at.setdefault((mention.start, mention.end), []).append(index)
    for abbreviation in state.abbreviations:
        for long in at.get(abbreviation.long_span, ()):
            for short in at.get(abbreviation.short_span, ()):
                if state.mentions[long].type != state.mentions[short].type:
                    continue
                state.relations = [r for r in state.relations if {r.head, r.tail} != {long, short}]
                spans = (abbreviation.long_span, abbreviation.short_span)
                evidence = next(
                    (
                        (start, end)
                        for start, end in state.sentence_spans()
                        if start <= spans[0][0] < end
                    ),
                    (min(s for s, _ in spans), max(e for _, e in spans)),
                )
                state.relations.append(
                    Relation(
                        long, short, "sameAs", _DEFINITION_PRECISION, ("abbreviation",), evidence
                    )
                )


@Language.factory("kg_relations", default_config={"threshold": 0.4})
def create_relation_reader(nlp: Language, name: str, threshold: float) -> RelationReader:
    """Make the component; relations less likely than `threshold` are left out."""
    return RelationReader(load_model("relations.tsv"), threshold)
