"""Linking small corpora: one concept for one thing, and nothing lost on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extract.data import Extraction
from kg.link import link
from kg.link.data import Concept, Linked, LinkedPaper
from kg.vocabulary import load
from tests.link.builders import SMALL, entry, extraction, vocabulary


def concepts_of(linked: Linked) -> dict[str, set[str]]:
    """Return the surfaces linked to each concept."""
    found: dict[str, set[str]] = {}
    for paper in linked.papers:
        for mention in paper.mentions:
            found.setdefault(mention.concept, set()).add(mention.mention.text)
    return found


def test_definition_of_the_paper_itself() -> None:
    text = "A mixture of mixtures (MoM) gate; MoM routes."
    linked = link(
        [extraction("p", text, [("mixture of mixtures", "Method"), ("MoM", "Method")])], SMALL
    )
    assert concepts_of(linked) == {"method/mixture-of-mixtures": {"mixture of mixtures", "MoM"}}
    concept = linked.concepts["method/mixture-of-mixtures"]
    assert concept.label == "mixture of mixtures"
    assert ("MoM", "definition", 1) in {(a.text, a.origin, a.count) for a in concept.aliases}


def test_definition_reaches_into_phrases() -> None:
    text = "Ternary weight sharing (TWS) is old. TWS layers are new."
    linked = link(
        [
            extraction("p", text, [("TWS layers", "Method")]),
            extraction(
                "q",
                "We use ternary weight sharing layers.",
                [("ternary weight sharing layers", "Method")],
            ),
        ],
        SMALL,
    )
    assert len(concepts_of(linked)) == 1


def test_definition_agreed_on_in_the_corpus() -> None:
    linked = link(
        [
            extraction(
                "p",
                "We prune by hidden state dropping (HSD).",
                [("hidden state dropping", "Method")],
            ),
            extraction("q", "HSD is slow.", [("HSD", "Method")]),
        ],
        SMALL,
    )
    assert concepts_of(linked) == {"method/hidden-state-dropping": {"hidden state dropping", "HSD"}}


def test_definitions_that_disagree_stay_apart_and_are_noted() -> None:
    linked = link(
        [
            extraction(
                "p", "We use hidden state dropping (HSD).", [("hidden state dropping", "Method")]
            ),
            extraction("q", "A host side daemon (HSD) runs.", [("host side daemon", "Method")]),
            extraction("r", "HSD is slow.", [("HSD", "Method")]),
        ],
        SMALL,
    )
    assert set(concepts_of(linked)) == {
        "method/hidden-state-dropping",
        "method/host-side-daemon",
        "method/hsd",
    }
    assert [note.code for note in linked.notes] == ["W302"]


def test_usual_meaning_where_no_paper_defines_a_short_form() -> None:
    plain = extraction("p", "A DAG of tasks.", [("DAG", "Method")])
    long = extraction("q", "Directed acyclic graphs.", [("Directed acyclic graphs", "Method")])
    assert concepts_of(link([plain, long], SMALL)) == {
        "method/directed-acyclic-graph": {"DAG", "Directed acyclic graphs"}
    }
    odd = [
        extraction(f"r{n}", "A dual attention gate (DAG).", [("dual attention gate", "Method")])
        for n in range(3)
    ]
    apart = link([plain, long, *odd[:2]], SMALL)
    assert concepts_of(apart)["method/dag"] == {"DAG"}
    assert [note.code for note in apart.notes] == ["W302"]
    assert "directed acyclic graph" in apart.notes[0].reason
    followed = concepts_of(link([plain, long, *odd], SMALL))
    assert "DAG" in followed["method/dual-attention-gate"]


def test_vocabulary_abbreviation_is_marked_as_such() -> None:
    linked = link([extraction("p", "CTR rose.", [("CTR", "Metric")])], SMALL)
    concept = linked.concepts["metric/click-through-rate"]
    assert concept.in_vocabulary
    assert {(a.text, a.origin, a.count) for a in concept.aliases} == {("CTR", "text", 1)}
    assert concept.label == "click-through rate"


def test_type_of_a_new_concept_goes_by_majority() -> None:
    papers = [
        extraction("p", "Shard packing helps.", [("Shard packing", "Task")]),
        extraction("q", "We do shard packing.", [("shard packing", "Method")]),
        extraction("r", "A shard packing is used.", [("shard packing", "Method")]),
    ]
    assert set(concepts_of(link(papers, SMALL))) == {"method/shard-packing"}


def test_type_of_a_known_concept_goes_by_the_vocabulary() -> None:
    linked = link([extraction("p", "Our throughput grew.", [("throughput", "Method")])], SMALL)
    assert set(concepts_of(linked)) == {"metric/throughput"}


def test_broader_from_vocabulary_with_ancestors() -> None:
    linked = link([extraction("p", "Eight A100s.", [("A100s", "Hardware")])], SMALL)
    assert linked.concepts["hardware/nvidia-a100"].broader == ("hardware/gpu",)
    assert linked.concepts["hardware/gpu"].mention_count == 0
    assert linked.concepts["hardware/processor"].mention_count == 0
    assert linked.concepts["hardware/nvidia-a100"].inferred_broader == ()


def test_broader_inferred_from_the_head() -> None:
    text = "A GPU-based software cache and a tiered GPU-based software cache."
    mentions = [
        ("GPU-based software cache", "Method"),
        ("tiered GPU-based software cache", "Method"),
    ]
    linked = link([extraction("p", text, mentions)], SMALL)
    narrow = linked.concepts["method/tiered-gpu-based-software-cache"]
    middle = linked.concepts["method/gpu-based-software-cache"]
    assert narrow.broader == narrow.inferred_broader == (middle.id,)
    assert middle.broader == middle.inferred_broader == ("method/cache",)


def test_size_behind_a_name_is_narrower() -> None:
    text = "Zeta-3 is larger than Zeta-3 8B."
    linked = link([extraction("p", text, [("Zeta-3", "Method"), ("Zeta-3 8B", "Method")])], SMALL)
    assert linked.concepts["method/zeta-3-8b"].broader == ("method/zeta-3",)


def relation_codes(paper: LinkedPaper) -> list[str]:
    return [r.code for r in paper.rejected]


def test_statement_about_itself_is_rejected() -> None:
    text = "GNNs beat graph neural networks."
    read = extraction(
        "p",
        text,
        [("GNNs", "Method"), ("graph neural networks", "Method")],
        [(0, "comparedWith", 1)],
    )
    (paper,) = link([read], SMALL).papers
    assert paper.occurrences == ()
    assert relation_codes(paper) == ["E305"]


def test_statement_outside_the_schema_is_rejected() -> None:
    text = "SGD runs on throughput."
    read = extraction(
        "p", text, [("SGD", "Method"), ("throughput", "Hardware")], [(0, "runsOn", 1)]
    )
    (paper,) = link([read], SMALL).papers
    assert paper.occurrences == ()
    assert relation_codes(paper) == ["E306"]


def test_statement_keeps_its_evidence() -> None:
    text = "SGD runs on a GPU."
    read = extraction("p", text, [("SGD", "Method"), ("GPU", "Hardware")], [(0, "runsOn", 1)])
    (paper,) = link([read], SMALL).papers
    (occurrence,) = paper.occurrences
    assert (occurrence.subject, occurrence.predicate, occurrence.object) == (0, "runsOn", 1)
    assert text[slice(*occurrence.evidence)] == text
    assert occurrence.confidence == 0.8


def test_general_words_are_turned_down() -> None:
    text = "Our method and the system beat it."
    read = extraction("p", text, [("Our method", "Method"), ("system", "Method"), ("it", "Method")])
    linked = link([read], SMALL)
    (paper,) = linked.papers
    assert paper.mentions == ()
    assert relation_codes(paper) == ["E301"] * 3
    assert len(linked.concepts) == 0


def test_entry_with_a_general_name_is_no_concept() -> None:
    plain = vocabulary([entry("metric/performance", "performance", "model performance")])
    read = extraction("p", "Our model performance grew.", [("model performance", "Metric")])
    linked = link([read], plain)
    (paper,) = linked.papers
    assert relation_codes(paper) == ["E301"]
    assert len(linked.concepts) == 0


def same_as(trigger: str, types: tuple[str, str] = ("Method", "Method")) -> Linked:
    text = "The ledger tree, also known as the tally trie, grows."
    return link(
        [
            extraction(
                "p",
                text,
                [("ledger tree", types[0]), ("tally trie", types[1])],
                [(0, "sameAs", 1)],
                trigger=trigger,
            )
        ],
        SMALL,
    )


def test_alias_in_so_many_words_merges() -> None:
    linked = same_as("also known as")
    assert len(concepts_of(linked)) == 1
    (paper,) = linked.papers
    assert paper.occurrences == ()
    assert paper.rejected == ()


def test_guessed_alias_is_only_reported() -> None:
    linked = same_as("")
    assert len(concepts_of(linked)) == 2
    (paper,) = linked.papers
    assert relation_codes(paper) == ["E308"]


def test_alias_of_another_type_does_not_merge() -> None:
    assert len(concepts_of(same_as("also known as", ("Method", "Hardware")))) == 2


def test_alias_never_joins_two_entries_of_the_vocabulary() -> None:
    read = extraction(
        "p",
        "SGD, also known as all-reduce, is wrong.",
        [("SGD", "Method"), ("all-reduce", "Method")],
        [(0, "sameAs", 1)],
        trigger="also known as",
    )
    assert len(concepts_of(link([read], SMALL))) == 2


def test_an_id_does_not_change_when_a_word_like_it_turns_up() -> None:
    one = extraction("p", "We compare MIND.", [("MIND", "Method")])
    other = extraction("q", "A mind is new.", [("mind", "Method")])
    assert set(concepts_of(link([one], SMALL))) == {"method/mind-acronym"}
    assert set(concepts_of(link([other], SMALL))) == {"method/mind"}
    assert set(concepts_of(link([one, other], SMALL))) == {"method/mind-acronym", "method/mind"}


def test_slugs_that_meet_are_told_apart() -> None:
    read = extraction("p", "Both C+ and C plus.", [("C+", "Method"), ("C plus", "Method")])
    found = set(concepts_of(link([read], SMALL)))
    assert len(found) == 2
    assert all(id_.startswith("method/c-plus-") for id_ in found)


@pytest.mark.parametrize(
    ("text", "long", "short", "concepts"),
    [
        (
            "Fast network interconnects (NICs) link nodes.",
            "network interconnects",
            "NICs",
            {"hardware/interconnect", "hardware/network-interface-card"},
        ),
        (
            "We find an antimicrobial peptide (AMP) by search.",
            "antimicrobial peptide",
            "AMP",
            {"method/antimicrobial-peptide"},
        ),
    ],
)
def test_loose_definitions(text: str, long: str, short: str, concepts: set[str]) -> None:
    kind = next(iter(concepts)).partition("/")[0].capitalize()
    read = extraction("p", text, [(long, kind), (short, kind)])
    assert set(concepts_of(link([read], load()))) == concepts


def test_two_meanings_of_one_acronym_never_join_what_they_mean() -> None:
    text = "A model context pool (MCP) or a market choice plan (MCP): MCP is short."
    mentions = [
        ("model context pool", "Method"),
        ("market choice plan", "Method"),
        ("MCP", "Method"),
    ]
    read = extraction(
        "p", text, mentions, [(0, "sameAs", 2), (1, "sameAs", 2)], trigger="definition"
    )
    found = concepts_of(link([read], SMALL))
    assert {"method/model-context-pool", "method/market-choice-plan"} <= found.keys()


@pytest.mark.parametrize(
    "surface", ["C++", "C#", "β-VAE", "模型并行", "R^2-D^2", "A*", "naïve", "…xa…yb", "50% drop"]
)
def test_identifiers_are_plain(surface: str) -> None:
    found = set(
        concepts_of(link([extraction("p", f"Use {surface}.", [(surface, "Method")])], SMALL))
    )
    (id_,) = found
    kind, _, slug = id_.partition("/")
    assert kind == "method"
    assert slug
    assert set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


def test_a_definition_counts_for_spellings_seen_before_it() -> None:
    """However a paper writes what it defines, and wherever another paper wrote it first."""
    before = extraction("a", "A zqw is here.", [("zqw", "Method")])
    defines = extraction(
        "b",
        "Zeta quick writer (ZQW) and zqw.",
        [("Zeta quick writer", "Method"), ("zqw", "Method")],
    )
    after = extraction("c", "The zqw again.", [("zqw", "Method")])
    for order in ([before, defines, after], [after, defines, before], [defines, after, before]):
        _, paper, _ = link(order, SMALL).papers
        assert [m.concept for m in paper.mentions] == ["method/zeta-quick-writer"] * 2
        assert paper.mentions[1].rule == "definition"


def test_what_linking_counts_is_what_its_papers_hold() -> None:
    reads = [
        extraction("b", "Zeta quick writer (ZQW), zqw.", [("Zeta quick writer", "Method"), ("zqw", "Method")]),
        extraction("a", "A zqw is no ZQW.", [("zqw", "Method"), ("ZQW", "Method")]),
    ]  # fmt: skip
    linked = link(reads, SMALL)
    counts = {id_: c.mention_count for id_, c in linked.concepts.items() if c.mention_count}
    held = Counter(m.concept for paper in linked.papers for m in paper.mentions)
    assert counts == held


def test_papers_come_in_order_and_more_than_once() -> None:
    reads = [extraction(i, "SGD.", [("SGD", "Method")]) for i in ("c", "a", "b")]
    linked = link(reads, SMALL)
    assert [p.paper.id for p in linked.papers] == ["a", "b", "c"]
    assert list(linked.papers) == list(linked.papers)


_SURFACES = [
    ("GNNs", "Method"), ("GNN", "Task"), ("graph neural network", "Method"), ("PS", "Method"),
    ("packet scheduler", "Method"), ("Adam", "Method"), ("Summit", "Hardware"), ("shard map", "Method"),
    ("shard maps", "Task"), ("shard-map cache", "Method"), ("Zeta-3", "Method"), ("Zeta-3 8B", "Method"),
    ("it", "Method"), ("ledger tree", "Method"), ("tally trie", "Method"), ("64 GPUs", "Hardware"),
    ("HSD", "Method"), ("FlatCache model", "Method"), ("FlatCache", "Dataset"), ("ACME model", "Method"),
    ("ACME", "Method"), ("MIND", "Dataset"), ("mind", "Dataset"),
]  # fmt: skip
_OPENINGS = [
    "",
    "With a packet scheduler (PS). ",
    "Hidden state dropping (HSD). ",
    "A host side daemon (HSD). ",
    "An optimizer. ",
    "A supercomputer. ",
]


@st.composite
def corpora(draw: st.DrawFn) -> list[Extraction]:
    made = []
    for number in range(draw(st.integers(1, 8))):
        chosen = draw(st.lists(st.sampled_from(_SURFACES), min_size=1, max_size=5, unique=True))
        text = draw(st.sampled_from(_OPENINGS)) + ", ".join(s for s, _ in chosen) + "."
        relations = draw(
            st.lists(
                st.tuples(
                    st.integers(0, len(chosen) - 1),
                    st.sampled_from(["sameAs", "usedFor", "runsOn", "isA"]),
                    st.integers(0, len(chosen) - 1),
                ),
                max_size=3,
            )
        )
        trigger = draw(st.sampled_from(["", "also known as"]))
        made.append(extraction(f"p{number}", text, chosen, relations, trigger=trigger))
    return made


def snapshot(linked: Linked) -> tuple[list[Concept], list[LinkedPaper], object]:
    return [linked.concepts[key] for key in linked.concepts], list(linked.papers), linked.notes


@settings(max_examples=60, deadline=None)
@given(corpora(), st.randoms(use_true_random=False))
def test_order_and_sharding_do_not_matter(corpus: list[Extraction], random: object) -> None:
    shuffled = list(corpus)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    middle = len(corpus) // 2
    sharded = Shards([corpus[middle:], corpus[:middle]])
    expected = snapshot(link(corpus, SMALL))
    assert snapshot(link(shuffled, SMALL)) == expected
    assert snapshot(link(sharded, SMALL)) == expected


class Shards:
    """Extractions that come in parts, as from several files; no sequence."""

    def __init__(self, parts: Sequence[Sequence[Extraction]]) -> None:
        self.parts = parts

    def __iter__(self) -> Iterator[Extraction]:
        for part in self.parts:
            yield from part


@settings(max_examples=60, deadline=None)
@given(corpora())
def test_what_always_holds(corpus: list[Extraction]) -> None:
    linked = link(corpus, SMALL)
    counted: dict[str, int] = {}
    for read, paper in zip(sorted(corpus, key=lambda e: e.paper.id), linked.papers, strict=True):
        turned_down = [r for r in paper.rejected if r.code in ("E301", "E303", "E304")]
        assert len(paper.mentions) + len(turned_down) == len(read.mentions)
        for mention in paper.mentions:
            assert mention.concept in linked.concepts
            counted[mention.concept] = counted.get(mention.concept, 0) + 1
        for occurrence in paper.occurrences:
            ends = (paper.mentions[occurrence.subject], paper.mentions[occurrence.object])
            assert ends[0].concept != ends[1].concept
            assert occurrence.predicate != "sameAs"
    for id_ in linked.concepts:
        concept = linked.concepts[id_]
        assert concept.id == id_
        assert concept.type.lower() == id_.partition("/")[0]
        assert concept.mention_count == counted.get(id_, 0)
        assert sum(alias.count for alias in concept.aliases) == concept.mention_count
        assert concept.label
        assert set(concept.broader) <= set(linked.concepts)
        assert set(concept.inferred_broader) <= set(concept.broader)
        assert id_ not in concept.broader
    assert sorted(linked.concepts) == list(linked.concepts)


def test_the_kinds_of_the_hardware_found_come_along() -> None:
    linked = link([extraction("p", "A GPU computes.", [("GPU", "Hardware")])], SMALL)
    kind = linked.concepts["hardware/nvidia-a100"]
    assert kind.broader == ("hardware/gpu",)
    assert (kind.mention_count, kind.paper_count) == (0, 0)
    assert "hardware/summit" not in linked.concepts, "no kind of GPU"
    assert linked.concepts["hardware/gpu"].paper_count == 1


@pytest.mark.parametrize(
    "surface", ["downstream task", "large-scale benchmark", "real data sets", "state of the art"]
)
def test_a_general_noun_with_hollow_words_is_no_concept(surface: str) -> None:
    (paper,) = link([extraction("p", f"We use {surface} here.", [(surface, "Task")])], SMALL).papers
    assert [r.code for r in paper.rejected] == ["E301"]


@pytest.mark.parametrize(
    ("text", "surface", "label"),
    [
        ("Language models (LMs) and LM reasoning.", "LM reasoning", "language model reasoning"),
        ("We tune text-to-image models.", "text-to-image models", "text-to-image model"),
        ("A bag-of-words is kept.", "bag-of-words", "bag-of-words"),
    ],
)
def test_labels_are_in_the_singular(text: str, surface: str, label: str) -> None:
    linked = link([extraction("p", text, [(surface, "Method")])], SMALL)
    assert [
        linked.concepts[c].label for c in linked.concepts if linked.concepts[c].mention_count
    ] == [label]
