"""The pipeline as a whole: what must be found, what must not, and what always holds."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.extract import Pipeline, extract
from kg.extract.pipeline import COMPONENTS
from kg.papers import Paper
from kg.schema import RELATIONS
from tests.extract.conftest import Read, statements, typed

TEXTS = (
    "FastShard: Training Ranking Models on GPU Clusters. We present FastShard, a sharding system "
    "that trains deep learning recommendation models (DLRMs) on GPU clusters. FastShard reduces "
    "communication overhead and improves throughput. Unlike parameter servers, FastShard keeps "
    "embedding tables in GPU memory. Experiments on Criteo show that FastShard outperforms HugeCTR.",
    "Accelerators such as GPUs, FPGAs and TPUs speed up neural networks without CPUs.",
)


@pytest.mark.parametrize("text", TEXTS)
def test_mentions_slice_the_text_in_order(text: str, read: Read) -> None:
    extraction = read(text)
    keys = [(m.start, -m.end, m.type) for m in extraction.mentions]
    assert keys == sorted(set(keys))
    assert extraction.mentions
    for mention in extraction.mentions:
        assert text[mention.start : mention.end] == mention.text
        assert 0 <= mention.confidence <= 1
        assert mention.sources == tuple(sorted(mention.sources))


@pytest.mark.parametrize("text", TEXTS)
def test_relations_keep_to_the_schema(text: str, read: Read) -> None:
    extraction = read(text)
    assert extraction.relations
    for relation in extraction.relations:
        head, tail = extraction.mentions[relation.head], extraction.mentions[relation.tail]
        assert RELATIONS[relation.type].accepts(head.type, tail.type)
        start, end = relation.evidence
        assert start <= min(head.start, tail.start)
        assert max(head.end, tail.end) <= end


def test_a_small_abstract(read: Read) -> None:
    extraction = read(TEXTS[0])
    found = typed(extraction)
    assert {
        ("FastShard", "Method"),
        ("GPU clusters", "Hardware"),
        ("DLRMs", "Method"),
        ("throughput", "Metric"),
        ("GPU memory", "Hardware"),
    } <= found
    assert [m.text for m in extraction.mentions if m.proposed] == ["FastShard"]
    facts = statements(extraction)
    assert ("deep learning recommendation models", "sameAs", "DLRMs") in facts
    assert ("FastShard", "improves", "throughput") in facts
    assert not any(h == "parameter servers" and t == "GPU memory" for h, _, t in facts)


def test_kinds_are_read_in_their_direction(read: Read) -> None:
    facts = statements(read("Accelerators such as GPUs, FPGAs and TPUs speed up neural networks."))
    assert ("GPUs", "isA", "Accelerators") in facts
    assert ("Accelerators", "isA", "GPUs") not in facts


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("Our system QuickTrain trains large language models without GPUs.", "GPUs"),
        ("QuickTrain does not run on FPGAs.", "FPGAs"),
        ("QuickTrain runs on CPUs; GPUs are not supported.", "GPUs"),
    ],
)
def test_what_is_denied_is_no_fact(text: str, thing: str, read: Read) -> None:
    extraction = read(text)
    assert all(thing not in (head, tail) for head, _, tail in statements(extraction))
    assert any(m.text == thing and m.negated for m in extraction.mentions)


def test_a_cut_last_word_takes_part_in_no_relation(read: Read) -> None:
    whole = statements(read("MemServe keeps embedding tables in GPU memory.", truncated=False))
    cut = statements(read("MemServe keeps embedding tables in GPU memory", truncated=True))
    assert any(tail == "GPU memory" for _, _, tail in whole)
    assert not any(tail == "GPU memory" for _, _, tail in cut)


def test_the_bundled_sample(sample: Path, pipeline: Pipeline) -> None:
    from kg.readers import read as read_papers

    extractions = list(extract(read_papers([sample]), pipeline=pipeline))
    facts = {fact for extraction in extractions for fact in statements(extraction)}
    assert all(len(extraction.mentions) >= 2 for extraction in extractions)
    assert ("MegaTrain", "runsOn", "GPU") in facts
    assert ("MegaTrain", "comparedWith", "GPU-centric systems") in facts
    assert ("GPU clusters", "isA", "HPC resources") in facts
    for part in ("CPUs", "GPUs", "high-speed network interconnects"):
        assert (part, "partOf", "Compute nodes") in facts
    proposed = {m.text for extraction in extractions for m in extraction.mentions if m.proposed}
    assert "MegaTrain" in proposed


@settings(
    max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    extraction = READER.read(Paper(id="p", abstract=text))
    for mention in extraction.mentions:
        assert text[mention.start : mention.end] == mention.text


READER = Pipeline()


def test_a_text_of_a_million_characters(pipeline: Pipeline) -> None:
    text = (TEXTS[0] + " ") * 80
    extraction = pipeline.read(Paper(id="long", abstract=text))
    assert all(text[m.start : m.end] == m.text for m in extraction.mentions)
    assert extraction.mentions[-1].start > len(text) - 400
    assert all(extraction.mentions[r.head].end <= r.evidence[1] for r in extraction.relations)
    word = pipeline.read(Paper(id="word", abstract="x" * 1_200_000))
    assert len(word.paper.text) == 1_200_000


def test_reading_is_a_stream(pipeline: Pipeline) -> None:
    seen: list[int] = []

    def papers() -> Iterator[Paper]:
        for number in itertools.count():
            seen.append(number)
            yield Paper(id=str(number), abstract="We use GPUs. " * 100)

    stream = extract(papers(), pipeline=pipeline)
    assert [next(stream).paper.id for _ in range(30)] == [str(number) for number in range(30)]
    assert len(seen) < 60


def test_the_first_result_waits_for_no_second_paper() -> None:
    seen: list[str] = []

    def papers() -> Iterator[Paper]:
        for name in "ab":
            seen.append(name)
            yield Paper(id=name, abstract="We use GPUs.")

    stream = extract(papers(), pipeline=Pipeline(COMPONENTS))
    assert next(stream).paper.id == "a"
    assert seen == ["a"]


def test_texts_of_any_length_are_read_alike_together_and_alone(pipeline: Pipeline) -> None:
    lengths = (0, 1, 600, 1, 90, 0, 1100, 1)
    texts = ["We train models on GPUs. Results improve. " * length for length in lengths]
    papers = [Paper(id=str(number), abstract=text) for number, text in enumerate(texts)]
    together = list(extract(papers, pipeline=pipeline))
    assert together == [pipeline.read(paper) for paper in papers]


def test_a_paper_is_read_alike_in_any_company_and_under_any_hash_seed() -> None:
    program = (
        "from kg.extract import Pipeline; from kg.papers import Paper; import sys\n"
        "p = Pipeline(); texts = sys.argv[1:]\n"
        "print([p.read(Paper(id='p', abstract=t)) for t in texts][-1])\n"
        "print(p.fingerprint)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, *texts],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, texts in (("0", TEXTS), ("7", TEXTS[1:]))
    }
    expected = READER.read(Paper(id="p", abstract=TEXTS[1]))
    assert outputs == {f"{expected}\n{READER.fingerprint}\n"}


def test_visible_seeds_reach_the_floor(shared: Path, pipeline: Pipeline) -> None:
    """A floor, not a goal: typed exact spans of the annotated seeds."""
    import json

    right = found = wanted = 0
    for line in (shared / "seeds" / "expected.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        gold = {(e["start"], e["end"], e["type"]) for e in record["entities"]}
        extraction = pipeline.read(Paper(id=record["id"], abstract=record["text"]))
        mine = {(m.start, m.end, m.type) for m in extraction.mentions}
        right, found, wanted = right + len(gold & mine), found + len(mine), wanted + len(gold)
    assert 2 * right / (found + wanted) >= 0.60


def test_a_name_at_the_end_of_an_address_is_no_mention() -> None:
    text = (
        "We propose a federated learning (FL) framework that trains one segmentation model on GPUs. "
        "Code: https://github.com/someone/FedUniNet"
    )
    (extraction,) = extract([Paper("text:address", "", text)])
    assert "GPUs" in [mention.text for mention in extraction.mentions]
    assert all(mention.end <= text.index("https") for mention in extraction.mentions)
