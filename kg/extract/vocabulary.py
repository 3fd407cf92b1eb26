"""The vocabulary matcher: names of curated concepts, found by words and kept by case and context."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import Analysis, Candidate, analysis
from kg.extract.tokenizer import HYPHENS, TOKEN
from kg.extract.words import singular
from kg.vocabulary import load
from kg.vocabulary.data import Ambiguity, Vocabulary

SHORT: Final = 5
"""Words of up to this many characters, or with digits or only capitals, match in their own case."""

_GRAPH_WORDS: Final = frozenset(
    (
        "vertex",
        "vertices",
        "subgraph",
        "subgraphs",
        "gnn",
        "gnns",
        "gcn",
        "gcns",
        "neighbor",
        "neighbors",
    )
)
_GRAPH_PARTS: Final = frozenset(("node", "edge", "link"))


@dataclass(slots=True)
class _Node:
    children: dict[str, _Node] = field(default_factory=dict)
    surfaces: list[tuple[tuple[str, ...], str, tuple[str, ...]]] = field(default_factory=list)


class Matcher:
    """All surfaces of a vocabulary as a tree over singular words, hyphens left out."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.root = _Node()
        for surface, keys in vocabulary.surfaces.items():
            written = tuple(_words(surface))
            node = self.root
            for word in written:
                node = node.children.setdefault(singular(word), _Node())
            node.surfaces.append((written, surface, keys))

    def matches(self, state: Analysis) -> Iterator[tuple[int, int, str, tuple[str, ...]]]:
        """Yield (first token, last token exclusive, surface, entry keys) of every match in the right case."""
        words = state.words
        keyed = list(map(singular, words))
        count = len(words)
        children = self.root.children
        for start, first in enumerate(keyed):
            node = children.get(first)
            index = start + 1
            while node is not None:
                if node.surfaces:
                    text = tuple(w for w in words[start:index] if w not in HYPHENS)
                    for written, surface, keys in node.surfaces:
                        if same_case(written, text):
                            yield start, index, surface, keys
                            break
                if index < count and words[index] in HYPHENS and state.glued(index):
                    index += 1
                if index >= count:
                    break
                node = node.children.get(keyed[index])
                index += 1


def _words(surface: str) -> list[str]:
    """The words of a surface but for hyphens."""
    if surface.isascii() and surface.replace(" ", "").isalpha():
        return surface.split()
    return [w for w in TOKEN.findall(surface) if not w.isspace() and w not in HYPHENS]


def same_case(written: tuple[str, ...], text: tuple[str, ...]) -> bool:
    """Say whether words of a text may stand for the words of a surface as written.

    Short words, words with digits and words in capitals keep their case (`GAT` is no `gate`), but
    for the capital of a sentence start or title; longer ones are compared without it.
    """
    for a, b in zip(written, text, strict=True):
        if a == b:
            continue
        exact = len(a) <= SHORT or not a.isalpha() or (a.isupper() and len(a) > 1)
        if a.islower():
            if len(b) <= SHORT and len(b) > 1 and b.isupper():
                return False
        elif exact and not (b == a + "s" or a == b + "s"):
            return False
    return True


def choose_sense(ambiguity: Ambiguity, written: str, context: str) -> str | None:
    """Return the key of the sense that the text's own words pick, or None for no concept."""
    if ambiguity.case == "Cap" and not written[0].isupper():
        return None
    if ambiguity.case == "UPPER" and not written.rstrip("s").isupper():
        return None
    best, most = ambiguity.default, 0
    for sense in ambiguity.senses:
        hits = sum(1 for word in sense.context if f" {word.lower()}" in context)
        if hits > most:
            best, most = sense.key, hits
    return best or None


class VocabularyMatcher:
    """Add the vocabulary's concepts to the candidates."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.matcher = Matcher(vocabulary)

    def __call__(self, doc: Doc) -> Doc:
        state = analysis(doc)
        context = " " + " ".join(state.lower)
        defined = {abbreviation.short for abbreviation in state.abbreviations}
        graph_paper = not _GRAPH_WORDS.isdisjoint(state.lower)
        found = list(self.matcher.matches(state))
        supported = {
            keys[0]
            for first, last, surface, keys in found
            if surface.lower() not in self.vocabulary.gated
        }
        for first, last, surface, keys in found:
            start, end = state.span(first, last)
            written = state.text[start:end]
            key: str | None = keys[0]
            evidence = "plain"
            ambiguity = self.vocabulary.ambiguous.get(surface)
            if ambiguity is not None:
                key = choose_sense(ambiguity, written, context)
                evidence = "context"
            elif surface.lower() in self.vocabulary.gated:
                evidence = "supported" if keys[0] in supported or written in defined else "common"
            if key is None or (graph_paper and singular(written) in _GRAPH_PARTS):
                continue
            entry = self.vocabulary.entries.get(key)
            if entry is not None:
                state.candidates.append(
                    Candidate(start, end, entry.type, "vocabulary", evidence, 0.0, key)
                )
        return doc


@Language.factory("kg_vocabulary")
def create_vocabulary_matcher(nlp: Language, name: str) -> VocabularyMatcher:
    """Make the component with the vocabulary that ships with the package."""
    return VocabularyMatcher(load())
