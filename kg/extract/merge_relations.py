"""Relations and proposals of the hybrid, rated by both halves between the settled mentions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from kg.errors import MESSAGES
from kg.extract.analysis import Analysis, analysis
from kg.extract.data import Mention, Rejection, Relation, Span
from kg.extract.loglinear import LogLinear, load_model
from kg.extract.neural.component import parts_of
from kg.extract.neural.decode import Span as WordSpan
from kg.extract.neural.model import DIGITS, LabelSet, NeuralModel, Part
from kg.extract.neural.words import folded
from kg.extract.policy import Policy, load_policy, log_odds
from kg.extract.proposals import features
from kg.extract.relations import (
    SOURCE,
    Scored,
    add_definitions,
    cut_end,
    denied,
    fault,
    score_pairs,
)
from kg.schema import RELATIONS

RULES_FLOOR: Final = 0.05
MODEL_FLOOR: Final = 0.03
"""Relations that both halves rate below these are not looked at.

Nor are pairs by the rules which the model rates below its floor for all relations: half of all
pairs, and 3 in 1,000 of those that would be related.
"""
PROPOSED_FLOOR: Final = 0.01
"""What the model rates lower is not proposed: nine things in ten, and none of 315 proposed ones."""

Link = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class RatedLink:
    """A relation that may hold between two mentions, with the evidence for it by name."""

    key: Link
    evidence: Mapping[str, float]
    sources: tuple[str, ...]
    trigger: str
    span: Span


@dataclass(frozen=True, slots=True)
class ModelRatings:
    """The model's probabilities for mentions: of being proposed, and of relations between them."""

    proposed: Mapping[int, float]
    relations: Mapping[Link, float]

    def possible(self) -> Callable[[int, int], bool]:
        """Return what says of two mentions whether any relation is likely enough, or could not be rated."""
        rated, likely = self.proposed, {link[:2] for link in self.relations}
        return lambda one, other: (
            (one, other) in likely
            or (other, one) in likely
            or one not in rated
            or other not in rated
        )


def model_ratings(
    model: NeuralModel, parts: Sequence[Part], labels: LabelSet, mentions: Sequence[Mention]
) -> ModelRatings:
    """Let the model rate settled mentions; a mention that crosses two windows it cannot rate."""
    proposed: dict[int, float] = {}
    relations: dict[Link, float] = {}
    for part in parts:
        numbers, spans = _word_spans(part, labels, mentions)
        chances, ends, rows = model.rate(part, labels, spans)
        proposed |= {n: float(chance) for n, chance in zip(numbers, chances, strict=True)}
        for place, kind in zip(
            *(axis.tolist() for axis in np.nonzero(rows >= MODEL_FLOOR)), strict=True
        ):
            head, tail = (numbers[end] for end in ends[place].tolist())
            relations[head, tail, labels.relations[kind]] = float(rows[place, kind])
    return ModelRatings(proposed, relations)


def _word_spans(
    part: Part, labels: LabelSet, mentions: Sequence[Mention]
) -> tuple[list[int], list[WordSpan]]:
    """The mentions inside a part by the words that they touch."""
    words = np.array(part.window.words)
    begins = np.array([mention.start for mention in mentions])
    stops = np.array([mention.end for mention in mentions])
    firsts = np.searchsorted(words[:, 1], begins, side="right")
    lasts = np.searchsorted(words[:, 0], stops, side="left") - 1
    within = (firsts <= lasts) & (words[0, 0] <= begins) & (stops <= words[-1, 1])
    numbers = np.flatnonzero(within).tolist()
    return numbers, [
        WordSpan(
            int(firsts[number]),
            int(lasts[number]),
            labels.entities.index(mentions[number].type),
            mentions[number].confidence,
        )
        for number in numbers
    ]


def rated_links(
    state: Analysis,
    ratings: ModelRatings,
    rules: LogLinear,
    absent: Mapping[str, float],
) -> Iterator[RatedLink]:
    """Yield every relation that either half thinks of and the schema allows, with both halves' evidence."""
    mentions, model = state.mentions, ratings.relations
    found: dict[Link, Scored] = {
        (scored.head, scored.tail, scored.type): scored
        for scored in score_pairs(state, mentions, rules, RULES_FLOOR, ratings.possible())
    }
    sentences = list(state.sentence_spans())
    for key in sorted(set(found) | set(model)):
        head, tail = mentions[key[0]], mentions[key[1]]
        if not RELATIONS[key[2]].accepts(head.type, tail.type):
            continue
        scored = found.get(key)
        chance = model.get(key, absent["relation model"])
        likely = scored.probability if scored else absent["pattern"]
        source = scored.source if scored else SOURCE
        sources = {name for name, value in (("model", chance), (source, likely)) if value >= 0.3}
        yield RatedLink(
            key,
            {
                "model": log_odds(chance),
                "pattern": log_odds(likely),
                "ends": math.log(max(head.confidence * tail.confidence, 1e-3)),
                **({source: 1.0} if source != SOURCE else {}),
            },
            tuple(sorted(sources)) or ("model",),
            scored.trigger if scored else "",
            scored.evidence if scored else evidence_span(sentences, head, tail),
        )


def evidence_span(sentences: Sequence[Span], head: Mention, tail: Mention) -> Span:
    """The sentences from the first of two mentions to the second."""
    start, end = min(head.start, tail.start), max(head.end, tail.end)
    touched = [span for span in sentences if span[0] < end and start < span[1]]
    return (touched[0][0], touched[-1][1]) if touched else (start, end)


def once(
    mentions: Sequence[Mention], scored: Sequence[tuple[float, RatedLink]]
) -> list[tuple[float, RatedLink]]:
    """Keep one relation between any two names, the likeliest, at its likeliest pair of mentions.

    Texts say one thing of two concepts: of 12,293 related pairs in the training texts 45 stand in
    two relations.
    """
    names = [(mention.type, folded(mention.text)) for mention in mentions]
    best: dict[frozenset[tuple[str, str]], tuple[float, RatedLink]] = {}
    for probability, link in scored:
        ends = frozenset((names[link.key[0]], names[link.key[1]]))
        if len(ends) == 2 and (ends not in best or probability > best[ends][0]):
            best[ends] = (probability, link)
    return list(best.values())


class MergeRelations:
    """Sets relations and proposals of each document from both halves' ratings."""

    def __init__(self, model: NeuralModel, policy: Policy) -> None:
        self.model = model
        self.policy = policy
        self.rules = load_model("relations.tsv")
        self.proposals = load_model("proposals.tsv")

    def __call__(self, doc: Doc) -> Doc:
        """Read relations and proposals between the mentions of the document's analysis."""
        state = analysis(doc)
        labels = self.model.label_sets["mlsys"]
        ratings = model_ratings(self.model, parts_of(doc), labels, state.mentions)
        self.relate(state, ratings)
        self.propose(state, ratings.proposed)
        return doc

    def relate(self, state: Analysis, ratings: ModelRatings) -> None:
        """Set the relations of an analysis, given the model's ratings."""
        policy = self.policy
        scored = [
            (round(policy.relations.probability(link.key[2], link.evidence), DIGITS), link)
            for link in rated_links(state, ratings, self.rules, policy.absent)
        ]
        cut = cut_end(state)
        for probability, link in once(state.mentions, scored):
            head, tail, kind = link.key
            if not policy.relations.accepts(kind, probability):
                continue
            one, other = state.mentions[head], state.mentions[tail]
            claim = Scored(head, tail, kind, probability, link.trigger, link.span)
            code = fault(state, claim, one, other, cut)
            if code:
                reason = MESSAGES[code].format(relation=kind, head=one.type, tail=other.type)
                wording = f"{one.text} {kind} {other.text}"
                state.rejected.append(Rejection("", code, wording, reason, link.span))
                continue
            state.relations.append(
                Relation(
                    head,
                    tail,
                    kind,
                    probability,
                    link.sources,
                    link.span,
                    negated=denied(state, kind, one, other),
                    trigger=link.trigger,
                )
            )
        add_definitions(state)
        state.relations += list(apposed(state))
        state.relations.sort(key=lambda r: (r.head, r.tail, r.type))

    def propose(self, state: Analysis, ratings: Mapping[int, float]) -> None:
        """Mark what the paper proposes, given the model's ratings."""
        policy = self.policy.proposed
        chances = proposal_chances(state, ratings, self.proposals, self.policy)
        top = max(chances.values(), default=0.0)
        for index, chance in chances.items():
            best = chance == top and policy.accepts("best", chance)
            if best or policy.accepts("any", chance):
                state.mentions[index] = replace(state.mentions[index], proposed=True)


def apposed(state: Analysis) -> Iterator[Relation]:
    """Yield for Y of "X (Y)" what is said of X, where Y is another name and no short form of X.

    A short form becomes one concept with its long form in any case.
    """
    text, mentions = state.text, state.mentions
    taken = {frozenset((relation.head, relation.tail)) for relation in state.relations}
    for same in [
        r for r in state.relations if r.type == "sameAs" and "abbreviation" not in r.sources
    ]:
        one, other = mentions[same.head], mentions[same.tail]
        if text[one.end : other.start].strip() != "(" or not text[other.end :].startswith(")"):
            continue
        for said in state.relations:
            ends = [same.tail if end == same.head else end for end in (said.head, said.tail)]
            if said.type == "sameAs" or same.head not in (said.head, said.tail):
                continue
            if frozenset(ends) not in taken:
                chance = round(said.confidence * same.confidence, DIGITS)
                yield replace(said, head=ends[0], tail=ends[1], confidence=chance)


def proposal_evidence(
    state: Analysis, ratings: Mapping[int, float], rules: LogLinear, absent: Mapping[str, float]
) -> dict[int, dict[str, float]]:
    """Evidence of both halves that the first mention of each thing is what the paper proposes.

    Things that the model rates below `PROPOSED_FLOOR` are left out.
    """
    names = [(mention.type, folded(mention.text)) for mention in state.mentions]
    best: dict[tuple[str, str], float] = {}
    for index, chance in ratings.items():
        best[names[index]] = max(best.get(names[index], 0.0), chance)
    chances = [best.get(name, absent["model"]) for name in names]
    described = list(
        features(state, state.mentions, lambda first: chances[first] >= PROPOSED_FLOOR)
    )
    _, likely = rules.predict([rules.numbers(about) for _, about in described])
    return {
        index: {"model": log_odds(chances[index]), "cue": log_odds(probability)}
        for (index, _), probability in zip(described, likely, strict=True)
    }


def proposal_chances(
    state: Analysis, ratings: Mapping[int, float], rules: LogLinear, policy: Policy
) -> dict[int, float]:
    """The probability of each thing's first mention of being proposed."""
    evidence = proposal_evidence(state, ratings, rules, policy.absent)
    return {
        index: round(policy.proposed.probability("any", item), DIGITS)
        for index, item in evidence.items()
    }


@Language.factory("kg_merge_relations", default_config={"folder": None})
def create(nlp: Language, name: str, folder: str | None) -> MergeRelations:
    """Make the component; `folder` is the model's, by default the one in the package."""
    path = Path(folder) if folder else None
    return MergeRelations(NeuralModel(path), load_policy(path))
