from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.support import read_text

FORMATS = {
    "atom": '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Query</title><entry><id>http://arxiv.org/abs/2101.00001v2</id>'
    "<title>Rows\n ahead</title><summary>We fetch rows.</summary><published>2019-05-01</published>"
    "<author><name>Ada Byron</name></author><author><name>Alan Turing</name></author></entry></feed>",
    "pubmed": "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7</PMID><Article><Journal><JournalIssue><PubDate><Year>2019</Year>"
    "</PubDate></JournalIssue><Title>J of Caches</Title></Journal><ArticleTitle>Rows <i>ahead</i></ArticleTitle><Abstract>"
    '<AbstractText Label="AIM">We fetch</AbstractText><AbstractText>rows.</AbstractText></Abstract><AuthorList><Author><LastName>Byron'
    "</LastName><ForeName>Ada</ForeName></Author><Author><LastName>Turing</LastName><ForeName>Alan</ForeName></Author></AuthorList>"
    "</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>",
    "endnote-xml": '<xml><records><record><ref-type name="Journal Article">17</ref-type><contributors><authors><author><style face="normal">Byron, Ada</style>'
    "</author><author>Turing, Alan</author></authors></contributors><titles><title><style>Rows ahead</style></title><secondary-title>J"
    "</secondary-title></titles><dates><year>2019</year></dates><abstract><style>We fetch rows.</style></abstract></record></records></xml>",
    "jats": '<article><front><journal-meta><journal-title>J</journal-title></journal-meta><article-meta><article-id pub-id-type="doi">10.1000/x</article-id>'
    '<title-group><article-title>Rows ahead</article-title></title-group><contrib-group><contrib contrib-type="author"><name><surname>Byron'
    '</surname><given-names>Ada</given-names></name></contrib><contrib contrib-type="author"><name><surname>Turing</surname><given-names>Alan'
    "</given-names></name></contrib></contrib-group><pub-date><year>2019</year></pub-date><abstract><title>Abstract</title><p>We fetch rows.</p>"
    "</abstract></article-meta></front><body><p>Not this.</p></body></article>",
    "tei": '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Rows ahead</title></titleStmt><sourceDesc><biblStruct>'
    "<analytic><author><persName><forename>Ada</forename><surname>Byron</surname></persName></author><author><persName><forename>Alan</forename>"
    '<surname>Turing</surname></persName></author></analytic><monogr><imprint><date when="2019-01"/></imprint></monogr></biblStruct></sourceDesc>'
    "</fileDesc><profileDesc><abstract><p>We fetch rows.</p></abstract></profileDesc></teiHeader></TEI>",
    "mods": '<modsCollection><mods><titleInfo><title>Rows ahead</title></titleInfo><name><namePart type="family">Byron</namePart><namePart type="given">'
    'Ada</namePart></name><name><namePart type="family">Turing</namePart><namePart type="given">Alan</namePart></name><originInfo><dateIssued>2019'
    "</dateIssued></originInfo><abstract>We fetch rows.</abstract></mods></modsCollection>",
    "oai": '<OAI-PMH><ListRecords><record><header status="deleted"/></record><record><metadata><oai_dc:dc xmlns:oai_dc="x" xmlns:dc="y"><dc:title>Rows ahead</dc:title>'
    "<dc:creator>Byron, Ada</dc:creator><dc:creator>Turing, Alan</dc:creator><dc:description>We fetch rows.</dc:description><dc:date>2019</dc:date>"
    "</oai_dc:dc></metadata></record></ListRecords></OAI-PMH>",
}


@pytest.mark.parametrize("name", FORMATS)
def test_each_language_is_known_by_its_elements(tmp_path: Path, name: str) -> None:
    (paper,), report = read_text(tmp_path, FORMATS[name], "a.xml")
    assert report.format == name
    assert paper.title == "Rows ahead"
    assert paper.abstract.removeprefix("Aim: ") == "We fetch rows."
    assert paper.year == 2019
    assert [author.name for author in paper.authors] == ["Ada Byron", "Alan Turing"]


def test_an_empty_page_of_results_is_told(tmp_path: Path) -> None:
    papers, report = read_text(
        tmp_path, '<feed xmlns="http://www.w3.org/2005/Atom"></feed>', "a.xml"
    )
    assert (papers, report.records) == ([], 0)
    assert "W108" in report.warnings[0]


@pytest.mark.parametrize(
    "attack",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://example.org/x.dtd"> %a;]>',
    ],
)
def test_declared_entities_are_refused(tmp_path: Path, attack: str) -> None:
    text = f'<?xml version="1.0"?>{attack}<feed><entry><title>Rows &a;</title></entry></feed>'
    papers, report = read_text(tmp_path, text, "a.xml")
    assert papers == []
    assert "W131" in report.warnings[0]


def test_names_of_characters_and_outside_types_cost_nothing(tmp_path: Path) -> None:
    text = (
        '<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD" "https://example.org/pubmed.dtd">'
        + FORMATS["pubmed"].replace("We fetch", "R&D of &eacute; &amp; &nbsp;")
    )
    (paper,), _ = read_text(tmp_path, text, "a.xml")
    assert paper.abstract == "Aim: R&D of é & rows."


def test_records_around_damage_survive(tmp_path: Path) -> None:
    entry = "<entry><id>{0}</id><title>Paper number {0}</title><summary>We fetch {0}.</summary></entry>\n"
    text = (
        "<feed>\n"
        + entry.format(1)
        + entry.format(2).replace("</summary>", "</p>")
        + entry.format(3)
        + "</feed>"
    )
    papers, report = read_text(tmp_path, text, "a.xml")
    assert [paper.title for paper in papers] == [f"Paper number {i}" for i in (1, 2, 3)]
    assert ["line 3" in warning for warning in report.warnings] == [True]


def test_documents_one_after_another_are_one_file(tmp_path: Path) -> None:
    text = (
        FORMATS["atom"]
        + "\n"
        + FORMATS["atom"].replace("Rows", "Tables").replace("2101.00001v2", "2101.00002v1")
    )
    papers, report = read_text(tmp_path, text, "a.xml")
    assert [paper.arxiv for paper in papers] == ["2101.00001", "2101.00002"]
    assert report.warnings == ()


def test_records_beyond_one_block_keep_their_lines(tmp_path: Path) -> None:
    entry = (
        "<entry><title>Paper number {0}</title><summary>"
        + "We fetch rows. " * 20
        + "</summary></entry>\n"
    )
    papers, _ = read_text(
        tmp_path, "<feed>\n" + "".join(entry.format(i) for i in range(3000)) + "</feed>", "a.xml"
    )
    assert [paper.sources[0].line for paper in papers] == list(range(2, 3002))
