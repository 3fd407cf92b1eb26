"""Identifiers of papers in the many spellings that exports use."""

from __future__ import annotations

import re
from urllib.parse import unquote

_DOI = re.compile(
    r"10\.\d{4,9}(?:\.\d+){0,5}/[^\s\"<>\ud800-\udfff]+|10\.\d{1,3}/[^\s\"<>\ud800-\udfff]+"
)
_DOI_TAIL = ".,;:)]}'"
_ARXIV = re.compile(
    r"(?<![\w.])(?:arxiv:|abs/|pdf/)?(\d{4}\.\d{4,5}|[a-z][a-z.-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?![\w/]|\.\d)",
    re.I,
)
_ARXIV_DOI = re.compile(r"^10\.48550/arxiv\.(.+)$")
_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]", re.I)


def doi(text: str) -> str:
    """Return the DOI in `text` in lower case, without resolver and closing punctuation, or ''."""
    if "10." not in text:
        return ""
    match = _DOI.search(unquote(text) if "%" in text else text)
    if not match:
        return ""
    found = match[0].lower()
    while found and found[-1] in _DOI_TAIL:
        if found[-1] == ")" and found.count("(") >= found.count(")"):
            break
        found = found[:-1]
    return found


def arxiv(text: str) -> str:
    """Return the arXiv identifier in `text` without its version, or ''."""
    match = _ARXIV.search(text) if text else None
    return match[1].lower() if match else ""


def arxiv_of_doi(name: str) -> str:
    """Return the arXiv identifier that a DOI of arXiv itself stands for, or ''."""
    match = _ARXIV_DOI.match(name) if "arxiv" in name else None
    return arxiv(match[1]) if match else ""


def year(text: str) -> int | None:
    """Return the first year from 1800 to 2099 in `text`."""
    match = _YEAR.search(text)
    return int(match[0]) if match else None


def orcid(text: str) -> str:
    """Return the bare ORCID in `text`, or ''."""
    match = _ORCID.search(text) if text else None
    return match[0].upper() if match else ""
