"""The annotated sets that the model learns from: our own types, and SciERC's on the same encoder."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from kg.errors import InputError
from kg.evaluate.gold import Document, read_gold
from kg.extract.neural.gazetteer import Gazetteer
from kg.schema import CONCEPT_RELATIONS, ENTITY_TYPES
from kg.train.data import LabelSet
from kg.train.loop import Corpus

OURS: Final = LabelSet("mlsys", ENTITY_TYPES, CONCEPT_RELATIONS, 3, within_sentence=False)
SCIERC: Final = LabelSet(
    "scierc",
    ("Generic", "Material", "Method", "Metric", "OtherScientificTerm", "Task"),
    (
        "COMPARE",
        "CONJUNCTION",
        "EVALUATE-FOR",
        "FEATURE-OF",
        "HYPONYM-OF",
        "PART-OF",
        "USED-FOR",
    ),
    0,
    within_sentence=True,
)


def load_corpora(data: Path) -> list[Corpus]:
    """Read the sets in the folder `data`: `mlsys/` and, if it is there, `scierc/`.

    Raises `InputError` E001 where there is no `mlsys/train.jsonl`.
    """
    corpora = [Corpus(OURS, _read(data, "mlsys", "train"), _read(data, "mlsys", "dev"), True)]
    if (data / "scierc").is_dir():
        train, dev = (_read(data, "scierc", part) for part in ("train", "dev"))
        corpora.append(Corpus(SCIERC, train, dev, False))
    return corpora


def _read(data: Path, name: str, part: str) -> list[Document]:
    path = data / name / f"{part}.jsonl"
    if not path.is_file():
        raise InputError("E001", path=path)
    return list(read_gold(path))


def vocabulary_gazetteer() -> Gazetteer:
    """The names of the packaged vocabulary with their types."""
    from kg.vocabulary import load

    vocabulary = load()
    return Gazetteer.compile(
        (surface, vocabulary.entries[key].type)
        for surface, keys in vocabulary.surfaces.items()
        for key in keys
    )
