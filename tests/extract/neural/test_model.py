"""The shipped model: one result for one text, whatever surrounds it."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy

from kg.errors import InputError
from kg.extract.neural.component import parts_of
from kg.extract.neural.model import NeuralModel
from kg.extract.neural.proposals import proposed
from kg.extract.neural.relations import statements
from kg.resources import package_dir
from kg.schema import RELATIONS

TEXT = (
    "TideCache: Serving Embeddings from Flash. We present TideCache, a two-level cache that keeps "
    "hot embedding rows in GPU memory and the rest on NVMe SSDs. TideCache improves the throughput "
    "of click-through rate (CTR) prediction on the Criteo dataset."
)


@pytest.fixture(scope="module")
def model() -> NeuralModel:
    """The model in the package."""
    if not (package_dir() / "models" / "model.json").is_file():
        pytest.skip("this checkout has no trained model")
    return NeuralModel()


def test_reads_the_obvious(model: NeuralModel) -> None:
    """Names of the clearest kind are found with their types, at their offsets."""
    reading = model.read(TEXT)
    found = {(TEXT[s.start : s.end], s.type) for s in reading.spans}
    assert ("TideCache", "Method") in found
    assert ("GPU memory", "Hardware") in found
    assert ("throughput", "Metric") in found
    assert all(0 <= s.start < s.end <= len(TEXT) for s in reading.spans)
    first = next(n for n, s in enumerate(reading.spans) if TEXT[s.start : s.end] == "TideCache")
    assert first in proposed(TEXT, reading)


def test_relations_fit_the_schema(model: NeuralModel) -> None:
    """No statement breaks a signature, and symmetric ones are given once."""
    reading = model.read(TEXT)
    found = statements(reading, model.label_sets["mlsys"])
    assert found
    for item in found:
        kinds = reading.spans[item.head].type, reading.spans[item.tail].type
        assert RELATIONS[item.type].accepts(*kinds)
    keys = [(tuple(sorted((s.head, s.tail))), s.type) for s in found if RELATIONS[s.type].symmetric]
    assert len(keys) == len(set(keys))


def test_threads_do_not_change_the_result(model: NeuralModel) -> None:
    """One thread and three give the same reading, and so does a second run."""
    assert NeuralModel(model.folder, threads=3).read(TEXT) == model.read(TEXT)
    assert model.read(TEXT) == model.read(TEXT)


def test_other_texts_do_not_change_the_result(model: NeuralModel) -> None:
    """In a stream each text is read as if it were alone."""
    nlp = spacy.blank("en")
    nlp.add_pipe("kg_neural")
    others = ["GPUs.", TEXT * 3, ""]
    docs = list(nlp.pipe([others[0], TEXT, *others[1:]], batch_size=4))
    alone = model.analyse(TEXT, model.label_sets["mlsys"])
    (part,) = parts_of(docs[1])
    assert (part.probabilities == alone[0].probabilities).all()
    assert parts_of(docs[3]) == []


def test_a_long_text_is_read_to_its_end(model: NeuralModel) -> None:
    """Twenty repetitions give the method twenty times as often as one, at the right places."""
    long = " ".join([TEXT] * 20)
    spans = model.read(long).spans
    names = [s.start for s in spans if long[s.start : s.end] == "TideCache"]
    assert len(names) >= 50
    assert names[-1] > len(long) - len(TEXT)


@pytest.mark.parametrize("text", ["", " \n ", "…", "a", "$k$", "\u200b", "ＧＰＵ ﬁne‑tuning"])
def test_odd_texts(model: NeuralModel, text: str) -> None:
    """Nothing breaks on texts without words, or with unusual letters."""
    reading = model.read(text)
    assert all(text[s.start : s.end].strip() for s in reading.spans)


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    """The error says what is missing and what to do."""
    with pytest.raises(InputError, match="E710"):
        _ = NeuralModel(tmp_path).label_sets
