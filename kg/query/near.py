"""Names that are written much like a given one."""

from __future__ import annotations

from collections.abc import Iterable


def near(name: str, known: Iterable[str], least: float, most: int = 3) -> list[str]:
    """Return up to `most` of `known` whose likeness to `name` is `least` (0 to 1) or more, the nearest first."""
    # Only who is in error waits for this module.
    import difflib

    return difflib.get_close_matches(name, list(known), most, least)
