"""Abbreviation definitions: what is found, what is left alone, and that offsets always hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.abbreviations import find_abbreviations, is_short_form


def definitions(text: str) -> dict[str, str]:
    return {a.short: a.long for a in find_abbreviations(text, [(0, len(text))])}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # long form, then short form
        ("We train graph neural networks (GNNs) here.", {"GNNs": "graph neural networks"}),
        ("A Graph Neural Network (GNN) model is built.", {"GNN": "Graph Neural Network"}),
        ("Sparse mixture of mixtures (MoM) gating.", {"MoM": "mixture of mixtures"}),
        (
            "Human-in-the-loop reinforcement learning (HRL) is slow.",
            {"HRL": "Human-in-the-loop reinforcement learning"},
        ),
        ("They use Deep & Cross Network (DCN).", {"DCN": "Deep & Cross Network"}),
        ("It is input/output (I/O) bound.", {"I/O": "input/output"}),
        ("The learning rate (lr) decays.", {"lr": "learning rate"}),
        ("We tune extreme gradient boosting (XGBoost).", {"XGBoost": "extreme gradient boosting"}),
        ("An area under the ROC curve (AUC) of one.", {"AUC": "area under the ROC curve"}),
        ("Low-rank adaptation (LoRA) is cheap.", {"LoRA": "Low-rank adaptation"}),
        ("A field programmable gate array(FPGA) board.", {"FPGA": "field programmable gate array"}),
        ("The k-nearest neighbors (k-NN) join.", {"k-NN": "k-nearest neighbors"}),
        ("A β-variational autoencoder (β-VAE) fits.", {"β-VAE": "β-variational autoencoder"}),
        ("True time to first token (TTFT) matters.", {"TTFT": "time to first token"}),
        ("We propose Per-Channel Reduction (PCR).", {"PCR": "Per-Channel Reduction"}),
        ("Tensor cores on a database (DB) engine.", {"DB": "database"}),
        # digits
        ("An all-to-all (A2A) exchange.", {"A2A": "all-to-all"}),
        ("The World Wide Web Consortium (W3C) met.", {"W3C": "World Wide Web Consortium"}),
        ("Put it in the Simple Storage Service (S3).", {"S3": "Simple Storage Service"}),
        ("With 8-bit floating point (FP8) weights.", {"FP8": "8-bit floating point"}),
        ("A three-dimensional (3D) torus.", {"3D": "three-dimensional"}),
        ("A vehicle-to-everything (V2X) link.", {"V2X": "vehicle-to-everything"}),
        ("One-forward-one-backward (1F1B) runs.", {"1F1B": "One-forward-one-backward"}),
        # short form, then long form
        (
            "We reuse DLRM (deep learning recommendation model) as is.",
            {"DLRM": "deep learning recommendation model"},
        ),
        (
            "LLMs (large language models, e.g. those of 2023) grow.",
            {"LLMs": "large language models"},
        ),
        ("Use XML (eXtensible Markup Language).", {"XML": "eXtensible Markup Language"}),
        # wording instead of brackets
        ("MoE stands for mixture of experts.", {"MoE": "mixture of experts"}),
        (
            "It is stochastic gradient descent, abbreviated as SGD, again.",
            {"SGD": "stochastic gradient descent"},
        ),
        ("So large language models, or LLMs for short, win.", {"LLMs": "large language models"}),
        ("Mixture of experts (i.e., MoE) layers.", {"MoE": "Mixture of experts"}),
        ("In-network aggregation (also known as INA) helps.", {"INA": "In-network aggregation"}),
        ("TACO: Tensor Algebra Compiler Optimizer", {"TACO": "Tensor Algebra Compiler Optimizer"}),
        # lists
        (
            "Tensor and pipeline parallelism (TP and PP).",
            {"TP": "Tensor parallelism", "PP": "pipeline parallelism"},
        ),
        (
            "Use tensor, pipeline, and data parallelism (TP/PP/DP).",
            {"TP": "tensor parallelism", "PP": "pipeline parallelism", "DP": "data parallelism"},
        ),
        (
            "Click-through and conversion rates (CTR and CVR).",
            {"CTR": "Click-through rates", "CVR": "conversion rates"},
        ),
        (
            "Graph convolutional and attention networks (GCN, GAT).",
            {"GCN": "Graph convolutional networks", "GAT": "Graph attention networks"},
        ),
        (
            "Convolutional neural networks (CNNs or ConvNets).",
            {"CNNs": "Convolutional neural networks", "ConvNets": "Convolutional neural networks"},
        ),
        # two brackets in one sentence, nested brackets
        (
            "An all-to-all (A2A) collective parameter server (PS) baseline.",
            {"A2A": "all-to-all", "PS": "parameter server"},
        ),
        (
            "Remote Direct Memory Access (RDMA) over Converged Ethernet (RoCE).",
            {"RDMA": "Remote Direct Memory Access", "RoCE": "RDMA over Converged Ethernet"},
        ),
        (
            "Optimizers (like stochastic gradient descent (SGD)) abound.",
            {"SGD": "stochastic gradient descent"},
        ),
        ("A convolutional (deep) neural network (CNN).", {"CNN": "convolutional neural network"}),
    ],
)
def test_definition_is_found(text: str, expected: dict[str, str]) -> None:
    assert definitions(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Lemma 4, (iv), follows from (2) and (3-i); see also (S-ii).",
        "The map (h, v) takes O(n) steps and f(x) is linear.",
        "(CTR) prediction opens the sentence.",
        "It trails the baseline (Smith et al., 2020) by far (Kim, 2021).",
        "Many accelerators (e.g., GPUs) and links (such as NVLink) exist.",
        "The two panels (left) and (right) agree (see Figure 3).",
        "We found it useful (if at all) for graphs (or trees).",
        # lists of members
        "Three GNN architectures (GAT, GCN and SAGE) are timed.",
        "GNN architectures (GAT, GCN) are timed.",
        "Two convolutional networks (CN and RN) were trained.",
        "Several state space models (S4, SSM, Mamba) were trained.",
        "Three generative adversarial networks (GAN, WGAN and DCGAN) were trained.",
        "We draw images (IS) and paths (US) by hand.",
        "All CPUs (CPU) count.",
        "Numbers (12), years (2019) and shares (45%) are no names.",
        "",
        "()",
        "((((",
        "A ] strange ) order ( of [ brackets",
    ],
)
def test_nothing_is_made_up(text: str) -> None:
    assert definitions(text) == {}


def test_words_between_two_definitions_are_no_short_form() -> None:
    found = definitions("The all-to-all (A2A) collective parameter server (PS) baseline.")
    assert not {"collective", "parameter", "server", "baseline"} & found.keys()


def test_long_form_is_never_a_part_of_itself() -> None:
    found = definitions("Human-in-the-loop reinforcement learning (HRL) needs care.")
    assert found["HRL"] != "reinforcement learning"


def test_definition_does_not_cross_a_sentence() -> None:
    text = "We like graph neural. Networks (GNN) differ."
    assert find_abbreviations(text, [(0, 21), (22, len(text))]) == []


def test_a_definition_is_reported_once_and_a_second_meaning_kept() -> None:
    text = "Data parallelism (DP), again data parallelism (DP), and differential privacy (DP)."
    found = find_abbreviations(text, [(0, len(text))])
    assert [(a.short, a.long) for a in found] == [
        ("DP", "Data parallelism"),
        ("DP", "differential privacy"),
    ]


@pytest.mark.parametrize("text", ["GPU", "A2A", "k-NN", "I/O", "LLMs", "β-VAE", "FP8"])
def test_short_forms(text: str) -> None:
    assert is_short_form(text)


@pytest.mark.parametrize(
    "text", ["iv", "2", "12", "h", "3-i", "S-ii", "or", "h, v", "al.", "", "abcdefghijklmnop"]
)
def test_no_short_forms(text: str) -> None:
    assert not is_short_form(text)


_PIECES = (
    "graph neural network deep data of and parallel (GNN) (DP) ( ) [x] A2A , / - ü 模型 (i) 8-bit"
)
_WORDS = st.lists(st.sampled_from(_PIECES.split()), max_size=25).map(" ".join)


@given(st.one_of(st.text(max_size=80), _WORDS))
def test_offsets_always_hold(text: str) -> None:
    found = find_abbreviations(text, [(0, len(text))])
    assert found == sorted(found, key=lambda a: (a.short_span, a.long_span))
    for abbreviation in found:
        assert text[slice(*abbreviation.short_span)] == abbreviation.short
        start, end = abbreviation.long_span
        assert 0 <= start < end <= len(text)
        assert abbreviation.long.strip() == abbreviation.long != ""
        covered = text[start:end]
        assert all(
            word in covered
            for word in abbreviation.long.replace("-", " ").split()
            if word.isalnum()
        )


_INITIALS = st.lists(st.text("bcdfghjklmnpqrtvwz", min_size=3, max_size=8), min_size=3, max_size=5)


@given(_INITIALS, st.booleans())
def test_initials_are_always_explained(words: list[str], plural: bool) -> None:
    short = "".join(word[0] for word in words).upper()
    long = " ".join(words)
    text = f"here, {long}{'s' if plural else ''} ({short}{'s' if plural else ''}) appears."
    found = definitions(text)
    if is_short_form(short):
        assert found.get(short + ("s" if plural else "")) == long + ("s" if plural else "")
