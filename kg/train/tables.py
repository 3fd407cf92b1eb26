"""Fit the weight tables of the rule components to annotated abstracts.

`python -m kg.train.tables TRAIN.jsonl` writes `phrases.tsv`, `relations.tsv` and `proposals.tsv`
into `kg/extract/tables`. The models are multinomial logistic regressions with an L2 penalty,
fitted with L-BFGS; features seen in fewer than three documents are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from kg.evaluate.gold import Document, read_gold
from kg.extract import phrases, proposals
from kg.extract.analysis import Analysis, analysis
from kg.extract.cues import kg_cues
from kg.extract.data import Mention
from kg.extract.loglinear import Look
from kg.extract.pair_features import PairFeatures
from kg.extract.pairs import SentencePairs
from kg.extract.pipeline import COMPONENTS, create_language
from kg.files import write_text
from kg.resources import package_dir
from kg.schema import ENTITY_TYPES, RELATIONS

MIN_DOCUMENTS: Final = 3
PENALTY: Final = {"phrases": 3.0, "relations": 3.0, "proposals": 2.0}
CLASSES: Final[dict[str, tuple[str, ...]]] = {
    "phrases": ("-", *ENTITY_TYPES),
    "relations": ("-", *(name + way for name in RELATIONS for way in "><")),
    "proposals": ("-", "proposed"),
}
_SMALLEST: Final = 0.05
_STEPS: Final = 100


@dataclass(slots=True)
class Samples:
    """Instances as feature names, with the number of their class and of their document."""

    features: list[list[str]] = field(default_factory=list)
    classes: list[int] = field(default_factory=list)
    documents: list[int] = field(default_factory=list)

    def add(self, features: list[str], kind: int, document: int) -> None:
        """Add one instance."""
        self.features.append(features)
        self.classes.append(kind)
        self.documents.append(document)


def collect(documents: Sequence[Document]) -> dict[str, Samples]:
    """Describe all candidates, pairs and possible proposals of annotated documents."""
    nlp = create_language(COMPONENTS[: [name for name, _ in COMPONENTS].index("kg_phrases")])
    samples = {name: Samples() for name in CLASSES}
    index = Names()
    described = phrases.PhraseFeatures(index)
    related = PairFeatures(index)
    for number, document in enumerate(documents):
        doc = kg_cues(nlp(document.text))
        state = analysis(doc)
        mentions = gold_mentions(document)
        gold = {(e.start, e.end): e.type for e in document.entities}
        for tokens, numbers in described.all(state):
            kind = CLASSES["phrases"].index(gold.get(state.span(*tokens), "-"))
            samples["phrases"].add(index.names(numbers), kind, number)
        for first, features in proposals.features(state, mentions):
            samples["proposals"].add(features, int(mentions[first].proposed), number)
        for pair, kind in _pairs(state, document, mentions):
            samples["relations"].add(index.names(related.describe(*pair)), kind, number)
    return samples


class Names:
    """An index that numbers features as they come up."""

    def __init__(self) -> None:
        self.known: list[str] = []
        self._numbers: dict[str, int] = {}

    def numbers(self, names: Iterable[str]) -> list[int]:
        """Return the number of each feature."""
        return [self._number(name) for name in names]

    def group(self, prefix: str) -> Look:
        """Return the features whose names begin with `prefix`."""
        return lambda value, _: self._number(prefix + value)

    def names(self, numbers: Iterable[int]) -> list[str]:
        """Return features by number, but for 0."""
        return [self.known[number - 1] for number in numbers if number]

    def _number(self, name: str) -> int:
        if name not in self._numbers:
            self.known.append(name)
            self._numbers[name] = len(self.known)
        return self._numbers[name]


def gold_mentions(document: Document) -> list[Mention]:
    """Return the annotated entities as mentions, in the order of extractions."""
    found = [
        Mention(
            e.start, e.end, e.type, document.text[e.start : e.end], 1.0, (), proposed=e.proposed
        )
        for e in document.entities
    ]
    return sorted(found, key=lambda m: (m.start, -m.end, m.type))


def _pairs(
    state: Analysis, document: Document, mentions: Sequence[Mention]
) -> Iterator[tuple[tuple[SentencePairs, int, int], int]]:
    """Yield pairs with their class; an unrelated pair whose names are related elsewhere is no example."""
    entities = document.entities
    related: dict[tuple[tuple[int, int], tuple[int, int]], str] = {}
    names: set[frozenset[str]] = set()
    for link in document.relations:
        head, tail = entities[link.head].span, entities[link.tail].span
        related.setdefault((head, tail), link.type + ">")
        related.setdefault((tail, head), link.type + "<")
        names.add(frozenset((_name(state.text, head), _name(state.text, tail))))
    for first, last in state.sentences:
        start, end = state.span(first, last)
        group = [m for m in mentions if start <= m.start < end]
        described = SentencePairs(state, group, (first, last))
        for one, other in described.pairs():
            a, b = group[one], group[other]
            kind = related.get(((a.start, a.end), (b.start, b.end)), "-")
            pair = frozenset(
                (_name(state.text, (a.start, a.end)), _name(state.text, (b.start, b.end)))
            )
            if kind != "-" or pair not in names:
                yield (described, one, other), CLASSES["relations"].index(kind)


def _name(text: str, span: tuple[int, int]) -> str:
    return text[span[0] : span[1]].lower().removesuffix("s")


def select(samples: Samples) -> list[str]:
    """Return the features that enough documents show, sorted."""
    seen: dict[str, set[int]] = {}
    for names, document in zip(samples.features, samples.documents, strict=True):
        for name in names:
            documents = seen.setdefault(name, set())
            if len(documents) < MIN_DOCUMENTS:
                documents.add(document)
    return sorted(name for name, documents in seen.items() if len(documents) >= MIN_DOCUMENTS)


def fit(
    samples: Samples, names: Sequence[str], classes: int, penalty: float
) -> NDArray[np.float32]:
    """Return weights (features, classes) that minimise log loss plus `penalty` / 2 times their square sum."""
    index = {name: number for number, name in enumerate(names)}
    columns: list[int] = []
    starts = [0]
    for row in samples.features:
        columns.extend({index[name] for name in row if name in index})
        starts.append(len(columns))
    shape = (len(samples.features), len(names))
    matrix = csr_matrix((np.ones(len(columns), np.float32), columns, starts), shape=shape)
    transposed = matrix.T.tocsr()
    rows = np.arange(shape[0])
    target = np.array(samples.classes)

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = flat.reshape(len(names), classes).astype(np.float32)
        logits = matrix @ weights
        logits -= logits.max(axis=1, keepdims=True)
        odds = np.exp(logits)
        sums = odds.sum(axis=1, keepdims=True)
        value = (
            -(logits[rows, target] - np.log(sums[:, 0])).sum() + penalty / 2 * (weights**2).sum()
        )
        slope = odds / sums
        slope[rows, target] -= 1
        return float(value), (transposed @ slope + penalty * weights).ravel().astype(np.float64)

    start = np.zeros(len(names) * classes)
    options = {"maxiter": _STEPS, "maxcor": 6}
    result = minimize(loss, start, jac=True, method="L-BFGS-B", options=options)
    return np.asarray(result.x.reshape(len(names), classes), dtype=np.float32)


def write_table(
    path: Path, classes: Sequence[str], names: Sequence[str], weights: NDArray[np.float32]
) -> None:
    """Write a model as `kg.extract.loglinear.load_model` reads it."""
    lines = ["feature\t" + " ".join(classes)]
    for name, row in zip(names, weights, strict=True):
        if np.abs(row).max() >= _SMALLEST:
            lines.append(name + "\t" + " ".join(str(round(100 * float(cell))) for cell in row))
    write_text(path, "\n".join(lines) + "\n")


def main(arguments: Sequence[str]) -> None:
    """Fit all tables to the annotated documents in the files named by `arguments`."""
    documents = [document for name in arguments for document in read_gold(Path(name))]
    for table, samples in collect(documents).items():
        names = select(samples)
        weights = fit(samples, names, len(CLASSES[table]), PENALTY[table])
        write_table(
            package_dir() / "extract" / "tables" / f"{table}.tsv", CLASSES[table], names, weights
        )


if __name__ == "__main__":
    main(sys.argv[1:])
