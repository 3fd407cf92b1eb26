"""How much each half's word counts: weights and thresholds measured on development texts, as data."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from kg.resources import package_dir

CLIP: Final = 0.002
"""Probabilities are kept this far from 0 and 1, so that neither half can overrule alone."""


def log_odds(probability: float) -> float:
    """The logarithm of the odds of a probability, bounded by `CLIP`."""
    bounded = min(max(probability, CLIP), 1 - CLIP)
    return math.log(bounded / (1 - bounded))


@dataclass(frozen=True, slots=True)
class Weights:
    """A weighted sum of evidence: `bias` by class, `weights` by the evidence's name, `cuts` by class.

    The result goes through the logistic function; a class is accepted from its cut on.
    """

    bias: Mapping[str, float]
    weights: Mapping[str, float]
    cuts: Mapping[str, float] = field(default_factory=dict)

    def probability(self, kind: str, evidence: Mapping[str, float]) -> float:
        """The probability of class `kind` given named evidence; what has no weight counts nothing."""
        total = self.bias.get(kind, 0.0)
        for name, value in evidence.items():
            total += self.weights.get(name, 0.0) * value
        return 1 / (1 + math.exp(-total))

    def accepts(self, kind: str, probability: float) -> bool:
        """Say whether a probability reaches the cut of its class."""
        return probability >= self.cuts.get(kind, 0.5)


@dataclass(frozen=True, slots=True)
class Policy:
    """The weights for mentions, relations and proposals.

    `absent` is the probability that stands for a half's silence.
    """

    spans: Weights
    relations: Weights
    proposed: Weights
    absent: Mapping[str, float]


@cache
def load_policy(folder: Path | None = None) -> Policy:
    """Read `policy.json` of a model folder, by default the one in the package."""
    path = (folder or package_dir() / "models") / "policy.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    return Policy(
        Weights(**record["spans"]),
        Weights(**record["relations"]),
        Weights(**record["proposed"]),
        record["absent"],
    )


def policy_record(policy: Policy) -> dict[str, object]:
    """The policy as plain data for `policy.json`."""
    return asdict(policy)
