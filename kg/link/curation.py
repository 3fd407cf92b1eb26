"""The curator's decisions: merge, split, rename, retype, drop, and pinned aliases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from kg.extract.data import Extraction, Mention
from kg.link.index import form_of
from kg.schema import ENTITY_TYPES

ACTIONS: Final = ("merge", "split", "rename", "retype", "drop", "alias")
_ID: Final = re.compile(rf"(?:{'|'.join(t.lower() for t in ENTITY_TYPES)})/(.+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One decision, read from `line` of the curation file.

    `names` are the names or concept ids it speaks about; `value` is the name, label or type they
    get; `when` holds the context words of a split.
    """

    action: str
    line: int
    names: tuple[str, ...]
    value: str = ""
    when: tuple[str, ...] = ()

    def __str__(self) -> str:
        arrow = f" → {self.value}" if self.value else ""
        return f"{self.action} {', '.join(self.names)}{arrow}"


@dataclass(slots=True)
class Curation:
    """Rules by the identity key of the names they speak about; `path` is the file's name."""

    rules: tuple[Rule, ...] = ()
    path: str = ""
    _moves: dict[str, list[Rule]] = field(init=False, repr=False, default_factory=dict)
    _labels: dict[str, Rule] = field(init=False, repr=False, default_factory=dict)
    _types: dict[str, Rule] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        for rule in self.rules:
            for name in rule.names:
                key = key_of(name)
                if rule.action == "rename":
                    self._labels[key] = rule
                elif rule.action == "retype":
                    self._types[key] = rule
                else:
                    self._moves.setdefault(key, []).append(rule)

    def ruling(self, key: str, mention: Mention, extraction: Extraction) -> tuple[str, Rule] | None:
        """Return the surface that a mention is to be resolved by, empty to drop it; None without a rule.

        A split applies where one of its context words stands in the text, and before the others.
        """
        rules = self._moves.get(key)
        if not rules:
            return None
        for rule in rules:
            if rule.action == "split" and _occurs(rule.when, extraction.paper.text, mention):
                return rule.value, rule
        for rule in rules:
            if rule.action != "split":
                return ("" if rule.action == "drop" else rule.value), rule
        return None

    def touches(self, key: str) -> bool:
        """Say whether mentions of this key are moved or dropped."""
        return key in self._moves

    def label(self, keys: Iterable[str]) -> tuple[str, Rule] | None:
        """Return the label given to a concept with these keys."""
        rule = next((self._labels[k] for k in sorted(keys) if k in self._labels), None)
        return (rule.value, rule) if rule else None

    def type(self, keys: Iterable[str]) -> tuple[str, Rule] | None:
        """Return the type given to a concept with these keys."""
        rule = next((self._types[k] for k in sorted(keys) if k in self._types), None)
        return (rule.value, rule) if rule else None


def key_of(name: str) -> str:
    """Return the identity key of a name or of a concept id such as `method/ring-all-reduce`."""
    match = _ID.fullmatch(name)
    return form_of(match.group(1) if match else name).key


def _occurs(words: Sequence[str], text: str, mention: Mention) -> bool:
    around = text[: mention.start] + " " + text[mention.end :]
    return any(
        re.search(rf"(?<!\w){re.escape(word)}(?!\w)", around, re.IGNORECASE) for word in words
    )
