"""Reading papers: from title and abstract to typed mentions and relations between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.extract.pipeline import Pipeline, extract, fingerprint

__all__ = ["Pipeline", "extract", "fingerprint"]


def __getattr__(name: str) -> object:
    """Load the pipeline, and spaCy with it, only when it is asked for."""
    if name in __all__:
        from kg.extract.loading import uncollected

        with uncollected():
            from kg.extract import pipeline

        return getattr(pipeline, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
