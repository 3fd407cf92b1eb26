"""Which records are the same paper: by identifier, by title with year or author, by a shared beginning.

Memory is eight bytes a key, about 40 a record, and the facts below for records that share a key.
The result does not depend on the order of the records.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from kg.papers import Paper
from kg.readers.spool import Spool

_NO_LETTER = re.compile(r"[\W_]+")
_NO_ASCII_LETTER: Final = bytes(code for code in range(128) if not chr(code).isalnum())
_INITIALS = re.compile(r"(?:[A-Z]\.?-?){1,3}")
_LEAST_PREFIX: Final = 80
_KEYED: Final = 56
_SHORT_TITLE: Final = 18
_ALIKE: Final = 0.4
_MOST_VARIANTS: Final = 40
_FEW: Final = 1 << 18
_PARTS: Final = 16
_RANKED: Final = ("doi:", "arxiv:", "pmid:", "openalex:", "s2:", "wos:")
_REPOSITORIES: Final = ("10.48550/", "10.1101/", "10.2139/", "10.5281/", "10.21203/", "10.20944/", "10.36227/", "10.31219/", "10.31234/", "10.26434/", "10.6084/")  # fmt: skip
"""DOI prefixes of archives where a paper can have a second DOI."""


@dataclass(frozen=True, slots=True, order=True)
class _Facts:
    """What decides whether two records are the same paper; sorts by content, then by place."""

    title: str
    author: str
    year: int
    doi: str
    number: str
    abstract: str
    truncated: bool
    length: int
    id: str
    place: str
    index: int

    @property
    def claims(self) -> tuple[int, str, str]:
        """What must not differ between the records of one paper."""
        return self.year, self.author, self.doi

    @property
    def rank(self) -> tuple[int, bool, int, str]:
        """Orders the identifiers of one paper, the best first."""
        kind = next(
            (rank for rank, prefix in enumerate(_RANKED) if self.id.startswith(prefix)),
            len(_RANKED),
        )
        return (
            len(_RANKED) if self.id.startswith("text:") else kind,
            self.truncated,
            -self.length,
            self.id,
        )


@dataclass(frozen=True, slots=True)
class Grouping:
    """Which records are the same paper.

    `groups` are record numbers, each group in order, with the identifier of its paper in `ids`.
    `contested` are identifiers that different papers claim; `conflicts` pairs of records that
    share a DOI and are not the same.
    """

    groups: tuple[tuple[int, ...], ...] = ()
    ids: tuple[str, ...] = ()
    contested: frozenset[str] = frozenset()
    conflicts: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class Finder:
    """Collects keys of records as they are read and groups the records at the end."""

    _keys: array[int] = field(default_factory=lambda: array("q"))
    _records: array[int] = field(default_factory=lambda: array("I"))
    _count: int = 0

    def add(self, paper: Paper) -> None:
        """Take note of the next record."""
        for key in _keys(paper):
            self._keys.append(hash(key))
            self._records.append(self._count)
        self._count += 1

    def grouping(self, papers: Spool) -> Grouping:
        """Group the records; `papers` are all that were added."""
        shared = list(self._shared())
        facts = {
            index: _facts(index, papers[index])
            for index in sorted({one for group in shared for one in group})
        }
        clusters = _Clusters(facts)
        groups = sorted(sorted(facts[index] for index in indices) for indices in shared)
        for group in groups:
            for identified in _by_identifier(group):
                clusters.join(identified, _same_identifier)
        for group in groups:
            clusters.join(group, _same_work)
        ids = {root: min(members, key=lambda one: one.rank).id for root, members in clusters.sets()}
        counts = Counter(ids.values())
        grouped = sorted(
            (sorted(one.index for one in members), ids[root])
            for root, members in clusters.sets()
            if len(members) > 1
        )
        return Grouping(
            groups=tuple(tuple(members) for members, _ in grouped),
            ids=tuple(identifier for _, identifier in grouped),
            contested=frozenset(identifier for identifier, count in counts.items() if count > 1),
            conflicts=tuple(sorted(_conflicts(shared, facts, clusters))),
        )

    def _shared(self) -> Iterator[list[int]]:
        """Yield the numbers of the records that have a key in common."""
        if len(self._keys) <= _FEW:
            first, more = dict[int, int](), dict[int, list[int]]()
            for key, record in zip(self._keys, self._records, strict=True):
                known = first.setdefault(key, record)
                # A record can have one key in two ways; its number then comes twice in a row.
                if known != record:
                    more.setdefault(key, [known]).append(record)
            yield from (sorted(set(members)) for members in more.values())
        else:
            yield from self._shared_of_many()

    def _shared_of_many(self) -> Iterator[list[int]]:
        """Do the same for any number in little more memory than the keys take."""
        import numpy as np

        all_keys, all_records = (
            np.frombuffer(self._keys, dtype=np.int64),
            np.frombuffer(self._records, dtype=np.uint32),
        )
        for part in range(_PARTS):
            chosen = (all_keys & (_PARTS - 1)) == part
            keys, records = all_keys[chosen], all_records[chosen]
            order = np.argsort(keys, kind="stable")
            keys, records = keys[order], records[order]
            bounds = np.flatnonzero(np.diff(keys)) + 1
            starts, ends = np.concatenate(([0], bounds)), np.concatenate((bounds, [len(keys)]))
            repeated = ends - starts > 1
            for start, end in zip(starts[repeated], ends[repeated], strict=True):
                members = sorted(set(records[start:end].tolist()))
                if len(members) > 1:
                    yield members


def _keys(paper: Paper) -> Iterator[tuple[str, str]]:
    if paper.doi:
        yield "doi", paper.doi
    if paper.arxiv:
        yield "arxiv", paper.arxiv
    if not paper.id.startswith(("doi:", "arxiv:")):
        yield "id", paper.id
    if paper.title:
        yield "title", letters(paper.title)
    if len(paper.abstract) >= _LEAST_PREFIX or not paper.title:
        yield "abstract", letters(paper.abstract[: _LEAST_PREFIX + 40])[:_KEYED]


def letters(text: str) -> str:
    """Return only letters and digits of `text`, in lower case."""
    if text.isascii():
        return text.lower().encode().translate(None, _NO_ASCII_LETTER).decode()
    return _NO_LETTER.sub("", text.casefold())


def _facts(index: int, paper: Paper) -> _Facts:
    first = paper.authors[0].name if paper.authors else ""
    place = f"{paper.sources[0].file}:{paper.sources[0].line:09}" if paper.sources else ""
    return _Facts(
        title=" ".join(_NO_LETTER.split(paper.title.casefold())).strip(),
        author=_family(first),
        year=paper.year or 0,
        doi=paper.doi,
        number=paper.arxiv or (paper.id if paper.id.startswith(_RANKED) else ""),
        abstract=letters(paper.abstract[:2000]),
        truncated=paper.truncated,
        length=len(paper.abstract),
        id=paper.id,
        place=place,
        index=index,
    )


def _family(name: str) -> str:
    """Return the family name of "Ada Byron" and "Byron A." alike."""
    words = name.split()
    while len(words) > 1 and _INITIALS.fullmatch(words[-1]):
        words.pop()
    return letters(words[-1]) if words else ""


class _Clusters:
    """Disjoint sets of records; each keeps its members, and those of them that differ in what must agree."""

    def __init__(self, facts: dict[int, _Facts]) -> None:
        self._root = {index: index for index in facts}
        self._members = {index: [one] for index, one in facts.items()}
        self._kinds = {index: {one.claims: one} for index, one in facts.items()}

    def root(self, index: int) -> int:
        while self._root[index] != index:
            self._root[index] = index = self._root[self._root[index]]
        return index

    def join(self, group: list[_Facts], same: Callable[[_Facts, _Facts], bool]) -> None:
        """Join the records of a group that are the same, unless other members of their sets speak against it."""
        kinds = list[_Facts]()
        for one in group:
            for kind in kinds:
                if self.root(one.index) == self.root(kind.index):
                    break
                if same(kind, one) and (same is _same_identifier or self._may_join(kind, one)):
                    self._join(self.root(kind.index), self.root(one.index))
                    break
            else:
                if len(kinds) < _MOST_VARIANTS:
                    kinds.append(one)

    def _may_join(self, one: _Facts, other: _Facts) -> bool:
        ours, theirs = self._kinds[self.root(one.index)], self._kinds[self.root(other.index)]
        if len(ours) * len(theirs) > _MOST_VARIANTS**2:
            return False
        return all(_compatible(a, b) for a in ours.values() for b in theirs.values())

    def _join(self, one: int, other: int) -> None:
        kept, gone = sorted((one, other), key=lambda root: -len(self._members[root]))
        self._root[gone] = kept
        self._members[kept] += self._members.pop(gone)
        self._kinds[kept] = self._kinds.pop(gone) | self._kinds[kept]

    def sets(self) -> Iterable[tuple[int, list[_Facts]]]:
        return self._members.items()


def _by_identifier(group: list[_Facts]) -> list[list[_Facts]]:
    """Return the records of a group that share an identifier."""
    by_name = defaultdict[str, list[_Facts]](list)
    for one in group:
        for name in (one.doi, one.number):
            if name:
                by_name[name].append(one)
    return [members for members in by_name.values() if len(members) > 1]


def _same_identifier(one: _Facts, other: _Facts) -> bool:
    shared = (one.doi and one.doi == other.doi) or (one.number and one.number == other.number)
    return bool(shared) and _alike(one.title, other.title)


def _alike(one: str, other: str) -> bool:
    """Whether two titles can be of one paper: an identifier of the whole volume is no proof."""
    if not one or not other or one.startswith(other) or other.startswith(one):
        return True
    ours, theirs = set(one.split()), set(other.split())
    return len(ours & theirs) >= _ALIKE * min(len(ours), len(theirs))


def _same_work(one: _Facts, other: _Facts) -> bool:
    """Same title with agreeing year, author or abstract; or one text the beginning of the other."""
    if not _compatible(one, other):
        return False
    begins = _begins(one, other)
    if one.title and one.title == other.title:
        identical = one.abstract == other.abstract
        year, author = (
            bool(one.year) and one.year == other.year,
            bool(one.author) and one.author == other.author,
        )
        if len(one.title) < _SHORT_TITLE:
            return identical or begins or (year and author)
        return year or author or begins or identical or not one.abstract or not other.abstract
    if one.title and other.title:
        return False
    return begins or (not one.title and not other.title and one.abstract == other.abstract)


def _begins(one: _Facts, other: _Facts) -> bool:
    """Whether one abstract is the other, or the beginning of the other that was cut off."""
    short, long = sorted((one, other), key=lambda facts: facts.length)
    if short.length < _LEAST_PREFIX or not long.abstract.startswith(short.abstract):
        return False
    return short.truncated or short.length == long.length or short.abstract == long.abstract


def _compatible(one: _Facts, other: _Facts) -> bool:
    """Whether nothing speaks against one paper: neither year, first author nor DOI differs."""
    if (
        one.year
        and other.year
        and one.year != other.year
        and not (
            _begins(one, other)
            and abs(one.year - other.year) <= 2
            and one.author == other.author != ""
        )
    ):
        return False
    if one.author and other.author and one.author != other.author:
        return False
    if one.doi and other.doi and one.doi != other.doi:
        return one.doi.startswith(_REPOSITORIES) or other.doi.startswith(_REPOSITORIES)
    return True


def _conflicts(
    shared: Iterable[list[int]], facts: dict[int, _Facts], clusters: _Clusters
) -> Iterator[tuple[int, int]]:
    """Yield pairs of records with one DOI that are not the same paper, each with the first of its DOI."""
    by_doi = defaultdict[str, set[int]](set)
    for group in shared:
        for index in group:
            if facts[index].doi:
                by_doi[facts[index].doi].add(index)
    for indices in by_doi.values():
        first, *rest = sorted(indices)
        yield from (
            (first, other) for other in rest if clusters.root(other) != clusters.root(first)
        )
