"""The extractor: a blank English spaCy pipeline of this package's own components."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

import spacy
from spacy.language import Language

from kg import __version__
from kg.extract.analysis import Analysis, analysis
from kg.extract.data import Abbreviation, Extraction, Mention, Rejection, Relation, Span
from kg.extract.loading import uncollected
from kg.extract.windows import windows
from kg.papers import Paper
from kg.resources import package_dir
from kg.vocabulary import load

COMPONENTS: Final = (
    ("kg_sentences", "kg.extract.sentences"),
    ("kg_tagger", "kg.extract.tagger"),
    ("kg_chunks", "kg.extract.chunks"),
    ("kg_abbreviations", "kg.extract.definitions"),
    ("kg_vocabulary", "kg.extract.vocabulary"),
    ("kg_names", "kg.extract.names"),
    ("kg_phrases", "kg.extract.phrases"),
    ("kg_cues", "kg.extract.cues"),
    ("kg_resolve", "kg.extract.resolve"),
    ("kg_proposals", "kg.extract.proposals"),
    ("kg_relations", "kg.extract.relations"),
)
"""The components in order, each with the module that registers it.

Components before `kg_resolve` add candidates and cues; `kg_resolve` settles the mentions, and what
follows works on those. A further finder of mentions goes before `kg_resolve`, or replaces it.
"""

_PHRASES: Final = ("kg_phrases", "kg.extract.phrases")

HYBRID: Final = (
    *COMPONENTS[: COMPONENTS.index(_PHRASES)],
    ("kg_neural", "kg.extract.neural.component"),
    *COMPONENTS[
        COMPONENTS.index(_PHRASES) : COMPONENTS.index(("kg_resolve", "kg.extract.resolve"))
    ],
    ("kg_merge", "kg.extract.merge"),
    ("kg_merge_relations", "kg.extract.merge_relations"),
)
"""The components of rules and neural model together."""

_BATCH: Final = 24_000
"""Characters that go through each component together: 16 abstracts or so, which take about 20 MB."""


def create_language(components: Iterable[tuple[str, str]] = COMPONENTS) -> Language:
    """Assemble the spaCy pipeline."""
    importlib.import_module("kg.extract.tokenizer")
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "kg.tokenizer.v1"}}})
    # No component asks for a word's shape, norm and the like: they would be made for every new word.
    nlp.vocab.lex_attr_getters = {}  # type: ignore[attr-defined]
    for name, module in components:
        importlib.import_module(module)
        nlp.add_pipe(name)
    return nlp


class Pipeline:
    """What reads papers; made cheaply, it loads its tables at the first paper.

    `components` are those of rules and neural model, or of the rules alone in a checkout that has
    no trained model.
    """

    def __init__(self, components: Iterable[tuple[str, str]] = ()) -> None:
        trained = (package_dir() / "models" / "policy.json").is_file()
        self.components = tuple(components) or (HYBRID if trained else COMPONENTS)
        self._room = 1

    @cached_property
    def language(self) -> Language:
        """The spaCy pipeline."""
        with uncollected():
            return create_language(self.components)

    @cached_property
    def fingerprint(self) -> str:
        """A short hash of code, tables and vocabulary: equal fingerprints give equal extractions."""
        digest = hashlib.sha256(f"{__version__} {load().fingerprint}".encode())
        folder = Path(__file__).resolve().parent
        files = [*folder.rglob("*.py"), *folder.glob("tables/*.tsv")]
        # The types, and which relations may hold between them.
        files.append(package_dir() / "schema.py")
        if self.components == HYBRID:
            # `model.json` holds the digest of the weights, which are too large to hash each time.
            files += (package_dir() / "models").glob("*.json")
        for path in sorted(files):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
        return digest.hexdigest()[:16]

    def read(self, paper: Paper) -> Extraction:
        """Read one paper; a pure function of its text and of the fingerprint."""
        return next(self.pipe([paper]))

    def pipe(self, papers: Iterable[Paper]) -> Iterator[Extraction]:
        """Read papers in their order; no text is read differently for those beside it.

        Each component reads a batch of texts before the next one does, for its tables and weights
        then stay in the processor's caches. The batches of a new pipeline begin small, so that there is
        soon something to see.
        """
        read: list[tuple[int, Analysis]] = []
        for batch in self._batches(papers):
            for stretch, state in zip(batch, self._read(batch), strict=True):
                read.append((stretch.start, state))
                if stretch.last:
                    yield _join(stretch.paper, read)
                    read = []

    def _batches(self, papers: Iterable[Paper]) -> Iterator[list[_Stretch]]:
        batch: list[_Stretch] = []
        held = 0
        for stretch in _stretches(papers):
            batch.append(stretch)
            held += len(stretch.text)
            if held >= self._room:
                self._room = min(2 * max(held, 1), _BATCH)
                yield batch
                batch, held = [], 0
        if batch:
            yield batch

    def _read(self, stretches: Sequence[_Stretch]) -> list[Analysis]:
        docs = [self.language.make_doc(stretch.text) for stretch in stretches]
        states = [analysis(doc) for doc in docs]
        for stretch, state in zip(stretches, states, strict=True):
            state.truncated = stretch.paper.truncated and stretch.last
        for _, component in self.language.pipeline:
            docs = [component(doc) for doc in docs]
        return states


class _Stretch(NamedTuple):
    """A part of a paper's text that the components read at once, and whether it is the last."""

    paper: Paper
    start: int
    text: str
    last: bool


def _stretches(papers: Iterable[Paper]) -> Iterator[_Stretch]:
    for paper in papers:
        text = paper.text
        for start, end in windows(text):
            yield _Stretch(paper, start, text[start:end], end == len(text))


def _join(paper: Paper, parts: list[tuple[int, Analysis]]) -> Extraction:
    """Put the stretches of a text together; only the first can say what the paper proposes."""
    sentences: list[Span] = []
    mentions: list[Mention] = []
    relations: list[Relation] = []
    abbreviations: list[Abbreviation] = []
    rejected: list[Rejection] = []
    for shift, state in parts:
        base = len(mentions)
        sentences.extend(_moved(span, shift) for span in state.sentence_spans())
        if not shift:
            mentions.extend(state.mentions)
        else:
            mentions.extend(
                replace(m, start=m.start + shift, end=m.end + shift, proposed=False)
                for m in state.mentions
            )
        relations.extend(
            replace(r, head=r.head + base, tail=r.tail + base, evidence=_moved(r.evidence, shift))
            for r in state.relations
        )
        abbreviations.extend(
            replace(a, short_span=_moved(a.short_span, shift), long_span=_moved(a.long_span, shift))
            for a in state.abbreviations
        )
        rejected.extend(
            replace(r, paper=paper.id, span=_moved(r.span, shift)) for r in state.rejected
        )
    return Extraction(
        paper,
        tuple(sentences),
        tuple(mentions),
        tuple(relations),
        tuple(abbreviations),
        tuple(rejected),
    )


def _moved(span: Span, shift: int) -> Span:
    return span[0] + shift, span[1] + shift


def extract(papers: Iterable[Paper], *, pipeline: Pipeline | None = None) -> Iterator[Extraction]:
    """Read papers in their order; the result of each depends on that paper alone.

    Input and output are streams: no more than a few papers are held at a time.
    """
    yield from (pipeline or Pipeline()).pipe(papers)


def fingerprint() -> str:
    """Return the fingerprint of the default pipeline, without loading it."""
    return Pipeline().fingerprint
