"""The curation file: what it may say, what it does, and how it complains."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import InputError
from kg.extract.data import Extraction
from kg.link import link, read_curation
from kg.link.data import Linked
from tests.link.builders import SMALL, entry, extraction, vocabulary

READS = [
    extraction("p", "Orca batches requests in FlatCache.", [("Orca", "Method"), ("FlatCache", "Method")]),
    extraction("q", "A draft model such as Orca explains.", [("Orca", "Method")]),
    extraction("r", "The flat store beats SGD.", [("flat store", "Method"), ("SGD", "Method")]),
    extraction("s", "A packet scheduler (PS) waits; PS is fair.", [("packet scheduler", "Method"), ("PS", "Method")]),
]  # fmt: skip


def curated(tmp_path: Path, text: str, reads: list[Extraction] = READS) -> Linked:
    path = tmp_path / "curation.yaml"
    path.write_text(text, encoding="utf-8")
    return link(reads, SMALL, read_curation(path))


def surfaces(linked: Linked) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for paper in linked.papers:
        for mention in paper.mentions:
            found.setdefault(mention.concept, set()).add(mention.mention.text)
    return found


def test_merge(tmp_path: Path) -> None:
    linked = curated(tmp_path, "merge:\n  - into: FlatCache\n    names: [flat store]\n")
    assert surfaces(linked)["method/flatcache"] == {"FlatCache", "flat store"}
    assert linked.notes == ()


def test_merge_by_concept_id_into_the_vocabulary(tmp_path: Path) -> None:
    text = "merge:\n  - into: method/parameter-server\n    names: [method/flatcache, flat store]\n"
    linked = curated(tmp_path, text)
    assert surfaces(linked)["method/parameter-server"] == {"FlatCache", "flat store"}


def test_split_by_context(tmp_path: Path) -> None:
    text = "split:\n  - name: Orca\n    when: [draft model]\n    into: Orca drafter\n"
    found = surfaces(curated(tmp_path, text))
    assert found["method/orca"] == {"Orca"}
    assert found["method/orca-drafter"] == {"Orca"}


def test_rename_of_what_is_too_general_to_be_a_concept(tmp_path: Path) -> None:
    general = vocabulary([*SMALL.entries.values(), entry("metric/quality", "quality")])
    path = tmp_path / "curation.yaml"
    path.write_text("rename:\n  - name: quality\n    label: Quality\n", encoding="utf-8")
    reads = [extraction("p", "We ask for image qualities.", [("image qualities", "Metric")])]
    reads.append(extraction("q", "We ask for QUALITY.", [("QUALITY", "Metric")]))
    linked = link(reads, general, read_curation(path))
    assert "metric/quality" not in surfaces(linked)
    assert [note.code for note in linked.notes] == ["W301"]


def test_rename(tmp_path: Path) -> None:
    linked = curated(tmp_path, "rename:\n  - name: flat store\n    label: Flat Store\n")
    assert linked.concepts["method/flat-store"].label == "Flat Store"


def test_retype(tmp_path: Path) -> None:
    linked = curated(tmp_path, "retype:\n  - name: Orca\n    type: Hardware\n")
    assert linked.concepts["hardware/orca"].type == "Hardware"
    assert "method/orca" not in linked.concepts


def test_drop(tmp_path: Path) -> None:
    linked = curated(tmp_path, "drop:\n  - Orca\n  - name: SGD\n    note: not of interest\n")
    assert not {"method/orca", "method/stochastic-gradient-descent"} & surfaces(linked).keys()
    codes = [r.code for paper in linked.papers for r in paper.rejected]
    assert codes.count("E302") == 3


def test_alias_moves_a_surface_but_not_against_the_text(tmp_path: Path) -> None:
    text = "alias:\n  - name: Orca\n    concept: FlatCache\n  - name: PS\n    concept: SGD\n"
    found = surfaces(curated(tmp_path, text))
    assert found["method/flatcache"] == {"FlatCache", "Orca"}
    assert found["method/packet-scheduler"] == {"packet scheduler", "PS"}


def test_rule_that_matches_nothing_is_reported_with_its_line(tmp_path: Path) -> None:
    linked = curated(tmp_path, "drop:\n  - Orca\n\n  - a name long gone\n")
    assert [(n.code, "line 4" in n.reason) for n in linked.notes] == [("W301", True)]


def test_an_empty_file_and_empty_sections_are_fine(tmp_path: Path) -> None:
    assert surfaces(curated(tmp_path, "")) == surfaces(curated(tmp_path, "merge:\ndrop:\n"))


@pytest.mark.parametrize(
    ("text", "line", "about"),
    [
        ("- a\n- b\n", 1, "sections"),
        ("merge:\n  - into: a\n    names: [b]\njoin:\n  - x\n", 4, "join"),
        ("merge:\n  into: a\n", 2, "list"),
        ("merge:\n  - a\n", 2, "fields"),
        ("merge:\n  - into: a\n", 2, "names"),
        ("merge:\n  - into: a\n    names: []\n", 3, "empty"),
        ("merge:\n  - into: a\n    names: [b]\n    why: c\n", 4, "why"),
        ("retype:\n  - name: a\n    type: Tool\n", 3, "Tool"),
        ("split:\n  - name: a\n    into: b\n", 2, "when"),
        ("drop:\n  - '...'\n", 2, "no letter"),
        ("drop:\n  - ax\n  - ax\n", 3, "line 2"),
        ("merge:\n  - into: bx\n    names: [ax]\n  - into: cx\n    names: [bx]\n", 2, "line 4"),
        ("rename:\n  - name: ''\n    label: b\n", 2, "name"),
    ],
)
def test_complaints_name_the_line(tmp_path: Path, text: str, line: int, about: str) -> None:
    path = tmp_path / "curation.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_curation(path)
    assert caught.value.code == "E310"
    assert f"line {line}:" in str(caught.value)
    assert about in str(caught.value)


def test_not_yaml(tmp_path: Path) -> None:
    path = tmp_path / "curation.yaml"
    for text in ("merge: [", "[" * 3000):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="E311"):
            read_curation(path)


def test_missing_and_binary_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="E001"):
        read_curation(tmp_path / "none.yaml")
    path = tmp_path / "binary.yaml"
    path.write_bytes(b"\xff\xfe\x00\x01\x80")
    with pytest.raises(InputError, match="E311"):
        read_curation(path)


def test_what_gets_another_type_leaves_its_place(tmp_path: Path) -> None:
    known = vocabulary(
        [
            entry("hardware/processor", "processor"),
            entry("hardware/gpu", "GPU", broader=("hardware/processor",)),
            entry("hardware/a100", "A100", broader=("hardware/gpu",)),
            entry("hardware/h100", "H100", broader=("hardware/gpu",)),
        ]
    )
    reads = [
        extraction(
            "p",
            "A processor, a GPU, an A100 and a GPU cluster.",
            [("processor", "Hardware"), ("GPU", "Hardware"), ("A100", "Hardware")],
        ),
        extraction("q", "The fast GPU is new.", [("fast GPU", "Hardware")]),
    ]
    path = tmp_path / "curation.yaml"
    path.write_text("retype:\n  - name: GPU\n    type: Method\n", encoding="utf-8")
    concepts = link(reads, known, read_curation(path)).concepts
    assert (concepts["method/gpu"].type, concepts["method/gpu"].kind) == ("Method", "")
    for id_ in concepts:
        for above in concepts[id_].broader:
            assert concepts[above].type == concepts[id_].type
    assert "hardware/gpu" not in concepts


@pytest.mark.parametrize("name", ["C++/CUDA code", "Llama3.3 70B Instruct", "Stråle*", "k-machine"])
@pytest.mark.parametrize("action", ["drop", "retype"])
def test_an_id_names_its_concept_whatever_it_has_lost(
    tmp_path: Path, name: str, action: str
) -> None:
    reads = [extraction("p", f"We use {name} here.", [(name, "Method")])]
    (id_,) = (i for i in link(reads, SMALL).concepts if "/" in i and i not in SMALL.entries)
    more = "" if action == "drop" else "    type: Task\n"
    linked = curated(tmp_path, f"{action}:\n  - name: {id_}\n{more}", reads)
    assert linked.notes == ()
    assert id_ not in linked.concepts
