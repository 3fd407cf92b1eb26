"""Noun phrases: maximal runs of modifiers and nouns inside a sentence."""

from __future__ import annotations

import re
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import Analysis, analysis

# At most 24 tokens: what is longer is a list or no language, and the work stays bounded.
_PHRASE: Final = re.compile(
    r"(?:[APNGEQJ]|(?<=[PN])'(?=[APNGEJ])|(?<=[APNG])/(?=[APNG])){0,24}[NPG]Q?"
)


def find_chunks(state: Analysis) -> list[tuple[int, int]]:
    """Return noun phrases as token ranges, quantities and novelty words at the left edge cut off."""
    chunks: list[tuple[int, int]] = []
    for first, last in state.sentences:
        for match in _PHRASE.finditer(state.tags, first, last):
            start, end = match.span()
            tags = state.tags
            while start < end and (tags[start] in "QJ'-/"):
                start += 1
            if tags[end - 1] == "Q" and not state.words[end - 1][0].isdigit():
                end -= 1
            if start < end:
                chunks.append((start, end))
    return chunks


@Language.component("kg_chunks")
def kg_chunks(doc: Doc) -> Doc:
    """Find the noun phrases of a document."""
    state = analysis(doc)
    state.chunks = find_chunks(state)
    return doc
