"""Silver texts: unlabelled abstracts annotated by the extractor at hand, for a student to learn from.

A student that reads them under masks and dropout, along with the gold texts, comes to be better
than its teacher (Xie et al. 2020, "Self-training with Noisy Student").
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from kg.evaluate.gold import read_gold
from kg.extract import extract
from kg.extract.gold import to_gold
from kg.extract.neural.model import LabelSet, NeuralModel
from kg.files import writing
from kg.papers import Paper
from kg.readers import read
from kg.readers.duplicates import letters

_SHORTEST: Final = 300
"""Shorter abstracts are stumps."""
_PROBE: Final = slice(20, 90)
"""The letters of a text that tell whether it is one of the gold texts."""


def annotate(papers: Iterable[Paper]) -> Iterator[dict[str, Any]]:
    """Yield papers in the gold form, as the hybrid extracts them."""
    for extraction in extract(papers):
        yield to_gold(extraction)


def annotate_as(papers: Iterable[Paper], model: NeuralModel, labels: LabelSet) -> Iterator[Any]:
    """Yield abstracts in the gold form with the labels of another set, as the model alone reads them."""
    for paper in papers:
        text = paper.abstract
        reading = model.read(text, labels)
        yield {
            "id": paper.id,
            "text": text,
            "entities": [
                {"start": s.start, "end": s.end, "type": s.type, "text": text[s.start : s.end]}
                for s in reading.spans
            ],
            "relations": [
                {"head": pair.head, "tail": pair.tail, "type": relation}
                for pair in reading.pairs
                for chance, relation, least in zip(
                    pair.probabilities, labels.relations, labels.relation_thresholds, strict=True
                )
                if chance >= least
            ],
        }


def unseen(papers: Iterable[Paper], gold: Sequence[str]) -> Iterator[Paper]:
    """Yield the papers with a whole abstract that is none of the `gold` texts."""
    known = " ".join(letters(text) for text in gold)
    for paper in papers:
        if len(paper.abstract) >= _SHORTEST and letters(paper.abstract)[_PROBE] not in known:
            yield paper


def main(arguments: Sequence[str]) -> None:
    """Annotate the reading list POOL into the folder OUT, without the texts of the sets in DATA."""
    pool, data, out = (Path(argument) for argument in arguments)
    gold = [d.text for path in sorted(data.glob("*/*.jsonl")) for d in read_gold(path)]
    papers = list(unseen(read([pool]), gold))
    out.mkdir(parents=True, exist_ok=True)
    model = NeuralModel()
    for name, labels in model.label_sets.items():
        rows = annotate(papers) if name == "mlsys" else annotate_as(papers, model, labels)
        with writing(out / f"{name}.jsonl") as stream:
            for row in rows:
                stream.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
