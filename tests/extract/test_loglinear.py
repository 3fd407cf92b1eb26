"""The log-linear model against a calculation by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kg.extract.loglinear import LogLinear, load_model


def test_probabilities_by_hand() -> None:
    weights = np.array([[0, 0, 0], [1, 2, 0], [0, 0, 3]], dtype=np.float32)
    model = LogLinear(("-", "a", "b"), {"x": 1, "y": 2}, weights)
    kinds, likely = model.predict([[1], model.numbers(["x", "unknown", "y"]), []])
    assert kinds == [1, 2, 1]
    assert likely[0] == pytest.approx(math.e**2 / (math.e + math.e**2 + 1))
    assert likely[1] == pytest.approx(math.e**3 / (math.e + math.e**2 + math.e**3))
    assert likely[2] == pytest.approx(1 / 3)
    assert model.predict([]) == ([], [])


def test_features_by_group() -> None:
    names = ("w=gpu", "w=a=b", "other", "w:gpu", "gap=MT:x = y: z", "gap:a = b")
    index = {name: number for number, name in enumerate(names, 1)}
    model = LogLinear(("-", "a"), index, np.zeros((7, 2), dtype=np.float32))
    look = model.group("w=")
    assert (look("gpu", 0), look("a=b", 0), look("cpu", 0)) == (1, 2, 0)
    assert model.group("v=")("gpu", 0) == 0
    assert model.group("w:")("gpu", 0) == 4
    assert model.group("gap=")("MT:x = y: z", 0) == 5
    assert model.group("gap=MT:")("x = y: z", 0) == 5
    assert model.group("gap:")("a = b", 0) == 6


@pytest.mark.parametrize("table", ["phrases.tsv", "relations.tsv", "proposals.tsv"])
def test_shipped_tables_load(table: str) -> None:
    model = load_model(table)
    assert model.classes[0] == "-"
    assert model.weights.shape == (len(model.index) + 1, len(model.classes))
    assert np.isfinite(model.weights).all()
