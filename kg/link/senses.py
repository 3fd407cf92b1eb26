"""Homonyms: which sense of an ambiguous surface a text means, by its words and the recogniser's type."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kg.extract.data import Extraction, Mention
from kg.link.classes import SOFTWARE
from kg.link.index import VocabularyIndex
from kg.link.inflection import singular
from kg.link.words import GENERIC
from kg.schema import DATASET, HARDWARE, METHOD, METRIC, TASK
from kg.vocabulary.data import Ambiguity, Entry, Sense

_IN_SENTENCE: Final = 2.0
_IN_TEXT: Final = 1.0
_ADJACENT: Final = 2.0
_CLASS_NOUN: Final = 3.0
_RELATED: Final = 0.75
_TYPICAL: Final = 0.5
_TYPE_AGREES: Final = 1.0
_MOST_HITS: Final = 3
_ENOUGH: Final = 1.5

_TYPICAL_WORDS: Final[dict[str, str]] = {
    HARDWARE: """
        gpu cpu tpu chip node core accelerator supercomputer memory bandwidth peak flop scaling cluster
        server inference training card board architecture superchip kernel interconnect llm device
        cache dram latency throughput machine processor system deploy petaflop precision
    """,
    SOFTWARE: """
        implement implemented implementation framework library system open-source api job cluster
        distributed stream prototype plugin compare compared scheduler runtime workload deploy build
        built top engine pytorch tensorflow flink kubernetes
    """,
    METHOD: """
        train trained training model baseline loss epoch network layer fine-tune fine-tuned optimizer
        converge converges convergence algorithm neural learning gradient parameter gpt llm step weight
        batch pre-train pre-trained learned gpu inference attention accelerator worker
    """,
    DATASET: """
        dataset benchmark corpus accuracy evaluate evaluated evaluation experiment train trained test
        f1 auc image split baseline outperform improve improves improvement epoch converge node graph
    """,
    METRIC: """
        improve improves improvement report score lift baseline ranking higher lower measure precision
        accuracy rate increase decrease a/b gain detector
    """,
    TASK: "task solve problem learn dataset benchmark model",
}
_TYPICAL_OF: Final = {kind: frozenset(words.split()) for kind, words in _TYPICAL_WORDS.items()}
_WORD: Final = re.compile(r"[^\W_][\w/+-]*")


@dataclass(frozen=True, slots=True)
class Verdict:
    """`entry` is the chosen entry's key, empty for none; `decided` tells "no concept" from "no idea"."""

    entry: str
    decided: bool
    rule: str


_UNDECIDED: Final = Verdict("", False, "no context")


class Judge:
    """Chooses senses by the vocabulary's context words and by what stands around in the vocabulary."""

    def __init__(self, index: VocabularyIndex) -> None:
        self._index = index
        self._entries = index.vocabulary.entries
        self._related_words: dict[str, frozenset[str]] = {}

    def decide(self, ambiguity: Ambiguity, mention: Mention, extraction: Extraction) -> Verdict:
        """Choose the sense of an ambiguous mention.

        A sense gains by its context words (more in the mention's sentence, most beside the mention),
        by a class noun of its own behind the mention ("Ray framework"), by words from the names
        of its neighbours in the vocabulary and, where its type agrees with the recogniser's, by
        words typical of that type. Too little evidence, or equal evidence for two senses, leaves
        the default; a default of another kind than the mention (hardware against the rest) does not
        count.
        """
        text = extraction.paper.text
        if (
            mention.start > 1
            and text[mention.start - 1] in "-‐‑"
            and text[mention.start - 2].isalnum()
        ):
            return Verdict("", True, "part of a word")
        start, end = next(
            (span for span in extraction.sentences if span[0] <= mention.start < span[1]),
            (0, len(text)),
        )
        before, after = text[start : mention.start], text[mention.end : end]
        words = {singular(w.lower()) for w in _WORD.findall(before + " " + after)}
        scores = [
            self._score(sense, mention, text, (before, after), words) for sense in ambiguity.senses
        ]
        best = max(scores, default=0.0)
        if best >= _ENOUGH and scores.count(best) == 1:
            return Verdict(ambiguity.senses[scores.index(best)].key, True, "context")
        default = self._entries.get(ambiguity.default)
        if default and (default.type == HARDWARE or mention.type != HARDWARE):
            return Verdict(default.key, True, "default sense")
        return _UNDECIDED

    def _score(
        self, sense: Sense, mention: Mention, text: str, around: tuple[str, str], words: set[str]
    ) -> float:
        score = 0.0
        pattern = _pattern(sense.context)
        if pattern:
            rest = text[: mention.start] + "\n" + text[mention.end :]
            near = {m.group().lower() for m in pattern.finditer("\n".join(around))}
            far = {m.group().lower() for m in pattern.finditer(rest)} - near
            score += _IN_SENTENCE * len(near) + _IN_TEXT * len(far)
            beside = pattern.match(around[1].lstrip(" -")) or _ends_with(pattern, around[0])
            score += _ADJACENT * bool(beside)
        entry = self._entries.get(sense.key)
        if entry is None:
            return score
        following = _WORD.match(around[1].lstrip())
        if following and singular(following.group().lower()) in self._index.nouns(entry):
            score += _CLASS_NOUN
        score += _RELATED * min(_MOST_HITS, len(words & self._related(entry)))
        if entry.type == mention.type:
            typical = _TYPICAL_OF[SOFTWARE if entry.kind == SOFTWARE else entry.type]
            score += _TYPE_AGREES + _TYPICAL * min(_MOST_HITS, len(words & typical))
        return score

    def _related(self, entry: Entry) -> frozenset[str]:
        """Return telling words from the names of an entry, its parents, siblings and children."""
        known = self._related_words.get(entry.key)
        if known is None:
            near = [entry, *(self._entries[p] for p in entry.broader if p in self._entries)]
            near += [e for p in (entry.key, *entry.broader) for e in self._index.children(p)]
            names = (name for e in near for name in (e.label, *e.aliases))
            found = {singular(w.lower()) for name in names for w in _WORD.findall(name)}
            known = frozenset(
                w for w in found if len(w) > 2 and w not in GENERIC and w not in _UNTELLING
            )
            self._related_words[entry.key] = known
        return known


_UNTELLING: Final = frozenset(
    [
        "the",
        "and",
        "for",
        "with",
        "based",
        "data",
        "model",
        "network",
        "system",
        "method",
        "learning",
        "training",
        "memory",
        "machine",
        "large",
        "high",
        "multi",
        "time",
        "graph",
        "deep",
        "neural",
        "task",
        "image",
        "language",
        "user",
        "node",
        "world",
        "project",
        "small",
    ]
)


@lru_cache(maxsize=1024)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str] | None:
    if not words:
        return None
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    flexible = (re.escape(word).replace(r"\ ", r"[\s-]+") for word in longest_first)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(flexible)})(?:s|es)?(?![^\W_])", re.IGNORECASE)


def _ends_with(pattern: re.Pattern[str], text: str) -> bool:
    """Say whether `text` ends with a match, but for spaces and hyphens."""
    tail = text[-60:].rstrip(" -")
    return any(match.end() == len(tail) for match in pattern.finditer(tail))
