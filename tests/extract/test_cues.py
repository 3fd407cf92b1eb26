"""What a text denies, and what only looks like a denial."""

from __future__ import annotations

import pytest

from kg.extract.cues import contrast_spans, negated_spans


def denied(text: str) -> str:
    return " | ".join(text[a:b] for a, b in negated_spans(text, (0, len(text))))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("It trains models without GPUs, on CPUs.", "GPUs"),
        ("The method does not need retraining.", "retraining"),
        ("It doesn't run on FPGAs.", "FPGAs"),
        ("No accelerator is involved.", "accelerator"),
        ("GPUs are not supported.", "GPUs"),
        ("Here retraining is unnecessary.", "retraining"),
        ("GPU required: no", "GPU"),
        ("It eliminates the need for InfiniBand.", "InfiniBand"),
        ("A lock-free queue.", "lock"),
        ("Neither Hadoop nor Spark is used.", "Spark"),
    ],
)
def test_denied(text: str, word: str) -> None:
    assert word in denied(text)


@pytest.mark.parametrize(
    "text",
    [
        "It runs not only on CPUs but also on GPUs.",
        "There is no doubt that GPUs help.",
        "It compresses gradients without loss of accuracy.",
        "It is faster without sacrificing accuracy.",
        "We use GPUs.",
    ],
)
def test_not_denied(text: str) -> None:
    assert denied(text) == ""


def test_a_denial_ends_with_its_clause() -> None:
    assert "CPUs" not in denied("It trains models without GPUs, on CPUs.")
    assert "FPGAs" not in denied("It does not use GPUs but needs FPGAs.")


def test_contrast() -> None:
    text = "Unlike GPU-centric systems, it keeps weights on disk."
    assert [text[a:b] for a, b in contrast_spans(text, (0, len(text)))] == [
        "Unlike GPU-centric systems"
    ]
