"""The identity key: what it folds and what it keeps apart."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kg.link import same
from kg.link.cleaning import clean, readings
from kg.link.inflection import american, singular
from kg.link.key import Form, form_of, identity_key, is_generic, parse
from kg.link.labels import label
from tests.link.builders import SMALL


@pytest.mark.parametrize(
    "spellings",
    [
        "all-reduce|allreduce|All-Reduce|AllReduce|all reduce|All‑Reduce|all–reduce",
        "$k$-machine|k-machine|k machine|$k$-machines",
        "GraphSAGE$^+$|GraphSAGE$^{+}$|GraphSAGE+|GraphSAGE⁺",
        "Llama-3 8B|Llama 3 8B|LLaMA3-8B|Llama 3 (8B)",
        "TPU v4|TPUv4|TPU-v4|TPU version 4|the TPU v4",
        "64 GPUs|GPU|the GPU|eight GPUs|hundreds of GPUs|up to 512 GPUs|multiple GPUs|a single GPU",
        "100B+ parameter large language models|Large Language Model|175-billion-parameter large language models",
        "naïve Bayes|naive Bayes|Naive Bayes",
        "behaviour modelling|behavior modeling",
        "training a graph neural network|training the graph neural network|training graph neural networks",
        "Google's TPU|Google TPU|Google’s TPUs",
        "mixtures of experts|mixture-of-experts|Mixture of Experts",
        "GRAPH NEURAL NETWORKS|the GRAPH NEURAL NETWORKS|our GRAPH-NEURAL NETWORKS|(graph neural network)",
        "TRANSFORMERS|the Transformers|transformer",
        "New York taxi data|the New York taxi data|The New York taxi data",
        "A New Graph Index|graph index|Novel Graph Index",
    ],
)
def test_spellings_of_one_name(spellings: str) -> None:
    assert len({identity_key(s) for s in spellings.split("|")}) == 1


@pytest.mark.parametrize(
    "names",
    [
        "GraphSAGE|GraphSAGE+|GraphSAGE++",
        "C|C++|C#",
        "Llama 3 8B|Llama 38B|Llama 3 80B|Llama 3",
        "RAM|ram",
        "GAT|gat|gate",
        "V100s|V100S",
        "8-bit quantization|4-bit quantization|quantization",
        "β-VAE|γ-VAE|VAE",
        "模型并行|数据并行",
        "3D parallelism|2D parallelism",
        "all-reduce|reduce",
        "RTX 4090|RTX 3090",
    ],
)
def test_different_names_keep_apart(names: str) -> None:
    keys = [identity_key(name) for name in names.split("|")]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("caches", "cache"), ("indices", "index"), ("matrices", "matrix"), ("analyses", "analysis"),
        ("vertices", "vertex"), ("axes", "axis"), ("lenses", "lens"), ("losses", "loss"),
        ("buses", "bus"), ("batches", "batch"), ("queries", "query"), ("processes", "process"),
        ("nodes", "node"), ("gpus", "gpu"), ("corpora", "corpus"), ("heuristics", "heuristic"),
        ("schemas", "schema"),
    ],
)  # fmt: skip
def test_plurals(plural: str, one: str) -> None:
    assert singular(plural) == one
    assert singular(one) == one


@pytest.mark.parametrize(
    "word",
    [
        "loss",
        "bus",
        "bias",
        "chaos",
        "keras",
        "analysis",
        "graphics",
        "consensus",
        "series",
        "gas",
        "lens",
    ],
)
def test_words_that_only_look_plural(word: str) -> None:
    assert singular(word) == word


@pytest.mark.parametrize(
    ("british", "us"),
    [
        ("optimisation", "optimization"), ("quantised", "quantized"), ("modelling", "modeling"),
        ("behaviour", "behavior"), ("centre", "center"), ("noise", "noise"), ("precise", "precise"),
        ("advertising", "advertising"), ("supervised", "supervised"), ("exercise", "exercise"),
        ("comprising", "comprising"),
    ],
)  # fmt: skip
def test_spelling(british: str, us: str) -> None:
    assert american(british) == us


@pytest.mark.parametrize(
    "surface",
    ["it", "We", "they", "the method", "our models", "2", "a 4", "$x$", "", "this system"],
)
def test_no_concept(surface: str) -> None:
    assert is_generic(parse(readings(clean(surface))[0]))


@pytest.mark.parametrize(
    "surface", ["language model", "GPU", "memory-centric system", "R-tree", "模"]
)
def test_a_concept(surface: str) -> None:
    assert not is_generic(parse(clean(surface)))


def test_a_definition_inside_gives_two_readings() -> None:
    assert readings("click-through rate (CTR) prediction") == (
        "click-through rate prediction",
        "CTR prediction",
    )
    assert readings("CTR (click-through rate) prediction") == (
        "click-through rate prediction",
        "CTR prediction",
    )
    assert readings("Llama 3 (8B)") == ("Llama 3 8B",)


@pytest.mark.parametrize(
    ("surface", "shown"),
    [
        ("the embedding caches", "embedding cache"),
        ("64 NVIDIA A100 GPUs", "NVIDIA A100 GPU"),
        ("mixtures of experts", "mixture of experts"),
        ("CTC losses", "CTC loss"),
        ("GPU-based software caches", "GPU-based software cache"),
    ],
)
def test_labels(surface: str, shown: str) -> None:
    assert label(surface) == shown


TEXT = st.text(max_size=40)


@given(TEXT)
def test_key_ignores_unicode_form_and_space(text: str) -> None:
    assert identity_key(unicodedata.normalize("NFD", text)) == identity_key(
        unicodedata.normalize("NFC", text)
    )
    assert identity_key(f"  {text}\n") == identity_key(text)


@given(
    st.lists(
        st.sampled_from(
            [
                "graph",
                "neural",
                "network",
                "sharded",
                "cache",
                "Llama-3",
                "8B",
                "GPUs",
                "GAT",
                "of",
                "β",
                "+",
                "(X)",
            ]
        ),
        min_size=1,
        max_size=6,
    )
)
def test_hyphens_and_spaces_are_one(words: list[str]) -> None:
    assert identity_key(" ".join(words)) == identity_key("  ".join(words))


@given(TEXT)
def test_cleaning_is_stable(text: str) -> None:
    assert clean(clean(text)) == clean(text)


_PLAIN = """
    graph neural networks the The a A of and or to Hundreds hundreds NOVEL new New York state art
    GPUs V100s ResNets 8B 3 16 two bits bit x 4x any up RAM LOTs RETRIEVAL tests version dimensional
    optimisation all set half parameter
"""
PLAIN_WORDS = _PLAIN.split()


@given(
    st.lists(
        st.tuples(st.sampled_from((" ", "-")), st.sampled_from(PLAIN_WORDS)),
        min_size=1,
        max_size=6,
    )
)
@example([(" ", "new"), (" ", "networks")])
@example([(" ", "graph"), (" ", "of"), (" ", "the"), ("-", "bits")])
@example([(" ", "two"), ("-", "bit"), (" ", "ResNets")])
def test_plain_surfaces_are_the_same_without_being_cut(parts: list[tuple[str, str]]) -> None:
    surface = "".join(joint + word for joint, word in parts)[1:]
    form, cut = form_of(surface), parse(surface)
    assert (form.words, form.key, form.text) == (cut.words, cut.key, cut.text)
    assert form.tokens == cut.tokens
    for count in range(1, len(form.words)):
        shorter, rest = form_of(surface).before(count), Form(cut.tokens[:-count])
        assert (shorter.words, shorter.key, shorter.text) == (rest.words, rest.key, rest.text)
    if form.plain:
        assert not any(token.name for token in cut.tokens)


@pytest.mark.parametrize(
    "surface",
    [
        "click-through rate (CTR) prediction " * 200,
        "(" * 3000 + "GPU" + ")" * 3000,
        "(GPU) " * 1000,
        "NVIDIA Hopper " * 500 + "GPU",
    ],
    ids=["definitions", "nested", "brackets", "makers"],
)
def test_hostile_surfaces_are_read_without_end_or_depth(surface: str) -> None:
    # In exponential time the first of them would not end in this universe.
    assert not same(surface, "quicksort", SMALL)
