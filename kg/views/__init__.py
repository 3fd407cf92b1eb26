"""The graph to look at: one self-contained HTML page."""

from __future__ import annotations

from kg.views.view import ViewSummary, view

__all__ = ["ViewSummary", "view"]
