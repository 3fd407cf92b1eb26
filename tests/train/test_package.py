"""The folder of a trained model."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from kg.extract.neural.model import NeuralModel
from kg.extract.neural.probabilities import Calibration
from kg.train.data import LabelSet
from kg.train.package import seal, untuned, write_json
from kg.train.tune import store


def folder(path: Path, labels: LabelSet) -> Path:
    """A model folder without graphs."""
    write_json(path / "model.json", {"max_width": 12, "label_sets": {labels.name: untuned(labels)}})
    (path / "encoder.onnx").write_bytes(b"weights")
    return path


def test_the_seal_changes_with_any_file(tmp_path: Path, labels: LabelSet) -> None:
    """Weights and settings make the fingerprint; sealing again does not change it."""
    path = folder(tmp_path, labels)

    def sealed() -> str:
        seal(path)
        return str(json.loads((path / "model.json").read_text())["fingerprint"])

    first = sealed()
    assert sealed() == first
    (path / "encoder.onnx").write_bytes(b"other weights")
    second = sealed()
    assert second != first
    settings = json.loads((path / "model.json").read_text())
    settings["max_width"] = 11
    write_json(path / "model.json", settings)
    assert sealed() not in (first, second)


def test_tuned_settings_are_read_back(tmp_path: Path, labels: LabelSet) -> None:
    """What tuning stores is what the run-time model uses."""
    path = folder(tmp_path, labels)
    known = NeuralModel(path).label_sets["tiny"]
    tuned = replace(
        known,
        temperature=1.3,
        thresholds=(0.4, 0.35),
        relation_calibration=Calibration(0.9, -0.2),
        relation_thresholds=(0.2, 0.3),
    )
    store(path, [tuned])
    assert NeuralModel(path).label_sets["tiny"] == tuned
