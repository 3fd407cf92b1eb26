"""Reading vocabularies."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kg.errors import GraphError
from kg.vocabulary import load
from kg.vocabulary.files import read

PREFIXES = """@prefix kg: <https://w3id.org/kg/ontology#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix hardware: <https://w3id.org/kg/concept/hardware/> .
@prefix method: <https://w3id.org/kg/concept/method/> .
"""
ROOT = "hardware:hardware a kg:Hardware, skos:Concept ; skos:prefLabel 'hardware' .\n"
CHIP = (
    "hardware:chip a kg:Hardware, kg:Processor, skos:Concept ; skos:prefLabel 'chip' ;"
    " skos:altLabel 'die', 'MIC' ; skos:broader hardware:hardware ;"
    " skos:closeMatch <https://example.org/chip> .\n"
)
TOOL = "method:mic a kg:Method, kg:Software, skos:Concept ; skos:prefLabel 'MIC' .\n"


def folder(path: Path, **files: str) -> Path:
    for name, text in files.items():
        file = path / ".".join(name.rsplit("_", 1))
        file.write_text(text if name.endswith("tsv") else PREFIXES + text, encoding="utf-8")
    return path


def test_entries(tmp_path: Path) -> None:
    vocabulary = read(folder(tmp_path, a_ttl=ROOT + CHIP))
    chip = vocabulary.entries["hardware/chip"]
    assert (chip.type, chip.kind, chip.label) == ("Hardware", "Processor", "chip")
    assert set(chip.aliases) == {"die", "MIC"}
    assert chip.broader == ("hardware/hardware",)
    assert chip.matches == ("https://example.org/chip",)
    assert [entry.key for entry in vocabulary.ancestors("hardware/chip")] == ["hardware/hardware"]
    assert vocabulary.surfaces["die"] == ("hardware/chip",)


def test_a_shared_surface_is_ambiguous(tmp_path: Path) -> None:
    table = "surface\tconcepts\tdefault\nMIC\thardware/chip|method/mic\tmethod/mic\n"
    vocabulary = read(folder(tmp_path, a_ttl=ROOT + CHIP + TOOL, collisions_tsv=table))
    found = vocabulary.ambiguous["MIC"]
    assert {sense.key for sense in found.senses} == {"hardware/chip", "method/mic"}
    assert (found.default, found.case) == ("method/mic", "UPPER")


def test_a_shared_surface_without_default(tmp_path: Path) -> None:
    assert read(folder(tmp_path, a_ttl=ROOT + CHIP + TOOL)).ambiguous["MIC"].default == ""


def test_the_table_of_senses(tmp_path: Path) -> None:
    table = (
        "surface\tcase\tconcept\tcontext\tdefault\tnote\n"
        "Die\tCap\thardware/chip\tsilicon|wafer\tyes\t\n"
        'Die\tCap\t-\tdice\t\ta "game"\n'
    )
    vocabulary = read(folder(tmp_path, a_ttl=ROOT + CHIP, ambiguous_tsv=table))
    found = vocabulary.ambiguous["Die"]
    assert [(sense.key, sense.context) for sense in found.senses] == [
        ("hardware/chip", ("silicon", "wafer")),
        ("", ("dice",)),
    ]
    assert found.default == "hardware/chip"


def test_gated_words(tmp_path: Path) -> None:
    assert read(folder(tmp_path, common_words_tsv="surface\tfrequency\ndie\t4.5\n")).gated == {
        "die"
    }


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"a_ttl": "hardware:x a kg:Hardware ;"}, "a.ttl"),
        ({"a_ttl": "hardware:x a kg:Hardware ."}, "hardware/x"),
        ({"a_ttl": "hardware:x a kg:GPU ; skos:prefLabel 'x' ."}, "hardware/x"),
        ({"a_ttl": "hardware:x a kg:Hardware, kg:Task ; skos:prefLabel 'x' ."}, "hardware/x"),
        ({"a_ttl": CHIP}, "hardware/hardware"),
        (
            {
                "ambiguous_tsv": "surface\tcase\tconcept\tcontext\tdefault\tnote\nX\tCap\tmethod/x\t\t\t\n"
            },
            "line 2",
        ),
        (
            {"ambiguous_tsv": "surface\tcase\tconcept\tcontext\tdefault\tnote\nX\tcap\t-\t\t\t\n"},
            "line 2",
        ),
        ({"collisions_tsv": "surface\tconcepts\tdefault\nX\t\tmethod/x\n"}, "line 2"),
    ],
)
def test_damage_is_told_with_its_place(tmp_path: Path, files: dict[str, str], reason: str) -> None:
    with pytest.raises(GraphError, match="E440") as caught:
        read(folder(tmp_path, **files))
    assert reason in str(caught.value)


def test_the_fingerprint_follows_every_file(tmp_path: Path) -> None:
    first = read(folder(tmp_path, a_ttl=ROOT)).fingerprint
    assert read(tmp_path).fingerprint == first
    second = read(folder(tmp_path, common_words_tsv="surface\tfrequency\nx\t\n")).fingerprint
    third = read(folder(tmp_path, common_words_tsv="surface\tfrequency\ny\t\n")).fingerprint
    assert len({first, second, third}) == 3


def test_it_is_read_once() -> None:
    assert load() is load()


def test_the_same_in_every_process() -> None:
    program = (
        "from kg.vocabulary import load; v = load();"
        "print(v.fingerprint, hash(tuple(v.surfaces)) and list(v.surfaces)[:50], list(v.entries)[-50:])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_nothing_is_read_at_import() -> None:
    program = (
        "import sys, kg.vocabulary;"
        "assert 'pyoxigraph' not in sys.modules and kg.vocabulary.load.cache_info().currsize == 0"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
