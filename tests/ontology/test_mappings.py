"""The mapping tables are those of the files they are made from."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from kg.vocabulary.sssom import ontology_mappings, vocabulary_mappings


@pytest.mark.parametrize(
    ("name", "make"), [("vocabulary", vocabulary_mappings), ("ontology", ontology_mappings)]
)
def test_tables_are_up_to_date(root: Path, name: str, make: object) -> None:
    assert callable(make)
    file = root / "ontology" / "mappings" / f"{name}.sssom.tsv"
    assert file.read_text(encoding="utf-8") == make(), "run python -m kg.vocabulary.sssom"


@pytest.mark.parametrize("name", ["vocabulary", "ontology"])
def test_every_prefix_is_declared(root: Path, name: str) -> None:
    file = root / "ontology" / "mappings" / f"{name}.sssom.tsv"
    lines = file.read_text(encoding="utf-8").splitlines()
    declared = {line[3:].partition(":")[0] for line in lines if line.startswith("#  ")}
    rows = list(
        csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t")
    )
    assert len(rows) > 20
    for row in rows:
        for column in ("subject_id", "predicate_id", "object_id", "mapping_justification"):
            assert row[column].partition(":")[0] in declared, row
