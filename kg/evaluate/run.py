"""Evaluate files of annotated documents: predict with one half of the extractor, or read predictions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kg.errors import InputError
from kg.evaluate.extractors import extractor
from kg.evaluate.gold import Document, read_gold
from kg.evaluate.score import Evaluation, Pairs, evaluate

FILES: Final = ("dev.jsonl", "test.jsonl", "expected.jsonl")
"""What is evaluated in a folder; training files are not."""


def gold_files(data: Path) -> list[Path]:
    """The annotated files that `data`, a file or a folder, stands for.

    Raises `InputError` E001 or E704 where there are none.
    """
    if data.is_file():
        return [data]
    if not data.is_dir():
        raise InputError("E001", path=data)
    files = [data / name for name in FILES if (data / name).is_file()]
    if not files:
        raise InputError("E704", path=data)
    return files


def evaluate_data(
    data: Path, half: str = "hybrid", predictions: Path | None = None
) -> Iterator[Evaluation]:
    """Evaluate each annotated file of `data` with one half of the extractor, or with `predictions`.

    Raises `InputError` E705 where a document has no prediction.
    """
    for path in gold_files(data):
        documents = list(read_gold(path))
        name = f"{path.resolve().parent.name}/{path.stem}"
        if predictions:
            yield evaluate(f"{name} · {predictions.name}", list(_joined(documents, predictions)))
        else:
            read = extractor(half, documents)
            pairs: Pairs = [(document, read(document)) for document in documents]
            yield evaluate(f"{name} · {half}", pairs)


def _joined(documents: list[Document], path: Path) -> Iterator[tuple[Document, Document]]:
    found = {document.id: document for document in read_gold(path)}
    for document in documents:
        if document.id not in found:
            raise InputError("E705", path=path.name, document=document.id)
        yield document, found[document.id]
