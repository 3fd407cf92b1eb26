"""Concepts: identifiers, types, labels, aliases and broader concepts of the groups."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from kg.link.broader import Broader
from kg.link.curation import ENTRY, OWN, Curation, Rule, find
from kg.link.data import Alias, Concept
from kg.link.grouping import Grouping
from kg.link.groups import Groups, gather, identify
from kg.link.index import VocabularyIndex
from kg.link.labels import choose_label, label
from kg.link.reasons import Explanation, explain
from kg.link.resolution import KNOWN
from kg.link.table import RULES, Table
from kg.schema import HARDWARE
from kg.vocabulary.data import Entry

_INDIRECT: Final = ("abbreviation", "class noun")
_ORIGINS: Final = {"definition": "definition", "curation": "curation"}


class Concepts(Mapping[str, Concept]):
    """The concepts of a corpus in order of id, each made when it is asked for.

    Only what cannot be read off the table is kept, so that a million concepts fit in memory.
    """

    def __init__(self, maker: _Maker, around: dict[str, Entry]) -> None:
        self._maker = maker
        self._around = around
        numbers = {id_: number for number, id_ in enumerate(maker.groups.ids)}
        self._order = sorted([*numbers, *around])
        self._numbers = array("i", [numbers.get(id_, -1) for id_ in self._order])

    def __getitem__(self, id_: str) -> Concept:
        number = self._number(id_)
        return self._maker.make(number) if number >= 0 else _unmentioned(self._around[id_])

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __len__(self) -> int:
        return len(self._order)

    def explain(self, id_: str) -> Explanation:
        """Say how the mentions of a concept came to it; an unmentioned one has no reasons."""
        number = self._number(id_)
        return self._maker.explain(number) if number >= 0 else Explanation()

    def _number(self, id_: str) -> int:
        """Return the number of the group with this id, -1 for an unmentioned concept."""
        at = bisect_left(self._order, id_)
        if at == len(self._order) or self._order[at] != id_:
            raise KeyError(id_)
        return self._numbers[at]


def mint(
    table: Table, grouping: Grouping, index: VocabularyIndex, curation: Curation
) -> tuple[Concepts, Groups, set[Rule]]:
    """Return the concepts, what is known of each group, and the curation rules that applied."""
    numbers = {name: number for number, name in enumerate(grouping.names)}
    ruled: dict[tuple[str, str], str] = {}
    used: set[Rule] = set()
    for rule in curation.of("retype", "rename"):
        found = find(rule, numbers, grouping.by_key, index) & numbers.keys()
        ruled |= {(rule.action, name): rule.value for name in found}
        used |= {rule} if found else set()
    groups = gather(table, grouping, index)
    for (action, name), value in ruled.items():
        if action == "retype":
            groups.types[numbers[name]] = value
    groups.ids = identify(groups, grouping, index)
    broader = Broader(index, numbers, groups.types)
    for number, entry in enumerate(groups.entries):
        parent = "" if entry else broader.of(number, grouping.words[number])
        above = numbers.get(parent)
        if above is None:
            groups.parents.append(parent.removeprefix(KNOWN))
        else:
            fits = groups.types[above] == groups.types[number]
            groups.parents.append(groups.ids[above] if fits else "")
    labels = {groups.ids[numbers[name]]: value for name, value in grouping.labels.items()}
    labels |= {
        groups.ids[numbers[name]]: value
        for (action, name), value in ruled.items()
        if action == "rename"
    }
    pairs = zip(groups.entries, groups.ids, strict=True)
    moved = frozenset(key for key, id_ in pairs if key and id_ != key)
    gone = {*groups.ids, *moved}
    around = {**_hardware_below(groups, gone, index), **_above(groups, gone, index)}
    if moved:
        around = {key: _below_others(entry, moved) for key, entry in around.items()}
    maker = _Maker(table, grouping.rules, index, groups, labels, moved)
    return Concepts(maker, around), groups, used


class _Maker:
    """Makes concepts out of the table."""

    def __init__(
        self,
        table: Table,
        rules: bytearray,
        index: VocabularyIndex,
        groups: Groups,
        labels: dict[str, str],
        moved: frozenset[str],
    ) -> None:
        self.groups = groups
        self._table = table
        self._rules = rules
        self._index = index
        self._labels = labels
        # Entries that the curator gave another type; they stand no more where the vocabulary has them.
        self._moved = moved

    def make(self, number: int) -> Concept:
        """Make the concept of one group."""
        groups = self.groups
        id_, parent = groups.ids[number], groups.parents[number]
        targets = groups.targets_of(number)
        written = self._written(targets)
        aliases = _aliases(written)
        entry = self._index.vocabulary.entries.get(groups.entries[number])
        if entry and self._moved:
            entry = _below_others(entry, self._moved)
        above = (parent,) if parent else ()
        return Concept(
            id=id_,
            type=groups.types[number],
            label=self._labels.get(id_)
            or (entry.label if entry else choose_label(self._labels_of(targets), aliases)),
            kind=entry.kind if entry else "",
            aliases=(*aliases, *_vocabulary_aliases(entry, aliases)) if entry else aliases,
            broader=entry.broader if entry else above,
            inferred_broader=() if entry else above,
            matches=entry.matches if entry else (),
            in_vocabulary=entry is not None,
            mention_count=sum(written.values()),
            paper_count=groups.papers[number],
        )

    def explain(self, group: int) -> Explanation:
        """Collect the reasons of one group."""
        entry = self._index.vocabulary.entries.get(self.groups.entries[group])
        targets = self.groups.targets_of(group)
        return explain(targets, entry, self._table, self._rules, self._index)

    def _written(self, targets: Iterable[int]) -> dict[tuple[str, str], int]:
        """Count the surfaces of a concept by (text, origin)."""
        written: dict[tuple[str, str], int] = {}
        for number in targets:
            plain = sum(self._table.type_votes(number))
            for surface, rule, count in self._table.aliases.of(number):
                text = (" ".join(surface.split()), _ORIGINS.get(rule, "text"))
                written[text] = written.get(text, 0) + count
                plain -= count
            if plain:
                text = (" ".join(self._table.names[number].removeprefix(OWN).split()), "text")
                written[text] = written.get(text, 0) + plain
        return written

    def _labels_of(self, targets: Iterable[int]) -> Counter[str]:
        """Count the labels that the surfaces of a concept suggest."""
        shown: Counter[str] = Counter()
        for number in targets:
            name = self._table.names[number]
            if not name.startswith(ENTRY) and RULES[self._rules[number]] not in _INDIRECT:
                shown[label(name.removeprefix(OWN))] += sum(self._table.type_votes(number))
        return shown


def _aliases(written: Mapping[tuple[str, str], int]) -> tuple[Alias, ...]:
    """Return each surface once with its commonest origin, the commonest surface first."""
    if len(written) == 1:
        (((text, origin), count),) = written.items()
        return (Alias(text, origin, count),)
    best: dict[str, tuple[int, str]] = {}
    counts: dict[str, int] = {}
    for (text, origin), count in written.items():
        counts[text] = counts.get(text, 0) + count
        best[text] = min(best.get(text, (1, "")), (-count, origin))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Alias(text, best[text][1], count) for text, count in ranked)


def _vocabulary_aliases(entry: Entry, found: Iterable[Alias]) -> tuple[Alias, ...]:
    """Return the names that an entry has beside those found and its label."""
    more = sorted({*entry.aliases} - {alias.text for alias in found} - {entry.label})
    return tuple(Alias(text, "vocabulary") for text in more)


def _below_others(entry: Entry, moved: frozenset[str]) -> Entry:
    """Return an entry without what is above it among those moved; one moved itself has nothing above it."""
    if entry.key in moved:
        return replace(entry, broader=(), kind="")
    return replace(entry, broader=tuple(key for key in entry.broader if key not in moved))


def _unmentioned(entry: Entry) -> Concept:
    """Make the concept of an entry that stands above others and is not mentioned itself."""
    return Concept(
        id=entry.key,
        type=entry.type,
        label=entry.label,
        kind=entry.kind,
        aliases=_vocabulary_aliases(entry, ()),
        broader=entry.broader,
        matches=entry.matches,
        in_vocabulary=True,
    )


def _above(groups: Groups, gone: set[str], index: VocabularyIndex) -> dict[str, Entry]:
    """Return the entries above the concepts found but for those `gone`: mentioned, or moved."""
    entries = index.vocabulary.entries
    found: dict[str, Entry] = {}
    for key, parent in zip(groups.entries, groups.parents, strict=True):
        queue = list(entries[key].broader) if key in entries else [parent]
        while queue:
            above = queue.pop()
            if above in entries and above not in gone and above not in found:
                found[above] = entries[above]
                queue.extend(entries[above].broader)
    return found


def _hardware_below(groups: Groups, gone: set[str], index: VocabularyIndex) -> dict[str, Entry]:
    """Return the vocabulary's kinds of the hardware found but for those `gone`: mentioned, or moved.

    Whoever asks for all kinds of GPU walks this tree; it is the same for every corpus and small.
    """
    entries = index.vocabulary.entries
    kinds: dict[str, list[str]] = {}
    for key, entry in entries.items():
        if entry.type == HARDWARE:
            for parent in entry.broader:
                kinds.setdefault(parent, []).append(key)
    found: dict[str, Entry] = {}
    stay = (key for key, id_ in zip(groups.entries, groups.ids, strict=True) if key == id_)
    queue = [kind for key in stay for kind in kinds.get(key, ())]
    while queue:
        below = queue.pop()
        if below not in found:
            queue.extend(kinds.get(below, ()))
            found[below] = entries[below]
    return {key: entry for key, entry in found.items() if key not in gone}
