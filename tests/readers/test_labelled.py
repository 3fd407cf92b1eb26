from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.support import read_text

PROQUEST = """____________________________________________________________

Report Information from ProQuest

____________________________________________________________

Table of contents

1. Rows ahead

____________________________________________________________

Document 1 of 2

Rows ahead

Author: Byron, Ada; Turing, Alan

Abstract: We fetch rows.

Results: They come fast.

Subject: Memory

Title: Rows ahead

Publication title: J of Caches

Publication year: 2019

____________________________________________________________

Document 2 of 2

Author: Hopper, Grace

Title: Tables on flash

Abstract: We use flash.

____________________________________________________________

Contact ProQuest
"""
REDIF = (
    "Template-Type: ReDIF-Series 1.0\nName: Papers\nHandle: RePEc:abc:w\n\n"
    "Template-Type: ReDIF-Paper 1.0\nAuthor-Name: Ada Byron\nAuthor-Email: ada@example.org\nAuthor-Name: Alan Turing\n"
    "Title: Rows ahead\nAbstract: We fetch\n rows.\n Results: They come fast.\nKeywords: Memory\nCreation-Date: 2019-05\n\n"
    "Template-Type: ReDIF-Article 1.0\nAuthor-Name: Grace Hopper\nTitle: Tables on flash\nJournal: J of Caches\nAbstract: We use flash.\n"
)
NOTE_EXPRESS = (
    "{Reference Type}: Journal Article\n{Title}: Rows ahead\n{Author}: Byron, Ada\n{Author}: Turing, Alan\n{Year}: 2019\n"
    "{Abstract}: We fetch rows. Results: They come fast.\n{Keywords}: Memory\n\n"
    "{Reference Type}: Journal Article\n{Author}: Hopper, Grace\n{Title}: Tables on flash\n{Abstract}: We use flash.\n"
)
OWN = (
    "Title: Rows ahead\nAuthors: Ada Byron, Alan Turing\nYear: 2019\nKeywords: Memory\n\nAbstract:\nWe fetch rows.\n\nResults: They come fast.\n\n"
    "Title: Tables on flash\nAuthors: Grace Hopper\nAbstract: We use flash.\n"
)
ARXIV = """------------------------------------------------------------------------------
\\\\
arXiv:1905.00001
Date: Wed, 1 May 2019 10:00:00 GMT   (12kb)

Title: Rows
  ahead
Authors: Ada Byron, Alan Turing
Categories: cs.DC
\\\\
  We fetch rows.
Results: They come fast.
\\\\ ( https://arxiv.org/abs/1905.00001 ,  12kb)
------------------------------------------------------------------------------
\\\\
arXiv:1905.00002
Title: Tables on flash
Authors: Grace Hopper
\\\\
  We use flash.
\\\\ ( https://arxiv.org/abs/1905.00002 ,  12kb)
"""


@pytest.mark.parametrize("text", [PROQUEST, REDIF, NOTE_EXPRESS, OWN, ARXIV])
def test_labelled_records(tmp_path: Path, text: str) -> None:
    papers, report = read_text(tmp_path, text)
    assert (report.format, report.records, report.warnings) == ("labelled", 2, ())
    assert [paper.title for paper in papers] == ["Rows ahead", "Tables on flash"]
    assert papers[0].abstract == "We fetch rows. Results: They come fast."
    assert papers[1].abstract == "We use flash."
    assert papers[0].year == 2019
    assert [one.name for one in papers[0].authors] == ["Ada Byron", "Alan Turing"]
    assert [one.name for one in papers[1].authors] == ["Grace Hopper"]
    assert papers[0].keywords == (("Memory",) if text is not ARXIV else ())
    assert papers[0].arxiv == ("1905.00001" if text is ARXIV else "")
    assert text.split("\n")[papers[1].sources[0].line - 1].strip()


def test_a_long_paragraph_below_a_title_is_its_abstract(tmp_path: Path) -> None:
    body = "We fetch rows before they are asked for. " * 5
    papers, _ = read_text(tmp_path, f"Title: Rows ahead\nAuthors: Ada Byron\n\n{body}\n")
    assert [(one.title, one.abstract) for one in papers] == [("Rows ahead", body.strip())]


def test_texts_that_only_mention_labels_are_plain_lists(tmp_path: Path) -> None:
    text = "We read each title: it is short.\n\nAbstract: we fetch rows ahead of time.\n"
    assert read_text(tmp_path, text)[1].format == "text"
