"""Engines: where texts are read, in this process, in several, or on a cluster; the result is the same."""

from kg.engines.data import ENGINES, Engine, EngineOptions, engine
from kg.engines.extraction import extract

__all__ = ["ENGINES", "Engine", "EngineOptions", "engine", "extract"]
