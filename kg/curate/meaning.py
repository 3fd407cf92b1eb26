"""How near two names are in meaning, by the encoder that ships with the package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from kg.curate.candidates import Pair
from kg.extract.neural.encode import windows
from kg.extract.neural.model import NeuralModel
from kg.extract.neural.words import words
from kg.link.explanation import Record
from kg.link.key import form_of
from kg.vocabulary import load

_COMMON: Final = 3
"""How many directions that all names share are taken out of the vectors."""
_SAMPLE: Final = 300
_MOST_NAMES: Final = 4_000
_NEAR: Final = 0.75
_WORDS_NEAR: Final = 0.6
_ROWS: Final = 256

Vector = npt.NDArray[np.float32]


class Meanings:
    """Unit vectors of names: the mean of the encoder's word vectors, less what all names have in common.

    Taking out the mean and the first principal directions makes cosines of averaged vectors tell
    names apart (Mu and Viswanath 2018, "All-but-the-Top"); both are measured on `sample`.
    """

    def __init__(self, sample: Sequence[str], model: NeuralModel | None = None) -> None:
        self._model = model or NeuralModel()
        self._vectors: dict[str, Vector] = {}
        step = max(1, len(sample) // _SAMPLE)
        rows = np.stack([self._raw(name) for name in sample[::step]])
        self._mean = rows.mean(axis=0)
        self._common = np.linalg.svd(rows - self._mean, full_matrices=False)[2][:_COMMON]

    def vector(self, name: str) -> Vector:
        """Return the unit vector of a name, read once."""
        known = self._vectors.get(name)
        if known is None:
            centred = self._raw(name) - self._mean
            centred -= (centred @ self._common.T) @ self._common
            known = self._vectors[name] = centred / (np.linalg.norm(centred) or 1.0)
        return known

    def likeness(self, one: str, other: str) -> float:
        """Return the cosine of two names, -1..1."""
        return float(self.vector(one) @ self.vector(other))

    def _raw(self, name: str) -> Vector:
        model = self._model
        read = windows(name, words(name), [(0, len(name))], model.pieces, model.gazetteer)
        found = [model.encode(window) for window in read]
        if not found:
            return np.zeros_like(self._mean)
        ends = ("first_vectors", "last_vectors")
        return np.concatenate(
            [np.concatenate([v[end] for v in found]).mean(axis=0) for end in ends]
        )


def near(records: Sequence[Record], meanings: Meanings) -> Iterator[Pair]:
    """Yield pairs of one type that share a word and differ in words of like meaning.

    Both the whole names and the words in which they differ have to be near; numbers and proper names
    have no meaning to compare. Only the concepts mentioned most, and more than once, are looked at.
    """
    chosen = [r for r in records if r.mentions > 1 and _describes(r)]
    chosen.sort(key=lambda r: (-r.mentions, r.id))
    by_type: dict[str, list[Record]] = {}
    for record in chosen[:_MOST_NAMES]:
        by_type.setdefault(record.id.partition("/")[0], []).append(record)
    for members in by_type.values():
        matrix = np.stack([meanings.vector(record.label) for record in members])
        for start in range(0, len(members), _ROWS):
            cosines = matrix[start : start + _ROWS] @ matrix.T
            for row, column in np.argwhere(cosines >= _NEAR).tolist():
                if start + row < column:
                    yield from _pair(members[start + row], members[column], meanings)


def _pair(first: Record, second: Record, meanings: Meanings) -> Iterator[Pair]:
    if first.in_vocabulary and second.in_vocabulary:
        return
    one, other = sorted((first, second), key=lambda r: r.id)
    mine, theirs = form_of(one.label).words, form_of(other.label).words
    here = " ".join(word for word in mine if word not in theirs)
    there = " ".join(word for word in theirs if word not in mine)
    shares = len(set(mine) & set(theirs)) > 0
    if here and there and shares and meanings.likeness(here, there) >= _WORDS_NEAR:
        yield Pair(one.id, other.id, f"“{here}” and “{there}” are near in meaning")


def _describes(record: Record) -> bool:
    """Say whether a name is a phrase of ordinary words."""
    form = form_of(record.label)
    return len(form.words) > 1 and all(t.text.isalpha() and not t.name for t in form.tokens)


def sample() -> list[str]:
    """Return the vocabulary's labels in order: what names in general look like."""
    return sorted({entry.label for entry in load().entries.values()})
