"""How well the shipped extractor reads annotated texts: floors well below what it reaches."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.evaluate.run import evaluate_data
from kg.evaluate.score import Evaluation


@pytest.fixture(scope="module")
def sample_scores(shared: Path) -> Evaluation:
    (result,) = evaluate_data(shared / "seeds" / "expected.jsonl", "hybrid", None)
    return result


@pytest.fixture(scope="module")
def dev_scores(shared: Path) -> Evaluation:
    (result,) = evaluate_data(shared / "gold" / "mlsys" / "dev.jsonl", "hybrid", None)
    return result


def f1(result: Evaluation, measure: str) -> float:
    return result.scores[measure].counts.f1


def test_mentions_of_the_sample(sample_scores: Evaluation) -> None:
    assert f1(sample_scores, "entities") >= 60


def test_relations_of_the_sample(sample_scores: Evaluation) -> None:
    assert f1(sample_scores, "relations between concepts") >= 50


def test_development_texts(dev_scores: Evaluation) -> None:
    assert f1(dev_scores, "entities") >= 77
    assert f1(dev_scores, "relations between concepts") >= 48
    assert f1(dev_scores, "proposes") >= 78
