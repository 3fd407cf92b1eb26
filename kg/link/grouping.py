"""Between the passes: which targets of the table are one concept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from kg.errors import MESSAGES
from kg.extract.data import Rejection
from kg.link.curation import ENTRY, Curation, Rule, find, group_of, key_of
from kg.link.index import VocabularyIndex, Words, form_of
from kg.link.inflection import singular
from kg.link.key import Form, is_generic
from kg.link.reading import OWN
from kg.link.resolution import KNOWN, NEW, Resolution, resolve
from kg.link.table import Table

_AGREEMENT: Final = 0.9


@dataclass(frozen=True, slots=True)
class Grouping:
    """By target number: its group, how it came there, its words, its identity key, and its label.

    A dropped target has the empty group. `used` holds the curation rules that found something.
    """

    groups: list[str]
    rules: list[str]
    words: list[Words]
    keys: list[str]
    labels: list[str]
    notes: list[Rejection]
    used: set[Rule]


def group(table: Table, index: VocabularyIndex, curation: Curation) -> Grouping:
    """Resolve every target, join the groups that texts say are the same, and apply the curation."""
    shorts, notes = _agreed(table.definitions, index)
    forms = [form_of(_surface(name)) for name in table.names]
    keys = [form.key for form in forms]
    votes: dict[str, Counter[str]] = {}
    for number, key in enumerate(keys):
        votes.setdefault(key, Counter()).update(table.type_votes(number))
    resolutions = []
    for name, form, key in zip(table.names, forms, keys, strict=True):
        if name.startswith(ENTRY):
            resolutions.append(Resolution(KNOWN + name.removeprefix(ENTRY), "context", ()))
            continue
        plain = name.startswith(OWN)
        surface = _surface(name)
        resolutions.append(
            resolve(form, index, surface, votes[key], shorts, votes.__contains__, plain)
        )
    groups = _join([r.group for r in resolutions], table, index)
    groups, used = _curate(groups, keys, index, curation)
    return Grouping(
        groups,
        [r.rule for r in resolutions],
        [_naming(f, r.words) for f, r in zip(forms, resolutions, strict=True)],
        keys,
        [label(form) for form in forms],
        notes,
        used,
    )


def label(form: Form) -> str:
    """Write a form as a label: from its first kept word on, its head in the singular."""
    if not form.tokens:
        return ""
    head = form.tokens[form.head]
    text = head.text
    if text.islower():
        text = singular(text)
    elif len(text) > 2 and text[-1] == "s" and head.norm + "s" == text.lower():
        text = text[:-1]
    named = replace(head, text=text)
    return Form((*form.tokens[: form.head], named, *form.tokens[form.head + 1 :])).text


def _naming(form: Form, words: Words) -> Words:
    """Return the words of a new name: the head in the singular, what follows a preposition as written."""
    if words != form.words or form.head == len(words) - 1:
        return words
    after = tuple(t.text.lower() for t in form.tokens[form.head + 1 :])
    return words[: form.head + 1] + after


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


def groups_by_key(groups: list[str], keys: list[str]) -> dict[str, set[str]]:
    """Return the groups that targets with a given identity key belong to."""
    found: dict[str, set[str]] = {}
    for one, key in zip(groups, keys, strict=True):
        if one and key:
            found.setdefault(key, set()).add(one)
    return found


def _curate(
    groups: list[str], keys: list[str], index: VocabularyIndex, curation: Curation
) -> tuple[list[str], set[Rule]]:
    """Merge and drop whole groups as the curator says."""
    used: set[Rule] = set()
    moved: dict[str, str] = {}
    by_key = groups_by_key(groups, keys) if curation.rules else {}
    for rule in curation.of("merge", "drop"):
        into = ""
        if rule.action == "merge":
            into = next(
                iter(sorted(by_key.get(key_of(rule.value), ()))), group_of(rule.value, index)
            )
        found = find(rule, groups, by_key, index) - {into}
        if found:
            used.add(rule)
            moved |= dict.fromkeys(found, into)
    return [moved.get(one, one) for one in groups], used


def _may_join(group: str, index: VocabularyIndex) -> bool:
    key = group.removeprefix(NEW)
    if group.startswith(KNOWN):
        return True
    return len(key) > 1 and key not in index.ambiguous_keys and not is_generic(form_of(key))
