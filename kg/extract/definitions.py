"""The component that notes the abbreviations a text defines itself."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.abbreviations import find_abbreviations
from kg.extract.analysis import analysis


@Language.component("kg_abbreviations")
def kg_abbreviations(doc: Doc) -> Doc:
    """Find the definitions of short forms."""
    state = analysis(doc)
    state.abbreviations = find_abbreviations(state.text, list(state.sentence_spans()))
    return doc
