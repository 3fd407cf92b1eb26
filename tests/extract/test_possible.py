"""What the model rules out is not described by the rules, and nothing else is left out."""

from __future__ import annotations

from kg.extract import Pipeline
from kg.extract.analysis import analysis
from kg.extract.loglinear import load_model
from kg.extract.merge_relations import ModelRatings
from kg.extract.neural.component import POSSIBLE, parts_of
from kg.extract.phrases import PhraseFeatures
from kg.extract.relations import score_pairs
from tests.extract.test_pipeline import TEXTS


def test_spans_that_the_model_rules_out_are_not_described() -> None:
    doc = Pipeline().language(TEXTS[0])
    state = analysis(doc)
    assert state.possible
    (part,) = parts_of(doc)
    assert len(state.possible) == int(
        ((part.probabilities[:, :, 1:].max(-1) >= POSSIBLE) & part.mask).sum()
    )
    features = PhraseFeatures(load_model("phrases.tsv"))
    described = {state.span(*tokens) for tokens, _ in features.all(state)}
    state.possible = None
    every = {state.span(*tokens) for tokens, _ in features.all(state)}
    assert described < every
    mentions = {(mention.start, mention.end) for mention in state.mentions}
    assert mentions & every <= described


def test_pairs_that_no_relation_is_likely_between() -> None:
    ratings = ModelRatings({0: 0.1, 1: 0.2, 2: 0.0}, {(1, 0, "usedFor"): 0.5})
    possible = ratings.possible()
    assert possible(0, 1)
    assert not possible(0, 2)
    assert possible(2, 3), "a mention that the model could not rate"


def test_only_possible_pairs_are_scored() -> None:
    state = analysis(Pipeline().language(TEXTS[0]))
    rules = load_model("relations.tsv")
    every = {(s.head, s.tail) for s in score_pairs(state, state.mentions, rules, 0.0)}
    one = min(tuple(sorted(pair)) for pair in every)
    some = score_pairs(state, state.mentions, rules, 0.0, lambda a, b: (a, b) == one)
    assert [tuple(sorted((s.head, s.tail))) for s in some] == [one]
