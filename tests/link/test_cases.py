"""Faults that users of comparable tools report, each read and linked end to end from text of our own."""

from __future__ import annotations

import re

import pytest

from kg.extract import extract
from kg.extract.cues import negated_spans
from kg.link import link
from kg.link.data import Concept, Linked, LinkedMention
from kg.papers import Paper
from kg.vocabulary import load


def read(*texts: str) -> Linked:
    """Read and link texts, one paper each."""
    papers = [Paper(id=f"text:{number}", abstract=text) for number, text in enumerate(texts)]
    return link(list(extract(papers)), load())


def mentions(linked: Linked) -> list[LinkedMention]:
    return [mention for paper in linked.papers for mention in paper.mentions]


def nodes(linked: Linked, surface: str) -> set[str]:
    """Return the concepts that a surface, in any case, was linked to."""
    return {m.concept for m in mentions(linked) if m.mention.text.casefold() == surface.casefold()}


def names(linked: Linked) -> set[str]:
    """Return all labels and surfaces of the concepts that the texts mention, in lower case."""
    found = set()
    for concept in map(linked.concepts.__getitem__, linked.concepts):
        if concept.mention_count:
            found.add(concept.label.casefold())
            found |= {alias.text.casefold() for alias in concept.aliases if alias.count}
    return found


def one(linked: Linked, *surfaces: str) -> Concept:
    """Return the one concept that all these surfaces name."""
    found = [nodes(linked, surface) for surface in surfaces]
    assert all(len(ids) == 1 for ids in found), dict(zip(surfaces, found, strict=True))
    assert len(set.union(*found)) == 1, dict(zip(surfaces, found, strict=True))
    return linked.concepts[found[0].pop()]


# abbreviations


def test_long_form_is_not_cut_short() -> None:
    linked = read("Memory-lean mixture of mixtures (MoM) gating pays off. MoM halves GPU memory.")
    concept = one(linked, "MoM")
    assert "mixture of mixtures" in {concept.label} | {a.text for a in concept.aliases}
    assert "mixtures" not in names(linked)


def test_word_between_two_brackets_is_no_abbreviation() -> None:
    linked = read("An all-to-all (A2A) based parameter server (PS) design stalls the GPUs.")
    assert nodes(linked, "A2A") <= {"method/all-to-all"}
    assert one(linked, "PS").label == "parameter server"
    assert not {"based", "server", "parameter", "design"} & names(linked)


def test_numbers_in_brackets_are_no_abbreviations() -> None:
    linked = read(
        "From Lemma 3, (ii) follows by (4). The pair (u, w) needs O(m) steps (cf. (5-ii))."
    )
    assert not {"ii", "4", "u, w", "5-ii", "u", "w", "m"} & names(linked)


def test_short_form_before_the_long_one() -> None:
    linked = read(
        "The DLRM (deep learning recommendation model) is trained on eight GPUs. DLRM is large."
    )
    one(linked, "DLRM", "deep learning recommendation model")


def test_abbreviation_stands_for_the_whole_long_form() -> None:
    linked = read("Human-in-the-loop reinforcement learning (HRL) takes many GPUs. HRL is costly.")
    concept = one(linked, "HRL")
    assert concept.id != "method/reinforcement-learning"
    assert "human-in-the-loop" in concept.label.casefold()


def test_undefined_abbreviation_is_expanded_by_the_vocabulary_alone() -> None:
    linked = read(
        "Better CTR pays for the ad. An online test shows a lift of CTR by embedding tables."
    )
    concept = one(linked, "CTR")
    assert concept.label == "click-through rate"
    assert concept.in_vocabulary
    assert all(alias.origin != "definition" for alias in concept.aliases)


# missing merges


def test_abbreviation_and_long_form_across_papers() -> None:
    linked = read(
        "We run stochastic gradient descent (SGD) on GPUs.",
        "Local SGD converges on GPUs, and SGD is simple.",
        "Stochastic Gradient Descent is slow on one GPU.",
    )
    one(linked, "SGD", "stochastic gradient descent")


def test_plural_and_abbreviation() -> None:
    linked = read("Principal component analysis (PCA) runs on GPUs. On one GPU, PCA is quick.")
    one(linked, "PCA", "principal component analysis")
    one(linked, "GPU", "GPUs")


def test_joined_spaced_and_hyphenated_spellings() -> None:
    linked = read(
        "We time allreduce, all-reduce, AllReduce, All-Reduce, all reduce and ring all-reduce."
    )
    concept = one(linked, "allreduce", "all-reduce", "all reduce")
    ring = one(linked, "ring all-reduce")
    assert ring.id != concept.id
    assert concept.id in ring.broader


def test_class_noun_behind_a_name() -> None:
    linked = read(
        "The PagedAttention algorithm, the PagedAttention method and PagedAttention save KV cache."
    )
    assert {m.concept for m in mentions(linked) if "Paged" in m.mention.text} == {
        "method/paged-attention"
    }


def test_product_names() -> None:
    linked = read(
        "We rent NVIDIA A100 GPUs; two A100s are as fast as one A100 Tensor Core GPU with twice the memory."
    )
    found = {m.concept for m in mentions(linked) if "A100" in m.mention.text}
    assert found == {"hardware/nvidia-a100"}
    above = {c for c in linked.concepts if c.startswith("hardware/")}
    assert "hardware/gpu" in above


def test_click_through_rate_prediction_in_its_spellings() -> None:
    linked = read(
        "Click-Through Rate (CTR) prediction ranks each ad.",
        "For click-through rate prediction we use a transformer.",
        "CTR prediction is a task of recommendation systems.",
    )
    found = {m.concept for m in mentions(linked) if m.mention.text.endswith("prediction")}
    assert found == {"task/ctr-prediction"}


def test_large_language_models_in_their_spellings() -> None:
    linked = read(
        "We train 100B+ parameter large language models on one GPU.",
        "Large language models (LLMs) are served by GPUs; an LLM is large.",
    )
    found = {m.concept for m in mentions(linked) if re.search(r"LLM|anguage model", m.mention.text)}
    assert found == {"method/large-language-model"}


# wrong merges


def test_power_transformer_is_no_neural_network() -> None:
    linked = read(
        "The distribution transformer overheated in the substation.",
        "A Transformer model is trained on GPUs.",
        "We load weights with the Hugging Face Transformers library.",
    )
    power = {m.concept for m in mentions(linked) if m.mention.text.startswith("distribution")}
    neural = {m.concept for m in mentions(linked) if m.mention.text.startswith("Transformer")}
    library = {m.concept for m in mentions(linked) if "Hugging" in m.mention.text}
    assert neural == {"method/transformer"}
    assert not power & neural
    assert not library & neural


def test_words_that_look_like_acronyms() -> None:
    linked = read("They gat a gate; prices rose and wheels spin. GAT and BERT are models on GPUs.")
    assert one(linked, "GAT").label == "graph attention network"
    assert one(linked, "BERT").label == "BERT"
    assert sum(m.mention.text in ("GAT", "gat") for m in mentions(linked)) == 1
    assert not {"gat", "gate", "rose", "spin"} & {m.mention.text for m in mentions(linked)}


def test_acronyms_one_letter_apart() -> None:
    linked = read(
        "A CRT screen and RCT trials differ from CTR models; GAN and GNN, LSTM and LSH, SGD and SLD too."
    )
    found = {m.mention.text: m.concept for m in mentions(linked)}
    assert found["GAN"] != found["GNN"]
    assert found["LSTM"] != found["LSH"]
    assert len({found[t] for t in found if re.match(r"CRT|RCT|CTR", t)}) == sum(
        bool(re.match(r"CRT|RCT|CTR", t)) for t in found
    )


def test_no_name_inside_a_word() -> None:
    linked = read(
        "Each email about maintaining the smart storage program was kept; a drama of fragrant art."
    )
    assert not {"ai", "ram", "gan", "art", "rag"} & {
        m.mention.text.casefold() for m in mentions(linked)
    }


def test_things_with_nothing_in_common_stay_apart() -> None:
    linked = read("NCCL runs on NVLink. RCCL runs on Infinity Fabric.")
    ids = [nodes(linked, s) for s in ("NCCL", "RCCL", "NVLink", "Infinity Fabric")]
    assert len(set.union(*ids)) == 4
    (paper,) = linked.papers
    stated = {
        (paper.mentions[o.subject].mention.text, o.predicate, paper.mentions[o.object].mention.text)
        for o in paper.occurrences
    }
    assert stated == {("NCCL", "runsOn", "NVLink"), ("RCCL", "runsOn", "Infinity Fabric")}


def test_alike_sentences_about_different_things() -> None:
    linked = read("PyTorch DDP hides communication. PyTorch FSDP splits parameters.")
    assert len({m.concept for m in mentions(linked) if "PyTorch" in m.mention.text}) == 2


def test_modified_names_reach_their_broader_concepts() -> None:
    linked = read("We test H100 SXM GPUs, a multi-GPU server and GPU-based software caches.")
    found = {m.concept for m in mentions(linked)}
    assert "hardware/nvidia-h100" in found
    assert "hardware/gpu" in set(linked.concepts)


# word forms


def test_acronyms_are_not_read_as_verbs() -> None:
    linked = read(
        "LED panels, the SAW filter, a BERT model and FED training were measured on GPUs."
    )
    assert not {"lead", "see", "saw", "feed"} & names(linked)
    assert any("BERT" in m.mention.text for m in mentions(linked))


def test_singular_forms_are_words() -> None:
    linked = read(
        "We keep embedding caches, inverted indices, sparse matrices, spectral analyses, graph vertices, "
        "camera lenses, ranking losses, memory buses and GPUs."
    )
    words = {
        word
        for name in (c.label for c in map(linked.concepts.__getitem__, linked.concepts))
        for word in name.split()
    }
    assert not {"cach", "indice", "matrice", "analyse", "lense", "losse", "buse", "vertice"} & words


# general words


def test_pronouns_are_no_nodes() -> None:
    linked = read("It is trained well. We show that it runs on GPUs; they scale.")
    assert not {"it", "we", "they"} & names(linked)


def test_general_nouns_are_no_nodes() -> None:
    linked = read(
        "Our method and the proposed system improve performance. This approach is a framework for GPUs."
    )
    general = {
        "method",
        "our method",
        "system",
        "performance",
        "approach",
        "framework",
        "proposed system",
    }
    assert not general & names(linked)


# identifiers


def test_letters_of_other_alphabets_keep_names_apart() -> None:
    linked = read(
        "We train a β-VAE and a VAE; 张量 并行 training and 数据 并行 training use a Schrödinger GPU."
    )
    ids = [c for c in linked.concepts if linked.concepts[c].mention_count]
    assert nodes(linked, "β-VAE").isdisjoint(nodes(linked, "VAE"))
    assert all(re.fullmatch(r"[a-z]+/[a-z0-9]+(-[a-z0-9]+)*", id_) for id_ in ids)
    tasks = {m.concept for m in mentions(linked) if "并行" in m.mention.text}
    assert len(tasks) == len({m.mention.text for m in mentions(linked) if "并行" in m.mention.text})


# Unicode and broken spacing


@pytest.mark.parametrize(
    ("text", "present", "absent"),
    [
        ("Big models--trained on GPUs--want all-reduce—now.", {"gpu"}, {"models--trained"}),
        ("We improve CTR.We use GPUs.Results on Criteo show a gain.", {"click-through rate", "gpu", "criteo"}, {"ctr.we", "gpus.results"}),
        ("We optimize with AdamW. RecD removes doubles before TopK. GPUs idle.", {"adamw", "recd", "gpu"}, {"adamw.", "recd."}),
        ("all‑reduce on multi‑GPU nodes with NVLink", {"all-reduce", "nvlink"}, set()),
    ],
)  # fmt: skip
def test_broken_text(text: str, present: set[str], absent: set[str]) -> None:
    linked = read(text)
    labels = {
        linked.concepts[c].label.casefold()
        for c in linked.concepts
        if linked.concepts[c].mention_count
    }
    assert present <= labels
    assert not absent & names(linked)


# negation


def test_what_is_denied_is_no_fact() -> None:
    linked = read("Our FlatCache runs without GPUs but uses NVMe SSDs.")
    for paper in linked.papers:
        for occurrence in paper.occurrences:
            text = paper.mentions[occurrence.object].mention.text
            assert not (
                text == "GPUs" and occurrence.predicate == "runsOn" and not occurrence.negated
            )


def test_scope_of_a_negation_ends() -> None:
    linked = read("We not only save GPU memory but also bandwidth. No doubt, NVLink helps.")
    assert not any(
        m.mention.negated for m in mentions(linked) if m.mention.text in ("GPU memory", "NVLink")
    )


@pytest.mark.parametrize("denial", ["false", "incorrect", "not true", "not the case"])
def test_a_denied_clause_is_no_fact(denial: str) -> None:
    text = f"It is {denial} that MegaTrain runs on GPUs, but PyTorch uses NVLink."
    sentence = (0, len(text))
    denied = [text[start:end] for start, end in negated_spans(text, sentence)]
    assert any("GPUs" in span for span in denied)
    assert not any("NVLink" in span for span in denied)


# more of what the other lists name


def test_what_stands_in_capitals_is_the_same_thing() -> None:
    linked = read("GRAPH NEURAL NETWORKS ON GPUS. A graph neural network (GNN) runs on a GPU.")
    one(linked, "graph neural network", "GNN")


def test_short_form_with_a_shared_head() -> None:
    linked = read("The key-value cache (KV cache) fills GPU memory. A KV cache is large.")
    one(linked, "key-value cache", "KV cache")


def test_usual_abbreviation_across_papers() -> None:
    linked = read(
        "We schedule a directed acyclic graph of tasks on GPUs.",
        "A virtual machine is moved between servers; VMs are packed on servers.",
    )
    one(linked, "virtual machine", "VMs")


def test_what_is_neither_nor_is_no_fact() -> None:
    linked = read("Our Tidepool needs neither GPUs nor NVLink and runs on CPUs.")
    stated = {
        (paper.mentions[o.subject].mention.text, paper.mentions[o.object].mention.text, o.negated)
        for paper in linked.papers
        for o in paper.occurrences
    }
    assert ("Tidepool", "GPUs", False) not in stated
    assert ("Tidepool", "NVLink", False) not in stated
