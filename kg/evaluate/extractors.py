"""The extractor's halves as functions from a gold document to what they read in its text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from kg.errors import UsageError
from kg.evaluate.gold import Document, Entity, Link
from kg.extract.data import Extraction
from kg.papers import Paper
from kg.schema import ENTITY_TYPES

if TYPE_CHECKING:
    from kg.extract.neural.model import LabelSet, Reading

Extractor = Callable[[Document], Document]

HALVES: Final = ("hybrid", "model", "rules")


def extractor(half: str, documents: Iterable[Document]) -> Extractor:
    """Make the extractor called `half`, fit for the types that the documents use.

    Documents with their own types are read by the model's heads for that set, with the documents'
    own tokens and sentences. Raises `UsageError` E702 for an unknown half and E703 where nothing
    knows the types.
    """
    if half not in HALVES:
        raise UsageError("E702", half=half, known=", ".join(HALVES))
    types = {entity.type for document in documents for entity in document.entities}
    if types <= set(ENTITY_TYPES):
        return _model("mlsys") if half == "model" else _pipeline(half)
    from kg.extract.neural.model import NeuralModel

    for name, labels in NeuralModel().label_sets.items():
        if types <= set(labels.entities):
            return _model(name)
    raise UsageError("E703", types=", ".join(sorted(types)))


def _model(label_set: str) -> Extractor:
    from kg.extract.neural.model import NeuralModel

    model = NeuralModel()
    labels = model.label_sets[label_set]

    def read(document: Document) -> Document:
        reading = model.read(
            document.text,
            labels,
            word_spans=document.tokens or None,
            sentence_spans=document.sentences or None,
        )
        return to_document(document, reading, labels)

    return read


def to_document(document: Document, reading: Reading, labels: LabelSet) -> Document:
    """What the model makes of a document's text."""
    from kg.extract.neural.proposals import proposed
    from kg.extract.neural.relations import statements

    new = proposed(document.text, reading)
    return Document(
        document.id,
        document.text,
        tuple(
            Entity(span.start, span.end, span.type, number in new, span.probability)
            for number, span in enumerate(reading.spans)
        ),
        tuple(
            Link(item.head, item.tail, item.type, item.probability)
            for item in statements(reading, labels)
        ),
    )


def _pipeline(half: str) -> Extractor:
    from kg.extract.pipeline import COMPONENTS, HYBRID, Pipeline

    pipeline = Pipeline(HYBRID if half == "hybrid" else COMPONENTS)

    def read(document: Document) -> Document:
        truncated = document.text.endswith("…")
        paper = Paper(document.id, abstract=document.text, truncated=truncated)
        return from_extraction(document, pipeline.read(paper))

    return read


def from_extraction(document: Document, extraction: Extraction) -> Document:
    """What was extracted from a document's text, without what the text denies."""
    return Document(
        document.id,
        document.text,
        tuple(
            Entity(m.start, m.end, m.type, m.proposed, m.confidence) for m in extraction.mentions
        ),
        tuple(
            Link(r.head, r.tail, r.type, r.confidence)
            for r in extraction.relations
            if not r.negated
        ),
    )
