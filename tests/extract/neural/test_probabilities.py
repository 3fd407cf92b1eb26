"""Probabilities of spans: hopeless ones are left out, the others are those of the whole softmax."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kg.extract.neural.probabilities import LEAST, Calibration, logistic, probable, softmax

SCORES = arrays(np.float32, (4, 3, 6), elements=st.floats(-20, 20, width=32))


@given(SCORES)
def test_probable_spans_are_those_of_softmax(scores: np.ndarray) -> None:
    whole, found = softmax(scores), probable(scores)
    likely = whole[..., 1:].max(-1) >= LEAST
    assert np.array_equal(found[likely], whole[likely])
    left_out = ~found.any(-1)
    assert (whole[left_out][:, 1:] < LEAST).all()
    assert np.array_equal(found[~left_out], whole[~left_out])


def test_softmax_and_logistic_by_hand() -> None:
    assert np.allclose(softmax(np.log(np.array([[1.0, 2.0, 5.0]]))), [[0.125, 0.25, 0.625]])
    raw = np.array([0.0, 1.0, 1000.0], dtype=np.float32)
    found = logistic(raw, Calibration(slope=2.0, shift=-1.0))
    assert np.allclose(found, [1 / (1 + np.e), np.e / (1 + np.e), 1.0])
