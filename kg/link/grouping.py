"""Between the passes: which targets of the table are one concept."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kg.errors import MESSAGES
from kg.extract.data import Rejection
from kg.link.curation import ENTRY, NAMED, OWN, Curation, Rule, find, group_of, key_of, target_of
from kg.link.index import VocabularyIndex, Words
from kg.link.key import PREPOSITIONS, Form, form_of, is_generic
from kg.link.resolution import KNOWN, NEW, resolve
from kg.link.slug import slug
from kg.link.table import RULE_NUMBER, Definition, Table
from kg.schema import ENTITY_TYPES

_AGREEMENT: Final = 0.9
_ODD: Final = 2
"""So many papers may give a short form a meaning that is not its usual one without being followed."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """The groups of targets that are one concept each, numbered in order of first appearance.

    `names` are `known:` and an entry's key, or `new:` and an identity key; `words` (joined by
    spaces) name a new concept. `group_of` and `rules` go by target number, with -1 for a target
    that the curator drops (`dropped`) or that is an entry with a general word for its name
    ("performance").

    `labels` are those that the curator gives to merged groups; `by_key` has the groups of each
    identity key and is filled only where a curator's rules need it; `used` holds those rules that
    found something.
    """

    names: list[str]
    words: list[str]
    group_of: array[int]
    rules: bytearray
    dropped: frozenset[int]
    labels: dict[str, str]
    by_key: dict[str, set[str]]
    notes: list[Rejection]
    used: set[Rule]


def group(table: Table, index: VocabularyIndex, curation: Curation) -> Grouping:
    """Resolve every target, join the groups that texts say are the same, and apply the curation.

    What the table has for this alone is taken from it.
    """
    shorts, notes = _agreed(table.definitions, index)
    keys = [form.key for form in table.forms]
    names, rules, words = _resolve(table, keys, index, shorts)
    joined = _join(names, table.same, index)
    table.same = set()
    curated = _curate(joined, keys, words, index, curation)
    numbers: dict[str, int] = {}
    group_of = array("i")
    dropped: set[int] = set()
    general = {KNOWN + key for key in index.general}
    for target, name in enumerate(curated.names):
        if not name or name in general:
            group_of.append(-1)
            if not name:
                dropped.add(target)
        else:
            group_of.append(numbers.setdefault(name, len(numbers)))
    words |= curated.words
    return Grouping(
        list(numbers),
        [words.get(name, "") for name in numbers],
        group_of,
        rules,
        frozenset(dropped),
        curated.labels,
        curated.by_key,
        notes,
        curated.used,
    )


def _resolve(
    table: Table, keys: list[str], index: VocabularyIndex, shorts: Mapping[str, Words]
) -> tuple[list[str], bytearray, dict[str, str]]:
    """Return the group and the number of the rule of each target, and the words that name each new group."""
    seen = frozenset(keys).__contains__
    votes = _votes(keys, table, index)
    names: list[str] = []
    rules = bytearray()
    words: dict[str, str] = {}
    forms, table.forms = table.forms, []
    forms.reverse()
    for name, key in zip(table.names, keys, strict=True):
        # Taken off the list, so that the memory of forms goes while that of groups grows.
        form = forms.pop()
        if name.startswith(ENTRY):
            names.append(KNOWN + name.removeprefix(ENTRY))
            rules.append(RULE_NUMBER["context"])
            continue
        plain = name.startswith(OWN)
        surface = name.removeprefix(OWN) if plain else name
        group, rule, expanded = resolve(form, index, surface, votes.get(key), shorts, seen, plain)
        names.append(group)
        rules.append(RULE_NUMBER[rule])
        if group.startswith(NEW):
            naming = " ".join(_naming(form, expanded))
            known = words.setdefault(group, naming)
            if known != naming and naming and _better(naming, known):
                words[group] = naming
    return names, rules, words


def _votes(keys: list[str], table: Table, index: VocabularyIndex) -> dict[str, dict[str, int]]:
    """Return the recogniser's votes by type for each key that the vocabulary knows."""
    votes: dict[str, dict[str, int]] = {}
    for number, key in enumerate(keys):
        if index.has_key(key):
            sums = votes.setdefault(key, {})
            for kind, count in zip(ENTITY_TYPES, table.type_votes(number), strict=True):
                if count:
                    sums[kind] = sums.get(kind, 0) + count
    return votes


def _better(words: str, other: str) -> bool:
    """Say whether a spelling is to name a concept: more words first, then in order of the alphabet."""
    return not other or (-words.count(" "), words) < (-other.count(" "), other)


def _naming(form: Form, words: Words) -> Words:
    """Return the words of a new name: the head in the singular, what follows a preposition as written."""
    if words != form.words or PREPOSITIONS.isdisjoint(words):
        return words
    head = form.head
    if head == len(words) - 1:
        return _tied(form)
    return words[: head + 1] + tuple(t.text.lower() for t in form.tokens[head + 1 :])


def _tied(form: Form) -> Words:
    """Join by hyphens what a preposition ties together: "text-to-image model" is a kind of model."""
    pieces = [form.words[0]]
    for token, before in zip(form.tokens[1:], form.words, strict=False):
        if not token.spaced and (token.norm in PREPOSITIONS or before in PREPOSITIONS):
            pieces[-1] += "-" + token.norm
        else:
            pieces.append(token.norm)
    return tuple(pieces)


def _agreed(
    definitions: Mapping[str, Mapping[Words, Definition]], index: VocabularyIndex
) -> tuple[dict[str, Words], list[Rejection]]:
    """Return the short forms that all the corpus defines alike, and a note on each of the others."""
    agreed: dict[str, Words] = {}
    notes = []
    for short in sorted(definitions):
        if index.knows_short(short) is not None or short in index.ambiguous_keys:
            continue
        meanings = definitions[short]
        ranked = rank(meanings)
        words, papers = ranked[0]
        certain = len(short) > 2 or papers > 1
        usual = index.means(short)
        if usual and usual != words:
            # One paper's odd meaning is none for all the others: there the short form stays as it is.
            meanings = {usual: Definition(0, "", ""), **meanings}
            certain = papers > _ODD
        if papers >= _AGREEMENT * sum(count for _, count in ranked) and certain:
            agreed[short] = words
        elif len(meanings) > 1:
            # Nor does it stand for what it usually does.
            agreed[short] = (short,)
            listed = "; ".join(" ".join(w) for w, _ in rank(meanings)[:5])
            reason = MESSAGES["W302"].format(name=short.upper(), meanings=listed)
            notes.append(Rejection("", "W302", short.upper(), reason))
    return agreed, notes


def rank(meanings: Mapping[Words, Definition]) -> list[tuple[Words, int]]:
    """Return the meanings of a short form with the papers that give it, the commonest first."""
    counts = ((words, known.papers) for words, known in meanings.items())
    return sorted(counts, key=lambda item: (-item[1], item[0]))


def _join(names: list[str], same: set[tuple[int, int]], index: VocabularyIndex) -> list[str]:
    """Unite groups that a text calls the same, unless the vocabulary keeps them apart."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while name in parent:
            name = parent[name]
        return name

    stated = {tuple(sorted((names[a], names[b]))) for a, b in same}
    for one, other in sorted(stated):
        first, second = root(one), root(other)
        if first == second or not (_may_join(first, index) and _may_join(second, index)):
            continue
        if first.startswith(KNOWN) and second.startswith(KNOWN):
            continue
        kept, gone = sorted((first, second), key=lambda name: (not name.startswith(KNOWN), name))
        parent[gone] = kept
    return [root(name) for name in names] if parent else names


def _may_join(name: str, index: VocabularyIndex) -> bool:
    key = name.removeprefix(NEW)
    if name.startswith(KNOWN):
        return True
    return len(key) > 1 and key not in index.ambiguous_keys and not is_generic(form_of(key))


@dataclass(slots=True)
class _Curated:
    """Group names after the curator's merges and drops, and what names the merged groups."""

    names: list[str]
    words: dict[str, str]
    labels: dict[str, str]
    by_key: dict[str, set[str]]
    used: set[Rule]


def _curate(
    names: list[str],
    keys: list[str],
    words: Mapping[str, str],
    index: VocabularyIndex,
    curation: Curation,
) -> _Curated:
    """Merge and drop whole groups as the curator says."""
    result = _Curated(names, {}, {}, {}, set())
    if not curation.rules:
        return result
    for name, key in zip(names, keys, strict=True):
        if key:
            result.by_key.setdefault(key, set()).add(name)
    if curation.names_ids:
        for name in set(names):
            if name.startswith(NEW):
                named = NAMED + slug(words.get(name) or name)
                result.by_key.setdefault(named, set()).add(name)
    moved: dict[str, str] = {}
    for rule in curation.of("merge", "drop"):
        into = ""
        if rule.action == "merge":
            fallback = group_of(rule.value, index)
            into = min(result.by_key.get(key_of(rule.value), ()), default=fallback)
        found = find(rule, names, result.by_key, index) - {into}
        if found:
            result.used.add(rule)
            moved |= dict.fromkeys(found, into)
            if into.startswith(NEW):
                shown = target_of(rule.value, index).removeprefix(OWN)
                result.words[into] = " ".join(form_of(shown).words)
                if shown == rule.value:
                    result.labels[into] = rule.value
    for held in result.by_key.values():
        held |= {moved[name] for name in held if name in moved}
    result.names = [moved.get(name, name) for name in names]
    return result
