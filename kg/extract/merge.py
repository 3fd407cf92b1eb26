"""Mentions of the hybrid: candidates of the rules and of the model, weighed together.

Every span that either half proposes is rated by both; the policy turns their probabilities into
one, and the likeliest spans are kept as long as they fit together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import Analysis, analysis
from kg.extract.data import Mention
from kg.extract.neural.component import parts_of
from kg.extract.neural.model import DIGITS, LabelSet, NeuralModel, Part
from kg.extract.neural.probabilities import LEAST
from kg.extract.policy import Policy, load_policy, log_odds
from kg.extract.resolve import compatible, inside

FLOOR: Final = 0.08
"""A span is looked at from this probability of the model on, or if the rules found it."""

DEFINED: Final = 0.15
"""A span with a short form that the text defines is kept from this probability on: of the definitions
in the annotated texts, 99 in 100 stand in a mention."""

MODEL: Final = "model"

Key = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Rated:
    """A typed span with the evidence for it by name, and the sources that found it."""

    key: Key
    evidence: Mapping[str, float]
    sources: tuple[str, ...]
    sense: str


def rated_spans(
    state: Analysis, parts: list[Part], labels: LabelSet, absent: Mapping[str, float]
) -> Iterator[Rated]:
    """Yield every candidate of either half with the evidence of both, in text order."""
    model = model_spans(parts, labels)
    rules: dict[Key, float] = {}
    sources: dict[Key, set[str]] = {}
    senses: dict[Key, str] = {}
    for candidate in state.candidates:
        key = (candidate.start, candidate.end, candidate.type)
        sources.setdefault(key, set()).add(candidate.source)
        if candidate.sense:
            senses.setdefault(key, candidate.sense)
        # Phrases are not described where the model rules them out; nor do others count there.
        possible = state.possible is None or key[:2] in state.possible
        if candidate.weighed and possible:
            rules[key] = max(rules.get(key, 0.0), candidate.confidence)
    wanted = {key for key, chance in model.items() if chance >= FLOOR} | set(rules)
    for key in sorted(wanted, key=lambda k: (k[0], -k[1], k[2])):
        low, high = state.tokens(key[0], key[1])
        if low >= high:  # Inside one token of the pipeline: the rules cannot describe it.
            continue
        found = sources.get(key, set())
        chance = model.get(key, absent["model"])
        evidence = {
            "model": log_odds(chance),
            "phrase": log_odds(rules.get(key, absent["phrase"])),
            **{name: 1.0 for name in sorted(found) if name != "phrase"},
        }
        if chance >= labels.thresholds[labels.entities.index(key[2])]:
            found = found | {MODEL}
        yield Rated(key, evidence, tuple(sorted(found)) or (MODEL,), senses.get(key, ""))


def model_spans(parts: list[Part], labels: LabelSet) -> dict[Key, float]:
    """The model's probability of every typed span that is not all but impossible."""
    found: dict[Key, float] = {}
    for part in parts:
        chances = part.probabilities[:, :, 1:]
        likely = (chances >= LEAST) & part.mask[:, :, None]
        places = (axis.tolist() for axis in np.nonzero(likely))
        words = part.window.words
        for first, width, kind, chance in zip(*places, chances[likely].tolist(), strict=True):
            key = (words[first][0], words[first + width][1], labels.entities[kind])
            found[key] = chance
    return found


def merge(state: Analysis, parts: list[Part], labels: LabelSet, policy: Policy) -> list[Mention]:
    """Settle the mentions of a document, in text order."""
    scored = [
        (round(policy.spans.probability(rated.key[2], rated.evidence), DIGITS), rated)
        for rated in rated_spans(state, parts, labels, policy.absent)
    ]
    scored.sort(key=lambda item: (-item[0], item[1].key[0], -item[1].key[1], item[1].key[2]))
    kept: list[tuple[float, Rated]] = []
    for probability, rated in scored:
        if policy.spans.accepts(rated.key[2], probability) and all(
            compatible(rated.key, other.key) for _, other in kept
        ):
            kept.append((probability, rated))
    kept += _defined(state, scored, [rated.key for _, rated in kept])
    kept.sort(key=lambda item: (item[1].key[0], -item[1].key[1], item[1].key[2]))
    return [
        Mention(
            start,
            end,
            kind,
            state.text[start:end],
            probability,
            rated.sources,
            negated=inside(state.negated, (start, end)),
            sense=rated.sense,
        )
        for probability, rated in kept
        for start, end, kind in [rated.key]
    ]


def _defined(
    state: Analysis, scored: list[tuple[float, Rated]], kept: list[Key]
) -> Iterator[tuple[float, Rated]]:
    """Yield the likeliest mentions of short forms that the text defines, where none is kept yet."""
    shorts = {abbreviation.short for abbreviation in state.abbreviations}
    places = [abbreviation.short_span for abbreviation in state.abbreviations]
    for probability, rated in scored if shorts else ():
        start, end, _ = span = rated.key
        if probability < DEFINED:
            return
        wanted = [(start, end)] if state.text[start:end] in shorts else places
        if any(
            start <= low and high <= end and not any(k[0] <= low and high <= k[1] for k in kept)
            for low, high in wanted
        ) and all(compatible(span, key) for key in kept):
            kept.append(span)
            yield probability, rated


class Merge:
    """Settles the mentions of each document from both halves' candidates."""

    def __init__(self, model: NeuralModel, policy: Policy) -> None:
        self.model = model
        self.policy = policy

    def __call__(self, doc: Doc) -> Doc:
        """Set the mentions of the document's analysis."""
        state = analysis(doc)
        labels = self.model.label_sets["mlsys"]
        state.mentions = merge(state, parts_of(doc), labels, self.policy)
        return doc


@Language.factory("kg_merge", default_config={"folder": None})
def create(nlp: Language, name: str, folder: str | None) -> Merge:
    """Make the component; `folder` is the model's, by default the one in the package."""
    path = Path(folder) if folder else None
    return Merge(NeuralModel(path), load_policy(path))
