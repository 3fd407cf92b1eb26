"""What an item of a Markdown list calls a paper: the title, apart from links, authors and summaries."""

from __future__ import annotations

import re
from typing import Final

LINK = re.compile(
    r"!?\[(?P<text>(?:[^\[\]]|\[[^\[\]]{0,300}\])*+)\]\((?P<target>[^()\s]*+(?:\([^()\s]*\)[^()\s]*+)*+)(?:\s+[\"'][^)]*)?\)"
)
_IMAGE = re.compile(
    r"\[?!\[[^\]]{0,300}\]\([^)]{0,2000}\)(?:\]\([^)]{0,2000}\))?|<img\b[^>]{0,2000}>"
)
_BOLD = re.compile(r"\*\*(?P<text>[^*]+)\*\*|__(?P<text2>[^_]+)__")
_QUOTED = re.compile(r"[\"“](?P<text>[^\"”]{12,})[\"”]")
_MARKS = re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}|<[^>]{1,200}>|\\(?=[\[\]*_`#-])")
LABELS: Final = frozenset({
    "paper", "papers", "pdf", "code", "link", "links", "arxiv", "abs", "html", "project", "page", "website",
    "site", "demo", "video", "slides", "blog", "data", "dataset", "github", "post", "here", "source",
    "model", "models", "bib", "bibtex", "doi", "url", "official", "supp", "poster", "talk", "huggingface",
    "hf", "colab", "notebook", "openreview", "doc", "docs", "documentation", "homepage", "acm", "ieee",
    "springer", "preprint", "tweet", "twitter", "review", "publication", "download", "web", "weights",
})  # fmt: skip
"""What links to a paper are called that do not name it."""
NUMBER = re.compile(r"^\s*\d{1,4}[.)]\s+")
_PARTING = re.compile(r"\s{2,}(?=\S)|\s[-–—]\s|<br")
_LONG_TITLE: Final = 200
_COLON = re.compile(r"[\s*_]*[:：]\s*")
_TITLE_END = re.compile(r"\s[|–—]\s?|\s-\s|[(\[]|\. |<br")
_TITLE_MOST: Final = 300
_NAMES_MOST: Final = 300
_NAME = re.compile(r"[A-Z][\w.’'-]*$|(?:van|von|de|der|den|la|le|di|et|al)\.?$")
_PARTS = re.compile(r"(?<=[^A-Z])\. |(?<=[A-Z])\. (?=[A-Z][a-z]+ [a-z])|\s[–—|]\s|\s\(\d{4}\)")
_NAME_END = re.compile(r",|;| and | & | et al|$")
LEAST_TITLE: Final = 8
LEAST_NAME: Final = 2
LEAST_WORDS: Final = 4


def apart(cell: str) -> tuple[str, str]:
    """Part the title from the summary that a cell may hold as well: "**Title** - what it says"."""
    if len(plain(cell)) <= _LONG_TITLE:
        return plain(cell), ""
    bold = _BOLD.match(cell) or LINK.match(cell)
    parting = None if bold else _PARTING.search(cell)
    end = bold.end() if bold else parting.start() if parting else len(cell)
    title, summary = plain(cell[:end]), plain(cell[end:]).lstrip(" -–—:.")
    return (title, summary) if len(title) <= _LONG_TITLE else (plain(cell), "")


def title_of(text: str) -> str:
    """Return the name of the paper in an item: its link, what is bold or quoted, or its beginning.

    A name before a colon goes on to the end of the title, be it a link or bold.
    """
    text = _IMAGE.sub("", text)
    bold, quoted = _BOLD.search(text), _QUOTED.search(text)
    name = plain(bold["text"] or bold["text2"]) if bold else ""
    if bold and (
        len(name.split()) >= LEAST_WORDS or _COLON.match(text, bold.end()) or name.endswith(":")
    ):
        return _with_rest(name, text[bold.end() :])
    for link in LINK.finditer(text):
        name = plain(link["text"])
        if len(name) >= LEAST_NAME and name.lower().strip("[]() ") not in LABELS:
            return _with_rest(name, text[link.end() :])
    if quoted:
        return quoted["text"].rstrip(" .,")
    whole_text = plain(LINK.sub(lambda link: "" if _is_label(link) else link["text"], text))
    # A reference begins with its authors: the title is then the part after them.
    parts = [part.strip(" ,;:–—-[]()") for part in _PARTS.split(whole_text)]
    whole = whole_text.partition(" | ")[0]
    return next(
        (part for part in parts if len(part) >= LEAST_TITLE and not _begins_with_name(part)), whole
    )[:_TITLE_MOST]


def _with_rest(name: str, following: str) -> str:
    """Join "Name:" and what follows it up to a bar or bracket."""
    colon = _COLON.match(following)
    if not colon and not name.endswith(":"):
        return name.rstrip(" .")
    rest = plain(_TITLE_END.split(following[colon.end() if colon else 0 :], maxsplit=1)[0]).strip(
        " .,;*-–—"
    )
    return f"{name.rstrip(' :')}: {rest}" if rest else name.rstrip(" :.")


def _is_label(link: re.Match[str]) -> bool:
    return plain(link["text"]).lower().strip("[]() ") in LABELS


def plain(text: str) -> str:
    """Return Markdown text without its marks; of links, their text."""
    return " ".join(
        _MARKS.sub("", LINK.sub(lambda link: link["text"], _IMAGE.sub("", text))).split()
    )


def _begins_with_name(text: str) -> bool:
    """Whether `text` up to its first comma or `and` is the name of a person."""
    end = _NAME_END.search(text)
    words = text[: end.start()].split() if end else []
    return 1 < len(words) < 6 and all(map(_NAME.match, words))


def leading_names(rest: str) -> str:
    """Return the names of people with which the text after a title begins, if it does."""
    first = re.split(r"\.\s|\(|\[|\d{4}|\s[–—-]\s", rest, maxsplit=1)[0].strip(" ,;")
    return first if first and len(first) < _NAMES_MOST and _begins_with_name(first) else ""
