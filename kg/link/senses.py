"""Homonyms: which sense of an ambiguous surface a text means, by its words and the recogniser's type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from kg.extract.data import Extraction, Mention
from kg.link.index import VocabularyIndex
from kg.link.key import join_words
from kg.link.surroundings import Words, context_of, typical_words
from kg.link.words import GENERIC
from kg.schema import HARDWARE
from kg.vocabulary.data import Ambiguity, Entry, Sense

_IN_SENTENCE: Final = 2.0
_IN_TEXT: Final = 0.5
_MOST_IN_TEXT: Final = 4
_ADJACENT: Final = 2.0
_CLASS_NOUN: Final = 3.0
_TYPE_AGREES: Final = 1.0
_TYPICAL: Final = 0.75
_TYPICAL_FAR: Final = 0.15
_GENERAL: Final = 0.5
_MOST_TYPICAL: Final = 3
_MOST_GENERAL: Final = 2
_MOST_NAMES: Final = 3.0
_ENOUGH: Final = 1.75
_INTRODUCED: Final = 3.0
_KIN: Final = ((12, 2.0), (60, 1.25), (250, 0.75))
"""Kinship of two entries: at most so many entries stand below what both stand below → weight."""
_LONGEST_NAME: Final = 4

_ROOTS: Final = frozenset(
    [
        "dataset/dataset",
        "hardware/hardware",
        "method/method",
        "method/software",
        "metric/metric",
        "task/task",
    ]
)
_PROPOSED: Final = re.compile(
    r"\b(?:propos|present|introduc|develop|dub|term|coin|call|nam)(?:e?s?|e?d|ing)\s(?:[\w-]+\s){0,3}$",
    re.IGNORECASE,
)
_PERSON: Final = frozenset(
    ("he", "his", "him", "she", "her", "herself", "himself", "born", "novelist", "professor")
)
"""Words beside which a name with a capital may be a person's."""
_REACH: Final = 60
"""How many characters before a name may tell that it is being introduced."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`entry` is the chosen entry's key, empty for none; `decided` tells "no concept" from "no idea"."""

    entry: str
    decided: bool
    rule: str


_UNDECIDED: Final = Verdict("", False, "no context")


class _Around(NamedTuple):
    """What stands around a mention: before and after it in its sentence, both together, the whole text."""

    before: Words
    after: Words
    sentence: Words
    text: Words
    kin: tuple[str, ...]
    introduced: bool
    meaning: frozenset[str]


class Judge:
    """Chooses senses by the vocabulary's context words and by what stands around in the vocabulary."""

    def __init__(self, index: VocabularyIndex) -> None:
        self._index = index
        self._entries = index.vocabulary.entries
        self._typical: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._names_of: dict[str, frozenset[str]] = {}
        self._lines: dict[str, frozenset[str]] = {}
        self._below = _sizes(index)
        self._text: tuple[str, Words] = ("", Words(""))

    def decide(self, ambiguity: Ambiguity, mention: Mention, extraction: Extraction) -> Verdict:
        """Choose the sense of an ambiguous mention.

        A sense gains by its context words (more in the mention's sentence, most beside the mention),
        by a class noun of its own behind the mention ("Ray framework"), by words typical of
        what stands above it, by names in the sentence that are its kin in the vocabulary, and by
        the recogniser's type. Too little evidence, or equal evidence for two senses, leaves the
        default; a default of another kind than the mention (hardware against the rest) does not
        count.
        """
        text = extraction.paper.text
        if text[mention.start - 1 : mention.start] == "\\" or (
            mention.start > 1
            and text[mention.start - 1] in "-‐‑"
            and text[mention.start - 2].isalnum()
        ):
            return Verdict("", True, "part of a word")
        default = self._entries.get(ambiguity.default)
        if default and default.type != HARDWARE and mention.type == HARDWARE:
            default = None
        if default and len(ambiguity.senses) == 1:
            return Verdict(default.key, True, "default sense")
        around = self._around(mention, extraction)
        scores = [self._score(sense, mention, around) for sense in ambiguity.senses]
        best = max(scores, default=0.0)
        if best >= _ENOUGH and scores.count(best) == 1 and _is_clear(scores, mention.text):
            return Verdict(ambiguity.senses[scores.index(best)].key, True, "context")
        if default and not (ambiguity.case == "Cap" and _PERSON & around.sentence.low):
            return Verdict(default.key, True, "default sense")
        return _UNDECIDED

    def _around(self, mention: Mention, extraction: Extraction) -> _Around:
        text = extraction.paper.text
        start, end = next(
            (span for span in extraction.sentences if span[0] <= mention.start < span[1]),
            (0, len(text)),
        )
        if self._text[0] is not text:
            self._text = (text, Words(text))
        before, after = Words(text[start : mention.start]), Words(text[mention.end : end])
        sentence = before.followed_by(after)
        kin = tuple(dict.fromkeys((*self._names(before), *self._names(after))))
        introduced, meaning = introduction(text, mention.text)
        return _Around(before, after, sentence, self._text[1], kin, introduced, meaning)

    def _names(self, stretch: Words) -> Iterator[str]:
        """Yield the entries that unambiguous names in a stretch stand for, the longest names first."""
        words = stretch.written
        at = 0
        while at < len(words):
            low, cased = words[at]
            step = 1
            if low is not cased or low[0].isdigit():
                for length in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
                    key = join_words([low for low, _ in words[at : at + length]])
                    found = self._index.by_key(key)
                    if len(found) == 1 and key not in self._index.ambiguous_keys:
                        yield found[0].key
                        step = length
                        break
            at += step

    def _score(self, sense: Sense, mention: Mention, around: _Around) -> float:
        score = _context_score(sense, around)
        entry = self._entries.get(sense.key)
        if entry is None:
            return score
        if around.after.written and around.after.written[0][0] in self._index.nouns(entry):
            score += _CLASS_NOUN
        score += min(_MOST_NAMES, sum(self._kinship(entry, other) for other in around.kin))
        telling, general = self._typical_of(entry)
        near = len(telling & around.sentence.low)
        score += _TYPICAL * min(_MOST_TYPICAL, near)
        score += _TYPICAL_FAR * min(_MOST_TYPICAL, len(telling & around.text.low) - near)
        if around.meaning & self._named(entry):
            score += _INTRODUCED
        elif around.introduced:
            score -= _INTRODUCED
        if score <= 0:
            # Words that go with any method or any hardware say nothing by themselves.
            return 0.0
        score += _GENERAL * min(_MOST_GENERAL, len(general & around.sentence.low))
        return score + _TYPE_AGREES * (entry.type == mention.type)

    def _named(self, entry: Entry) -> frozenset[str]:
        """Return the words of an entry's names."""
        known = self._names_of.get(entry.key)
        if known is None:
            words = (Words(name).low for name in (entry.label, *entry.aliases))
            known = self._names_of[entry.key] = frozenset().union(*words) - GENERIC
        return known

    def _typical_of(self, entry: Entry) -> tuple[frozenset[str], frozenset[str]]:
        """Return words that go with what stands above an entry: with its branch, and with its root."""
        known = self._typical.get(entry.key)
        if known is None:
            table = typical_words()
            above = self._line(entry.key)
            telling = frozenset().union(*(table.get(key, ()) for key in above - _ROOTS))
            general = frozenset().union(*(table.get(key, ()) for key in above & _ROOTS))
            known = self._typical[entry.key] = (telling, general - telling)
        return known

    def _line(self, key: str) -> frozenset[str]:
        """Return the keys of an entry and of all that stands above it."""
        known = self._lines.get(key)
        if known is None:
            known = frozenset((key, *(a.key for a in self._index.vocabulary.ancestors(key))))
            self._lines[key] = known
        return known

    def _kinship(self, entry: Entry, other: str) -> float:
        """Weigh how near two entries stand, by the size of the smallest branch that has both."""
        shared = self._line(entry.key) & self._line(other)
        size = min((self._below[key] for key in shared), default=1 << 30)
        return next((weight for most, weight in _KIN if size <= most), 0.0)


def _context_score(sense: Sense, around: _Around) -> float:
    """Weigh the context words of a sense: in the sentence, beside the mention, elsewhere in the text."""
    if not sense.context:
        return 0.0
    context = context_of(sense.context)
    near = context.hits(around.sentence)
    far = len(context.hits(around.text) - near)
    score = _IN_SENTENCE * len(near) + _IN_TEXT * min(_MOST_IN_TEXT, far)
    return score + _ADJACENT * (bool(near) and context.beside(around.before, around.after))


@lru_cache(maxsize=256)
def introduction(text: str, name: str) -> tuple[bool, frozenset[str]]:
    """Say whether a text brings in a name as its own, and by which words.

    "X: …" as a title, "we propose X" and "… (X)" do; the words are those before the bracket.
    """
    proposed = False
    for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text):
        start, end = found.span()
        before = text[max(0, start - _REACH) : start]
        if before.endswith(" (") and text[end : end + 1] == ")":
            return True, frozenset(Words(before).low)
        titled = not start and text[end : end + 2] in (": ", " -", " –", " —")
        longer = text[end : end + 1] == " " and text[end + 1 : end + 2].isupper()
        proposed = proposed or titled or (not longer and bool(_PROPOSED.search(before)))
    return proposed, frozenset()


def _is_clear(scores: list[float], written: str) -> bool:
    """Say whether the best sense of a common word, such as "node", stands out from the others."""
    best, *others = sorted(scores, reverse=True)
    return not (written.islower() and others and others[0] > 0 and best - others[0] < _ENOUGH)


def _sizes(index: VocabularyIndex) -> dict[str, int]:
    """Count the entries below each entry, itself among them."""
    sizes = dict.fromkeys(index.vocabulary.entries, 1)
    for key in sizes:
        for above in {a.key for a in index.vocabulary.ancestors(key)}:
            sizes[above] += 1
    return sizes
