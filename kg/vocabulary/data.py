"""The curated vocabulary in memory: entries, ambiguous surfaces and common words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One concept of the vocabulary.

    `key` is its concept id (`hardware/gpu`); `type` one of the five entity types (software is
    `Method`); `kind` a finer class of the ontology or empty; `broader` holds keys; `matches` are
    IRIs of outside vocabularies.
    """

    key: str
    type: str
    kind: str
    label: str
    aliases: tuple[str, ...]
    broader: tuple[str, ...]
    matches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of an ambiguous surface: an entry's key (empty: not a concept) and words that point to it."""

    key: str
    context: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A surface with several meanings; `default` is the key taken without context, empty for none.

    `case` is the case rule of the surface: `Cap` (as written, capitalised), `UPPER` or `any`.
    """

    surface: str
    case: str
    senses: tuple[Sense, ...]
    default: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The compiled vocabulary; `surfaces` maps each label and alias, as written, to entry keys.

    `ambiguous` is keyed by the surface as written; `gated` holds lower-cased common or very short
    surfaces that need support from the text before they count. `fingerprint` changes whenever
    anything in the vocabulary does.
    """

    entries: Mapping[str, Entry]
    surfaces: Mapping[str, tuple[str, ...]]
    ambiguous: Mapping[str, Ambiguity]
    gated: frozenset[str]
    fingerprint: str

    def ancestors(self, key: str) -> Iterator[Entry]:
        """Yield the entries above `key`, nearest first, each once."""
        seen = {key}
        queue = list(self.entries[key].broader) if key in self.entries else []
        while queue:
            current = queue.pop(0)
            if current in seen or current not in self.entries:
                continue
            seen.add(current)
            yield self.entries[current]
            queue.extend(self.entries[current].broader)
