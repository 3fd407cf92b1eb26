"""The paper: what every reader makes and every later stage starts from."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass, field

_SENTENCE_END = (".", "!", "?", "…", ":")


@dataclass(frozen=True, slots=True)
class Author:
    """One author; `orcid` is the bare identifier or empty."""

    name: str
    orcid: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a paper was read: file name (never a full path) and 1-based line; `key` is the file's own key."""

    file: str
    line: int
    key: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper of the reading list.

    `id` is stable across runs and machines: `doi:…`, `arxiv:…` (no version), another identifier
    of the source, or `text:` and a hash of title and abstract. All text is NFC.
    """

    id: str
    title: str = ""
    abstract: str = ""
    year: int | None = None
    venue: str = ""
    authors: tuple[Author, ...] = ()
    doi: str = ""
    arxiv: str = ""
    url: str = ""
    keywords: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    related_to: tuple[str, ...] = ()
    truncated: bool = False
    sources: tuple[Source, ...] = field(default=())

    @property
    def text(self) -> str:
        """Title and abstract as the one string that every offset refers to (Unicode code points)."""
        return join_text(self.title, self.abstract)


def join_text(title: str, abstract: str) -> str:
    """Join title and abstract as `TITLE. ABSTRACT`, without doubling the title's own full stop."""
    if not title or not abstract:
        return title or abstract
    return f"{title} {abstract}" if title.endswith(_SENTENCE_END) else f"{title}. {abstract}"


def text_id(title: str, abstract: str) -> str:
    """Make the identifier of a paper that brings none: `text:` and 16 hex digits of its text's SHA-256.

    White space and Unicode form do not change the result.
    """
    text = " ".join(unicodedata.normalize("NFC", join_text(title, abstract)).split())
    return "text:" + hashlib.sha256(text.encode()).hexdigest()[:16]
