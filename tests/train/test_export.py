"""The exported graphs compute what the trained model computes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from torch.nn import functional

from kg.evaluate.gold import Document
from kg.extract.neural.decode import Span, near_pairs
from kg.extract.neural.gazetteer import Gazetteer
from kg.extract.neural.model import NeuralModel
from kg.extract.neural.pairs import pair_features
from kg.train import export
from kg.train.data import MAX_WIDTH, LabelSet, examples
from kg.train.model import JointModel, collate
from kg.train.package import untuned
from tests.train.conftest import pieces


@pytest.mark.parametrize(
    ("int8", "encoder_tolerance", "tolerance"), [(False, 0.02, 0.001), (True, 0.2, 0.1)]
)
def test_graphs_agree_with_the_model(
    encoder: Path,
    tmp_path: Path,
    documents: list[Document],
    labels: LabelSet,
    gazetteer: Gazetteer,
    int8: bool,
    encoder_tolerance: float,
    tolerance: float,
) -> None:
    """Vectors, and the scores of spans and pairs made from them, match those of torch."""
    torch.manual_seed(1)
    model = JointModel(encoder, [labels]).eval()
    for parameter in model.heads.parameters():
        parameter.data = parameter.data.half().float()
    weights = {name: value.numpy() for name, value in model.state_dict().items()}
    onnx.save(export.encoder(weights, heads=4, int8=int8), tmp_path / "encoder.onnx")
    onnx.save(export.spans(weights, "tiny", int8=int8), tmp_path / "tiny-spans.onnx")
    onnx.save(export.pairs(weights, "tiny", int8=int8), tmp_path / "tiny-pairs.onnx")
    settings = {"max_width": MAX_WIDTH, "label_sets": {"tiny": untuned(labels)}}
    (tmp_path / "model.json").write_text(json.dumps(settings))
    runtime = NeuralModel(tmp_path)
    known = runtime.label_sets["tiny"]

    (example,) = examples(documents[:1], labels, pieces, gazetteer)
    window = example.window
    spans = [Span(first, last, kind, 1.0) for first, last, kind, _ in example.entities]
    vectors = runtime.encode(window)
    scores = runtime.span_scores(window, vectors, known)
    raw = runtime.pair_scores(window, vectors, known, spans)

    with torch.no_grad():
        count = len(window.first)
        true_first, true_last = (part[0, :count] for part in model.words(collate([window])))
        first, last = (torch.from_numpy(part)[None] for part in vectors.values())
        heads = model.heads["tiny"]
        expected = heads.span(first, last)[0].numpy()
        inside = np.add.outer(np.arange(count), np.arange(MAX_WIDTH)) < count
        starts = torch.tensor([span.first for span in spans])
        ends = torch.tensor([span.last for span in spans])
        types = torch.tensor([span.type for span in spans])
        rows = heads.pair.spans(first[0], last[0], starts, ends, types)
        sentence = window.sentence[starts.numpy()]
        i, j = near_pairs(sentence, labels.sentence_gap)
        # Hardware neither runs on a method nor is it part of one.
        fit = ~((types.numpy()[i] == 1) & (types.numpy()[j] == 0))
        i, j = i[fit], j[fit]
        features = [
            torch.from_numpy(part)
            for part in pair_features(starts.numpy(), ends.numpy(), i, j, sentence)
        ]
        total = functional.pad(first[0].cumsum(0), (0, 0, 1, 0))
        relations = heads.pair(
            rows, total, torch.from_numpy(i), torch.from_numpy(j), *features
        ).numpy()
        proposed = heads.pair.proposed(rows)[:, 0].numpy()

    assert (true_first - first[0]).abs().max() < encoder_tolerance
    assert (true_last - last[0]).abs().max() < encoder_tolerance
    assert np.abs(scores[inside] - expected[inside]).max() < tolerance
    assert np.abs(raw.relations - relations).max() < tolerance
    assert np.abs(raw.proposed - proposed).max() < tolerance
    assert raw.ends.tolist() == np.stack([i, j], 1).tolist()
