"""Small extractions and vocabularies for the tests of linking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kg.extract.abbreviations import find_abbreviations
from kg.extract.data import Extraction, Mention, Relation
from kg.papers import Paper
from kg.vocabulary.data import Ambiguity, Entry, Sense, Vocabulary


def extraction(
    id_: str,
    text: str,
    mentions: Iterable[tuple[str, str]],
    relations: Sequence[tuple[int, str, int]] = (),
    proposed: Sequence[str] = (),
    trigger: str = "",
) -> Extraction:
    """Make the extraction of a one-sentence paper: (surface, type) in order of appearance."""
    found = []
    position = 0
    for surface, kind in mentions:
        start = text.find(surface, position)
        if start < 0:
            start = text.index(surface)
        position = start + 1
        end = start + len(surface)
        found.append(Mention(start, end, kind, surface, 0.9, ("test",), surface in proposed))
    sentences = ((0, len(text)),)
    return Extraction(
        paper=Paper(id=id_, abstract=text),
        sentences=sentences,
        mentions=tuple(found),
        relations=tuple(
            Relation(head, tail, kind, 0.8, ("test",), sentences[0], trigger=trigger)
            for head, kind, tail in relations
        ),
        abbreviations=tuple(find_abbreviations(text, sentences)),
    )


def vocabulary(
    entries: Iterable[Entry],
    ambiguous: Iterable[Ambiguity] = (),
    gated: Iterable[str] = (),
    fingerprint: str = "test",
) -> Vocabulary:
    """Make a vocabulary out of entries."""
    by_key = {entry.key: entry for entry in entries}
    surfaces: dict[str, tuple[str, ...]] = {}
    for entry in by_key.values():
        for surface in (entry.label, *entry.aliases):
            surfaces[surface] = (*surfaces.get(surface, ()), entry.key)
    return Vocabulary(
        by_key, surfaces, {a.surface: a for a in ambiguous}, frozenset(gated), fingerprint
    )


def entry(
    key: str, label: str, *aliases: str, broader: Sequence[str] = (), kind: str = ""
) -> Entry:
    """Make an entry; its type follows from its key."""
    return Entry(key, key.partition("/")[0].capitalize(), kind, label, aliases, tuple(broader))


SMALL = vocabulary(
    [
        entry("hardware/processor", "processor"),
        entry("hardware/gpu", "GPU", "graphics processing unit", broader=["hardware/processor"]),
        entry("hardware/gpu-cluster", "GPU cluster"),
        entry("hardware/nvidia-a100", "NVIDIA A100", "A100", broader=["hardware/gpu"]),
        entry("hardware/supercomputer", "supercomputer"),
        entry("hardware/summit", "Summit", broader=["hardware/supercomputer"]),
        entry("method/method", "method"),
        entry("method/machine-learning-model", "machine learning model", broader=["method/method"]),
        entry("method/neural-network", "neural network", broader=["method/machine-learning-model"]),
        entry(
            "method/graph-neural-network", "graph neural network", "GNN",
            broader=["method/neural-network"],
        ),
        entry("method/language-model", "language model", broader=["method/machine-learning-model"]),
        entry(
            "method/large-language-model", "large language model", "LLM",
            broader=["method/language-model"],
        ),
        entry("method/stochastic-gradient-descent", "stochastic gradient descent", "SGD"),
        entry("method/all-reduce", "all-reduce", "allreduce"),
        entry("method/cache", "software cache"),
        entry("method/parameter-server", "parameter server", "PS"),
        entry("method/adam-optimizer", "Adam optimizer", "Adam"),
        entry("method/pytorch", "PyTorch", kind="Software"),
        entry("task/ctr-prediction", "CTR prediction", "click-through rate prediction"),
        entry("metric/click-through-rate", "click-through rate", "CTR"),
        entry("metric/throughput", "throughput"),
        entry("dataset/imagenet", "ImageNet"),
    ],
    [
        Ambiguity(
            "Summit", "Cap",
            (
                Sense("hardware/summit", ("supercomputer", "ORNL", "nodes")),
                Sense("", ("meeting", "conference")),
            ),
            "",
        ),
        Ambiguity(
            "Adam", "Cap",
            (Sense("method/adam-optimizer", ("optimizer", "learning rate")), Sense("", ("author",))),
            "",
        ),
        Ambiguity("PS", "UPPER", (Sense("method/parameter-server", ("worker", "push")),), ""),
    ],
)  # fmt: skip
