"""Noun phrases as candidates, typed by their words: a log-linear model over hand-made features.

The candidates are those of `spans`. Their features are the head word, the modifiers, the words on
either side, the shape, and what vocabulary and abbreviations know of them; `tables/phrases.tsv` weighs
them for each type (see `kg.train.tables`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import Analysis, Candidate, analysis
from kg.extract.loglinear import Block, LogLinear, Names, load_model
from kg.extract.spans import candidate_spans
from kg.extract.words import singular

CURATED: Final = 0.2
"""A name of the vocabulary that is not common is taken from this probability on."""

PARTNER: Final = 0.4
"""From this probability on, one half of a definition takes the other half along."""


@lru_cache(maxsize=50_000)
def shape(word: str) -> str:
    """Describe a word by its letters: acronym, camel case, capital, number inside, lower case."""
    if not word[0].isalnum():
        return "mark"
    if any(letter.isdigit() for letter in word):
        return "digit"
    if word.islower():
        return "lower"
    if word.isupper() or (word.endswith("s") and word[:-1].isupper()):
        return "acronym"
    if word[0].isupper() and word[1:].islower():
        return "capital"
    return "camel"


class PhraseFeatures:
    """The words of one document, ready to describe spans."""

    def __init__(self, state: Analysis) -> None:
        self.state = state
        # What follows the last word and, by its index of -1, what comes before the first.
        self.lower = [*state.lower, "$", "^"]
        self.tags = state.tags + "$^"
        self.singulars = [singular(word) for word in state.words]
        self.shapes = [shape(word) for word in state.words]
        self.known = known_spans(state)
        self.chunk_of = {i: chunk for chunk in state.chunks for i in range(*chunk)}
        self.sentence_starts = {first for first, _ in state.sentences}
        self.title_end = state.sentences[0][1] if state.sentences else 0

    def all(self) -> list[tuple[tuple[int, int], list[Block]]]:
        """Return each candidate span (tokens) with its features."""
        spans = candidate_spans(self.state)
        surfaces = [" ".join(self.singulars[start:end]) for start, end, _, _ in spans]
        seen = Counter(surfaces)
        return [
            ((start, end), self.describe(start, end, head, kind, seen[surface] > 1))
            for (start, end, head, kind), surface in zip(spans, surfaces, strict=True)
        ]

    def describe(self, start: int, end: int, head: int, kind: str, again: bool) -> list[Block]:
        """Return the blocks of features of one span."""
        singulars, shapes = self.singulars, self.shapes
        lower, tags = self.lower, self.tags
        length = end - start
        size = "1" if length == 1 else "+"
        chunk = self.chunk_of.get(start)
        edges = ""
        if chunk is not None:
            edges = ("L" if start == chunk[0] else "l") + ("R" if end >= chunk[1] else "r")
        blocks: list[Block] = [
            (_form, kind, length, tags[start:end] if length < 5 else "long", edges),
            (_head, singulars[head], shapes[head], tags[head], size, start < self.title_end),
            (_first, lower[start], tags[start], size, start in self.sentence_starts),
            (
                _before,
                lower[start - 1],
                tags[start - 1],
                kind,
                lower[start - 2] if start > 1 else "",
                edges[:1] == "l",
            ),
            (_after, lower[end], tags[end], kind),
        ]
        if kind in ("np", "and", "abbr"):
            for index in range(start, head):
                blocks.append((_modifier, singulars[index], shapes[index]))
            if length > 1:
                blocks.append((_pair, singulars[head - 1], singulars[head]))
        else:
            blocks.append((_object, kind, singulars[head], singulars[end - 1]))
        if chunk is not None and end < chunk[1]:
            last = singulars[chunk[1] - 1]
            blocks.append((_followed, singulars[end], last, shapes[end - 1], tags[end]))
        if again:
            blocks.append((_again, size, shapes[head]))
        for about in self.known.get((start, end), ()):
            blocks.append((_known, about, size, edges))
        return blocks


def _form(kind: str, length: int, tags: str, edges: str) -> Names:
    return ("bias", f"k={kind}", f"n={min(length, 6)}", f"ht={tags}", f"c={edges}{kind}")


def _head(word: str, form: str, tag: str, size: str, title: bool) -> Names:
    block = (f"h{size}={word}", f"h={word}", f"e={word[-4:]}", f"s{size}={form}", f"t={tag}")
    return (*block, f"title={form}") if title else block


def _first(word: str, tag: str, size: str, sentence_start: bool) -> Names:
    block = (f"f={word}", f"ft={tag}{size}")
    return (*block, "first") if sentence_start else block


def _before(word: str, tag: str, kind: str, further: str, inner: bool) -> Names:
    block = (f"b={word}", f"bt={tag}{kind}", f"bb={further}_{word}")
    return (*block, f"lb={word}") if inner else block


def _after(word: str, tag: str, kind: str) -> Names:
    return (f"a={word}", f"at={tag}{kind}")


def _modifier(word: str, form: str) -> Names:
    return (f"m={word}", f"ms={form}")


def _pair(modifier: str, head: str) -> Names:
    return (f"p={modifier}_{head}",)


def _object(kind: str, head: str, last: str) -> Names:
    return (f"oh={kind}:{last}", f"{kind}={head}")


def _followed(word: str, chunk_head: str, form: str, tag: str) -> Names:
    return (f"ra={word}", f"rh={chunk_head}", f"rs={form}{tag}")


def _again(size: str, form: str) -> Names:
    return (f"again{size}", f"again={form}")


def _known(about: str, size: str, edges: str) -> Names:
    return (f"v={about}", f"v{size}={about}{edges[1:]}")


@Language.factory("kg_phrases", default_config={"threshold": 0.3})
def create_phrases(nlp: Language, name: str, threshold: float) -> PhraseTyper:
    """Make the component; spans below `threshold` are no candidates."""
    return PhraseTyper(load_model("phrases.tsv"), threshold)


class PhraseTyper:
    """Add typed noun phrases to the candidates."""

    def __init__(self, model: LogLinear, threshold: float) -> None:
        self.model = model
        self.threshold = threshold

    def __call__(self, doc: Doc) -> Doc:
        state = analysis(doc)
        curated = {
            (candidate.start, candidate.end, candidate.type)
            for candidate in state.candidates
            if candidate.source == "vocabulary" and candidate.evidence == "plain"
        }
        described = PhraseFeatures(state).all()
        lowest = min(CURATED, self.threshold)
        best, likely = self.model.predict([blocks for _, blocks in described])
        taken: dict[tuple[int, int], Candidate] = {}
        for ((first, last), _), kind, probability in zip(described, best, likely, strict=True):
            if probability < lowest:
                continue
            start, end = state.span(first, last)
            name = self.model.classes[kind]
            least = CURATED if (start, end, name) in curated else self.threshold
            if probability >= min(least, self.threshold):
                taken[start, end] = Candidate(
                    start, end, name, "phrase", "", probability, weighed=True
                )
        state.candidates.extend(taken.values())
        state.candidates.extend(_partners(state, taken))
        return doc


def _partners(state: Analysis, taken: dict[tuple[int, int], Candidate]) -> list[Candidate]:
    """Return the other half of each definition of which one half is taken for a mention."""
    found: list[Candidate] = []
    for abbreviation in state.abbreviations:
        spans = (abbreviation.short_span, abbreviation.long_span)
        for span, other in (spans, spans[::-1]):
            known = taken.get(span)
            if known is not None and known.confidence >= PARTNER and other not in taken:
                found.append(replace(known, start=other[0], end=other[1], source="abbreviation"))
    return found


def known_spans(state: Analysis) -> dict[tuple[int, int], list[str]]:
    """Return what earlier components say of a span, by tokens."""
    known: dict[tuple[int, int], list[str]] = {}
    for candidate in state.candidates:
        about = known.setdefault(state.tokens(candidate.start, candidate.end), [])
        about.append(f"{candidate.source}:{candidate.type}:{candidate.evidence}")
    for abbreviation in state.abbreviations:
        known.setdefault(state.tokens(*abbreviation.short_span), []).append("short")
        known.setdefault(state.tokens(*abbreviation.long_span), []).append("long")
    return known
