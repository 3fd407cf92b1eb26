"""The curated vocabulary of concepts: `load()` returns it, read once a process."""

from __future__ import annotations

from functools import cache

from kg.vocabulary.data import Ambiguity, Entry, Sense, Vocabulary

__all__ = ["Ambiguity", "Entry", "Sense", "Vocabulary", "load"]


@cache
def load() -> Vocabulary:
    """Return the vocabulary that ships with kg; raises GraphError E440 when its files are damaged."""
    from kg.vocabulary.files import read

    return read()
