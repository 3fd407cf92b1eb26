"""What tells the tagged formats apart: how a tag looks, where a record begins and ends, what the tags mean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Dialect:
    """One format.

    `line` matches a line by its groups `tag` and `value`; `begin` and `ends` are the tags around a
    record. `meaning` gives for each field the tags that may hold it, the best first. A line
    without a tag continues the one before, or is an item of its own under the tags in `items`.
    With `known` tags, others continue a long text. `prefix` makes an identifier of the number.
    With `open_ended` a record need not have its end tag; with `one_line` all authors stand in one.
    """

    line: re.Pattern[str]
    begin: re.Pattern[str]
    ends: frozenset[str]
    meaning: Mapping[str, tuple[str, ...]]
    items: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    prefix: str = ""
    open_ended: bool = False
    one_line: bool = False


_RIS_KNOWN: Final = frozenset(
    f"{first}{second}"
    for first, seconds in {
        "A": "12345BDNUFVG", "B": "T", "C": "12345678ATNYP", "D": "AOIBP", "E": "TPDR", "I": "DS", "J": "FOA12",
        "K": "W", "L": "1234ABK", "M": "123", "N": "12V", "O": "P", "P": "YBP", "R": "NIP", "S": "NPTOEV",
        "T": "Y123IAT", "U": "12345RT", "V": "LO", "Y": "12",
    }.items()
    for second in seconds
)  # fmt: skip

DIALECTS: Final[Mapping[str, Dialect]] = {
    "ris": Dialect(
        line=re.compile(r"\s{0,3}(?P<tag>[A-Za-z][A-Za-z0-9])(?P<gap>[ \t]{0,4})[-–](?P<value>.*)"),
        begin=re.compile("TY"),
        ends=frozenset({"ER"}),
        items=frozenset({"KW"}),
        known=_RIS_KNOWN,
        meaning={
            "title": ("TI", "T1", "CT", "BT", "TT", "ST"),
            "abstract": ("AB", "N2"),
            "venue": ("JF", "JO", "T2", "BT", "JA", "J2", "J1", "SO", "C3"),
            "year": ("PY", "Y1", "DA", "Y2"),
            "authors": ("AU", "A1", "AF"),
            "keywords": ("KW",),
            "doi": ("DO", "DI", "M3", "L3", "N1", "ID"),
            "url": ("UR", "LK", "L2", "L1"),
            "key": ("ID", "AN"),
        },
    ),
    "medline": Dialect(
        line=re.compile(
            r"(?P<tag>PMID(?=-\d)|[A-Z][A-Z0-9]{1,3}(?= {0,3}-(?: |$))) {0,3}- ?(?P<value>.*)"
        ),
        begin=re.compile("PMID"),
        ends=frozenset(),
        prefix="pmid",
        meaning={
            "title": ("TI", "BTI", "CTI", "TT"),
            "abstract": ("AB", "OAB"),
            "venue": ("JT", "TA"),
            "year": ("DP", "DEP", "EDAT"),
            "authors": ("FAU", "AU", "CN"),
            "orcids": ("AUID",),
            "keywords": ("OT", "MH"),
            "doi": ("LID", "AID", "SO"),
            "number": ("PMID",),
        },
    ),
    "wos": Dialect(
        line=re.compile(r"(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*)|$)"),
        begin=re.compile("PT"),
        ends=frozenset({"ER", "EF", "FN", "VR"}),
        items=frozenset({"AU", "AF", "CA", "CR"}),
        prefix="wos",
        meaning={
            "title": ("TI",),
            "abstract": ("AB",),
            "venue": ("SO", "JI", "J9"),
            "year": ("PY", "EY", "EA", "PD"),
            "authors": ("AF", "AU", "CA"),
            "orcids": ("OI",),
            "keywords": ("DE", "ID"),
            "doi": ("DI", "D2"),
            "number": ("UT",),
            "references": ("CR",),
        },
    ),
    "endnote": Dialect(
        line=re.compile(r"%(?P<tag>[0-9A-Z@!#$*&^()+=?<>:;.,/~])(?: (?P<value>.*)|$)"),
        begin=re.compile("0"),
        ends=frozenset(),
        items=frozenset({"K", "A"}),
        meaning={
            "title": ("T",),
            "abstract": ("X",),
            "venue": ("J", "B", "S", "I"),
            "year": ("D", "8"),
            "authors": ("A",),
            "keywords": ("K",),
            "doi": ("R",),
            "url": ("U",),
            "key": ("F", "M", "L"),
        },
    ),
    "refworks": Dialect(
        line=re.compile(r"(?P<tag>[A-Z][A-Z0-9]) (?P<value>.*)"),
        begin=re.compile("RT"),
        ends=frozenset({"ER"}),
        open_ended=True,
        meaning={
            "title": ("T1", "TI"),
            "abstract": ("AB",),
            "venue": ("JF", "JO", "T2"),
            "year": ("YR", "FD", "PY"),
            "authors": ("A1", "AU"),
            "keywords": ("K1", "KW"),
            "doi": ("DO", "DI"),
            "url": ("UL", "LK"),
            "key": ("ID",),
        },
    ),
    "ovid": Dialect(
        line=re.compile(r"(?P<tag><\d+>|[A-Z][A-Za-z()/ -]{2,40}?)(?P<value>)\s*$"),
        begin=re.compile(r"<\d+>"),
        ends=frozenset(),
        meaning={
            "title": ("Title", "Article Title", "Original Title", "Chapter Title"),
            "abstract": ("Abstract",),
            "venue": ("Journal Name", "Source"),
            "year": ("Year of Publication", "Publication Year", "Date of Publication", "Source"),
            "authors": ("Authors", "Author", "Author(s)"),
            "keywords": ("Author Keywords", "Keyword Heading", "Key Concepts"),
            "doi": ("Digital Object Identifier", "DOI"),
            "key": ("Accession Number", "Unique Identifier"),
        },
    ),
    "cochrane": Dialect(
        line=re.compile(r"(?P<tag>Record #(?=\d)|[A-Z]{2,3}(?=:)):? ?(?P<value>.*)"),
        begin=re.compile("Record #"),
        ends=frozenset(),
        meaning={
            "title": ("TI",),
            "abstract": ("AB",),
            "venue": ("SO", "JN"),
            "year": ("YR", "PY"),
            "authors": ("AU",),
            "keywords": ("KY", "KW"),
            "doi": ("DOI", "DO"),
            "url": ("US", "URL"),
            "key": ("ID", "AN"),
        },
    ),
    "ovid-tagged": Dialect(
        line=re.compile(r"(?P<tag><\d+>|[A-Z][A-Z0-9](?= {0,2}-))(?: {0,2}- ?)?(?P<value>.*)"),
        begin=re.compile(r"<\d+>"),
        ends=frozenset(),
        meaning={
            "title": ("TI", "OT", "BT"),
            "abstract": ("AB",),
            "venue": ("JN", "JT", "SO"),
            "year": ("YR", "DP", "PY", "SO"),
            "authors": ("FA", "AU"),
            "keywords": ("KW", "MH", "ID"),
            "doi": ("DO", "DI"),
            "url": ("UR",),
            "key": ("UI", "AN"),
        },
    ),
    "silverplatter": Dialect(
        line=re.compile(
            r"(?P<tag>Record(?=[ .#]*\d|.*INSPEC)|[A-Z]{2}(?= ?[:~]))[ ]?[:~]?[ ]?(?P<value>.*)"
        ),
        begin=re.compile("RECORD", re.I),
        ends=frozenset(),
        meaning={
            "title": ("TI",),
            "abstract": ("AB",),
            "venue": ("SO", "JN", "PU"),
            "year": ("PY", "SO"),
            "authors": ("AU",),
            "keywords": ("DE", "ID", "KW"),
            "doi": ("DO", "DI"),
            "key": ("AN", "UI"),
        },
    ),
    "ads": Dialect(
        line=re.compile(r"%(?P<tag>[A-Za-z])(?: (?P<value>.*)|$)"),
        begin=re.compile("R"),
        ends=frozenset(),
        items=frozenset({"A"}),
        meaning={
            "title": ("T",),
            "abstract": ("B",),
            "venue": ("J",),
            "year": ("D", "R"),
            "authors": ("A",),
            "keywords": ("K",),
            "doi": ("Y",),
            "arxiv": ("Y",),
            "url": ("U",),
            "key": ("R",),
        },
    ),
    "aminer": Dialect(
        line=re.compile(
            r"#(?P<tag>[*@!%oct]|index|conf|year|citation|arnetid)(?P<value>(?:(?<=[*@!%oct])|[ \d]).*|$)"
        ),
        begin=re.compile(r"(?!)"),
        ends=frozenset(),
        one_line=True,
        meaning={
            "title": ("*",),
            "abstract": ("!",),
            "venue": ("c", "conf"),
            "year": ("t", "year"),
            "authors": ("@",),
            "doi": (),
            "key": ("index",),
        },
    ),
    "biblioscape": Dialect(
        line=re.compile(r"--(?P<tag>[A-Z][A-Z0-9](?=--)|--(?=--))-- ?(?P<value>.*)"),
        begin=re.compile(r"(?!)"),
        ends=frozenset({"--"}),
        open_ended=True,
        meaning={
            "title": ("TI", "BT"),
            "abstract": ("AB",),
            "venue": ("ST", "SO", "PB"),
            "year": ("YP", "DA"),
            "authors": ("AU",),
            "keywords": ("KW",),
            "doi": ("UR",),
            "url": ("UR", "AT"),
        },
    ),
}
