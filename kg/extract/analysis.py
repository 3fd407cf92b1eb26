"""What the components know about one document while they work on it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from spacy.tokens import Doc

from kg.extract.data import Abbreviation, Mention, Rejection, Relation, Span

KEY: Final = "kg"
"""Where a document keeps its `Analysis`, in `Doc.user_data`."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span that one component takes for a mention: character offsets, type, and who says so.

    `evidence` names the finer rule; `confidence` is its measured precision, and
    `weighed` says that it speaks for this very span in its context; `sense` is a vocabulary key.
    """

    start: int
    end: int
    type: str
    source: str
    evidence: str
    confidence: float
    sense: str = ""
    weighed: bool = False


@dataclass(slots=True)
class Analysis:
    """Tokens without white space as parallel lists, and what the components have found so far.

    `tags` holds one letter a token (see `tagger`); `sentences` and `chunks` are token ranges, end
    exclusive; everything else is in character offsets of the text. `possible` are the spans that may be
    mentions, None where nobody knows.
    """

    text: str
    words: list[str]
    lower: list[str]
    starts: list[int]
    ends: list[int]
    truncated: bool = False
    sentences: list[tuple[int, int]] = field(default_factory=list)
    tags: str = ""
    chunks: list[tuple[int, int]] = field(default_factory=list)
    possible: frozenset[Span] | None = None
    abbreviations: list[Abbreviation] = field(default_factory=list)
    candidates: list[Candidate] = field(default_factory=list)
    announcements: list[Span] = field(default_factory=list)
    negated: list[Span] = field(default_factory=list)
    contrasts: list[Span] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    rejected: list[Rejection] = field(default_factory=list)

    def glued(self, index: int) -> bool:
        """Say whether token `index` follows the one before it without white space."""
        return index > 0 and self.ends[index - 1] == self.starts[index]

    def span(self, first: int, last: int) -> Span:
        """Return the character span of the tokens `first` to `last` (exclusive)."""
        return self.starts[first], self.ends[last - 1]

    def tokens(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of tokens that lie inside a character span."""
        return bisect_left(self.starts, start), bisect_right(self.ends, end)

    def sentence_spans(self) -> Iterator[Span]:
        """Yield the character span of every sentence."""
        for first, last in self.sentences:
            yield self.span(first, last)


def analyse(text: str, words: list[str], starts: list[int]) -> Analysis:
    """Make the working state of a text, given its tokens without white space and where they start."""
    return Analysis(
        text=text,
        words=words,
        lower=[word.lower() for word in words],
        starts=starts,
        ends=[start + len(word) for start, word in zip(starts, words, strict=True)],
    )


def analysis(doc: Doc) -> Analysis:
    """Return the working state of a document, made from its tokens where its tokenizer left none."""
    state: Analysis | None = doc.user_data.get(KEY)
    if state is None:
        tokens = [(token.text, token.idx) for token in doc if not token.text.isspace()]
        words, starts = [word for word, _ in tokens], [start for _, start in tokens]
        state = doc.user_data[KEY] = analyse(doc.text, words, starts)
    return state
