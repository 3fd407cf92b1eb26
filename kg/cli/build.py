"""`kg build`."""

from __future__ import annotations


def build() -> None:
    """Build the graph of a reading list."""
