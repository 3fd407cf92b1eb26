"""Noun phrases as candidates, typed by their words: a log-linear model over hand-made features.

The candidates are those of `spans`. Their features are the head word, the modifiers, the words on
either side, the shape, and what vocabulary and abbreviations know of them; `tables/phrases.tsv` weighs
them for each type (see `kg.train.tables`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import Analysis, Candidate, analysis
from kg.extract.loglinear import Index, LogLinear, load_model
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


class Words:
    """The words of one document as features see them, as parallel lists."""

    def __init__(self, state: Analysis) -> None:
        # What follows the last word and, by its index of -1, what comes before the first.
        self.lower = [*state.lower, "$", "^"]
        self.tags = state.tags + "$^"
        self.singulars = [singular(word) for word in state.words]
        self.shapes = [shape(word) for word in state.words]
        self.chunk_of = {i: chunk for chunk in state.chunks for i in range(*chunk)}
        self.sentence_starts = {first for first, _ in state.sentences}
        self.title_end = state.sentences[0][1] if state.sentences else 0


class PhraseFeatures:
    """Describes spans by the numbers of their features.

    The features are named by what they tell: `m` a modifier, `h` the head, `f` the first word, `b`
    and `a` the words before and after, `r` the rest of the chunk.
    """

    def __init__(self, index: Index) -> None:
        self.index = index
        self.bias, self.opens = index.numbers(("bias", "first"))
        names = "k n ht c h e t title f ft b bt bb lb a at m ms p ra rh rs"
        self.groups = [index.group(f"{name}=") for name in names.split()]
        self.sized = {size: (index.group(f"h{size}="), index.group(f"s{size}=")) for size in "1+"}

    def all(self, state: Analysis) -> list[tuple[tuple[int, int], list[int]]]:
        """Return each candidate span (tokens) of a document that may be a mention, with its features."""
        words = Words(state)
        known = known_spans(state)
        spans = candidate_spans(state)
        surfaces = [" ".join(words.singulars[start:end]) for start, end, _, _ in spans]
        seen = Counter(surfaces)
        return [
            (
                (start, end),
                self.describe(
                    words, start, end, head, kind, seen[surface] > 1, known.get((start, end))
                ),
            )
            for (start, end, head, kind), surface in zip(spans, surfaces, strict=True)
            if state.possible is None or state.span(start, end) in state.possible
        ]

    def describe(
        self,
        words: Words,
        start: int,
        end: int,
        head: int,
        kind: str,
        again: bool,
        known: Sequence[str] | None,
    ) -> list[int]:
        """Return the features of one span; `known` is what is said of it, `again` that it recurs."""
        k, n, ht, c, h, e, t, title, f, ft, b, bt, bb, lb, a, at, m, ms, p, ra, rh, rs = self.groups
        singulars, shapes, lower, tags = words.singulars, words.shapes, words.lower, words.tags
        length = end - start
        size = "1" if length == 1 else "+"
        sized, sized_shape = self.sized[size]
        chunk = words.chunk_of.get(start)
        edges = ""
        if chunk is not None:
            edges = ("L" if start == chunk[0] else "l") + ("R" if end >= chunk[1] else "r")
        word, form = singulars[head], shapes[head]
        before, tag_before = lower[start - 1], tags[start - 1]
        found = [
            self.bias,
            k(kind, 0),
            n(str(min(length, 6)), 0),
            ht(tags[start:end] if length < 5 else "long", 0),
            c(edges + kind, 0),
            sized(word, 0),
            h(word, 0),
            e(word[-4:], 0),
            sized_shape(form, 0),
            t(tags[head], 0),
            title(form, 0) if start < words.title_end else 0,
            f(lower[start], 0),
            ft(tags[start] + size, 0),
            self.opens if start in words.sentence_starts else 0,
            b(before, 0),
            bt(tag_before + kind, 0),
            bb(f"{lower[start - 2] if start > 1 else ''}_{before}", 0),
            lb(before, 0) if edges[:1] == "l" else 0,
            a(lower[end], 0),
            at(tags[end] + kind, 0),
        ]
        if kind in ("np", "and", "abbr"):
            for index in range(start, head):
                found += (m(singulars[index], 0), ms(shapes[index], 0))
            if length > 1:
                found.append(p(f"{singulars[head - 1]}_{word}", 0))
        else:
            found += self.index.numbers((f"oh={kind}:{singulars[end - 1]}", f"{kind}={word}"))
        if chunk is not None and end < chunk[1]:
            last = singulars[chunk[1] - 1]
            found += (ra(singulars[end], 0), rh(last, 0), rs(shapes[end - 1] + tags[end], 0))
        if again:
            found += self.index.numbers((f"again{size}", f"again={form}"))
        for about in known or ():
            found += self.index.numbers((f"v={about}", f"v{size}={about}{edges[1:]}"))
        return found


@Language.factory("kg_phrases", default_config={"threshold": 0.3})
def create_phrases(nlp: Language, name: str, threshold: float) -> PhraseTyper:
    """Make the component; spans below `threshold` are no candidates."""
    return PhraseTyper(load_model("phrases.tsv"), threshold)


class PhraseTyper:
    """Add typed noun phrases to the candidates."""

    def __init__(self, model: LogLinear, threshold: float) -> None:
        self.model = model
        self.features = PhraseFeatures(model)
        self.threshold = threshold

    def __call__(self, doc: Doc) -> Doc:
        state = analysis(doc)
        curated = {
            (candidate.start, candidate.end, candidate.type)
            for candidate in state.candidates
            if candidate.source == "vocabulary" and candidate.evidence == "plain"
        }
        described = self.features.all(state)
        lowest = min(CURATED, self.threshold)
        best, likely = self.model.predict([features for _, features in described])
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
