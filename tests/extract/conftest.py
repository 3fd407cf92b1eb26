"""Helpers for the tests of extraction: one pipeline for all, and texts read by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from kg.extract import Pipeline
from kg.extract.analysis import Analysis, analysis
from kg.extract.data import Extraction
from kg.extract.pipeline import COMPONENTS, create_language
from kg.papers import Paper

Read = Callable[..., Extraction]


@pytest.fixture(scope="session", params=["rules", "default"])
def pipeline(request: pytest.FixtureRequest) -> Pipeline:
    """The rules alone, and what is used by default (with the neural model where it is trained)."""
    return Pipeline(COMPONENTS) if request.param == "rules" else Pipeline()


@pytest.fixture(scope="session")
def read(pipeline: Pipeline) -> Read:
    """Read one text; keywords go to the paper."""

    def reader(text: str, **fields: object) -> Extraction:
        return pipeline.read(Paper(id="p", abstract=text, **fields))  # type: ignore[arg-type]

    return reader


@pytest.fixture(scope="session")
def analyse() -> Callable[..., Analysis]:
    """Analyse a text with the components up to a named one."""
    languages = {}

    def run(text: str, last: str) -> Analysis:
        if last not in languages:
            names = [name for name, _ in COMPONENTS]
            languages[last] = create_language(COMPONENTS[: names.index(last) + 1])
        return analysis(languages[last](text))

    return run


def statements(extraction: Extraction, *, negated: bool = False) -> set[tuple[str, str, str]]:
    """The relations of an extraction as texts."""
    texts: Sequence[str] = [mention.text for mention in extraction.mentions]
    return {
        (texts[r.head], r.type, texts[r.tail]) for r in extraction.relations if r.negated is negated
    }


def typed(extraction: Extraction) -> set[tuple[str, str]]:
    """The mentions of an extraction as texts with their types."""
    return {(mention.text, mention.type) for mention in extraction.mentions}
