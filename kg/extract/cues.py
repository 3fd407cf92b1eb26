"""Cues: what a paper proposes, what a text denies, and what it sets itself off from."""

from __future__ import annotations

import re
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import Analysis, analysis
from kg.extract.data import Span

_NOT_NEGATION: Final = re.compile(
    r"not\s+(?:only|just|merely|necessarily|to\s+mention)\b|no\s+(?:doubt|question|longer\s+limited)\b"
    r"|n(?:o|ot)\s+(?:(?:fewer|less|more|later|earlier|sooner)\s+than|matter)\b"
    r"|without\s+(?:(?:any|significant|significantly|noticeable|noticeably|much)\s+)?"
    r"(?:loss|losing|compromis\w+|sacrific\w+|degrad\w+|harming|hurting|affecting|reducing"
    r"|increasing|a\s+loss|impacting)\b|cannot\s+be\s+over\w+",
    re.IGNORECASE,
)
_BEFORE: Final = re.compile(
    r"\b(?:(?:false|untrue|incorrect|wrong|not\s+(?:true|correct|the\s+case))\s+that"
    r"|too\s+\w+\s+(?:to|for)|(?:no|not\s+\w+)\s+(?:need|use|support|room)\s+for|without|no|not|infeasible|impossible"
    r"|cannot|never|neither|nor|lacks?|lacking|unable\s+to|absence\s+of|free\s+of"
    r"|fails?\s+to|failed\s+to|rather\s+than\s+requiring"
    r"|(?:eliminat\w+|avoid\w*|remov\w+|obviat\w+)\s+(?:the\s+)?(?:need|use|reliance|dependence)\s+(?:for|of|on|to))\b"
    r"|\b\w{1,12}n['’]t\b",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    r"\b(?:(?:is|are|was|were)\s+(?:not\s+(?:\w+ly\s+)?(?:supported|required|needed|necessary|used|available)"
    r"|unnecessary|unsupported|unneeded|absent)|(?:do|does)\s+not\s+(?:exist|apply)"
    r"|(?:is|are)\s+no\s+longer\s+(?:needed|required|necessary)"
    r"|(?:required|needed|used|supported)?\s*:\s*(?:no|none)\b)",
    re.IGNORECASE,
)
_STOP: Final = re.compile(
    r"[,;:.()]|\s(?:but|while|whereas|although|because|since|yet|which|that|when|if|as|so|for)\s|—|--"
)
_CONTRAST: Final = re.compile(
    r"\b(?:unlike|in\s+contrast\s+(?:to|with)|contrary\s+to|as\s+opposed\s+to|instead\s+of|rather\s+than"
    r"|compared\s+(?:to|with)|other\s+than)\b",
    re.IGNORECASE,
)
_FREE: Final = re.compile(r"\b(\w{1,30})[-‐‑](?:free|less)\b")

# The expressions above are slow, and few sentences hold a word without which they cannot match.
_WORD: Final = re.compile(r"\w+")
_BEFORE_WORDS: Final = frozenset(
    (
        "too", "no", "not", "without", "false", "untrue", "incorrect", "wrong", "infeasible", "impossible", "cannot", "never", "neither",
        "nor", "lack", "lacks", "lacking", "unable", "absence", "free", "fail", "fails", "failed",
        "rather",
    )
)  # fmt: skip
_BEFORE_STEMS: Final = ("n't", "n’t", "eliminat", "avoid", "remov", "obviat")
_AFTER_WORDS: Final = frozenset(
    ("not", "unnecessary", "unsupported", "unneeded", "absent", "no", "none")
)
_FREE_WORDS: Final = frozenset(("free", "less"))
_CONTRAST_STEMS: Final = (
    "unlike", "contra", "opposed", "instead", "rather", "compared", "other"
)  # fmt: skip


def negated_spans(text: str, sentence: Span) -> list[Span]:
    """Return the stretches of a sentence whose content the text denies.

    A negation reaches forward to the end of its clause (`without GPUs`, `does not need …`); a
    denying predicate reaches back to its start (`GPUs are not supported`). `not only`, `no doubt`
    and `without loss of` deny nothing.
    """
    start, end = sentence
    low = text[start:end].lower()
    words = set(_WORD.findall(low))
    found: list[Span] = []
    if not _BEFORE_WORDS.isdisjoint(words) or any(stem in low for stem in _BEFORE_STEMS):
        harmless = [match.span() for match in _NOT_NEGATION.finditer(text, start, end)]
        for match in _BEFORE.finditer(text, start, end):
            if any(left <= match.start() < right for left, right in harmless):
                continue
            stop = _STOP.search(text, match.end(), end)
            found.append((match.start(), stop.start() if stop else end))
    if not _AFTER_WORDS.isdisjoint(words):
        for match in _AFTER.finditer(text, start, end):
            left = max(
                (stop.end() for stop in _STOP.finditer(text, start, match.start())), default=start
            )
            found.append((left, match.end()))
    if not _FREE_WORDS.isdisjoint(words):
        found.extend(match.span(1) for match in _FREE.finditer(text, start, end))
    return found


def contrast_spans(text: str, sentence: Span) -> list[Span]:
    """Return the stretches of a sentence that name what something else is set off from."""
    start, end = sentence
    low = text[start:end].lower()
    if not any(stem in low for stem in _CONTRAST_STEMS):
        return []
    found: list[Span] = []
    for match in _CONTRAST.finditer(text, start, end):
        stop = _STOP.search(text, match.end(), end)
        found.append((match.start(), stop.start() if stop else end))
    return found


_PROPOSES: Final = re.compile(
    r"\b(?:we|paper|article|work|study|letter|thesis|report|authors)\b[^.;]{0,40}?\s"
    r"(?:present|propose|introduce|develop|devise|describe|design|release|contribute|build|create|construct)(?:s|es|ed)?\b"
    r"|\b(?:called|named|dubbed|termed|coined)\b|\bour\s+(?:proposed|novel|new)\b|\bthe\s+proposed\b",
    re.IGNORECASE,
)
_TITLE: Final = re.compile(r"[^:.?!]{1,40}:\s")


def propose_cues(state: Analysis) -> list[Span]:
    """Return the wordings that announce something new, in characters."""
    found = [match.span() for match in _PROPOSES.finditer(state.text)]
    title = _TITLE.match(state.text)
    if title:
        found.insert(0, (0, 0))
    return found


@Language.component("kg_cues")
def kg_cues(doc: Doc) -> Doc:
    """Mark what the text denies or contrasts, and where it proposes."""
    state = analysis(doc)
    for sentence in state.sentence_spans():
        state.negated.extend(negated_spans(state.text, sentence))
        state.contrasts.extend(contrast_spans(state.text, sentence))
    state.announcements = propose_cues(state)
    return doc
