"""Two small annotated documents, and predictions whose scores are computed by hand in the tests."""

from __future__ import annotations

import pytest

from kg.evaluate.gold import Document, Entity, Link

TEXT = "We present Zephyr, a graph cache (GC) for GPUs. Zephyr raises hit rate on GPU memory."


def span(
    part: str, kind: str, occurrence: int = 0, *, proposed: bool = False, confidence: float = 1.0
) -> Entity:
    """The entity at the given occurrence of `part` in the text."""
    start = -1
    for _ in range(occurrence + 1):
        start = TEXT.index(part, start + 1)
    return Entity(start, start + len(part), kind, proposed, confidence)


@pytest.fixture
def gold() -> Document:
    """Six mentions of five concepts; `graph cache` and `GC` are one, so are both `Zephyr`."""
    return Document(
        "d1",
        TEXT,
        (
            span("Zephyr", "Method", proposed=True),
            span("graph cache", "Method"),
            span("GC", "Method"),
            span("GPUs", "Hardware"),
            span("Zephyr", "Method", 1),
            span("hit rate", "Metric"),
            span("GPU memory", "Hardware"),
        ),
        (
            Link(0, 1, "isA"),
            Link(1, 2, "sameAs"),
            Link(0, 3, "runsOn"),
            Link(4, 5, "improves"),
        ),
    )


@pytest.fixture
def predicted() -> Document:
    """Three right entities, one wrong type, one wrong boundary, one invention."""
    return Document(
        "d1",
        TEXT,
        (
            span("Zephyr", "Method", proposed=True, confidence=0.9),
            span("cache", "Method", confidence=0.4),
            span("GC", "Method", confidence=0.8),
            span("GPUs", "Hardware", confidence=0.95),
            span("hit rate", "Task", confidence=0.6),
            span("graph", "Dataset", confidence=0.2),
        ),
        (
            Link(0, 2, "isA", 0.7),
            Link(0, 3, "runsOn", 0.6),
            Link(3, 0, "runsOn", 0.3),
        ),
    )
