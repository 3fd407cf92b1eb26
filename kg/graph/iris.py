"""Minting: readable, checked IRIs, each a function of what it names and of nothing else.

No IRI depends on the rest of the corpus, so builds of parts agree with a build of the whole. Those
of kg's own namespaces are returned as Turtle writes them, `method:bert`.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import Final
from urllib.parse import quote

from pyoxigraph import NamedNode

from kg.graph.namespaces import CONCEPT
from kg.graph.terms import checked, iri, named
from kg.schema import ENTITY_TYPES

CONCEPT_PREFIXES: Final = frozenset(kind.lower() for kind in ENTITY_TYPES)

# The first "-" of these stands for the ":" and the second for the first "/": nothing else can
# become the same name.
_PLAIN: Final = re.compile(r"[a-z]+:(?:[A-Za-z0-9.]+|[A-Za-z0-9.]+/[A-Za-z0-9._-]*)\Z")
_HASHED: Final = re.compile(r"_[0-9a-f]{10}\Z")
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._]+")
_LONGEST: Final = 80
_URL_SAFE: Final = "%:/?#[]@!$&'()*+,;=~-._"
_ORCID: Final = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]\Z")


def paper_name(identifier: str) -> str:
    """Turn a paper's identifier into the last part of its IRI.

    `doi:10.1145/1.2` gives `doi-10.1145-1.2`. Whatever could meet another identifier on the same
    name is marked by a hash of the identifier: `key:a b` gives `key-a-b_` and 10 hex digits.
    """
    if (
        _PLAIN.match(identifier)
        and not _HASHED.search(identifier)
        and len(identifier) <= _LONGEST
        and not identifier.endswith(".")
    ):
        return identifier.replace(":", "-", 1).replace("/", "-", 1)
    readable = _UNSAFE.sub("-", identifier).strip("-.")[:_LONGEST]
    return f"{readable}_{_digest(identifier, 10)}"


def paper(identifier: str) -> str:
    """Return the IRI of the paper with this identifier."""
    return named("paper", paper_name(identifier))


@lru_cache(maxsize=1 << 14)
def concept(identifier: str) -> str:
    """Return the IRI of the concept `{type}/{slug}`; raises `GraphError` where the slug is none."""
    kind, slash, slug = identifier.partition("/")
    if slash and kind in CONCEPT_PREFIXES:
        return named(kind, slug)
    return iri(checked(CONCEPT + identifier))


def mention(paper_part: str, start: int, end: int, kind: str) -> str:
    """Return the IRI of the mention of type `kind` at `start`–`end` of a paper's text."""
    return named("mention", f"{paper_part}-{start}-{end}-{kind.lower()}")


def evidence(paper_part: str, number: int) -> str:
    """Return the IRI of the evidence `number` of a paper."""
    return named("evidence", f"{paper_part}-{number}")


def statement(subject: str, predicate: str, object_: str, negated: bool) -> str:
    """Return the IRI of a statement between two concept identifiers.

    The slugs make it readable, 10 hex digits of a hash of all parts keep it apart from others.
    """
    name = "-".join((subject.partition("/")[2], predicate, object_.partition("/")[2]))
    parts = "\0".join((subject, predicate, object_, "not" if negated else ""))
    return named("statement", f"{name}-{_digest(parts, 10)}")


def web(url: str) -> NamedNode | None:
    """Return a link found in a reading list as an IRI, illegal characters percent-encoded.

    Anything but an absolute http(s) link that can be repaired gives None.
    """
    encoded = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", url.strip())
    head, mark, fragment = encoded.partition("#")
    # Square brackets may stand in the host only, and a second # nowhere.
    authority = re.match(r"https?://[^/?#]*", head, re.IGNORECASE)
    if not authority:
        return None
    rest = head[authority.end() :]
    encoded = authority.group() + _escape(rest) + (mark + _escape(fragment) if mark else "")
    try:
        return NamedNode(encoded)
    except ValueError:
        return None


def orcid(identifier: str) -> NamedNode | None:
    """Return the IRI of a well-formed ORCID, or None."""
    return NamedNode("https://orcid.org/" + identifier) if _ORCID.match(identifier) else None


def _escape(part: str) -> str:
    escaped = quote(part, safe=_URL_SAFE, errors="replace")
    return escaped.replace("[", "%5B").replace("]", "%5D").replace("#", "%23")


def _digest(text: str, length: int) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]
