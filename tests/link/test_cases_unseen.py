"""Cases of the kinds that users report, each written before it was read for the first time.

`cases_unseen.jsonl` has a case a line: texts, and what has to hold of them (`Case`). `FIRST_RUN` has the
share of cases of which all held in the first run; what failed was mended afterwards, by rules.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from kg.extract import extract
from kg.link import link
from kg.link.data import Linked
from kg.readers import read
from kg.vocabulary import load
from tests.link.test_cases import mentions, names, nodes

CASES: Final = Path(__file__).with_name("cases_unseen.jsonl")
FIRST_RUN: Final = {"1": 0.819}

Case = dict[str, Any]


def cases() -> list[Case]:
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def concepts_of(linked: Linked, name: str) -> set[str]:
    """Return the concepts that a name stands for, as a surface, in part, or as a label."""
    found = {m.concept for m in mentions(linked) if m.mention.text == name} or nodes(linked, name)
    if found:
        return found
    wanted = name.casefold()
    inside = {m.concept for m in mentions(linked) if wanted.startswith(m.mention.text.casefold())}
    concepts = (linked.concepts[id_] for id_ in linked.concepts)
    return inside or {
        c.id
        for c in concepts
        if c.mention_count
        and wanted in {c.label.casefold(), *(a.text.casefold() for a in c.aliases)}
    }


def faults(case: Case, folder: Path) -> list[str]:
    """Say what does not hold of a case, read from a file of text with a paper a paragraph."""
    path = folder / "list.txt"
    path.write_text("\n\n".join(case["text"]), encoding="utf-8")
    linked = link(list(extract(list(read([path])))), load())
    found, wrong = names(linked), []
    # What stands above a concept is in the graph too.
    known = found | {linked.concepts[id_].label.casefold() for id_ in linked.concepts}
    wrong += [f"missing {n}" for n in case.get("present", ()) if n.casefold() not in known]
    wrong += [f"there is {n}" for n in case.get("absent", ()) if n.casefold() in found]
    for group in case.get("same", ()):
        ids = [concepts_of(linked, name) for name in group]
        if len(set.union(*ids)) != 1 or not all(ids):
            wrong.append(f"apart {dict(zip(group, ids, strict=True))}")
    for one, other in case.get("distinct", ()):
        ids = [concepts_of(linked, one), concepts_of(linked, other)]
        if not all(ids) or ids[0] & ids[1]:
            wrong.append(f"not two {one} {other} {ids}")
    for one, other in case.get("not_same", ()):
        if concepts_of(linked, one) & concepts_of(linked, other):
            wrong.append(f"merged {one} {other}")
    denied = {m.mention.text.casefold(): m.mention.negated for m in mentions(linked)}
    wrong += [f"not denied {n}" for n in case.get("negated", ()) if not denied.get(n.casefold())]
    wrong += [f"denied {n}" for n in case.get("not_negated", ()) if denied.get(n.casefold(), True)]
    if case.get("slugs"):
        ids = [id_ for id_ in linked.concepts if linked.concepts[id_].mention_count]
        wrong += [i for i in ids if not re.fullmatch(r"[a-z]+/[a-z0-9]+(-[a-z0-9]+)*", i)]
    return wrong


def test_there_are_enough_cases() -> None:
    assert len(cases()) >= 60
    assert {case["set"] for case in cases()} == set(FIRST_RUN)


@pytest.mark.parametrize("number", FIRST_RUN)
def test_what_has_to_hold(number: str, tmp_path: Path) -> None:
    chosen = [case for case in cases() if case["set"] == number]
    wrong = [(case["text"], found) for case in chosen if (found := faults(case, tmp_path))]
    assert len(wrong) <= 0.03 * len(chosen), wrong
