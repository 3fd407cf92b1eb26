r"""LaTeX: the references of a bibliography (`\bibitem`, or what biber writes), or the paper itself."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from kg.papers import Author
from kg.readers import identifiers
from kg.readers.data import Entry, Notes
from kg.readers.formats.bibtex_grammar import closing_brace
from kg.readers.source import Source

_GROUP = r"\{[^{}]{0,300}\}"
_GROUPS = rf"\{{(?:[^{{}}]|\{{(?:[^{{}}]|{_GROUP}){{0,300}}+\}}){{0,300}}+\}}"
_ITEM = re.compile(
    rf"^[ \t]*\\(?P<kind>bibitem|entry)\b[ \t]*(?:\[(?:[^\[\]{{}}]|{_GROUPS}|\[[^\[\]]{{0,300}}\]){{0,300}}+\])?"
    r"(?:%[^\n]*\n|\s)*+\{(?P<key>[^{}]{0,300})\}",
    re.M,
)
_MARK = re.compile(r"\\(?:bibinfo\s*\{\s*(?P<name>\w+)\s*\}|showarticletitle)\s*\{")
_LONGEST_MARKED: Final = 2000
_END = re.compile(r"^[ \t]*\\(?:end\{thebibliography\}|endentry\b)", re.M)
_NEW_BLOCK = re.compile(r"\\newblock\b\s*")
_QUOTED = re.compile(r"``(.{3,400}?),?''|[“\"]([^”\"]{3,400}?),?[”\"]", re.S)
_SENTENCES = re.compile(r"(?<=[^A-Z\s][.?!])\s+(?=[A-Z{\\])")
_FIELD = re.compile(r"\\(?:field|strng|list)\{(?P<name>\w+)\}(?:\{\d*\})?\{")
_VERBATIM = re.compile(r"\\verb\{(?P<name>\w+)\}\s*\\verb (?P<value>[^\n]*)")
_PERSON = re.compile(r"family=\{(?P<family>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}.*?given=\{(?P<given>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}", re.S)  # fmt: skip
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_ABSTRACT = re.compile(r"\\begin\{abstract\}|\\abstract\{")
_COMMAND = re.compile(r"\\(?P<name>title|author|date)\*?\s*(?:\[[^\]]*\])?\s*\{")
_AND = re.compile(r"\\and\b|\\And\b|\\AND\b|\band\b|,")
_AFFILIATION = re.compile(r"\\(?:thanks|footnote|inst|textsuperscript|affil|orcidID)\s*\{[^{}]*\}|\\\\.*?(?=\\and\b|\\And\b|$)", re.S)  # fmt: skip
_LONGEST: Final = 20_000


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each item of a bibliography; a text without one is the paper it holds."""
    text = source.text()
    items = list(_ITEM.finditer(text))
    for at, item in enumerate(items):
        following = items[at + 1].start() if at + 1 < len(items) else len(text)
        end = _END.search(text, item.end(), following)
        body = text[item.end() : end.start() if end else following][:_LONGEST]
        line = text.count("\n", 0, item.start("kind")) + 1
        if item["kind"] == "entry":
            yield _by_fields(line, item["key"], body)
        else:
            yield _by_marks(line, item["key"], body) or _by_blocks(line, item["key"], body)
    if not items:
        yield from _paper(_COMMENT.sub("", text))


def _by_marks(line: int, key: str, body: str) -> Entry | None:
    """Read a reference whose style (ACM, REVTeX, Elsevier) says what each part is, or return None."""
    marked = defaultdict[str, list[str]](list)
    for mark in _MARK.finditer(body):
        end = closing_brace(body, mark.end(), mark.end() + _LONGEST_MARKED)
        if end >= 0:
            marked[mark["name"] or "title"].append(body[mark.end() : end].strip(" ,"))
    held_in = (marked[name] for name in ("journal", "booktitle", "series", "publisher"))
    venue = next((texts[0] for texts in held_in if texts), "")
    title = next(iter(marked["title"] or marked["booktitle"]), "")
    if not title:
        return None
    return Entry(
        line,
        key=key,
        title=title,
        year=next(iter(marked["year"]), "") or body,
        venue=venue if venue != title else "",
        authors=tuple(Author(name) for name in marked["person"] or marked["author"]),
        doi=identifiers.doi(body.replace("\\", "")),
        arxiv=body if "arxiv" in body.lower() else "",
        markup="latex",
    )


def _by_blocks(line: int, key: str, body: str) -> Entry:
    """Read a reference by its blocks: authors, title, where it appeared; or by what is quoted in it."""
    blocks = [part.strip() for part in _NEW_BLOCK.split(_COMMENT.sub("", body))]
    quoted = _QUOTED.search(body) if len(blocks) < 2 else None
    if quoted is not None:
        people, title = body[: quoted.start()], quoted[1] or quoted[2]
        rest = body[quoted.end() :]
    else:
        parts = blocks if len(blocks) > 1 else _SENTENCES.split(blocks[0])
        people, title = (parts[0], parts[1]) if len(parts) > 1 else ("", parts[0])
        rest = " ".join(parts[2:])
    names = (name.strip(" .~\n") for name in _AND.split(people.replace("~", " ")))
    return Entry(
        line,
        key=key,
        title=title.rstrip(" .,\n"),
        year=rest if identifiers.year(rest) else body,
        venue=_venue(rest),
        authors=tuple(Author(name) for name in names if name and len(name) > 1),
        doi=identifiers.doi(body.replace("\\", "")),
        arxiv=body if "arxiv" in body.lower() else "",
        markup="latex",
    )


def _venue(rest: str) -> str:
    found = re.search(r"\\(?:emph|textit)\{|\{\\(?:em|it)\b", rest)
    if found is None:
        return ""
    end = closing_brace(rest, found.end(), len(rest))
    return rest[found.end() : end].strip() if end > 0 else ""


def _by_fields(line: int, key: str, body: str) -> Entry:
    """Read an entry that biber wrote for BibLaTeX."""
    fields = dict[str, str]()
    for found in _FIELD.finditer(body):
        end = closing_brace(body, found.end(), len(body))
        if end < 0:
            break
        fields.setdefault(found["name"], body[found.end() : end])
    fields.update((one["name"], one["value"].strip()) for one in _VERBATIM.finditer(body))
    title, subtitle = fields.get("title", ""), fields.get("subtitle", "")
    return Entry(
        line,
        key=key,
        title=f"{title}: {subtitle}" if subtitle else title,
        abstract=fields.get("abstract", ""),
        year=fields.get("year", ""),
        venue=fields.get("journaltitle") or fields.get("booktitle") or fields.get("publisher", ""),
        authors=tuple(Author(f"{one['given']} {one['family']}") for one in _PERSON.finditer(body)),
        doi=fields.get("doi", ""),
        arxiv=fields.get("eprint", "") if "arxiv" in fields.get("eprinttype", "arxiv").lower() else "",
        url=fields.get("url", ""),
        markup="latex",
    )  # fmt: skip


def _paper(text: str) -> Iterator[Entry]:
    """Yield the paper whose title and abstract a document sets."""
    set_by = dict[str, str]()
    for command in _COMMAND.finditer(text):
        end = closing_brace(text, command.end(), command.end() + _LONGEST)
        if end < 0:
            # What is never closed is looked for no second time.
            break
        set_by.setdefault(command["name"], text[command.end() : end])
    abstract = _abstract(text)
    if set_by.get("title") or abstract:
        people = _AND.split(_AFFILIATION.sub("", set_by.get("author", "")))
        yield Entry(
            1,
            title=set_by.get("title", "").replace("\\\\", " "),
            abstract=abstract,
            year=set_by.get("date", ""),
            authors=tuple(Author(name.strip()) for name in people if name.strip()),
            markup="latex",
        )


def _abstract(text: str) -> str:
    found = _ABSTRACT.search(text)
    if found is None:
        return ""
    if found[0].startswith("\\begin"):
        end = text.find("\\end{abstract}", found.end())
    else:
        end = closing_brace(text, found.end(), found.end() + _LONGEST)
    return text[found.end() : end] if end > 0 else ""
