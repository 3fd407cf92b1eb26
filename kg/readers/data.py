"""What passes between the parts of the reading stage, and what it hands to its caller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from kg.errors import MESSAGES
from kg.papers import Author

_DETAILS = 20
"""How many warnings of one kind are kept for a file; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that was found but cannot be used: its 1-based line and why."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class FileReport:
    """What was understood of one input.

    `file` is the name that `Source.file` carries; `records` counts every record found, with the
    skipped and the duplicate ones, so `records - len(skipped) - unlisted - duplicates` papers are
    new with it. `unlisted` counts the skipped records beyond the many that `skipped` lists.
    """

    file: str
    format: str
    records: int = 0
    with_abstract: int = 0
    skipped: tuple[Skipped, ...] = ()
    duplicates: int = 0
    warnings: tuple[str, ...] = ()
    unlisted: int = 0


@dataclass(slots=True)
class Entry:
    """One record as its format gives it: text still with the markup of the format.

    `markup` is `latex`, `html` or empty; `number` an identifier with its prefix (`pmid:1`);
    `references` are identifiers with prefixes. `verbatim` text reaches the paper unchanged.
    `context` marks the paper that a list is about, which is no record of the list. `broken` says
    why a record cannot be used.
    """

    line: int
    key: str = ""
    title: str = ""
    abstract: str = ""
    year: str = ""
    venue: str = ""
    authors: tuple[Author, ...] = ()
    doi: str = ""
    arxiv: str = ""
    number: str = ""
    url: str = ""
    keywords: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    markup: str = ""
    verbatim: bool = False
    context: bool = False
    broken: str = ""


@dataclass(slots=True)
class Notes:
    """Collects the warnings of one input; `listener` hears each of them as it happens."""

    file: str
    listener: Callable[[str], None] | None = None
    warnings: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def warn(self, code: str, /, **fields: object) -> None:
        """Record the warning `code` of `kg.errors`, filled with `fields`; of one kind the first few."""
        self.counts[code] += 1
        if self.counts[code] > _DETAILS:
            return
        text = f"[{code}] " + MESSAGES[code].format(file=self.file, **fields)
        self.warnings.append(text)
        if self.listener is not None:
            self.listener(text)

    def closed(self) -> tuple[str, ...]:
        """Return all warnings, with one line for each code of which some were not kept."""
        more = ((code, count - _DETAILS) for code, count in self.counts.items() if count > _DETAILS)
        return (
            *self.warnings,
            *(f"[{code}] {self.file}: {count} more of this kind." for code, count in more),
        )
