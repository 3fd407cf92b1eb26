"""Between the passes: which targets of the table are one concept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kg.errors import MESSAGES
from kg.extract.data import Rejection
from kg.link.index import VocabularyIndex, Words, form_of
from kg.link.key import is_generic
from kg.link.reading import ENTRY, OWN
from kg.link.resolution import KNOWN, NEW, Resolution, resolve
from kg.link.table import Table

_AGREEMENT: Final = 0.9


@dataclass(frozen=True, slots=True)
class Grouping:
    """`groups[n]` is the group of target `n`; `rules[n]` how it came there; `words[n]` its words."""

    groups: list[str]
    rules: list[str]
    words: list[Words]
    notes: list[Rejection]


def group(table: Table, index: VocabularyIndex) -> Grouping:
    """Resolve every target and join the groups that texts say are the same."""
    shorts, notes = _agreed(table.definitions, index)
    forms = [form_of(_surface(name)) for name in table.names]
    keys = {form.key for form in forms}
    votes_by_key: dict[str, Counter[str]] = {}
    for number, form in enumerate(forms):
        votes_by_key.setdefault(form.key, Counter()).update(table.type_votes(number))
    resolutions = []
    for number, name in enumerate(table.names):
        if name.startswith(ENTRY):
            entry = name.removeprefix(ENTRY)
            resolutions.append(Resolution(KNOWN + entry, "context", ()))
            continue
        form = forms[number]
        resolutions.append(
            resolve(
                form,
                index,
                _surface(name),
                votes_by_key[form.key],
                shorts,
                keys.__contains__,
                plain=name.startswith(OWN),
            )
        )
    groups = _join([r.group for r in resolutions], table, index)
    return Grouping(groups, [r.rule for r in resolutions], [r.words for r in resolutions], notes)


def _surface(name: str) -> str:
    return name.removeprefix(OWN) if not name.startswith(ENTRY) else ""


def _agreed(
    definitions: Mapping[str, Counter[Words]], index: VocabularyIndex
) -> tuple[dict[str, Words], list[Rejection]]:
    """Return the short forms that all the corpus defines alike, and a note on each of the others."""
    agreed: dict[str, Words] = {}
    notes = []
    for short in sorted(definitions):
        meanings = definitions[short]
        ranked = sorted(meanings.items(), key=lambda item: (-item[1], item[0]))
        words, papers = ranked[0]
        known = index.knows_short(short)
        if known is not None or short in index.ambiguous_keys:
            continue
        certain = len(short) > 2 or papers > 1
        if papers >= _AGREEMENT * sum(meanings.values()) and certain:
            agreed[short] = words
        elif len(meanings) > 1:
            listed = "; ".join(" ".join(w) for w, _ in ranked[:5])
            reason = MESSAGES["W302"].format(name=short.upper(), meanings=listed)
            notes.append(Rejection("", "W302", short.upper(), reason))
    return agreed, notes


def _join(groups: list[str], table: Table, index: VocabularyIndex) -> list[str]:
    """Unite groups that a text calls the same, unless the vocabulary keeps them apart."""
    parent: dict[str, str] = {}

    def root(group: str) -> str:
        while group in parent:
            group = parent[group]
        return group

    stated = sorted({tuple(sorted((groups[a], groups[b]))) for a, b in table.same})
    for one, other in stated:
        first, second = root(one), root(other)
        if first == second or not (_may_join(first, index) and _may_join(second, index)):
            continue
        if first.startswith(KNOWN) and second.startswith(KNOWN):
            continue
        kept, gone = sorted((first, second), key=lambda g: (not g.startswith(KNOWN), g))
        parent[gone] = kept
    return [root(g) for g in groups]


def _may_join(group: str, index: VocabularyIndex) -> bool:
    key = group.removeprefix(NEW)
    if group.startswith(KNOWN):
        return True
    return len(key) > 1 and key not in index.ambiguous_keys and not is_generic(form_of(key))
