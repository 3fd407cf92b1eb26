"""Names that are near in meaning, and names that only share a word."""

from __future__ import annotations

import pytest

from kg.curate.meaning import Meanings, near, sample
from tests.curate.test_candidates import record


@pytest.fixture(scope="module")
def meanings() -> Meanings:
    return Meanings(sample())


def test_other_words_for_one_thing(meanings: Meanings) -> None:
    records = [
        record("metric/image-quality", "image quality"),
        record("metric/picture-quality", "picture quality"),
        record("metric/training-cost", "training cost"),
    ]
    (pair,) = near(records, meanings)
    assert (pair.one, pair.other) == ("metric/image-quality", "metric/picture-quality")
    assert "“image” and “picture”" in pair.why


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("image quality", "image quality metric tree"),
        ("closed-source model", "open-source model"),
        ("image classification", "image segmentation"),
        ("ZeRO stage offload", "FSDP stage offload"),
        ("image quality", "table lookup"),
    ],
)
def test_kinds_opposites_and_proper_names_are_left_alone(
    one: str, other: str, meanings: Meanings
) -> None:
    assert not list(near([record("method/a", one), record("method/b", other)], meanings))


def test_likeness(meanings: Meanings) -> None:
    assert meanings.likeness("GPU memory", "GPU memory") == pytest.approx(1)
    assert meanings.likeness("image quality", "picture quality") > meanings.likeness(
        "image quality", "parameter server"
    )
