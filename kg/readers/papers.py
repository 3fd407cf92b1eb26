"""From a record as its format gives it to a `Paper`: cleaning, identifiers, truncation."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kg.papers import Author, Paper, Source, text_id
from kg.readers import clean, identifiers, latex, markup, names
from kg.readers.data import Entry, Notes

_RAW_LIMIT = 4 * clean.ABSTRACT_LIMIT
_TITLE_LIMIT = 2000
_FIELD_LIMIT = 1000
_URL_LIMIT = 4000
_LABEL = re.compile(
    r"(?i:abstract|summary)\s*[:.—–-]+\s*|(?:ABSTRACT|Abstract)\s+(?=[A-Z])|Abstract(?=[A-Z][a-z])"
)
_LONGEST_EXCUSE = 60
_NO_ABSTRACT = re.compile(
    r"^[\[(]?\s*(?:no abstract(?: is)?(?: available)?|(?:abstract (?:is )?)?(?:missing|not available|unavailable)"
    r"|n/?a|none|null|nan)\s*[\])]?\.?$",
    re.I,
)


def to_paper(entry: Entry, notes: Notes) -> Paper:
    """Make the paper of one record; its `related_to` is left empty."""
    source = (Source(notes.file, entry.line, clean.tidy(entry.key[:_FIELD_LIMIT])),)
    if entry.verbatim:
        text = clean.without_surrogates(entry.abstract)
        if len(text) > clean.VERBATIM_LIMIT:
            notes.warn("W103", line=entry.line, limit=clean.VERBATIM_LIMIT)
            text = text[: clean.VERBATIM_LIMIT]
        cut = clean.strip_cut(text)[1]
        return Paper(
            id=clean.without_surrogates(entry.key) or text_id("", text),
            abstract=text,
            truncated=cut,
            sources=source,
        )
    title, title_cut = clean.strip_cut(
        _clipped(_text(entry.title, entry, notes), _TITLE_LIMIT, entry, notes)
    )
    abstract, cut = clean.strip_cut(_abstract(entry, notes))
    doi = identifiers.doi(entry.doi[:_FIELD_LIMIT]) or (
        identifiers.doi(entry.url[:_FIELD_LIMIT]) if "doi.org/" in entry.url else ""
    )
    arxiv = _arxiv(entry, doi)
    return Paper(
        id=_identifier(doi, arxiv, clean.tidy(entry.number[:_FIELD_LIMIT]))
        or text_id(title, abstract),
        title=title,
        abstract=abstract,
        year=identifiers.year(entry.year[:_FIELD_LIMIT]),
        venue=_text(entry.venue, entry, notes),
        authors=_authors(entry, notes),
        doi=doi,
        arxiv=arxiv,
        url=_url(entry.url),
        keywords=_distinct(_text(word, entry, notes) for word in entry.keywords),
        references=_distinct(map(clean.tidy, entry.references)),
        truncated=cut or (title_cut and not abstract),
        sources=source,
    )


def _arxiv(entry: Entry, doi: str) -> str:
    found = identifiers.arxiv(entry.arxiv[:_FIELD_LIMIT]) or identifiers.arxiv_of_doi(doi)
    for text in (entry.url, entry.venue, entry.key):
        if not found and "arxiv" in text[:_FIELD_LIMIT].lower():
            found = identifiers.arxiv(text[:_FIELD_LIMIT])
    return found


def _url(text: str) -> str:
    url = clean.tidy(text[:_URL_LIMIT])
    return url if url[:8].lower().startswith(("http://", "https://")) else ""


def _identifier(doi: str, arxiv: str, number: str) -> str:
    if doi and not identifiers.arxiv_of_doi(doi):
        return f"doi:{doi}"
    return f"arxiv:{arxiv}" if arxiv else number


def _text(text: str, entry: Entry, notes: Notes) -> str:
    if not text:
        return ""
    # Nothing is worth reading as far as this, and damage can make one field of a whole file.
    text = text[:_RAW_LIMIT]
    if entry.markup == "latex":
        text = latex.decode(text)
    elif "\\" in text:
        text = latex.decode_commands(text)
    if "<" in text or "&" in text:
        text = markup.plain(text)
    if not text.isascii():
        mended = clean.repair_mojibake(text)
        if mended != text:
            notes.warn("W105", line=entry.line)
            text = mended
    return clean.tidy(text)


def _abstract(entry: Entry, notes: Notes) -> str:
    text = _text(entry.abstract, entry, notes)
    if _is_excuse(text):
        return ""
    if label := _LABEL.match(text):
        text = text[label.end() :]
        if _is_excuse(text):
            return ""
    return _clipped(text, clean.ABSTRACT_LIMIT, entry, notes)


def _is_excuse(text: str) -> bool:
    return len(text) < _LONGEST_EXCUSE and _NO_ABSTRACT.match(text) is not None


def _clipped(text: str, limit: int, entry: Entry, notes: Notes) -> str:
    """Cut a text that is longer than any of its kind, and mark it as cut."""
    if len(text) <= limit:
        return text
    notes.warn("W103", line=entry.line, limit=limit)
    return text[:limit].rpartition(" ")[0] + " …"


def _authors(entry: Entry, notes: Notes) -> tuple[Author, ...]:
    named = (
        Author(
            names.natural(_text(one.name[:_FIELD_LIMIT], entry, notes)),
            identifiers.orcid(one.orcid[:_FIELD_LIMIT]),
        )
        for one in entry.authors
    )
    return tuple(dict.fromkeys(author for author in named if author.name))


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))
