"""Helping the curator: what in a built graph may be one concept twice, or two concepts in one."""

from kg.curate.neighbourhood import papers_of
from kg.curate.suggestions import Suggestion, suggest

__all__ = ["Suggestion", "papers_of", "suggest"]
