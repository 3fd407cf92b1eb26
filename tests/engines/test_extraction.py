"""Extraction by engines."""

from __future__ import annotations

import pytest

from kg import extract as extractor
from kg.engines import extract, extraction
from kg.errors import InputError
from kg.extract import Pipeline, pipeline
from kg.papers import Paper

PAPERS = [Paper(f"p{n}", abstract=f"We present Sys{n}, which runs on GPUs.") for n in range(7)]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Pipeline]:
    """The pipelines that are made, as they are made; each reads few papers."""
    made: list[Pipeline] = []

    class Noted(Pipeline):
        def __init__(self) -> None:
            super().__init__(pipeline.COMPONENTS)
            made.append(self)

    monkeypatch.setattr(pipeline, "Pipeline", Noted)
    monkeypatch.setattr(extraction, "_RENEW", 3)
    extraction._worker.cache_clear()
    return made


def test_a_pipeline_gives_way_to_a_new_one_and_nothing_shows(made: list[Pipeline]) -> None:
    found = list(extract(PAPERS))
    assert len(made) == 3
    assert found == list(extractor.extract(PAPERS, pipeline=Pipeline(pipeline.COMPONENTS)))


def test_a_worker_renews_its_pipeline_between_chunks(made: list[Pipeline]) -> None:
    wanted = Pipeline(pipeline.COMPONENTS).fingerprint
    chunks = (PAPERS[:2], PAPERS[2:4], PAPERS[4:6], PAPERS[6:])
    found = [one for chunk in chunks for one in extraction.read_chunk(wanted, chunk)]
    assert len(made) == 2
    assert [one.paper for one in found] == PAPERS


def test_another_version_of_the_extractor_is_refused(made: list[Pipeline]) -> None:
    with pytest.raises(InputError, match=r"E223.*another"):
        extraction.read_chunk("another", PAPERS)
