"""Serving a graph over HTTP: a SPARQL endpoint, a page to ask it, and a page for each resource.

Needs the extra `kg[serve]`.
"""

from __future__ import annotations

from kg.serve.limits import Limits
from kg.serve.server import serve

__all__ = ["Limits", "serve"]
