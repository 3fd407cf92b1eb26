"""Word classes for the tagger, read from `tables/words.tsv`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from kg.extract.tables import rows

_VOWELS: Final = frozenset("aeiou")
_DOUBLING: Final = (
    "map",
    "plan",
    "split",
    "run",
    "get",
    "set",
    "let",
    "cut",
    "swap",
    "drop",
    "stop",
    "prefer",
)


def inflect(base: str) -> dict[str, str]:
    """Return the inflected forms of a regular verb with their tags: `V` finite, `E` participle, `G` gerund."""
    stem = base[:-1] if base.endswith("e") and not base.endswith("ee") else base
    if base in _DOUBLING:
        stem = base + base[-1]
    if base.endswith(("s", "x", "z", "ch", "sh")):
        third = base + "es"
    elif base.endswith("y") and base[-2] not in _VOWELS:
        third = base[:-1] + "ies"
        return {base: "V", third: "V", base[:-1] + "ied": "E", base + "ing": "G"}
    else:
        third = base + "s"
    return {base: "V", third: "V", stem + "ed": "E", stem + "ing": "G"}


@cache
def word_tags() -> dict[str, str]:
    """Return the tag of every listed word form; `v` marks forms that are verb or
    noun, `g` -ing forms that are verbs only."""
    tags: dict[str, str] = {}
    verbs: list[tuple[str, str]] = []
    for label, words in rows("words.tsv"):
        if label in ("V", "VN"):
            verbs.extend((label, word) for word in words.split())
        elif label in "DQJIOTCSWUMRNAGE":
            for word in words.split():
                tags.setdefault(word, label)
    for label, base in verbs:
        for form, tag in inflect(base).items():
            if label == "VN" and tag == "V":
                tags.setdefault(form, "v")
            elif tags.get(form) in (None, "v"):
                tags[form] = "g" if tag == "G" else tag
    return tags


@cache
def verb_bases() -> dict[str, str]:
    """Return the base form of every inflected form of a listed verb."""
    bases = dict(_IRREGULAR_VERBS)
    for label, words in rows("words.tsv"):
        if label in ("V", "VN"):
            for word in words.split():
                for form in inflect(word):
                    bases.setdefault(form, word)
    return bases


@cache
def compound_adjectives() -> frozenset[str]:
    """Return the words that make a hyphenated word an adjective when they stand last in it."""
    return frozenset(
        word for label, words in rows("words.tsv") if label == "-A" for word in words.split()
    )


_IRREGULAR_VERBS: Final = {
    "is": "be", "are": "be", "was": "be", "were": "be", "been": "be", "being": "be", "has": "have",
    "had": "have", "having": "have", "built": "build", "made": "make", "using": "use", "led": "lead",
    "known": "know", "shown": "show", "given": "give", "driven": "drive", "ran": "run", "became": "become",
    "taken": "take", "seen": "see", "written": "write", "chosen": "choose",
}  # fmt: skip
_IRREGULAR: Final = {
    "indices": "index",
    "matrices": "matrix",
    "vertices": "vertex",
    "analyses": "analysis",
    "hypotheses": "hypothesis",
    "criteria": "criterion",
    "axes": "axis",
    "buses": "bus",
    "bases": "base",
    "data": "data",
    "caches": "cache",
    "niches": "niche",
}
_UNCHANGED: Final = frozenset(("ss", "us", "is", "os", "as"))
_SCIENCES: Final = (
    "graphics", "analytics", "mathematics", "physics", "dynamics", "robotics", "semantics",
    "economics", "genomics", "electronics", "mechanics", "informatics", "forensics", "optics",
)  # fmt: skip


@lru_cache(maxsize=50_000)
def singular(word: str) -> str:
    """Return the lower-cased singular of a noun, by rule; a word that is no plural comes back as it is."""
    low = word.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if len(low) < 3 or not low.endswith("s"):
        return low
    if word[:-1].isupper() and word[-1] == "s" and len(word) > 2:
        return low[:-1]
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if low.endswith(("sses", "ches", "shes", "xes", "zzes")):
        return low[:-2]
    if low[-2:] in _UNCHANGED or low.endswith(_SCIENCES):
        return low
    return low[:-1]


@lru_cache(maxsize=50_000)
def lemma(word: str) -> str:
    """Return the base form of a verb, else the singular, of a lower-cased word."""
    return verb_bases().get(word) or singular(word)


@cache
def triggers() -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the classes of each wording (as base forms) that announces a relation."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for label, wordings in rows("triggers.tsv"):
        for wording in wordings.split():
            key = tuple(wording.split("_"))
            found[key] = (*found.get(key, ()), label)
    return found


@cache
def _openers() -> dict[str, tuple[int, ...]]:
    """The first words of all wordings in `triggers`, with the numbers of words of those, longest first."""
    lengths: dict[str, set[int]] = {}
    for wording in triggers():
        lengths.setdefault(wording[0], set()).add(len(wording))
    return {word: tuple(sorted(found, reverse=True)) for word, found in lengths.items()}


def trigger_classes(words: Sequence[str]) -> list[str]:
    """Return the classes of the wordings in a run of base forms, longest wording first, in order."""
    table, openers = triggers(), _openers()
    found: list[str] = []
    after = 0
    for index, word in enumerate(words):
        if word not in openers or index < after:
            continue
        for length in openers[word]:
            classes = table.get(tuple(words[index : index + length]))
            if classes:
                found.extend(classes)
                after = index + length
                break
    return found
