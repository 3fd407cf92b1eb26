"""How the two halves' words are weighed, and what is kept."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.analysis import Analysis, Candidate
from kg.extract.data import Mention
from kg.extract.merge import merge
from kg.extract.merge_relations import RatedLink, evidence_span, once
from kg.extract.neural.model import LabelSet
from kg.extract.neural.probabilities import Calibration
from kg.extract.policy import Policy, Weights, load_policy, log_odds, policy_record

TEXT = "GPU memory caches"
TYPES = ("Method", "Hardware", "Task", "Dataset", "Metric")
LABELS = LabelSet("mlsys", TYPES, (), 3, False, 1.0, (0.5,) * 5, Calibration(), (), Calibration())
SPANS = Weights(
    bias={},
    weights={"model": 1.0, "phrase": 1.0, "vocabulary": 0.5},
    cuts=dict.fromkeys(TYPES, 0.5),
)
POLICY = Policy(SPANS, Weights({}, {}), Weights({}, {}), {"model": 0.01, "phrase": 0.5})


def state(*candidates: Candidate) -> Analysis:
    """The analysis of `TEXT` with the given candidates."""
    result = Analysis(
        TEXT, ["GPU", "memory", "caches"], ["gpu", "memory", "caches"], [0, 4, 11], [3, 10, 17]
    )
    result.candidates = list(candidates)
    return result


def candidate(start: int, end: int, kind: str, source: str, confidence: float) -> Candidate:
    """A candidate that speaks for its span if it comes from the phrases."""
    return Candidate(start, end, kind, source, "", confidence, weighed=source == "phrase")


def test_evidence_adds_up() -> None:
    """Two halves at even odds give even odds; evidence without a weight counts nothing."""
    assert SPANS.probability("Task", {"model": 0.0, "phrase": 0.0, "moon": 9.0}) == 0.5
    biased = Weights({"Task": math.log(3)}, {}, {})
    assert biased.probability("Task", {}) == pytest.approx(0.75)
    assert biased.probability("Method", {}) == pytest.approx(0.5)


@given(st.floats(0, 1))
def test_log_odds_are_bounded_and_odd(probability: float) -> None:
    """Neither half can be infinitely sure, and certainty for is certainty against, mirrored."""
    assert abs(log_odds(probability)) < 6.3
    assert log_odds(probability) == pytest.approx(-log_odds(1 - probability), abs=1e-9)


def test_rules_alone_can_carry_a_span_and_say_so() -> None:
    """A sure phrase is kept without the model, with its sources; a weak one is not."""
    strong = candidate(0, 10, "Hardware", "phrase", 0.999)
    known = candidate(0, 10, "Hardware", "vocabulary", 0.9)
    weak = candidate(11, 17, "Method", "phrase", 0.3)
    (mention,) = merge(state(strong, known, weak), [], LABELS, POLICY)
    assert (mention.text, mention.type) == ("GPU memory", "Hardware")
    assert mention.sources == ("phrase", "vocabulary")
    assert 0.5 <= mention.confidence < 1


def test_crossing_spans_do_not_both_stay() -> None:
    """The likelier of two crossing spans wins; one inside another stays if its type differs."""
    sure = candidate(0, 10, "Hardware", "phrase", 0.9999)
    crossing = candidate(4, 17, "Method", "phrase", 0.997)
    inner = candidate(0, 3, "Method", "phrase", 0.997)
    same = candidate(4, 10, "Hardware", "phrase", 0.997)
    found = merge(state(sure, crossing, inner, same), [], LABELS, POLICY)
    assert [(m.text, m.type) for m in found] == [("GPU memory", "Hardware"), ("GPU", "Method")]


def mention(start: int, text: str, kind: str = "Method") -> Mention:
    """A plain mention."""
    return Mention(start, start + len(text), kind, text, 0.9, ("model",))


def link(head: int, tail: int, kind: str) -> RatedLink:
    """A rated link without evidence."""
    return RatedLink((head, tail, kind), {}, ("model",), "", (0, 1))


def test_two_names_stand_in_one_relation() -> None:
    """The likeliest of all relations between two names stays, at its likeliest mentions."""
    mentions = [mention(0, "Ray"), mention(10, "schedulers"), mention(30, "scheduler")]
    scored = [
        (0.4, link(0, 1, "isA")),
        (0.7, link(0, 2, "isA")),
        (0.6, link(2, 0, "partOf")),
        (0.9, link(1, 2, "sameAs")),
    ]
    assert [item.key for _, item in once(mentions, scored)] == [(0, 2, "isA")]


def test_evidence_covers_both_mentions() -> None:
    """Within a sentence it is that sentence, across two it is both."""
    sentences = [(0, 10), (11, 20), (21, 30)]
    assert evidence_span(sentences, mention(1, "ab"), mention(5, "cd")) == (0, 10)
    assert evidence_span(sentences, mention(22, "ab"), mention(12, "cd")) == (11, 30)
    assert evidence_span([], mention(2, "ab"), mention(0, "c")) == (0, 4)


def test_a_policy_survives_its_file(tmp_path: Path) -> None:
    """What is written is read back."""
    (tmp_path / "policy.json").write_text(json.dumps(policy_record(POLICY)))
    assert load_policy(tmp_path) == POLICY
