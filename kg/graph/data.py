"""What the graph stage takes besides the linked corpus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

EVIDENCE_LEVELS: Final = ("full", "sentences", "none")
"""All of it; sentences without mentions; counts alone."""


@dataclass(frozen=True, slots=True)
class BuildInfo:
    """How a graph was made: the version of kg and the fingerprints of vocabulary and extractor."""

    version: str
    vocabulary: str = ""
    extractor: str = ""
