"""Which format an input has: by its content, with the extension only to decide between equals."""

from __future__ import annotations

import re
from pathlib import PurePath

from kg.readers.source import Source

_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*(?:[\[{\]]|null\b))")
_JSON_ENDINGS = frozenset({"json", "jsonl", "ndjson", "jsonlines"})
_BIBTEX = re.compile(r"(?:^|[})])[ \t]*@[ \t]*[A-Za-z]+\s*[{(]\s*[^\s{}()]*", re.M)
_HTML = re.compile(r"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)


def format_of(source: Source) -> str:
    """Return the name of the format, `html` and `binary` included, or '' for an empty input."""
    if not source.start:
        return ""
    if source.is_binary:
        return "binary"
    head = source.head
    if not head.strip():
        return ""
    if _HTML.match(head):
        return "html"
    if _JSON.match(head) or (extension(source) in _JSON_ENDINGS and head.lstrip()[0] in "[{"):
        return "json"
    if _BIBTEX.search(head):
        return "bibtex"
    return "bibtex" if extension(source) in ("bib", "bibtex") else "text"


def extension(source: Source) -> str:
    """Return the lower-case extension of the input's name, without the dot."""
    return PurePath(source.name).suffix.lower().lstrip(".")
