"""Open names: what a paper calls its own things, and names that give themselves away by their letters."""

from __future__ import annotations

import re
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import Analysis, Candidate, analysis

_NAME: Final = r"[A-Z][\w@+.-]{0,40}[\w+](?: (?:v?\d[\w.]{0,8}|[A-Z]{1,4}\d{0,3}\b))?"
_TITLE: Final = re.compile(rf"({_NAME}(?: [A-Z]\w{{0,30}})?|[a-z]{{1,9}}[A-Z]\w{{0,30}}): ")
_CALLED: Final = re.compile(
    r"\b(?:called|named|dubbed|termed|coined|codenamed|nicknamed|referred to as|denoted(?: as| by)?|"
    rf"namely|i\.e\.,|as|method,|system,|framework,|model,|approach,)[ ][\"'“‘`]*({_NAME})"
)
_PRESENT: Final = re.compile(
    r"\b(?:we|paper|article|work|study|and|to|also|therefore|hence|thus|here|letter|thesis)\s(?:\w+ly\s|also\s|then\s)?"
    r"(?:present|propose|introduce|develop|describe|design|build|implement|devise|release|offer|describe"
    rf"|evaluate|contribute)s?(?:ed)?\s[\"'“‘`]*({_NAME})"
)
_APPOSITION: Final = re.compile(rf"\b({_NAME}), an? ")
_PATTERNS: Final = ((_CALLED, "called"), (_PRESENT, "presented"), (_APPOSITION, "apposition"))


def find_names(state: Analysis) -> list[tuple[int, int, str]]:
    """Return (start, end, wording) of spans that the text introduces as names, in characters."""
    found: list[tuple[int, int, str]] = []
    title = _TITLE.match(state.text)
    if title and len(title[1]) < 40:
        found.append((title.start(1), title.end(1), "title"))
    for pattern, wording in _PATTERNS:
        for match in pattern.finditer(state.text):
            found.append((match.start(1), match.end(1), wording))
    return found


@Language.component("kg_names")
def kg_names(doc: Doc) -> Doc:
    """Add open names to the candidates, as methods unless other evidence says otherwise."""
    state = analysis(doc)
    for start, end, wording in find_names(state):
        state.candidates.append(Candidate(start, end, "Method", "name", wording, 0.0))
    return doc
