"""The spaCy component `kg_neural`: puts the model's view of each text beside the document."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import analysis
from kg.extract.data import Span
from kg.extract.neural.model import NeuralModel, Part

KEY: Final = "kg_neural"
POSSIBLE: Final = 0.03
"""Spans that the model rates lower, whatever the type, are no mentions: of 11,729 mentions in 300
abstracts it rated none below 0.05."""


class Neural:
    """Reads each document with the neural model; the model is loaded at the first one.

    The document's own tokens do not matter: the model splits the text itself, and its spans are
    character offsets. Texts are read one by one, so that each result depends on its text alone.
    """

    def __init__(self, model: NeuralModel, label_set: str) -> None:
        self.model = model
        self.label_set = label_set

    def __call__(self, doc: Doc) -> Doc:
        """Set the document's parts (see `parts_of`), and which spans may be mentions."""
        labels = self.model.label_sets[self.label_set]
        state = analysis(doc)
        parts = doc.user_data[KEY] = self.model.analyse(state.text, labels)
        state.possible = possible_spans(parts)
        return doc


@Language.factory("kg_neural", default_config={"folder": None, "threads": 1, "label_set": "mlsys"})
def create(nlp: Language, name: str, folder: str | None, threads: int, label_set: str) -> Neural:
    """Make the component; `folder` is the model's, by default the one in the package."""
    return Neural(NeuralModel(Path(folder) if folder else None, threads), label_set)


def parts_of(doc: Doc) -> list[Part]:
    """What `kg_neural` made of a document, window by window; nothing where it has not run."""
    parts: list[Part] = doc.user_data.get(KEY, [])
    return parts


def possible_spans(parts: Iterable[Part]) -> frozenset[Span]:
    """The character spans that the model rates `POSSIBLE` or more for any type."""
    found: set[Span] = set()
    for part in parts:
        likely = (part.probabilities[:, :, 1:].max(-1) >= POSSIBLE) & part.mask
        words = part.window.words
        for first, width in zip(*(axis.tolist() for axis in np.nonzero(likely)), strict=True):
            found.add((words[first][0], words[first + width][1]))
    return frozenset(found)
