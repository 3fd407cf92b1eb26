"""What validation finds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kg.graph.namespaces import shorten

VIOLATION: Final = "violation"
WARNING: Final = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One fault: the shape it goes against, the node that has it, and the value at fault.

    `shape` is the local name of the shape, `node` an IRI, `value` the lexical form of a literal, an
    IRI, or empty where a value is missing.
    """

    shape: str
    severity: str
    message: str
    node: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a validation: how many checks ran, and what they found, sorted."""

    checks: int
    findings: tuple[Finding, ...]

    @property
    def conforms(self) -> bool:
        """Say whether there is no violation; warnings do not count."""
        return not any(finding.severity == VIOLATION for finding in self.findings)

    def lines(self, examples: int = 3) -> list[str]:
        """Say in one line per shape what is wrong, how often, and where for example; [] if nothing."""
        return [
            self._line(found, examples)
            for found in sorted(
                self._by_shape(), key=lambda found: (found[0].severity, found[0].shape)
            )
        ]

    def _by_shape(self) -> Iterator[list[Finding]]:
        groups: dict[tuple[str, str], list[Finding]] = defaultdict(list)
        for finding in self.findings:
            groups[finding.shape, finding.message].append(finding)
        yield from groups.values()

    @staticmethod
    def _line(found: list[Finding], examples: int) -> str:
        first = found[0]
        shown = ", ".join(
            shorten(finding.node) + (f" ({_short(finding.value)})" if finding.value else "")
            for finding in found[:examples]
        )
        rest = f" and {len(found) - examples} more" if len(found) > examples else ""
        return f"{first.severity} {first.shape}: {first.message}: {shown}{rest}"


def _short(value: str, length: int = 60) -> str:
    if value.startswith(("http://", "https://")):
        return shorten(value)
    quoted = " ".join(value.split())
    return repr(quoted if len(quoted) <= length else quoted[: length - 1] + "…")
