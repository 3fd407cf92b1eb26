"""The curator's decisions: merge, split, rename, retype, drop, and pinned aliases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from kg.extract.data import Extraction, Mention
from kg.link.index import VocabularyIndex
from kg.link.key import form_of, identity_key
from kg.link.resolution import KNOWN, NEW, resolve
from kg.schema import ENTITY_TYPES

ACTIONS: Final = ("merge", "split", "rename", "retype", "drop", "alias")
ENTRY: Final = "=entry:"
OWN: Final = "=own:"
NAMED: Final = "=named:"
"""Before what follows the type in a concept's id, among identity keys."""
_ID: Final = re.compile(rf"(?:{'|'.join(t.lower() for t in ENTITY_TYPES)})/(.+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One decision, read from `line` of the curation file.

    `names` are the names or concept ids it speaks about; `value` is the name, label or type they
    get; `when` holds the context words of a split. `alias` and `split` move single surfaces, the
    others speak about whole concepts.
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
    """All rules; `path` is the name of the file they come from."""

    rules: tuple[Rule, ...] = ()
    path: str = ""
    _surfaces: dict[str, list[Rule]] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        for rule in self.rules:
            if rule.action in ("alias", "split"):
                for name in rule.names:
                    self._surfaces.setdefault(key_of(name), []).append(rule)

    def of(self, *actions: str) -> Iterator[Rule]:
        """Yield the rules with these actions in the order of the file."""
        return (rule for rule in self.rules if rule.action in actions)

    @property
    def names_ids(self) -> bool:
        """Whether any rule speaks of a concept by its id."""
        return any(_ID.fullmatch(name) for rule in self.rules for name in rule.names)

    def touches(self, key: str) -> bool:
        """Say whether mentions of this key are moved one by one."""
        return key in self._surfaces

    def ruling(self, key: str, mention: Mention, extraction: Extraction) -> Rule | None:
        """Return the rule that moves a mention: a split whose context words occur, else an alias."""
        rules = self._surfaces.get(key, ())
        for rule in rules:
            if rule.action == "split" and _occurs(rule.when, extraction.paper.text, mention):
                return rule
        return next((rule for rule in rules if rule.action == "alias"), None)


def key_of(name: str) -> str:
    """Return the identity key of a name or of a concept id such as `method/ring-all-reduce`."""
    match = _ID.fullmatch(name)
    return identity_key(match.group(1) if match else name)


def target_of(name: str, index: VocabularyIndex) -> str:
    """Return the target (see `kg.link.reading.Target`) that a name or concept id in a rule stands for.

    What is no concept of the vocabulary is taken at its word: no class noun is dropped from it.
    """
    if name in index.vocabulary.entries:
        return ENTRY + name
    match = _ID.fullmatch(name)
    if match:
        return OWN + match.group(1)
    return name if index.entries(form_of(name), name) else OWN + name


def group_of(name: str, index: VocabularyIndex) -> str:
    """Return the group of a name or concept id in a rule."""
    target = target_of(name, index)
    if target.startswith(ENTRY):
        return KNOWN + target.removeprefix(ENTRY)
    if target.startswith(OWN):
        return NEW + form_of(target.removeprefix(OWN)).key
    return resolve(form_of(target), index, target).group


def find(
    rule: Rule, groups: Iterable[str], by_key: dict[str, set[str]], index: VocabularyIndex
) -> set[str]:
    """Return which of `groups` a rule about whole concepts speaks of.

    `by_key` has the groups of each identity key, and of each id: other signs than letters are
    lost in ids, so that they have another key than the name.
    """
    found: set[str] = set()
    known = set(groups)
    for name in rule.names:
        found |= {group_of(name, index)} & known
        if name not in index.vocabulary.entries:
            found |= by_key.get(key_of(name), set())
            if match := _ID.fullmatch(name):
                found |= by_key.get(NAMED + match.group(1), set())
    return found


def _occurs(words: Sequence[str], text: str, mention: Mention) -> bool:
    around = text[: mention.start] + " " + text[mention.end :]
    return any(
        re.search(rf"(?<!\w){re.escape(word)}(?!\w)", around, re.IGNORECASE) for word in words
    )
