"""The record that a build keeps of its linking: why each concept has the mentions it has."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, Final

from kg.errors import AmbiguousError, GraphError, NotFoundError
from kg.files import writing
from kg.link.concepts import Concepts
from kg.link.data import Concept, Linked
from kg.link.key import identity_key
from kg.link.reasons import Explanation, Reason, Source

FILE: Final = "linking.jsonl"
"""Name of the record in the folder of a build: one JSON object a concept with mentions, by id."""
_MOST: Final = 5
_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Record:
    """A concept as linking made it; `types` counts the recogniser's votes, `aliases` are the vocabulary's,
    `sources` say where the abbreviations among its surfaces have their meaning from."""

    id: str
    label: str
    kind: str
    in_vocabulary: bool
    broader: tuple[str, ...]
    inferred: bool
    matches: tuple[str, ...]
    mentions: int
    papers: int
    types: dict[str, int]
    reasons: tuple[Reason, ...]
    sources: tuple[Source, ...]
    aliases: tuple[str, ...]

    @property
    def names(self) -> set[str]:
        """All that the concept is called."""
        return {self.label, *self.aliases, *(reason.surface for reason in self.reasons)}


class Recorded(Mapping[str, Concept]):
    """Concepts that are written down as each is asked for: ask for each once, in order of id.

    Concepts that no text mentions, and those not of `link`, have no record.
    """

    def __init__(self, concepts: Mapping[str, Concept], stream: IO[str]) -> None:
        self._concepts = concepts
        self._stream = stream

    def __getitem__(self, id_: str) -> Concept:
        concept = self._concepts[id_]
        if concept.mention_count and isinstance(self._concepts, Concepts):
            row = _row(concept, self._concepts.explain(id_))
            self._stream.write(_JSON.encode(row) + "\n")
        return concept

    def __iter__(self) -> Iterator[str]:
        return iter(self._concepts)

    def __len__(self) -> int:
        return len(self._concepts)


@contextmanager
def recording(linked: Linked, folder: Path) -> Iterator[Linked]:
    """Write the record of a linked corpus into the folder of its build while its concepts are gone through."""
    with writing(folder / FILE) as stream:
        yield replace(linked, concepts=Recorded(linked.concepts, stream))


def write_record(linked: Linked, folder: Path) -> None:
    """Write the record of a linked corpus into the folder of its build."""
    with recording(linked, folder) as recorded:
        for id_ in recorded.concepts:
            recorded.concepts.get(id_)


def _row(concept: Concept, found: Explanation) -> dict[str, object]:
    return {
        "id": concept.id,
        "label": concept.label,
        "kind": concept.kind,
        "in_vocabulary": concept.in_vocabulary,
        "broader": concept.broader,
        "inferred": bool(concept.inferred_broader),
        "matches": concept.matches,
        "mentions": concept.mention_count,
        "papers": concept.paper_count,
        "types": found.types,
        "reasons": found.reasons,
        "abbreviations": found.sources,
        "aliases": [a.text for a in concept.aliases if a.origin == "vocabulary"],
    }


def read_record(folder: Path) -> Iterator[Record]:
    """Read the record of a build, in order of concept id.

    Raises GraphError E030 where there is no build, E314 where it kept no record, E404 where the
    record is damaged.
    """
    path = folder / FILE
    if not path.is_file():
        code = "E314" if (folder / "graph.ttl").is_file() else "E030"
        raise GraphError(code, path=folder)
    with path.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            try:
                yield _record(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                reason = f"line {number}: {error!r}"
                raise GraphError("E404", path=path, reason=reason) from error


def _record(row: dict[str, Any]) -> Record:
    return Record(
        row["id"],
        row["label"],
        row["kind"],
        row["in_vocabulary"],
        tuple(row["broader"]),
        row["inferred"],
        tuple(row["matches"]),
        row["mentions"],
        row["papers"],
        row["types"],
        tuple(Reason(*reason) for reason in row["reasons"]),
        tuple(Source(*source) for source in row.get("abbreviations", ())),
        tuple(row["aliases"]),
    )


def find_record(folder: Path, name: str) -> Record:
    """Return the concept that goes by a name: its id, label or a surface, else the same identity key.

    Raises NotFoundError E312 with near names, AmbiguousError E313 with the candidates' ids.
    """
    exact: list[Record] = []
    loose: list[Record] = []
    labels: set[str] = set()
    key = identity_key(name)
    for record in read_record(folder):
        labels.add(record.label)
        if record.id == name:
            return record
        if name in record.names:
            exact.append(record)
        elif key and any(identity_key(other) == key for other in record.names):
            loose.append(record)
    found = [r for r in exact if r.label == name] or exact or loose
    if len(found) > 1:
        candidates = ", ".join(record.id for record in found)
        raise AmbiguousError("E313", name=name, candidates=candidates)
    if not found:
        near = difflib.get_close_matches(name, sorted(labels), _MOST, 0.6)
        hint = f" Near it: {', '.join(near)}." if near else ""
        raise NotFoundError("E312", name=name, near=hint)
    return found[0]
