"""Pairs of concepts whose names are suspiciously alike, found without comparing all with all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from kg.extract.abbreviations import is_short_form
from kg.extract.alignment import align, split_parts
from kg.link.classes import ALL_NOUNS
from kg.link.explanation import Record
from kg.link.key import form_of

_LARGEST_BLOCK: Final = 12
_SHORTEST_FUZZY: Final = 9
_ORDERED: Final = frozenset(("to", "from", "into", "over", "under"))
_MANY: Final = 30_000


class Pair(NamedTuple):
    """Two concept ids in order, and why their names are alike."""

    one: str
    other: str
    why: str


def alike(records: Sequence[Record]) -> Iterator[Pair]:
    """Yield pairs of the same type whose names are alike, each pair once with its first reason.

    Tried in this order: one name is the other plus a class noun; the same words in another order; an
    acronym and words with its initials; one letter more, less or different in long names. Blocks of
    many concepts with one key say nothing and are left out.
    """
    seen: set[tuple[str, str]] = set()
    types = {record.id: record.id.partition("/")[0] for record in records}
    words = {record.id: form_of(record.label).words for record in records}
    vocabulary = {record.id for record in records if record.in_vocabulary}
    for why, blocks in (
        ("one name adds a class noun", _class_nouns(records)),
        ("the same words in another order", _word_sets(records)),
        ("the letters are the initials of the words", _initials(records)),
        ("the spellings differ by one letter", _one_letter(records)),
    ):
        for block in blocks:
            members = sorted(set(block))
            if not 2 <= len(members) <= _LARGEST_BLOCK:
                continue
            for one, other in combinations(members, 2):
                pair = (one, other)
                curated = one in vocabulary and other in vocabulary
                if types[one] != types[other] or curated or pair in seen:
                    continue
                if not _differ_in_short_word(words[one], words[other]):
                    seen.add(pair)
                    yield Pair(one, other, why)


def _differ_in_short_word(one: Sequence[str], other: Sequence[str]) -> bool:
    """Say whether two names of as many words differ in short words, as in `CPU` and `GPU`."""
    if len(one) != len(other) or sorted(one) == sorted(other):
        return False
    return any(max(len(a), len(b)) < 5 for a, b in zip(one, other, strict=True) if a != b)


def _blocks(keyed: Iterable[tuple[str, str]]) -> Iterable[list[str]]:
    blocks: dict[str, list[str]] = {}
    for key, id_ in keyed:
        blocks.setdefault(key, []).append(id_)
    return blocks.values()


def _class_nouns(records: Sequence[Record]) -> Iterable[list[str]]:
    keyed = []
    for record in records:
        form = form_of(record.label)
        keyed.append((form.key, record.id))
        if len(form.words) > 1 and form.words[-1] in ALL_NOUNS:
            keyed.append(("".join(form.words[:-1]), record.id))
    return _blocks(keyed)


def _word_sets(records: Sequence[Record]) -> Iterable[list[str]]:
    words = ((form_of(record.label).words, record.id) for record in records)
    # "English to Japanese" is not "Japanese to English".
    free = ((w, id_) for w, id_ in words if len(w) > 1 and _ORDERED.isdisjoint(w))
    return _blocks((" ".join(sorted(set(w))), id_) for w, id_ in free)


def _initials(records: Sequence[Record]) -> Iterator[list[str]]:
    long: dict[str, list[Record]] = {}
    for record in records:
        words = form_of(record.label).words
        if len(words) > 1:
            long.setdefault("".join(word[0] for word in words), []).append(record)
    for record in records:
        label = record.label
        if not is_short_form(label) or not label.isupper() or len(label) < 3:
            continue
        for other in long.get(label.lower(), ()):
            if align(label, split_parts(other.label, 0, len(other.label)), strict=True):
                yield [record.id, other.id]


def _one_letter(records: Sequence[Record]) -> Iterable[list[str]]:
    """Block long keys by each form that leaves out one letter; digits have to agree.

    In a large graph, concepts mentioned only once are left out: there are too many forms of them.
    """
    keyed = []
    for record in records:
        if len(records) > _MANY and record.mentions < 2:
            continue
        key = form_of(record.label).key
        if len(key) < _SHORTEST_FUZZY:
            continue
        digits = "".join(filter(str.isdigit, key))
        keyed.append((f"{key}|{digits}", record.id))
        keyed += [
            (f"{key[:i]}{key[i + 1 :]}|{digits}", record.id)
            for i in range(len(key))
            if not key[i].isdigit()
        ]
    return _blocks(keyed)


def shared(one: set[tuple[str, str]], other: set[tuple[str, str]]) -> float:
    """Return the share of neighbours that two concepts have in common (Jaccard, 0..1)."""
    union = len(one | other)
    return len(one & other) / union if union else 0.0


def trigrams(text: str) -> Mapping[str, int]:
    """Count the character trigrams of a key, its ends marked."""
    padded = f"  {text} "
    counts: dict[str, int] = {}
    for start in range(len(padded) - 2):
        gram = padded[start : start + 3]
        counts[gram] = counts.get(gram, 0) + 1
    return counts


def similarity(one: str, other: str) -> float:
    """Return the cosine of the trigram counts of two keys, 0..1."""
    first, second = trigrams(one), trigrams(other)
    dot = sum(count * second.get(gram, 0) for gram, count in first.items())
    norm = sum(c * c for c in first.values()) * sum(c * c for c in second.values())
    return float(dot / norm**0.5) if norm else 0.0
