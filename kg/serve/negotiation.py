"""Choosing a format from what a client accepts (RFC 9110, section 12.5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

RESULTS: Final = {
    "json": ("application/sparql-results+json", "application/json", "text/json"),
    "xml": ("application/sparql-results+xml", "application/xml", "text/xml"),
    "csv": ("text/csv",),
    "tsv": ("text/tab-separated-values",),
}
"""Media types of SELECT and ASK results by format, the proper one first."""
RDF: Final = {
    "turtle": ("text/turtle", "application/x-turtle"),
    "ntriples": ("application/n-triples", "text/plain"),
    "jsonld": ("application/ld+json", "application/json"),
    "rdfxml": ("application/rdf+xml", "application/xml", "text/xml"),
}
"""Media types of RDF by format, the proper one first."""
HTML: Final = {"html": ("text/html", "application/xhtml+xml")}


def choose(accept: str, offered: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return the offered format that an Accept header likes best, the first for any, None for none.

    Among equals the earlier in `offered` wins. The exact media type beats a range; the media types
    after the first of a format are taken where they are named, for no range.
    """
    ranges = _ranges(accept)
    if not ranges:
        return next(iter(offered))
    best, most = None, 0.0
    for form, (proper, *others) in offered.items():
        quality = max(_quality(proper, ranges), *(ranges.get(name, 0.0) for name in others), 0.0)
        if quality > most:
            best, most = form, quality
    return best


def _ranges(accept: str) -> dict[str, float]:
    found = {}
    for part in accept.split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        if not name:
            continue
        quality = 1.0
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip() == "q":
                try:
                    quality = min(max(float(value), 0.0), 1.0)
                except ValueError:
                    quality = 0.0
        found[name] = quality
    return found


def _quality(media_type: str, ranges: Mapping[str, float]) -> float:
    # The more specific range decides, even where it is the lower one.
    for name in (media_type, media_type.partition("/")[0] + "/*", "*/*"):
        if name in ranges:
            return ranges[name]
    return 0.0
