"""Silver texts hold what the extractor finds, and none of the gold texts."""

from __future__ import annotations

import json
from pathlib import Path

from kg.evaluate.gold import read_gold
from kg.extract.neural.model import NeuralModel
from kg.papers import Paper
from kg.train.annotate import annotate_as, main, unseen

LONG = (
    "We present Plume, a scheduler for GPU clusters that packs training jobs by their memory. "
    "Deep neural networks for speech recognition are trained on many graphics processors at once, "
    "and their jobs wait for each other. Plume is evaluated on ImageNet against two baselines and "
    "shortens the mean waiting time of jobs by a third without a loss of accuracy."
)


def test_stumps_and_gold_texts_are_left_out() -> None:
    papers = [
        Paper("short", abstract="We present Plume."),
        Paper("gold", abstract=LONG.upper()),
        Paper("new", abstract=LONG.replace("Plume", "Another scheduler")),
    ]
    assert [paper.id for paper in unseen(papers, ["Plume. " + LONG])] == ["new"]


def test_other_label_sets_are_annotated_too() -> None:
    model = NeuralModel()
    (row,) = annotate_as([Paper("a", abstract=LONG)], model, model.label_sets["scierc"])
    assert {"Task", "Method"} <= {entity["type"] for entity in row["entities"]}
    assert all(LONG[e["start"] : e["end"]] == e["text"] for e in row["entities"])
    assert all(
        0 <= r["head"] < len(row["entities"]) and r["head"] != r["tail"] for r in row["relations"]
    )


def test_a_pool_becomes_a_folder_of_silver_texts(tmp_path: Path) -> None:
    pool, data, out = tmp_path / "pool.jsonl", tmp_path / "gold", tmp_path / "silver"
    other = LONG.replace("Plume", "Another scheduler")
    lines = [{"id": "a", "title": "", "abstract": LONG}, {"id": "b", "abstract": other}]
    pool.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    (data / "mlsys").mkdir(parents=True)
    gold = {"id": "g", "text": LONG, "entities": [], "relations": []}
    (data / "mlsys" / "dev.jsonl").write_text(json.dumps(gold) + "\n", encoding="utf-8")
    main([str(pool), str(data), str(out)])
    for name in ("mlsys", "scierc"):
        (document,) = read_gold(out / f"{name}.jsonl")
        assert document.text == other
        assert document.entities
