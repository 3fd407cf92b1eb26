"""What nodes far apart say of each other, noted while they are written and balanced at the end."""

from __future__ import annotations

from array import array
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kg.graph.columns import Texts

Numbers = NDArray[np.int64]
_DIGITS: Final = 18
"""More than any count has; what is longer might not fit into 64 bits."""


class Ledger:
    """Notes as 64-bit hashes in arrays: 8 bytes each, and none of the objects that sets would keep.

    Two of a million names share a hash once in 40 million graphs; one could then stand for the other.
    """

    def __init__(self) -> None:
        self.papers = 0
        self._listed = array("q")
        self._mentioned = array("q")
        self._evidence = array("q"), array("q"), array("q")
        self._concepts = array("q"), array("q"), array("q")
        self._subjects = Texts()
        self._labels = array("q")
        self._below, self._above = array("q"), array("q")
        self._facts, self._stated = array("q"), array("q")
        self._statements = array("q"), array("q"), array("q")
        self._once = array("q")
        self._ends = array("q")

    def add_paper(self, concepts: set[str]) -> None:
        """Note a paper with the concepts that it mentions."""
        self.papers += 1
        self._listed.extend(map(hash, concepts))

    def add_mention(self, concept: str) -> None:
        """Note a mention of the last paper."""
        self._mentioned.append(hash(concept))

    def add_evidence(self, statement: str, ends: tuple[str, str]) -> None:
        """Note evidence in the last paper for a statement about `ends`."""
        _note(self._evidence, hash(statement), self.papers, hash(ends))

    def add_concept(self, subject: str, label: str, mentions: str, papers: str) -> None:
        """Note a concept with its counts; no two are to have the same label."""
        _note(self._concepts, hash(subject), _count(mentions), _count(papers))
        self._subjects.append(subject)
        self._labels.append(hash(label))

    def add_broader(self, subject: str, above: str) -> None:
        """Note that a concept is below another."""
        self._below.append(hash(subject))
        self._above.append(hash(above))

    def add_fact(self, *triple: str) -> None:
        """Note a plain triple for which a statement is to come."""
        self._facts.append(hash(triple))

    def add_statement(self, subject: str, ends: tuple[str, str], papers: str) -> None:
        """Note a statement that so many papers support."""
        _note(self._statements, hash(subject), hash(ends), _count(papers))
        self._ends.extend(map(hash, ends))

    def add_stated(self, *triple: str) -> None:
        """Note what a statement affirms."""
        self._stated.append(hash(triple))

    def add_once(self, *parts: str) -> None:
        """Note what no two statements are to say."""
        self._once.append(hash(parts))

    def is_balanced(self, evidence: str) -> bool:
        """Say whether all notes agree, with evidence of this level."""
        concepts = np.sort(_numbers(self._concepts[0]))
        return (
            _is_unique(concepts)
            and self._are_counted(evidence)
            and _is_forest(_numbers(self._below), _numbers(self._above), concepts)
            and bool(np.isin(_numbers(self._ends), concepts).all())
            and _is_unique(np.sort(_numbers(self._once)))
            and np.array_equal(np.unique(self._facts), np.sort(_numbers(self._stated)))
            and self._is_supported(evidence)
        )

    def twins(self) -> set[str]:
        """Return the concepts that may have the same label as another."""
        labels = _numbers(self._labels)
        order = np.argsort(labels, kind="stable")
        same = np.flatnonzero(np.diff(labels[order]) == 0)
        return {self._subjects[at] for at in {*order[same].tolist(), *order[same + 1].tolist()}}

    def _are_counted(self, evidence: str) -> bool:
        """Say whether concepts have as many papers and mentions as they say."""
        names, mentions, papers = map(_numbers, self._concepts)
        return _counts(names, self._listed, papers) and (
            evidence != "full" or _counts(names, self._mentioned, mentions)
        )

    def _is_supported(self, evidence: str) -> bool:
        """Say whether each statement has its evidence, in as many papers as it says, and none is left."""
        of, papers, ends = map(_numbers, self._evidence)
        names, stated, support = map(_numbers, self._statements)
        if evidence == "none":
            return not len(of)
        place = np.argsort(names)
        order = np.argsort(of, kind="stable")
        of, papers, ends = of[order], papers[order], ends[order]
        first = np.diff(of, prepend=0) != 0
        first[:1] = True
        starts = np.flatnonzero(first)
        if not np.array_equal(of[starts], names[place]):
            return False
        if not len(of):
            return True
        new = first | (np.diff(papers, prepend=0) != 0)
        counted = np.add.reduceat(new.astype(np.int64), starts)
        sizes = np.diff(starts, append=len(of))
        return np.array_equal(counted, support[place]) and (
            evidence != "full" or np.array_equal(ends, np.repeat(stated[place], sizes))
        )


def _note(columns: tuple[array[int], ...], *values: int) -> None:
    for column, value in zip(columns, values, strict=True):
        column.append(value)


def _count(text: str) -> int:
    return int(text) if len(text) <= _DIGITS else -1


def _numbers(column: array[int]) -> Numbers:
    return np.frombuffer(column, dtype=np.int64) if column else np.zeros(0, dtype=np.int64)


def _is_unique(ordered: Numbers) -> bool:
    return bool((np.diff(ordered) != 0).all())


def _counts(names: Numbers, found: array[int], declared: Numbers) -> bool:
    """Say whether each name is found as often as declared, and no other is."""
    there, times = np.unique(_numbers(found), return_counts=True)
    order = np.argsort(names)
    if not np.isin(there, names).all():
        return False
    counted = np.zeros(len(names), dtype=np.int64)
    counted[np.searchsorted(names[order], there)] = times
    return np.array_equal(counted, declared[order])


def _is_forest(below: Numbers, above: Numbers, concepts: Numbers) -> bool:
    """Say whether all that stands above something is there, and nothing above itself."""
    if not np.isin(above, concepts).all():
        return False
    while len(below):
        # Links to what has nothing above it lead into no circle.
        kept = np.isin(above, below)
        if kept.all():
            return False
        below, above = below[kept], above[kept]
    return True
