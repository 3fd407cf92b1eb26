"""The folder of a trained model as the run-time component reads it."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
from torch import Tensor

from kg.extract.neural.gazetteer import Gazetteer
from kg.train import export
from kg.train.data import MAX_WIDTH, LabelSet


def write_model(
    state: Mapping[str, Tensor],
    labels: Sequence[LabelSet],
    gazetteer: Gazetteer,
    encoder: Path,
    out: Path,
    *,
    int8: bool = True,
) -> None:
    """Write graphs, word pieces, names and untuned settings of a trained model to the folder `out`."""
    weights = {name: value.detach().numpy() for name, value in state.items()}
    out.mkdir(parents=True, exist_ok=True)
    onnx.save(export.encoder(weights, int8=int8), out / "encoder.onnx")
    for item in labels:
        onnx.save(export.spans(weights, item.name, int8=int8), out / f"{item.name}-spans.onnx")
        onnx.save(export.pairs(weights, item.name, int8=int8), out / f"{item.name}-pairs.onnx")
    shutil.copyfile(encoder / "vocab.txt", out / "pieces.txt")
    write_json(out / "gazetteer.json", gazetteer.shelf)
    write_json(
        out / "model.json",
        {"max_width": MAX_WIDTH, "label_sets": {item.name: untuned(item) for item in labels}},
    )


def untuned(labels: LabelSet) -> dict[str, object]:
    """Settings of a label set before tuning: probabilities as they come, thresholds of a half."""
    return {
        "entities": list(labels.entities),
        "relations": list(labels.relations),
        "sentence_gap": labels.sentence_gap,
        "within_sentence": labels.within_sentence,
        "temperature": 1.0,
        "thresholds": [0.5] * len(labels.entities),
        "relation_calibration": [1.0, 0.0],
        "relation_thresholds": [0.5] * len(labels.relations),
        "proposed_calibration": [1.0, 0.0],
    }


def write_json(path: Path, value: object) -> None:
    """Write plain data, compactly but one top-level entry a line."""

    def plain(item: object) -> object:
        return item.item() if isinstance(item, np.generic) else str(item)

    path.write_text(
        json.dumps(value, ensure_ascii=False, indent=0, default=plain) + "\n", encoding="utf-8"
    )


def seal(folder: Path) -> None:
    """Write a digest of the folder's files into `model.json`, to name this very model by."""
    digest = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.name != "model.json":
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    path = folder / "model.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    settings.pop("fingerprint", None)
    digest.update(json.dumps(settings, sort_keys=True).encode())
    write_json(path, {"fingerprint": digest.hexdigest()[:16], **settings})
