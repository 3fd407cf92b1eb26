"""Groups of targets as concepts in the making: their types, papers and identifiers."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from kg.link.grouping import Grouping
from kg.link.index import VocabularyIndex
from kg.link.resolution import KNOWN, NEW
from kg.link.slug import digest, slug
from kg.link.table import Table
from kg.schema import ENTITY_TYPES

_ACRONYM: Final = NEW + "^"


@dataclass(slots=True)
class Groups:
    """What is known of each concept that has mentions, by group number.

    `entries` are keys of the vocabulary, empty for new concepts, and `parents` ids of concepts,
    empty where none was inferred. `targets[starts[i] : starts[i + 1]]` are the targets of group i.
    """

    types: list[str]
    entries: list[str]
    papers: array[int]
    targets: array[int]
    starts: array[int]
    ids: list[str] = field(default_factory=list)
    parents: list[str] = field(default_factory=list)

    def targets_of(self, number: int) -> array[int]:
        """Return the targets of a group."""
        return self.targets[self.starts[number] : self.starts[number + 1]]


def gather(table: Table, grouping: Grouping, index: VocabularyIndex) -> Groups:
    """Gather the targets, papers, type votes and vocabulary entries of each group."""
    size = len(grouping.names)
    group_of = np.array(grouping.group_of, dtype=np.int64)
    targets = np.argsort(group_of, kind="stable")[np.count_nonzero(group_of < 0) :]
    starts = np.searchsorted(group_of[targets], np.arange(size + 1))
    votes = np.array(table.votes, dtype=np.int64).reshape(-1, len(ENTITY_TYPES))[targets]
    votes = np.add.reduceat(votes, starts[:-1], axis=0) if size else votes
    entries = [n.removeprefix(KNOWN) if n.startswith(KNOWN) else "" for n in grouping.names]
    types = [
        index.vocabulary.entries[entry].type if entry else ENTITY_TYPES[best]
        for entry, best in zip(entries, votes.argmax(axis=1).tolist(), strict=True)
    ]
    return Groups(
        types,
        entries,
        _papers(table, grouping.group_of, size),
        array("I", targets.tolist()),
        array("I", starts.tolist()),
    )


def _papers(table: Table, group_of: array[int], size: int) -> array[int]:
    """Count the papers that mention each group."""
    papers = array("I", bytes(size * array("I").itemsize))
    for place in range(len(table.ends)):
        numbers, _ = table.of_paper(place)
        for group in {group_of[number] for number in numbers if number >= 0}:
            if group >= 0:
                papers[group] += 1
    return papers


def identify(groups: Groups, grouping: Grouping, index: VocabularyIndex) -> list[str]:
    """Give every group an identifier; where slugs meet, new concepts are told apart by a digest."""
    entries = index.vocabulary.entries
    ids: list[str] = []
    minted: list[int] = []
    wanted: dict[str, int] = {}
    folders = {type_: type_.lower() + "/" for type_ in ENTITY_TYPES}
    rows = zip(grouping.names, grouping.words, groups.types, groups.entries, strict=True)
    for number, (name, words, type_, key) in enumerate(rows):
        if key and type_ == entries[key].type:
            ids.append(key)
            continue
        id_ = folders[type_] + slug(key.partition("/")[2] if key else words or name)
        if name.startswith(_ACRONYM):
            # `MIND` and "mind" would meet: the acronym says so, whether the word occurs or not.
            id_ += "-acronym"
        wanted[id_] = wanted.get(id_, 0) + 1
        minted.append(number)
        ids.append(id_)
    for number in minted:
        id_ = ids[number]
        if wanted[id_] > 1 or id_ in entries:
            ids[number] = f"{id_}-{digest(grouping.names[number])}"
    return ids
