"""Small logistic regressions, fitted by Newton's method with a pull towards what is expected."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def fit(
    rows: Floats, truth: Sequence[bool], prior: Floats, pull: Floats, steps: int = 100
) -> Floats:
    """Fit the weights of (n, d) rows to a truth of n; `pull` (d) is how strongly each keeps to `prior`.

    The optimum is that of the Gaussian prior with mean `prior` and precision `pull`.
    """
    y = np.asarray(truth, dtype=float)
    weights = prior.astype(float).copy()
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (chance - y) + pull * (weights - prior)
        curvature = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(pull)
        step = np.linalg.solve(curvature + 1e-9 * np.eye(len(weights)), slope)
        weights = weights - np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-8:
            break
    return weights
