"""Concepts: identifiers, types, labels, aliases and broader concepts of the groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from kg.link.broader import Broader
from kg.link.curation import ENTRY, OWN, Curation, Rule, find
from kg.link.data import Alias, Concept
from kg.link.grouping import Group, Grouping
from kg.link.index import VocabularyIndex
from kg.link.labels import choose_label, label
from kg.link.resolution import KNOWN, NEW
from kg.link.slug import digest, slug
from kg.link.table import RULES, Table
from kg.schema import ENTITY_TYPES, HARDWARE
from kg.vocabulary.data import Entry

_INDIRECT: Final = ("abbreviation", "class noun")
_ORIGINS: Final = {"definition": "definition", "curation": "curation"}


class Reason(NamedTuple):
    """One way in which mentions came to a concept.

    `rule` is one of `kg.link.table.RULES`; `by` is the wording that was looked up, where it
    differs from `surface`: the long form of an abbreviation, a name in the curation file.
    """

    surface: str
    rule: str
    by: str
    times: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a concept has its mentions, the commonest reason first, and the types they were read with."""

    reasons: tuple[Reason, ...]
    types: dict[str, int]


@dataclass(slots=True)
class _Draft:
    """What is known of a concept before it is asked for; `entry` is a vocabulary key or empty."""

    targets: tuple[int, ...]
    type: str
    entry: str
    papers: int = 0
    parent: str = ""


class Concepts(Mapping[str, Concept]):
    """The concepts of a corpus in order of id, each made when it is asked for.

    Only what cannot be read off the table is kept, so that a million concepts fit in memory.
    """

    def __init__(self, drafts: dict[str, _Draft], maker: _Maker, around: dict[str, Entry]) -> None:
        self._drafts = drafts
        self._maker = maker
        self._around = around
        self._order = sorted([*drafts, *around])

    def __getitem__(self, id_: str) -> Concept:
        draft = self._drafts.get(id_)
        if draft is not None:
            return self._maker.make(id_, draft)
        return _unmentioned(self._around[id_])

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __len__(self) -> int:
        return len(self._order)

    def explain(self, id_: str) -> Explanation:
        """Say how the mentions of a concept came to it; an unmentioned one has no reasons."""
        draft = self._drafts.get(id_)
        return self._maker.explain(draft) if draft else Explanation((), {})

    def type_of(self, id_: str) -> str:
        """Return the type of a concept that has mentions."""
        return self._drafts[id_].type


def mint(
    table: Table, grouping: Grouping, index: VocabularyIndex, curation: Curation
) -> tuple[Concepts, list[str], set[Rule]]:
    """Return the concepts, the concept id of each target, and the curation rules that applied."""
    ruled: dict[tuple[str, str], str] = {}
    used: set[Rule] = set()
    for rule in curation.of("retype", "rename"):
        found = find(rule, grouping.groups, grouping.by_key, index)
        ruled |= {(rule.action, name): rule.value for name in found}
        used |= {rule} if found else set()
    drafts = {
        name: _Draft(
            tuple(group.targets),
            ruled.get(("retype", name)) or _type(group, table, index),
            name.removeprefix(KNOWN) if name.startswith(KNOWN) else "",
        )
        for name, group in grouping.groups.items()
    }
    for targets in table.papers():
        for name in {g.name for n in targets if (g := grouping.group_of[n])}:
            drafts[name].papers += 1
    words = {name: group.words for name, group in grouping.groups.items()}
    ids = _identify(drafts, words, index)
    broader = Broader(index, {name: draft.type for name, draft in drafts.items()})
    for name, draft in drafts.items():
        if not name.startswith(KNOWN):
            parent = broader.of(name, words[name])
            draft.parent = ids.get(parent) or parent.removeprefix(KNOWN)
    by_id = {ids[name]: draft for name, draft in drafts.items()}
    labels = {ids[name]: value for name, value in grouping.labels.items()}
    labels |= {ids[name]: value for (action, name), value in ruled.items() if action == "rename"}
    around = {**_hardware_below(by_id, index), **_above(by_id, index)}
    concepts = Concepts(by_id, _Maker(table, grouping.rules, index, labels), around)
    return concepts, [ids[g.name] if g else "" for g in grouping.group_of], used


def _type(group: Group, table: Table, index: VocabularyIndex) -> str:
    """Return the vocabulary's type of a group, else the one the recogniser gave most often."""
    if group.name.startswith(KNOWN):
        return index.vocabulary.entries[group.name.removeprefix(KNOWN)].type
    if len(group.targets) == 1:
        sums = list(table.type_votes(group.targets[0]))
    else:
        sums = [sum(counts) for counts in zip(*map(table.type_votes, group.targets), strict=True)]
    return ENTITY_TYPES[sums.index(max(sums))]


def _identify(
    drafts: dict[str, _Draft], words: dict[str, str], index: VocabularyIndex
) -> dict[str, str]:
    """Give every group an identifier; where slugs meet, new concepts are told apart by a digest."""
    ids: dict[str, str] = {}
    wanted: dict[str, list[str]] = {}
    for name, draft in drafts.items():
        entry = index.vocabulary.entries.get(draft.entry)
        if entry and draft.type == entry.type:
            ids[name] = entry.key
        else:
            spelling = entry.key.partition("/")[2] if entry else words[name] or name
            # `MIND` and "mind" would meet: the acronym says so, whether the word occurs or not.
            named = slug(spelling) + ("-acronym" if name.startswith(NEW + "^") else "")
            wanted.setdefault(f"{draft.type.lower()}/{named}", []).append(name)
    for id_, names in wanted.items():
        for name in names:
            clash = len(names) > 1 or id_ in index.vocabulary.entries
            ids[name] = f"{id_}-{digest(name)}" if clash else id_
    return ids


class _Maker:
    """Makes concepts out of the table."""

    def __init__(
        self, table: Table, rules: bytearray, index: VocabularyIndex, labels: dict[str, str]
    ) -> None:
        self._table = table
        self._rules = rules
        self._index = index
        self._labels = labels
        self._indirect: dict[int, list[tuple[str, str, int]]] = {}
        for (number, surface, rule), count in table.aliases.items():
            self._indirect.setdefault(number, []).append((surface, RULES[rule], count))
        table.aliases = {}

    def make(self, id_: str, draft: _Draft) -> Concept:
        """Make one concept."""
        written, shown = self._surfaces(draft.targets)
        aliases = _aliases(written)
        entry = self._index.vocabulary.entries.get(draft.entry)
        texts = {alias.text for alias in aliases}
        more = _vocabulary_aliases(entry, texts) if entry else ()
        above = (draft.parent,) if draft.parent else ()
        return Concept(
            id=id_,
            type=draft.type,
            label=self._labels.get(id_) or (entry.label if entry else choose_label(shown, aliases)),
            kind=entry.kind if entry else "",
            aliases=(*aliases, *more),
            broader=entry.broader if entry else above,
            inferred_broader=() if entry else above,
            matches=entry.matches if entry else (),
            in_vocabulary=entry is not None,
            mention_count=sum(written.values()),
            paper_count=draft.papers,
        )

    def explain(self, draft: _Draft) -> Explanation:
        """Collect the reasons and type votes of one concept."""
        reasons: dict[tuple[str, str, str], int] = {}
        types: Counter[str] = Counter()
        for number in draft.targets:
            name = self._table.names[number]
            votes = self._table.type_votes(number)
            types.update(dict(zip(ENTITY_TYPES, votes, strict=True)))
            wording = "" if name.startswith(ENTRY) else " ".join(name.removeprefix(OWN).split())
            plain = sum(votes)
            for surface, rule, count in self._indirect.get(number, ()):
                text = " ".join(surface.split())
                reason = (text, rule, wording if wording != text else "")
                reasons[reason] = reasons.get(reason, 0) + count
                plain -= count
            if plain:
                reason = (wording, RULES[self._rules[number]], "")
                reasons[reason] = reasons.get(reason, 0) + plain
        ranked = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
        return Explanation(
            tuple(Reason(*reason, count) for reason, count in ranked),
            {kind: types[kind] for kind in ENTITY_TYPES if types[kind]},
        )

    def _surfaces(self, targets: Iterable[int]) -> tuple[dict[tuple[str, str], int], Counter[str]]:
        """Count the surfaces of a concept by (text, origin), and the labels they suggest."""
        written: dict[tuple[str, str], int] = {}
        shown: Counter[str] = Counter()
        for number in targets:
            name = self._table.names[number]
            total = plain = sum(self._table.type_votes(number))
            for surface, rule, count in self._indirect.get(number, ()):
                text = (" ".join(surface.split()), _ORIGINS.get(rule, "text"))
                written[text] = written.get(text, 0) + count
                plain -= count
            surface = name.removeprefix(OWN)
            if plain:
                text = (" ".join(surface.split()), "text")
                written[text] = written.get(text, 0) + plain
            if not name.startswith(ENTRY) and RULES[self._rules[number]] not in _INDIRECT:
                shown[label(surface)] += total
        return written, shown


def _aliases(written: Mapping[tuple[str, str], int]) -> tuple[Alias, ...]:
    """Return each surface once with its commonest origin, the commonest surface first."""
    best: dict[str, tuple[int, str]] = {}
    counts: dict[str, int] = {}
    for (text, origin), count in written.items():
        counts[text] = counts.get(text, 0) + count
        best[text] = min(best.get(text, (1, "")), (-count, origin))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Alias(text, best[text][1], count) for text, count in ranked)


def _vocabulary_aliases(entry: Entry, without: set[str]) -> tuple[Alias, ...]:
    more = sorted({*entry.aliases} - without - {entry.label})
    return tuple(Alias(text, "vocabulary") for text in more)


def _unmentioned(entry: Entry) -> Concept:
    """Make the concept of an entry that stands above others and is not mentioned itself."""
    return Concept(
        id=entry.key,
        type=entry.type,
        label=entry.label,
        kind=entry.kind,
        aliases=_vocabulary_aliases(entry, set()),
        broader=entry.broader,
        matches=entry.matches,
        in_vocabulary=True,
    )


def _above(drafts: Mapping[str, _Draft], index: VocabularyIndex) -> dict[str, Entry]:
    """Return the entries above the concepts found that are not among them."""
    entries = index.vocabulary.entries
    found: dict[str, Entry] = {}
    for draft in drafts.values():
        known = draft.entry in entries
        queue = list(entries[draft.entry].broader) if known else [draft.parent]
        while queue:
            above = queue.pop()
            if above in entries and above not in drafts and above not in found:
                found[above] = entries[above]
                queue.extend(entries[above].broader)
    return found


def _hardware_below(drafts: Mapping[str, _Draft], index: VocabularyIndex) -> dict[str, Entry]:
    """Return the vocabulary's kinds of the hardware found that are not mentioned themselves.

    Whoever asks for all kinds of GPU walks this tree; it is the same for every corpus and small.
    """
    entries = index.vocabulary.entries
    kinds: dict[str, list[str]] = {}
    for key, entry in entries.items():
        if entry.type == HARDWARE:
            for parent in entry.broader:
                kinds.setdefault(parent, []).append(key)
    found: dict[str, Entry] = {}
    queue = [kind for draft in drafts.values() for kind in kinds.get(draft.entry, ())]
    while queue:
        below = queue.pop()
        if below not in found:
            queue.extend(kinds.get(below, ()))
            found[below] = entries[below]
    return {key: entry for key, entry in found.items() if key not in drafts}
