"""A toy corpus of any size, and an engine that reads it with a pattern instead of models."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Generator, Iterable
from functools import partial
from pathlib import Path

from kg.engines import EngineOptions
from kg.extract.data import Extraction, Mention, Relation
from kg.papers import Paper

NAME = re.compile(r"(Method|Hardware|Task)\d+")
ENGINE = (__name__, "")
"""What to put into the table of engines."""

read: list[str] = []
"""Titles of the papers that the engine was given, in order."""


def corpus(path: Path, count: int, *, first: int = 0) -> Path:
    """Write papers `first` to `first + count`; each is the same in a corpus of any size."""
    with path.open("w", encoding="utf-8") as out:
        for number in range(first, first + count):
            chance = random.Random(number)
            # Few names are frequent and most are rare, as in real texts.
            one, other, third = (int(5000 * chance.random() ** 4) for _ in range(3))
            words = " ".join(f"word{chance.randrange(5000)}" for _ in range(120))
            text = f"Method{one} runs on Hardware{other} for Task{third} {words}"
            out.write(json.dumps({"title": f"Paper {number}", "abstract": text}) + "\n")
    return path


def apply(
    function: Callable[[list[Paper]], list[Extraction]],
    items: Iterable[list[Paper]],
    options: EngineOptions,
) -> Generator[list[Extraction], None, None]:
    """Yield extractions of chunks of papers; an engine that calls no other function than its own."""
    assert isinstance(function, partial)
    for papers in items:
        yield [_extraction(paper) for paper in papers]


def _extraction(paper: Paper) -> Extraction:
    read.append(paper.title)
    mentions = tuple(
        Mention(m.start(), m.end(), m[1], m[0], 0.9, ("pattern",))
        for m in NAME.finditer(paper.text)
    )
    span = (0, len(paper.text))
    relations = (Relation(0, 1, "runsOn", 0.9, ("pattern",), span),)
    return Extraction(paper, (span,), mentions, relations)
