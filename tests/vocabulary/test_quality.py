"""What the bundled vocabulary keeps to, so that additions do."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.link.key import form_of, identity_key, is_generic
from kg.link.slug import slug
from kg.schema import ENTITY_TYPES
from kg.vocabulary import Entry, Vocabulary, load

ROOTS = {
    "method/method",
    "hardware/hardware",
    "task/task",
    "dataset/dataset",
    "metric/metric",
}
GENERIC = [
    "machine",
    "node",
    "model",
    "training",
    "communication",
    "learning",
    "method",
    "technique",
    "approach",
    "task",
    "metric",
    "dataset",
    "hardware",
    "software",
    "performance",
    "worker",
    "host",
    "device",
    "client",
    "edge",
    "cloud",
    "network",
    "memory",
    "storage",
    "cluster",
    "server",
    "embedding",
    "energy",
    "loss",
    "privacy",
    "optimization",
    "evaluation",
]


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return load()


def names(entry: Entry) -> Iterator[str]:
    yield entry.label
    yield from entry.aliases


def test_every_concept_but_the_roots_has_a_place(vocabulary: Vocabulary) -> None:
    assert {entry.key for entry in vocabulary.entries.values() if not entry.broader} == ROOTS


def test_every_concept_lies_below_the_root_of_its_type(vocabulary: Vocabulary) -> None:
    for entry in vocabulary.entries.values():
        above = [entry.key, *(ancestor.key for ancestor in vocabulary.ancestors(entry.key))]
        kind = entry.type.lower()
        assert f"{kind}/{kind}" in above, entry.key


def test_no_concept_lies_above_itself(vocabulary: Vocabulary) -> None:
    state: dict[str, int] = {}

    def visit(key: str) -> None:
        assert state.get(key) != 1, f"cycle at {key}"
        if key not in state:
            state[key] = 1
            for parent in vocabulary.entries[key].broader:
                visit(parent)
            state[key] = 2

    for key in vocabulary.entries:
        visit(key)


def test_broader_keeps_the_type(vocabulary: Vocabulary) -> None:
    for entry in vocabulary.entries.values():
        assert {vocabulary.entries[key].type for key in entry.broader} <= {entry.type}, entry.key


def test_no_place_is_given_twice(vocabulary: Vocabulary) -> None:
    for entry in vocabulary.entries.values():
        for parent in entry.broader:
            others = (key for key in entry.broader if key != parent)
            above = {a.key for other in others for a in vocabulary.ancestors(other)}
            assert parent not in above, f"{entry.key}: {parent} is implied"


def test_finer_classes_follow_the_tree(vocabulary: Vocabulary) -> None:
    """A concept without a class of its own has the class of a concept above, where one has any."""
    for entry in vocabulary.entries.values():
        if not entry.kind:
            parents = {vocabulary.entries[key].kind for key in entry.broader}
            assert parents <= {""} or entry.key in {
                "hardware/power-and-cooling-hardware",
                "hardware/semiconductor-technology",
            }, entry.key


def test_finer_classes_are_in_the_ontology(vocabulary: Vocabulary, root: Path) -> None:
    kg = "https://w3id.org/kg/ontology#"
    above: dict[str, str] = {}
    for triple in ox.parse(path=str(root / "ontology" / "kg.ttl"), format=ox.RdfFormat.TURTLE):
        if triple.predicate.value.endswith("subClassOf") and triple.object.value.startswith(kg):
            above[triple.subject.value.removeprefix(kg)] = triple.object.value.removeprefix(kg)
    for entry in vocabulary.entries.values():
        kind = entry.kind or entry.type
        while kind not in ENTITY_TYPES:
            kind = above[kind]
        assert kind == entry.type, entry.key


def test_iris_follow_the_labels(vocabulary: Vocabulary) -> None:
    """An IRI is type and slug of the label, qualified where two labels have one slug."""
    for entry in vocabulary.entries.values():
        assert entry.key.startswith(f"{entry.type.lower()}/{slug(entry.label)}"), entry.key


def test_names_are_clean(vocabulary: Vocabulary) -> None:
    for entry in vocabulary.entries.values():
        for name in names(entry):
            assert name == unicodedata.normalize("NFC", name).strip(), name
            assert name, entry.key
            assert not re.search(r"\s\s|[\t\n|\u200b-\u200f\u00a0]", name), name
        assert len(set(names(entry))) == 1 + len(entry.aliases), entry.key


def test_one_name_has_one_concept_in_a_type(vocabulary: Vocabulary) -> None:
    """Two concepts of a type whose names differ in case, hyphen or plural are one, or linking guesses."""
    owners: dict[tuple[str, str], set[str]] = defaultdict(set)
    for entry in vocabulary.entries.values():
        for name in names(entry):
            owners[entry.type, identity_key(name)].add(entry.key)
    assert {key: found for key, found in owners.items() if len(found) > 1} == {}


def test_a_name_with_several_concepts_is_known_as_ambiguous(vocabulary: Vocabulary) -> None:
    for surface, keys in vocabulary.surfaces.items():
        if len(keys) > 1:
            assert surface in vocabulary.ambiguous, surface


def test_the_table_of_collisions_names_no_others(vocabulary: Vocabulary, root: Path) -> None:
    lines = (root / "ontology/vocabulary/collisions.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines[1:]:
        surface, concepts, _ = line.split("\t")
        assert set(concepts.split("|")) == set(vocabulary.surfaces[surface]), surface


def test_senses_know_their_surface_or_have_context(vocabulary: Vocabulary) -> None:
    for found in vocabulary.ambiguous.values():
        keys = [sense.key for sense in found.senses]
        assert len(set(keys) - {""}) == len([key for key in keys if key]), found.surface
        assert not found.default or found.default in keys, found.surface


def test_general_words_are_gated(vocabulary: Vocabulary) -> None:
    assert set(GENERIC) <= vocabulary.gated


def test_gated_words_are_lower_case_and_few(vocabulary: Vocabulary) -> None:
    assert all(word == word.lower() for word in vocabulary.gated)
    assert len(vocabulary.gated) < len(vocabulary.surfaces) / 10


def test_files_are_sorted_and_name_their_sources(root: Path) -> None:
    for file in sorted((root / "ontology" / "vocabulary").glob("*.ttl")):
        text = file.read_text(encoding="utf-8")
        subjects = re.findall(r"^(\w+:\S+) a kg:", text, re.MULTILINE)
        assert subjects == sorted(subjects), file.name
        assert len(subjects) == text.count("dcterms:source"), file.name
        assert text.count("_:") == 0


def test_types_agree_with_annotated_texts(vocabulary: Vocabulary, shared: Path) -> None:
    """Where annotators are of one mind on the type of a name, the vocabulary rarely says otherwise."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for line in (shared / "gold/mlsys/train.jsonl").read_text(encoding="utf-8").splitlines():
        for entity in json.loads(line)["entities"]:
            counts[identity_key(entity["text"])][entity["type"]] += 1
    types: dict[str, set[str]] = defaultdict(set)
    for entry in vocabulary.entries.values():
        for name in names(entry):
            types[identity_key(name)].add(entry.type)
    agreed = against = 0
    for key, found in counts.items():
        (kind, number), total = found.most_common(1)[0], found.total()
        if key in types and total >= 3 and number / total >= 0.8:
            agreed += kind in types[key]
            against += kind not in types[key]
    assert agreed > 100
    assert against / (agreed + against) < 0.05


def test_context_words_tell_more_than_their_surface(vocabulary: Vocabulary) -> None:
    for ambiguity in vocabulary.ambiguous.values():
        for sense in ambiguity.senses:
            assert ambiguity.surface.lower() not in map(str.lower, sense.context), ambiguity
            assert len(set(sense.context)) == len(sense.context), (ambiguity.surface, sense)


def test_no_alias_is_a_general_noun(vocabulary: Vocabulary) -> None:
    for entry in vocabulary.entries.values():
        if not is_generic(form_of(entry.label)):
            general = [name for name in entry.aliases if is_generic(form_of(name))]
            assert not general, (entry.key, general)


@pytest.mark.parametrize(
    ("narrower", "concept"),
    [
        ("benchmark dataset", "dataset/industrial-dataset"),
        ("heuristic", "method/greedy-algorithm"),
        ("classifier", "method/multiple-classifier-system"),
        ("AWS", "hardware/amazon-ec2"),
        ("checkpoint", "method/checkpointing"),
        ("INT8", "method/int8-quantization"),
        ("flash storage", "hardware/flash-memory"),
        ("congested clique", "method/congest-model"),
        ("constant memory", "hardware/texture-memory"),
    ],
)
def test_another_thing_is_no_alias(vocabulary: Vocabulary, narrower: str, concept: str) -> None:
    assert concept not in vocabulary.surfaces.get(narrower, ())
    assert identity_key(narrower) not in {
        identity_key(name) for name in names(vocabulary.entries[concept])
    }


@pytest.mark.parametrize(
    ("name", "concept"),
    [
        ("general matrix multiply", "task/matrix-multiplication"),
        ("GEMM", "task/matrix-multiplication"),
        ("BFT", "method/byzantine-fault-tolerance"),
        ("Amazon Web Services", "hardware/aws"),
        ("3DGS", "method/3d-gaussian-splatting"),
        ("mobile phone", "hardware/smartphone"),
    ],
)
def test_names_that_were_missed(vocabulary: Vocabulary, name: str, concept: str) -> None:
    assert vocabulary.surfaces[name] == (concept,)
