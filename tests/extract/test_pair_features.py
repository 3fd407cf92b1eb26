"""Features of pairs: what they tell, and that training and reading see the same ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg.extract.analysis import Analysis
from kg.extract.loglinear import load_model
from kg.extract.pair_features import PairFeatures
from kg.extract.pairs import SentencePairs
from kg.train.tables import Names

TEXT = (
    "We present FastShard, which trains recommendation models on GPU clusters. Unlike parameter "
    "servers, FastShard (FS) keeps GPU-based caches, and it is compared with HugeCTR on Criteo."
)


@pytest.fixture(scope="module")
def sentences(analyse: Callable[..., Analysis]) -> list[SentencePairs]:
    state = analyse(TEXT, "kg_resolve")
    found = []
    for first, last in state.sentences:
        start, end = state.span(first, last)
        mentions = [m for m in state.mentions if start <= m.start < end]
        found.append(SentencePairs(state, mentions, (first, last)))
    return found


def names(sentence: SentencePairs, one: int, other: int) -> list[str]:
    index = Names()
    return index.names(PairFeatures(index).describe(sentence, one, other))


def test_training_and_reading_see_the_same(sentences: list[SentencePairs]) -> None:
    model = load_model("relations.tsv")
    features = PairFeatures(model)
    pairs = [(s, one, other) for s in sentences for one, other in s.pairs()]
    assert len(pairs) > 3
    for pair in pairs:
        described = features.describe(*pair)
        assert [n for n in described if n] == [n for n in model.numbers(names(*pair)) if n]


def test_what_a_pair_tells(sentences: list[SentencePairs]) -> None:
    sentence = sentences[0]
    texts = [mention.text for mention in sentence.mentions]
    found = names(sentence, texts.index("recommendation models"), texts.index("GPU clusters"))
    assert {"tt=MH", "ha=MH:model", "hb=MH:cluster"} <= set(found)
    assert {"gap=MH:on", "gap:on", "w:on", "apart=0"} <= set(found)


def test_a_mention_inside_another(sentences: list[SentencePairs]) -> None:
    nested = [
        (sentence, one, other)
        for sentence in sentences
        for one, other in sentence.pairs()
        if sentence.mentions[other].end <= sentence.mentions[one].end
    ]
    assert nested
    for sentence, one, other in nested:
        found = names(sentence, one, other)
        assert any(name.startswith("nest=") for name in found)
        assert not any(name.startswith(("gap", "dist=", "w:")) for name in found)
