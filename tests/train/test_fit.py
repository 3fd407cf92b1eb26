"""Logistic fits and the search for thresholds."""

from __future__ import annotations

import numpy as np
import pytest

from kg.train.logistic import fit
from kg.train.search import thresholds


def test_fit_recovers_known_weights() -> None:
    """Truth drawn from a logistic model gives its weights back."""
    rng = np.random.default_rng(0)
    rows = np.stack([rng.normal(size=20_000), np.ones(20_000)], axis=1)
    chance = 1 / (1 + np.exp(-(rows @ [1.5, -0.5])))
    truth = rng.random(20_000) < chance
    found = fit(rows, truth.tolist(), np.zeros(2), np.full(2, 1e-6))
    assert found == pytest.approx([1.5, -0.5], abs=0.08)


def test_without_data_the_expected_stays() -> None:
    """A strong pull, or no evidence at all, leaves the prior."""
    rows = np.zeros((3, 2))
    assert fit(rows, [True, False, True], np.array([1.0, 0.3]), np.ones(2)) == pytest.approx(
        [1.0, 0.3]
    )


def test_separable_data_stay_finite() -> None:
    """The pull keeps weights finite where the classes can be told apart perfectly."""
    rows = np.array([[-1.0, 1.0], [1.0, 1.0]] * 20)
    found = fit(rows, [False, True] * 20, np.zeros(2), np.ones(2))
    assert np.isfinite(found).all()
    assert found[0] > 1


def test_a_class_gets_its_own_threshold_only_if_it_pays() -> None:
    """The second class is best at 0.3, clearly; the first hardly cares."""
    grid = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)

    def measure(cuts: tuple[float, ...]) -> float:
        return 50 - 0.01 * abs(cuts[0] - 0.2) - 40 * abs(cuts[1] - 0.3)

    first, second = thresholds(measure, 2, grid)
    assert second == 0.3
    assert first == second


def test_a_lucky_peak_is_not_taken() -> None:
    """One high value among low ones loses to a broad top."""
    grid = (0.1, 0.2, 0.3, 0.4, 0.5)
    values = dict(zip(grid, (40.0, 52.0, 40.0, 49.0, 50.0), strict=True))
    (cut,) = thresholds(lambda cuts: values[cuts[0]], 1, grid)
    assert cut in (0.4, 0.5)
