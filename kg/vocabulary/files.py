"""Reading the vocabulary's files: SKOS in Turtle and three tables of ambiguity."""

from __future__ import annotations

import csv
import hashlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pyoxigraph as ox

from kg.errors import GraphError
from kg.resources import ontology_dir
from kg.schema import BASE, ENTITY_TYPES
from kg.vocabulary.data import Ambiguity, Entry, Sense, Vocabulary

CONCEPT: Final = BASE + "concept/"
ONTOLOGY: Final = BASE + "ontology#"
_SKOS: Final = "http://www.w3.org/2004/02/skos/core#"
_TYPE: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_CASES: Final = ("Cap", "UPPER", "any")


def read(folder: Path | None = None) -> Vocabulary:
    """Return the vocabulary in `folder` (default: the one that ships with kg).

    All `*.ttl` files are read, and `ambiguous.tsv`, `collisions.tsv` and `common_words.tsv` where
    they exist. Raises GraphError E440 when a file does not parse or contradicts another.
    """
    folder = folder or ontology_dir() / "vocabulary"
    files = sorted((*folder.glob("*.ttl"), *folder.glob("*.tsv")), key=lambda file: file.name)
    digest = hashlib.sha256()
    texts: dict[str, bytes] = {}
    for file in files:
        texts[file.name] = file.read_bytes()
        digest.update(file.name.encode() + b"\0" + texts[file.name] + b"\0")
    entries = _entries(folder, texts)
    surfaces = _surfaces(entries)
    return Vocabulary(
        entries=entries,
        surfaces=surfaces,
        ambiguous=_collisions(folder, entries, surfaces) | _ambiguous(folder, entries),
        gated=frozenset(row["surface"] for _, row in _table(folder / "common_words.tsv")),
        fingerprint=digest.hexdigest(),
    )


def _fault(file: Path, reason: str) -> GraphError:
    return GraphError("E440", path=file, reason=reason)


def _entries(folder: Path, texts: dict[str, bytes]) -> dict[str, Entry]:
    values: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, text in texts.items():
        if not name.endswith(".ttl"):
            continue
        try:
            for triple in ox.parse(input=text, format=ox.RdfFormat.TURTLE):
                subject = triple.subject.value
                if subject.startswith(CONCEPT):
                    values[subject][triple.predicate.value].append(triple.object.value)
        except (SyntaxError, ValueError) as error:
            raise _fault(folder / name, str(error)) from error
    found = {}
    for subject in sorted(values):
        facts = values[subject]
        classes = [
            kind.removeprefix(ONTOLOGY) for kind in facts[_TYPE] if kind.startswith(ONTOLOGY)
        ]
        if not classes:
            continue
        key = subject.removeprefix(CONCEPT)
        types = [kind for kind in classes if kind in ENTITY_TYPES]
        labels = facts[_SKOS + "prefLabel"]
        if len(types) != 1 or len(labels) != 1:
            raise _fault(folder, f"{key} needs one entity type and one skos:prefLabel")
        found[key] = Entry(
            key=key,
            type=types[0],
            kind=next((kind for kind in classes if kind not in ENTITY_TYPES), ""),
            label=labels[0],
            aliases=tuple(facts[_SKOS + "altLabel"]),
            broader=tuple(
                parent.removeprefix(CONCEPT) for parent in sorted(facts[_SKOS + "broader"])
            ),
            matches=tuple(sorted(facts[_SKOS + "closeMatch"])),
        )
    for entry in found.values():
        for parent in entry.broader:
            if parent not in found:
                raise _fault(folder, f"{entry.key} has an unknown broader concept, {parent}")
    return found


def _surfaces(entries: dict[str, Entry]) -> dict[str, tuple[str, ...]]:
    keys: dict[str, list[str]] = defaultdict(list)
    for entry in entries.values():
        for surface in (entry.label, *entry.aliases):
            keys[surface].append(entry.key)
    return {surface: tuple(dict.fromkeys(keys[surface])) for surface in sorted(keys)}


def _table(file: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield (line number, row) of a tab-separated file with a header; a missing file has no rows."""
    if not file.is_file():
        return
    with file.open(encoding="utf-8", newline="") as lines:
        yield from enumerate(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), start=2)


def _known(file: Path, line: int, key: str, entries: dict[str, Entry]) -> str:
    if key and key not in entries:
        raise _fault(file, f"line {line}: no concept {key}")
    return key


def _ambiguous(folder: Path, entries: dict[str, Entry]) -> dict[str, Ambiguity]:
    file = folder / "ambiguous.tsv"
    senses: dict[str, list[Sense]] = defaultdict(list)
    cases: dict[str, str] = {}
    defaults: dict[str, str] = {}
    for line, row in _table(file):
        surface, key = row["surface"], row["concept"].removeprefix("-")
        _known(file, line, key, entries)
        if row["case"] not in _CASES:
            raise _fault(file, f"line {line}: case is one of {', '.join(_CASES)}")
        cases[surface] = row["case"]
        senses[surface].append(Sense(key, tuple(filter(None, row["context"].split("|")))))
        if row["default"] == "yes":
            defaults[surface] = key
    return {
        surface: Ambiguity(surface, cases[surface], tuple(found), defaults.get(surface, ""))
        for surface, found in senses.items()
    }


def _collisions(
    folder: Path, entries: dict[str, Entry], surfaces: dict[str, tuple[str, ...]]
) -> dict[str, Ambiguity]:
    """Return one ambiguity without context words for each surface that several concepts share."""
    file = folder / "collisions.tsv"
    defaults = {
        row["surface"]: _known(file, line, row["default"], entries) for line, row in _table(file)
    }
    return {
        surface: Ambiguity(
            surface,
            "UPPER" if surface.isupper() else "any",
            tuple(Sense(key, ()) for key in keys),
            defaults.get(surface, ""),
        )
        for surface, keys in surfaces.items()
        if len(keys) > 1
    }
