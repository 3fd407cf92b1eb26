"""Text to model input: word pieces with their word features, cut into windows at sentence ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from kg.extract.neural.gazetteer import FEATURES as GAZETTEER_FEATURES
from kg.extract.neural.gazetteer import Gazetteer
from kg.extract.neural.words import SHAPES, Span, sentence_numbers, shape

CLS: Final = 101
SEP: Final = 102
UNKNOWN: Final = 100
MAX_PIECES: Final = 510
MAX_WORD_PIECES: Final = 8
FEATURES: Final = len(SHAPES) + 1 + GAZETTEER_FEATURES
"""Word shape (one of `SHAPES`), first word of its sentence, vocabulary matches."""

Pieces = Callable[[str], list[int]]
"""A word's word-piece ids, at least one."""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of one text that the encoder reads at once.

    `ids` (L) with [CLS] and [SEP]; `features` (L, FEATURES); `first` and `last` (N) the positions of
    each word's first and last piece; `sentence` (N) sentence numbers; `offset` the number of the
    first word in the text's own count; `words` (N) character spans.
    """

    ids: npt.NDArray[np.int64]
    features: npt.NDArray[np.float32]
    first: npt.NDArray[np.int64]
    last: npt.NDArray[np.int64]
    sentence: npt.NDArray[np.int64]
    offset: int
    words: tuple[Span, ...]


def windows(
    text: str,
    word_spans: list[Span],
    sentence_spans: list[Span],
    pieces: Pieces,
    gazetteer: Gazetteer,
) -> list[Window]:
    """Encode a text as windows of whole sentences; only a sentence over the limit is cut within itself.

    Every word of the text lies in exactly one window.
    """
    surfaces = [text[start:end] for start, end in word_spans]
    ids = [(pieces(surface) or [UNKNOWN])[:MAX_WORD_PIECES] for surface in surfaces]
    numbers = sentence_numbers(word_spans, sentence_spans)
    rows = _features(surfaces, numbers, gazetteer)
    return [
        _window(low, high, ids, rows, numbers, word_spans)
        for low, high in _cuts([len(piece) for piece in ids], numbers)
    ]


def _cuts(lengths: list[int], numbers: list[int]) -> list[tuple[int, int]]:
    """Ranges of words whose pieces fit one window, broken at sentence ends wherever possible."""
    cuts: list[tuple[int, int]] = []
    start = sentence = 0
    total = since = 0
    for index, length in enumerate(lengths):
        if index and numbers[index] != numbers[index - 1]:
            sentence, since = index, 0
        if total + length > MAX_PIECES:
            end = sentence if sentence > start else index
            cuts.append((start, end))
            total = since if end == sentence else 0
            start = end
        total += length
        since += length
    if lengths:
        cuts.append((start, len(lengths)))
    return cuts


def _features(
    surfaces: list[str], numbers: list[int], gazetteer: Gazetteer
) -> npt.NDArray[np.float32]:
    rows = np.zeros((len(surfaces), FEATURES), dtype=np.float32)
    if surfaces:
        rows[np.arange(len(surfaces)), [shape(surface) for surface in surfaces]] = 1
        rows[:, len(SHAPES)] = np.diff(numbers, prepend=-1) != 0
        rows[:, len(SHAPES) + 1 :] = gazetteer.features(surfaces)
    return rows


def _window(
    low: int,
    high: int,
    ids: list[list[int]],
    rows: npt.NDArray[np.float32],
    numbers: list[int],
    word_spans: list[Span],
) -> Window:
    lengths = np.array([len(piece) for piece in ids[low:high]], dtype=np.int64)
    last = np.cumsum(lengths)
    features = np.zeros((last[-1] + 2, FEATURES), dtype=np.float32)
    features[1:-1] = np.repeat(rows[low:high], lengths, axis=0)
    return Window(
        ids=np.array([CLS, *chain.from_iterable(ids[low:high]), SEP], dtype=np.int64),
        features=features,
        first=last - lengths + 1,
        last=last,
        sentence=np.array(numbers[low:high], dtype=np.int64),
        offset=low,
        words=tuple(word_spans[low:high]),
    )
