"""Which format an input has: by its content, with the extension only to decide between equals."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from pathlib import PurePath

from kg.readers import columns
from kg.readers.formats import labelled, marc, printed, table
from kg.readers.jsonstream import is_by_line
from kg.readers.packed import OFFICE, is_tar
from kg.readers.source import Source, damage_errors
from kg.readers.xmlstream import root_of

_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*(?:[\[{\]]|null\b))")
_JSON_ENDINGS = frozenset({"json", "jsonl", "ndjson", "jsonlines"})
_TEXT_FORMATS = (
    ("ris", re.compile(r"^[ \t]{0,3}(?:TY|ty)[ \t]{1,4}[-–]", re.M)),
    (
        "wos",
        re.compile(r"\A\s*(?:FN .*|VR \d.*)$|^PT [A-Z][ \t]*\n(?:.*\n){0,30}?(?:TI|AU|SO) ", re.M),
    ),
    ("medline", re.compile(r"^PMID *- ?\d", re.M)),
    ("endnote", re.compile(r"^%0 \S|\A\s*(?:%[A-Z@0-9] .*\n){2}", re.M)),
    ("refworks", re.compile(r"^RT \S.*\n(?:[A-Z][A-Z0-9] .*\n)", re.M)),
    ("cochrane", re.compile(r"\A\s*Record #\d+.*\n(?:ID|AN|AU|TI): ")),
    (
        "silverplatter",
        re.compile(r"^Record[ .#]*(?:\d+ of \d+\b.*|.*INSPEC.*)\n\s*(?:[A-Z]{2} ?[:~] .*\n)", re.M),
    ),
    ("ovid-tagged", re.compile(r"^<\d+>\s*\n(?:[A-Z][A-Z0-9] {0,2}- )", re.M)),
    ("ovid", re.compile(r"^<\d+>\s*\n(?![A-Z][A-Z0-9] {0,2}- )", re.M)),
    ("biblioscape", re.compile(r"^--[A-Z]{2}-- .*\n(?:--[A-Z][A-Z0-9]-- |------)", re.M)),
    ("aminer", re.compile(r"^#(?:\*|index ?\d).*\n#(?:[@*!t]|conf|year)", re.M)),
    ("ads", re.compile(r"^%R \d{4}[\w.&]{14}.*\n(?:%[A-Z] |\s)", re.M)),
    ("bibtex", re.compile(r"(?:^|[})])[ \t]*@[ \t]*[A-Za-z]+\s*[{(]", re.M)),
)
"""How the first record of a format begins; the format that begins first has it."""
_LOOSE = re.compile(r"(?:^[A-Z][A-Z0-9] {0,2}- .*\n){3}", re.M)
"""RIS without its first tags."""
_XML_ROOTS = {
    "feed": "atom",
    "PubmedArticleSet": "pubmed",
    "PubmedBookArticleSet": "pubmed",
    "TEI": "tei",
    "article": "jats",
    "pmc-articleset": "jats",
    "xml": "endnote-xml",
    "modsCollection": "mods",
    "mods": "mods",
    "OAI-PMH": "oai",
    "RDF": "rdf",
    "CitaviExchangeData": "citavi",
}
XML_FORMATS = frozenset({*_XML_ROOTS.values(), "xml"})
_LATEX_ENDINGS = frozenset({"tex", "bbl", "ltx", "latex"})
_LATEX = re.compile(
    r"^[ \t]*\\(?:documentclass\b|begin\{(?:thebibliography|document)\}|refsection\{)", re.M
)
_YAML_ENDINGS = frozenset({"yml", "yaml", "cff"})
_CFF = re.compile(r"^cff-version:", re.M)
_YAML = re.compile(r"^cff-version:|\A(?:---[ \t]*\n)?(?:#.*\n)*references:[ \t]*\n[ \t]*- ", re.M)
_MARKDOWN_ENDINGS = frozenset({"md", "markdown", "rst", "org"})
_TAGGED_BY_ENDING = {"nbib": (("medline", re.compile(r"^[A-Z]{2,4} *- ", re.M)), *_TEXT_FORMATS)}
_MARKDOWN = re.compile(r"^[ \t]*(?:[-*+]|\d+\.|\|)[^\n]{0,300}\[[^\]\n]{1,300}\]\(https?://", re.M)
_LEAST_LINKS = 2
_BINARIES = {
    "archive": (b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a", b"PK\x05\x06", b"\x1f\x9d", b"LZIP", b"]\x00\x00", b"\x04\"M\x18"),
    "office": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"{\\rtf"),
    "database": (b"SQLite format 3\x00",),
    "parquet": (b"PAR1",),
}  # fmt: skip
"""What files of a kind begin with."""
TEXT_ENDINGS = frozenset({"txt", "text", "md", "lst", "list"})
_BY_ENDING = {
    "md": "markdown",
    "markdown": "markdown",
    "bib": "bibtex",
    "bibtex": "bibtex",
    "ris": "ris",
    "nbib": "medline",
    "ciw": "wos",
    "enw": "endnote",
    "pdf": "pdf",
}
_TABLE_ENDINGS = frozenset({"csv", "tsv", "tab"})
_HTML_TAGS = frozenset("a b br center code details div em font h1 h2 h3 h4 hr i img li meta ol p picture pre small span strong style sub sup table ul".split())  # fmt: skip  # noqa: SIM905
"""Tags that a part of a page, or Markdown, begins with."""
_LONGEST_NAME = 60
_LEAST_CELLS = 4
_HTML = re.compile(
    r"\s*+(?>(?:<!--.*?-->|<\?.*?\?>)\s*)*+<(?:!doctype\s+(?:html|netscape-bookmark)|html|head|body)\b",
    re.I | re.S,
)


def format_of(source: Source) -> str:
    """Return the name of the format; `empty`, `binary`, `archive`, `office` and `database` are not read."""
    start = source.start
    if b"%PDF-" in start[:1024]:
        return "pdf"
    if start.startswith(b"PK\x03\x04"):
        return _zipped(source)
    if is_tar(start):
        return "archive"
    if marc.START.match(start):
        return "marc"
    for name, marks in _BINARIES.items():
        if start.startswith(marks):
            return name
    if not source.head.strip() and not source.is_binary:
        return "empty"
    if source.is_binary:
        return "binary"
    head, ending = source.head, extension(source)
    if _HTML.match(head):
        return "html"
    if _JSON.match(head) or (ending in _JSON_ENDINGS and head.lstrip()[0] in "[{"):
        return "jsonl" if is_by_line(head) else "json"
    if root := root_of(head):
        if root.lower() not in _HTML_TAGS:
            return _XML_ROOTS.get(root, "xml")
        if ending not in _MARKDOWN_ENDINGS and len(_MARKDOWN.findall(head)) < _LEAST_LINKS:
            return "html"
    if ending in _LATEX_ENDINGS or (ending not in _BY_ENDING and _LATEX.search(head)):
        return "latex"
    if ending in _YAML_ENDINGS or _YAML.search(head):
        return "cff" if _CFF.search(head) else "yaml"
    if ending in _MARKDOWN_ENDINGS and not head.lstrip().startswith("@"):
        return "markdown"
    if name := _begins_first(head, _TAGGED_BY_ENDING.get(ending, _TEXT_FORMATS)):
        return name
    if _is_table(head, ending):
        found = table.header(head)
        return "tsv" if found is not None and found[1] == "\t" else "csv"
    for name, begin in printed.FORMATS.items():
        if begin.search(head):
            return name
    if labelled.is_labelled(head):
        return "labelled"
    if ending in _BY_ENDING:
        return _BY_ENDING[ending]
    return "markdown" if len(_MARKDOWN.findall(head)) >= _LEAST_LINKS else "text"


def _begins_first(head: str, formats: Sequence[tuple[str, re.Pattern[str]]]) -> str:
    found = ((match.start(), name) for name, form in formats if (match := form.search(head)))
    return min(found, default=(0, "ris" if _LOOSE.search(head) else ""))[1]


def _zipped(source: Source) -> str:
    try:
        with source.open_bytes() as stream, zipfile.ZipFile(stream) as archive:
            names = archive.namelist()
    except damage_errors():
        return "archive"
    if "xl/workbook.xml" in names:
        return "xlsx"
    return "office" if any(name in names for name in OFFICE) else "archive"


def _is_table(head: str, ending: str) -> bool:
    if ending in _TABLE_ENDINGS:
        return True
    found = table.header(head)
    if found is None:
        return False
    cells = head.split("\n")[found[0]].split(found[1])
    if found[0] and len(cells) < _LEAST_CELLS:
        # Below other lines, a few words with commas between them are more likely prose.
        return False
    known = sum(columns.find(cell.strip(' "')) is not None for cell in cells)
    return known > 1 and all(len(cell) < _LONGEST_NAME for cell in cells)


def extension(source: Source) -> str:
    """Return the lower-case extension of the input's name, without the dot."""
    return PurePath(source.name).suffix.lower().lstrip(".")
