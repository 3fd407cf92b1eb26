"""Concepts: identifiers, labels, types, aliases and broader concepts of the groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from kg.link.broader import Broader
from kg.link.curation import ENTRY, Curation, Rule, find
from kg.link.data import Alias, Concept
from kg.link.grouping import Grouping, groups_by_key, label
from kg.link.index import VocabularyIndex, Words, form_of
from kg.link.reading import OWN
from kg.link.resolution import KNOWN, NEW
from kg.link.slug import digest, slug
from kg.link.table import Table
from kg.schema import ENTITY_TYPES

_ORIGIN: Final = {"definition": "definition", "curation": "curation"}


@dataclass(slots=True)
class _Draft:
    """A concept in the making."""

    group: str
    targets: list[int] = field(default_factory=list)
    votes: Counter[str] = field(default_factory=Counter)
    papers: int = 0
    mentions: int = 0


def build(
    table: Table, grouping: Grouping, index: VocabularyIndex, curation: Curation
) -> tuple[dict[str, Concept], list[str], set[Rule]]:
    """Return the concepts by id, the concept id of each target, and the curation rules that applied."""
    drafts = _drafts(table, grouping)
    by_key = groups_by_key(grouping.groups, grouping.keys) if curation.rules else {}
    used: set[Rule] = set()
    ruled: dict[tuple[str, str], str] = {}
    for rule in curation.of("retype", "rename"):
        found = find(rule, drafts, by_key, index)
        ruled |= {(rule.action, one): rule.value for one in found}
        used |= {rule} if found else set()
    surfaces = _surfaces(table)
    types = {g: ruled.get(("retype", g)) or _type(draft, index) for g, draft in drafts.items()}
    names = {g: _words(draft, grouping) for g, draft in drafts.items()}
    ids = _mint(drafts, types, names, index)
    broader = Broader(index, {g: names[g] for g in drafts if g.startswith(NEW)}, types)
    concepts: dict[str, Concept] = {}
    for one, draft in drafts.items():
        concept = _concept(draft, ids[one], types[one], index, surfaces, table, grouping)
        if one.startswith(NEW):
            parents = broader.of(one, names[one])
            above = tuple(sorted(ids.get(p) or p.removeprefix(KNOWN) for p in parents))
            concept = replace(concept, broader=above, inferred_broader=above)
        concepts[concept.id] = replace(concept, label=ruled.get(("rename", one), concept.label))
    _add_ancestors(concepts, index)
    concepts = {key: concepts[key] for key in sorted(concepts)}
    return concepts, [ids.get(one, "") for one in grouping.groups], used


def _drafts(table: Table, grouping: Grouping) -> dict[str, _Draft]:
    drafts: dict[str, _Draft] = {}
    for number, group in enumerate(grouping.groups):
        if not group:
            continue
        draft = drafts.get(group)
        if draft is None:
            draft = drafts[group] = _Draft(group)
        draft.targets.append(number)
        draft.votes.update(table.type_votes(number))
    for targets in table.papers():
        for group in {grouping.groups[n] for n in targets} - {""}:
            drafts[group].papers += 1
    for draft in drafts.values():
        draft.mentions = draft.votes.total()
    return drafts


def _type(draft: _Draft, index: VocabularyIndex) -> str:
    if draft.group.startswith(KNOWN):
        return index.vocabulary.entries[draft.group.removeprefix(KNOWN)].type
    return max(ENTITY_TYPES, key=lambda t: (draft.votes[t], -ENTITY_TYPES.index(t)))


def _words(draft: _Draft, grouping: Grouping) -> Words:
    """Return the words a new concept is named by: of its spellings the one with most words."""
    spellings = {grouping.words[n] for n in draft.targets if grouping.words[n]}
    return min(spellings, key=lambda w: (-len(w), w), default=())


def _mint(
    drafts: dict[str, _Draft],
    types: dict[str, str],
    names: dict[str, Words],
    index: VocabularyIndex,
) -> dict[str, str]:
    """Give every group an identifier; where two slugs meet, both new concepts are told apart by a digest."""
    ids: dict[str, str] = {}
    wanted: dict[str, list[str]] = {}
    for group in sorted(drafts):
        if group.startswith(KNOWN):
            key = group.removeprefix(KNOWN)
            unchanged = types[group] == index.vocabulary.entries[key].type
            ids[group] = key if unchanged else f"{types[group].lower()}/{key.partition('/')[2]}"
        else:
            words = names[group] or (group.removeprefix(NEW),)
            wanted.setdefault(f"{types[group].lower()}/{slug(' '.join(words))}", []).append(group)
    taken = set(index.vocabulary.entries)
    for id_, groups in wanted.items():
        for group in groups:
            clash = len(groups) > 1 or id_ in taken
            ids[group] = f"{id_}-{digest(group)}" if clash else id_
    return ids


def _surfaces(table: Table) -> dict[int, Counter[tuple[str, str]]]:
    """Collect, for each target, the surfaces it was read from with their origin."""
    found: dict[int, Counter[tuple[str, str]]] = {}
    for (number, surface, rule), count in table.aliases.items():
        found.setdefault(number, Counter())[surface, _ORIGIN.get(rule, "text")] += count
    return found


def _concept(
    draft: _Draft,
    id_: str,
    type_: str,
    index: VocabularyIndex,
    surfaces: dict[int, Counter[tuple[str, str]]],
    table: Table,
    grouping: Grouping,
) -> Concept:
    written: Counter[tuple[str, str]] = Counter()
    display: Counter[str] = Counter()
    for number in draft.targets:
        name = table.names[number].removeprefix(OWN)
        indirect = surfaces.get(number, Counter())
        plain = sum(table.type_votes(number).values()) - indirect.total()
        for (surface, origin), count in indirect.items():
            written[" ".join(surface.split()), origin] += count
        if plain:
            written[" ".join(name.split()), "text"] += plain
        if not name.startswith(ENTRY) and grouping.rules[number] != "abbreviation":
            display[grouping.labels[number]] += plain + indirect.total()
    aliases = _aliases(written)
    if draft.group.startswith(KNOWN):
        entry = index.vocabulary.entries[draft.group.removeprefix(KNOWN)]
        texts = {alias.text for alias in aliases}
        more = [
            Alias(a, "vocabulary")
            for a in sorted({entry.label, *entry.aliases} - texts)
            if a != entry.label
        ]
        return Concept(
            id_, type_, entry.label, entry.kind, (*aliases, *more), entry.broader, (), entry.matches,
            in_vocabulary=True,mention_count=draft.mentions, paper_count=draft.papers,
        )  # fmt: skip
    if not display:
        display = Counter({label(form_of(alias.text)): alias.count for alias in aliases})
    return Concept(
        id_,
        type_,
        _label(display, aliases),
        "",
        aliases,
        mention_count=draft.mentions,
        paper_count=draft.papers,
    )


def _aliases(written: Counter[tuple[str, str]]) -> tuple[Alias, ...]:
    """Return each surface once, the commonest first."""
    by_text: dict[str, Counter[str]] = {}
    for (text, origin), count in written.items():
        by_text.setdefault(text, Counter())[origin] += count
    aliases = [
        Alias(text, min(origins, key=lambda o: (-origins[o], o)), origins.total())
        for text, origins in by_text.items()
    ]
    return tuple(sorted(aliases, key=lambda a: (-a.count, a.text)))


def _label(display: Counter[str], aliases: Iterable[Alias]) -> str:
    """Choose the commonest spelling, lower case and more words on a tie.

    A defined short form in mixed case (`ZeRO`, `vLLM`) is a name and wins over its long form where
    it is used as often.
    """
    best = min(display, key=lambda d: (-display[d], -d.count(" "), d.lower() != d, d))
    for alias in aliases:
        text = alias.text
        if (
            alias.origin == "definition"
            and len(text) > 3
            and " " not in text
            and alias.count >= display[best]
        ):
            inner = text[1:-1]
            if any(c.islower() for c in inner) and any(c.isupper() for c in text[1:]):
                return label(form_of(text))
    return best


def _add_ancestors(concepts: dict[str, Concept], index: VocabularyIndex) -> None:
    """Add the vocabulary's concepts above those found, with zero counts."""
    entries = index.vocabulary.entries
    queue = [parent for concept in concepts.values() for parent in concept.broader]
    while queue:
        key = queue.pop()
        if key in concepts or key not in entries:
            continue
        entry = entries[key]
        concepts[key] = Concept(
            key, entry.type, entry.label, entry.kind,
            tuple(Alias(a, "vocabulary") for a in sorted(set(entry.aliases) - {entry.label})),
            entry.broader, (), entry.matches, in_vocabulary=True,
        )  # fmt: skip
        queue.extend(entry.broader)


def walk(concepts: dict[str, Concept], id_: str) -> Iterator[Concept]:
    """Yield the concepts above `id_`, nearest first, each once."""
    seen, queue = {id_}, list(concepts[id_].broader)
    while queue:
        current = queue.pop(0)
        if current not in seen and current in concepts:
            seen.add(current)
            yield concepts[current]
            queue.extend(concepts[current].broader)
