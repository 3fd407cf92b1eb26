from __future__ import annotations

from pathlib import Path

import pytest

from kg.readers import FileReport
from tests.readers.support import read_text

WHOLE = "@article{before,\n  title = {Rows ahead},\n  abstract = {We fetch rows.},\n}\n\n"
AFTER = "\n@article{after,\n  title = {Tables on flash},\n  year = 2021,\n  abstract = {We use flash.},\n}\n"


def codes(report: FileReport) -> set[str]:
    return {warning[1:5] for warning in report.warnings}


@pytest.mark.parametrize(
    "damaged",
    [
        "@article{x,\n  title = {Shards},\n  abstract = {We shard tables.}\n",
        "@article{x,\n  title = {Shards},\n  abstract = {We {shard tables.},\n  year = 2020\n}\n",
        "@article{x,\n  title = {Shards},\n  abstract = {We} shard tables.},\n  year = 2020\n}\n",
        '@article{x,\n  title = "Shards",\n  abstract = "We "shard" tables.",\n}\n',
        "@article{x,\n  title = {Shards}\n  abstract = {We shard tables.}\n}\n",
        "@article{x, title = {Shards}, file = {a:C:\\{x.pdf}, abstract = {We shard tables.}}\n",
        "@article{x,\n  title = {Shards}},\n  abstract = {We shard tables.}\n}\n",
    ],
    ids=[
        "no end",
        "brace too many",
        "brace too few",
        "quote",
        "comma",
        "escaped brace",
        "closed early",
    ],
)
def test_damage_stays_within_its_entry(tmp_path: Path, damaged: str) -> None:
    papers, report = read_text(tmp_path, WHOLE + damaged + AFTER, "a.bib")
    assert [paper.title for paper in papers] == ["Rows ahead", "Shards", "Tables on flash"]
    assert report.with_abstract == 3
    assert papers[1].abstract.startswith("We")
    assert papers[2].year == 2021
    if "C:" not in damaged:
        assert codes(report) == {"W110"}
        assert "line 6" in report.warnings[0]


def test_a_download_that_was_cut_off_keeps_the_cut_abstract(tmp_path: Path) -> None:
    papers, _ = read_text(
        tmp_path, WHOLE + "@article{x,\n  title = {Shards},\n  abstract = {We shard ta", "a.bib"
    )
    assert (papers[1].abstract, papers[1].truncated) == ("We shard ta", True)


@pytest.mark.parametrize(
    "entry",
    [
        "@ARTICLE{x, TITLE={Shards}, Abstract={We shard.}}",
        "@article(x, title={Shards}, abstract={We shard.})",
        "@article{x\n title={Shards}, abstract={We shard.}}",
        "@article{, title={Shards}, abstract={We shard.}}",
        "@article{title={Shards}, abstract={We shard.}}",
        "@article{Göß et al 2020/a+b, title={Shards}, abstract={We shard.}}",
        "@dataset{x, title={Shards}, abstract={We shard.}}",
        '@article{x, title="{S}hards", abstract="We " # {shard.}}',
        "@article{x, title={{{{{Shards}}}}}, abstract={We shard.}}",
        "@article{x, % a remark\n title={Shards},\n % title={Other},\n abstract={We shard.}}",
        "@article{x, title={Shards}, journal=undefinedname, month=JAN, abstract={We shard.}}",
    ],
)
def test_every_way_to_write_an_entry_is_read(tmp_path: Path, entry: str) -> None:
    papers, report = read_text(tmp_path, WHOLE + entry + AFTER, "a.bib")
    assert [(paper.title, paper.abstract) for paper in papers][1] == ("Shards", "We shard.")
    assert report.records == 3


def test_what_is_no_record_is_none(tmp_path: Path) -> None:
    text = (
        '@preamble{"\\newcommand{\\x}{y}"}\n@comment{jabref-meta: {a} b;}\n@Comment old\n'
        '@string{pvldb = "Proc. " # "VLDB"}\n% @article{no, title={No}}\nMail me at a@b.org {now}\n'
        "@article{x, title={Shards}, journal = pvldb # { 12}}\n"
    )
    (paper,), report = read_text(tmp_path, text, "a.bib")
    assert report.records == 1
    assert paper.venue == "Proc. VLDB 12"
    assert report.warnings == ()


def test_text_that_looks_like_an_entry_within_a_value_is_text(tmp_path: Path) -> None:
    text = "@article{x,\n title={Shards},\n abstract={Write\n@article{like, this} to cite}\n}\n"
    (paper,), _ = (
        read_text(tmp_path, text + AFTER.replace("Tables on flash", "Shards"), "a.bib")[0][:1],
        None,
    )
    assert paper.abstract == "Write @articlelike, this to cite"


def test_equal_keys_are_kept_and_told_keys_that_differ_in_case_are_not(tmp_path: Path) -> None:
    entries = ("@misc{%s, title={Rows ahead}}\n", "@misc{%s, title={Tables on flash}}\n")
    papers, report = read_text(tmp_path, entries[0] % "a" + entries[1] % "a", "a.bib")
    assert (len(papers), codes(report)) == (2, {"W111"})
    papers, report = read_text(tmp_path, entries[0] % "a" + entries[1] % "A", "a.bib")
    assert (len(papers), report.warnings) == (2, ())


def test_an_entry_without_fields_is_counted_and_skipped(tmp_path: Path) -> None:
    papers, report = read_text(tmp_path, WHOLE + "@article{x}\n" + AFTER, "a.bib")
    assert (len(papers), report.records, [one.line for one in report.skipped]) == (2, 3, [6])


def test_fields_become_those_of_the_paper(tmp_path: Path) -> None:
    (paper,), _ = read_text(
        tmp_path,
        "@inproceedings{x, title={On {GPU}s}, subtitle={A Study}, author={Byron, Ada and {Team and Co} and Alan Turing},"
        " booktitle={Proc. of {X}}, date={2021-05-03}, doi={https://doi.org/10.1000/ABC}, keywords={gpu; cache},"
        " eprint={2101.00001v3}, archiveprefix={arXiv}, url={https://example.org/a_b}}",
        "a.bib",
    )
    assert paper.title == "On GPUs: A Study"
    assert [author.name for author in paper.authors] == ["Ada Byron", "Team and Co", "Alan Turing"]
    assert (paper.id, paper.arxiv, paper.year) == ("doi:10.1000/abc", "2101.00001", 2021)
    assert (paper.venue, paper.keywords, paper.url) == (
        "Proc. of X",
        ("gpu", "cache"),
        "https://example.org/a_b",
    )


def test_entries_at_any_place_of_the_window_are_read_once(tmp_path: Path) -> None:
    filler = "x" * 997
    text = "".join(
        f"@article{{k{i}, title = {{Paper number {i}}}, note = {{{filler * (i % 7)}}}, abstract = {{We cache.}}}}\n"
        for i in range(900)
    )
    papers, report = read_text(tmp_path, text, "a.bib")
    assert [paper.sources[0].line for paper in papers] == list(range(1, 901))
    assert report.warnings == ()


def test_the_shared_damaged_files_give_the_expected_counts(shared: Path) -> None:
    import json

    from kg.readers import read

    folder = shared / "inputs" / "broken"
    expected = json.loads((folder / "expect.json").read_text(encoding="utf-8"))
    found = {}
    for name in expected:
        report = read([next(folder.glob(f"{name}.*"))]).files[0]
        found[name] = (report.records, report.with_abstract)
    assert found == {name: (one["expect"], one["abs"]) for name, one in expected.items()}


def test_a_paper_takes_year_and_venue_of_its_volume_wherever_that_stands(tmp_path: Path) -> None:
    volume = "@proceedings{Conf:19, title={Proc. of Rows}, year=2019, doi={10.1000/vol}, editor={Ed Itor}}\n"
    paper = "@inproceedings{a, title={Rows ahead}, author={Ada Byron}, crossref={conf:19}}\n"
    for text in (volume + paper, paper + volume):
        papers, report = read_text(tmp_path, text, "a.bib")
        found = {one.title: (one.year, one.venue, one.doi) for one in papers}
        assert found["Rows ahead"] == (2019, "Proc. of Rows", "")
        assert (report.records, report.warnings) == (2, ())


def test_what_an_entry_says_itself_comes_first(tmp_path: Path) -> None:
    text = (
        "@inproceedings{a, title={Rows ahead}, booktitle={ROWS}, year=2018, crossref=v}\n"
        "@proceedings{v, title={Proceedings}, booktitle={Proc.}, year=2019}\n"
    )
    papers, _ = read_text(tmp_path, text, "a.bib")
    rows = next(one for one in papers if one.title == "Rows ahead")
    assert (rows.year, rows.venue) == (2018, "ROWS")


def test_biblatex_lends_fields_through_several_entries(tmp_path: Path) -> None:
    text = (
        "@inbook{c, title={A chapter}, crossref={b}}\n"
        "@book{b, title={The book}, subtitle={Of rows}, author={Ada Byron}, crossref={s}, xdata={acm, place}}\n"
        "@mvbook{s, title={All books}, date={2020-05}}\n"
        "@xdata{acm, publisher={ACM}, abstract={We fetch.}}\n@xdata{place, location={Paris}}\n"
    )
    papers, report = read_text(tmp_path, text, "a.bib")
    found = {one.title: one for one in papers}
    assert report.records == 5
    assert [one.reason for one in report.skipped] == [
        "an xdata entry only lends its fields to others"
    ] * 2
    chapter, book = found["A chapter"], found["The book: Of rows"]
    assert (chapter.year, chapter.venue, chapter.authors[0].name) == (
        2020,
        "The book: Of rows",
        "Ada Byron",
    )
    assert (book.year, book.abstract) == (2020, "We fetch.")


def test_a_volume_that_is_missing_is_told_and_circles_end(tmp_path: Path) -> None:
    text = (
        "@inproceedings{a, title={Rows ahead}, crossref={nowhere}}\n"
        "@book{b, title={One}, crossref={c}}\n@book{c, title={Two}, crossref={b}}\n"
        "@book{d, title={Three}, crossref={d}}\n"
    )
    papers, report = read_text(tmp_path, text, "a.bib")
    assert {one.title for one in papers} == {"Rows ahead", "One", "Two", "Three"}
    assert [warning[:6] for warning in report.warnings] == ["[W113]"]
    assert "nowhere" in report.warnings[0]


def test_a_long_chain_of_entries_ends(tmp_path: Path) -> None:
    count = 5_000
    text = "".join(
        f"@book{{k{i}, title={{Row {i}}}, crossref={{k{i + 1}}}}}\n" for i in range(count)
    )
    assert len(read_text(tmp_path, text, "a.bib")[0]) == count


def test_names_may_be_given_by_their_parts(tmp_path: Path) -> None:
    text = "@book{a, title={Rows}, author={family=Beethoven, given=Ludwig, prefix=van, useprefix=true and Byron, Ada}}"
    (paper,), _ = read_text(tmp_path, text, "a.bib")
    assert [one.name for one in paper.authors] == ["Ludwig van Beethoven", "Ada Byron"]


def test_macros_are_joined_to_texts(tmp_path: Path) -> None:
    text = (
        '@string{acm = "ACM"}\n@STRING(proc = {Proc. } # acm)\n'
        '@inproceedings{a, title = "Row" # "s" # { ahead}, booktitle = Proc # " " # acm, year = 20 # 19, month = 1 # "~" # jan}\n'
    )
    (paper,), _ = read_text(tmp_path, text, "a.bib")
    assert (paper.title, paper.venue, paper.year) == ("Rows ahead", "Proc. ACM ACM", 2019)
