"""Noun phrases as candidates, typed by their words: a log-linear model over hand-made features.

Every sub-phrase of a noun chunk, `X of Y`, coordinated modifiers (`CPU and GPU memory`) and a
gerund or verb with its object (`training large language models`) is a candidate span. Its features
are the head word, the modifiers, the words on either side, its shape, and what vocabulary and
abbreviations know of it; `tables/phrases.tsv` weighs them for each type (see `fit`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import Analysis, Candidate, analysis
from kg.extract.loglinear import LogLinear, load_model
from kg.extract.words import singular

MAX_WORDS: Final = 9
_PHRASE_END: Final = frozenset("NPG")
_NO_START: Final = frozenset("'-/CIOR")


def candidate_spans(state: Analysis) -> list[tuple[int, int, int, str]]:
    """Return candidates as (first token, last token exclusive, head token, kind), each span once."""
    found: dict[tuple[int, int], tuple[int, str]] = {}
    tags = state.tags
    words = state.words
    chunks = state.chunks
    for number, (left, right) in enumerate(chunks):
        for start in range(left, right):
            if tags[start] in _NO_START or _inside_compound(state, start):
                continue
            for end in range(start + 1, min(right, start + MAX_WORDS) + 1):
                if (
                    tags[end - 1] in _PHRASE_END
                    or (tags[end - 1] == "A" and end < right)
                    or end == right
                ):
                    if (
                        end < right
                        and state.glued(end)
                        and words[end] in "-‐‑–'"
                        and not _capital(words[end - 1])
                    ):
                        continue
                    if words[end - 1] in "-‐‑–":
                        continue
                    found.setdefault((start, end), (end - 1, "np"))
        if number + 1 < len(chunks):
            _join_next(state, (left, right), chunks[number + 1], found)
        _with_verb(state, left, right, found)
    for candidate in state.candidates:
        start, end = state.tokens(candidate.start, candidate.end)
        if start < end and state.span(start, end) == (candidate.start, candidate.end):
            found.setdefault((start, end), (end - 1, "np"))
    for abbreviation in state.abbreviations:
        for span in (abbreviation.short_span, abbreviation.long_span):
            start, end = state.tokens(*span)
            if start < end and state.span(start, end) == span:
                found.setdefault((start, end), (end - 1, "np"))
    return [(start, end, head, kind) for (start, end), (head, kind) in sorted(found.items())]


def _join_next(
    state: Analysis,
    chunk: tuple[int, int],
    following: tuple[int, int],
    found: dict[tuple[int, int], tuple[int, str]],
) -> None:
    """Add `X of Y` and `X and Y` over two neighbouring chunks."""
    left, right = chunk
    gap = state.tags[right : following[0]]
    kind = ""
    if gap and gap[0] == "O" and not gap[1:].strip("DQJ"):
        kind = "of"
    elif gap and gap in ("C", "/", ",C"):
        kind = "and"
    elif gap and gap[0] == "I" and not gap[1:].strip("DQJ"):
        kind = "in"
    if not kind:
        return
    for start in range(left, right):
        if state.tags[start] in _NO_START or _inside_compound(state, start):
            continue
        head = right - 1 if kind != "and" else following[1] - 1
        if following[1] - start <= MAX_WORDS + 2:
            found.setdefault((start, following[1]), (head, kind))


def _with_verb(
    state: Analysis, left: int, right: int, found: dict[tuple[int, int], tuple[int, str]]
) -> None:
    """Add the gerund or verb in front of its object: `training the model`, `predict clicks`."""
    tags = state.tags
    start = left
    while start > 0 and tags[start - 1] in "DQJ":
        start -= 1
    if start > 0 and tags[start - 1] in "gGV" and right - start < MAX_WORDS:
        kind = "verb" if tags[start - 1] == "V" else "gerund"
        found.setdefault((start - 1, right), (start - 1, kind))
        following = next((c for c in state.chunks if c[0] > right), None)
        if (
            following
            and state.tags[right : following[0]] in ("O", "OD")
            and following[1] - start < MAX_WORDS
        ):
            found.setdefault((start - 1, following[1]), (start - 1, kind))


def _inside_compound(state: Analysis, index: int) -> bool:
    """Say whether a token follows a joining hyphen, unless its own capitals make it a name."""
    return (
        index > 1
        and state.words[index - 1] in "-‐‑–"
        and state.glued(index)
        and not _capital(state.words[index])
    )


def _capital(word: str) -> bool:
    return sum(letter.isupper() for letter in word) > 1 or (word[0].isupper() and len(word) == 1)


def shape(word: str) -> str:
    """Describe a word by its letters: acronym, camel case, capital, number inside, lower case."""
    if any(letter.isdigit() for letter in word):
        return "digit"
    if word.islower():
        return "lower"
    if word.isupper() or (word.endswith("s") and word[:-1].isupper()):
        return "acronym"
    if word[0].isupper() and word[1:].islower():
        return "capital"
    return "camel"


def features(
    state: Analysis, known: dict[tuple[int, int], list[str]]
) -> Iterator[tuple[tuple[int, int], list[str]]]:
    """Yield each candidate span (tokens) with its features; `known` tells what other components say of a span."""
    words, lower, tags = state.words, state.lower, state.tags
    singulars = [singular(word) for word in words]
    shapes = [shape(word) if word[0].isalnum() else "mark" for word in words]
    chunk_of = {index: chunk for chunk in state.chunks for index in range(*chunk)}
    sentence_start = {first for first, _ in state.sentences}
    count = len(words)
    seen: dict[str, int] = {}
    spans = candidate_spans(state)
    for start, end, _, _ in spans:
        surface = " ".join(singulars[start:end])
        seen[surface] = seen.get(surface, 0) + 1
    for start, end, head, kind in spans:
        length = end - start
        size = "1" if length == 1 else "+"
        word = singulars[head]
        result = [
            "bias",
            f"k={kind}",
            f"n={min(length, 6)}",
            f"h{size}={word}",
            f"h={word}",
            f"e={word[-4:]}",
            f"s{size}={shapes[head]}",
            f"t={tags[head]}",
            f"f={lower[start]}",
            f"ft={tags[start]}{size}",
            f"ht={tags[start:end] if length < 5 else 'long'}",
        ]
        if kind in ("np", "and"):
            for index in range(start, head):
                result.append(f"m={singulars[index]}")
                result.append(f"ms={shapes[index]}")
        elif kind in ("of", "in"):
            result.append(f"oh={singulars[end - 1]}")
            result.append(f"{kind}={word}")
        else:
            result.append(f"vh={singulars[end - 1]}")
            result.append(f"vf={lower[start]}")
        if kind == "np" and length > 1:
            result.append(f"p={singulars[head - 1]}_{word}")
        before = lower[start - 1] if start else "^"
        after = lower[end] if end < count else "$"
        result.append(f"b={before}")
        result.append(f"bt={tags[start - 1] if start else '^'}{kind}")
        result.append(f"a={after}")
        result.append(f"at={tags[end] if end < count else '$'}{kind}")
        if start > 1:
            result.append(f"bb={lower[start - 2]}_{before}")
        chunk = chunk_of.get(start)
        if chunk is not None:
            left = "L" if start == chunk[0] else "l"
            right = "R" if end >= chunk[1] else "r"
            result.append(f"c={left}{right}{kind}")
            if right == "r":
                result.append(f"ra={singulars[end]}")
                result.append(f"rh={singulars[chunk[1] - 1]}")
                result.append(f"rs={shapes[end - 1]}{tags[end]}")
            if left == "l":
                result.append(f"lb={before}")
        if start in sentence_start:
            result.append("first")
        if start < state.sentences[0][1]:
            result.append(f"title={kind}{shapes[head]}")
        if seen[" ".join(singulars[start:end])] > 1:
            result.append(f"again{size}")
            result.append(f"again={shapes[head]}")
        for about in known.get((start, end), ()):
            result.append(f"v={about}")
            result.append(f"v{size}={about}{right if chunk else ''}")
        yield (start, end), result


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
        pairs = list(features(state, known_spans(state)))
        if not pairs:
            return doc
        scores = self.model.predict([names for _, names in pairs])
        for ((first, last), _), row in zip(pairs, scores, strict=True):
            best = max(range(1, len(row)), key=row.__getitem__)
            if row[best] >= self.threshold:
                start, end = state.span(first, last)
                kind = self.model.classes[best]
                state.candidates.append(
                    Candidate(start, end, kind, "phrase", "", row[best], weighed=True)
                )
        return doc


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
