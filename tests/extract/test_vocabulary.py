"""Case, context and gates of the vocabulary matcher."""

from __future__ import annotations

import pytest

from kg.extract.vocabulary import VocabularyMatcher, same_case
from kg.vocabulary.data import Ambiguity, Entry, Sense, Vocabulary


def entry(key: str, kind: str, label: str) -> Entry:
    return Entry(key, kind, "", label, (), ())


VOCABULARY = Vocabulary(
    entries={
        e.key: e
        for e in (
            entry("hardware/gpu", "Hardware", "GPU"),
            entry("hardware/node", "Hardware", "node"),
            entry("hardware/compute-node", "Hardware", "compute node"),
            entry("method/gat", "Method", "GAT"),
            entry("method/all-reduce", "Method", "all-reduce"),
            entry("hardware/summit", "Hardware", "Summit"),
            entry("metric/gpu-utilization", "Metric", "GPU utilization"),
        )
    },
    surfaces={
        "GPU": ("hardware/gpu",),
        "node": ("hardware/node",),
        "compute node": ("hardware/compute-node",),
        "GAT": ("method/gat",),
        "all-reduce": ("method/all-reduce",),
        "Summit": ("hardware/summit",),
        "GPU utilization": ("metric/gpu-utilization",),
    },
    ambiguous={
        "Summit": Ambiguity(
            "Summit",
            "Cap",
            (Sense("hardware/summit", ("supercomputer",)), Sense("", ("conference",))),
            "",
        )
    },
    gated=frozenset({"node"}),
    fingerprint="test",
)


@pytest.fixture(scope="module")
def found():  # type: ignore[no-untyped-def]
    import spacy

    from kg.extract import definitions, sentences, tokenizer  # noqa: F401
    from kg.extract.analysis import analysis

    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "kg.tokenizer.v1"}}})
    nlp.add_pipe("kg_sentences")
    nlp.add_pipe("kg_abbreviations")
    matcher = VocabularyMatcher(VOCABULARY)

    def run(text: str) -> list[tuple[str, str, str]]:
        state = analysis(matcher(nlp(text)))
        return [(text[c.start : c.end], c.sense, c.evidence) for c in state.candidates]

    return run


def test_plural_hyphen_and_space_are_folded(found) -> None:  # type: ignore[no-untyped-def]
    assert found("GPUs")[0][1] == "hardware/gpu"
    assert found("an all reduce step")[0][1] == "method/all-reduce"
    assert found("All-Reduce step")[0][0] == "All-Reduce"


def test_an_acronym_matches_only_in_capitals(found) -> None:  # type: ignore[no-untyped-def]
    assert found("a gat") == []
    assert found("a Gat") == []
    assert found("a GAT")[0][1] == "method/gat"
    assert same_case(("cache",), ("Cache",))
    assert not same_case(("ram",), ("RAM",))


def test_matches_inside_longer_ones_of_another_type_are_kept(found) -> None:  # type: ignore[no-untyped-def]
    assert {sense for _, sense, _ in found("GPU utilization")} == {
        "hardware/gpu",
        "metric/gpu-utilization",
    }


def test_an_ambiguous_name_needs_context(found) -> None:  # type: ignore[no-untyped-def]
    assert found("at the Summit on climate") == []
    assert found("the Summit supercomputer")[0][1] == "hardware/summit"
    assert found("a summit of the supercomputer") == []


def test_a_node_in_a_graph_paper_is_no_hardware(found) -> None:  # type: ignore[no-untyped-def]
    assert found("each node and its neighbors") == []
    assert found("each node")[0][2] == "common"
