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


ONE, TWO = "<title>Rows ahead</title>", "<title>Tables on flash</title>"
LISTS = {
    "no root": "<PubmedArticle><PMID>1</PMID><ArticleTitle>Rows ahead</ArticleTitle></PubmedArticle>\n"
    "<PubmedArticle><PMID>2</PMID><ArticleTitle>Tables on flash</ArticleTitle></PubmedArticle>",
    "references of GROBID": "<TEI><teiHeader/><text><back><listBibl>"
    f'<biblStruct><analytic>{ONE}</analytic><monogr><title level="j">J</title></monogr></biblStruct>'
    f"<biblStruct><monogr>{TWO}</monogr></biblStruct></listBibl></back></text></TEI>",
    "Zotero's TEI": f"<listBibl><biblStruct><analytic>{ONE}</analytic><monogr><title>J</title></monogr></biblStruct>"
    f"<biblStruct><monogr>{TWO}</monogr></biblStruct></listBibl>",
    "HAL": "<TEI><teiHeader><title>HAL export</title></teiHeader><text><listBibl>"
    f"<biblFull><titleStmt>{ONE}</titleStmt></biblFull><biblFull><titleStmt>{TWO}</titleStmt></biblFull></listBibl></text></TEI>",
    "DBLP": f'<result><query>x</query><hits total="2"><hit><info>{ONE}</info></hit><hit><info>{TWO}</info></hit></hits></result>',
    "Europe PMC": f"<responseWrapper><resultList><result>{ONE}</result><result>{TWO}</result></resultList></responseWrapper>",
    "Dublin Core": '<records xmlns:dc="d"><dc:dc><dc:title>Rows ahead</dc:title></dc:dc><dc:dc><dc:title>Tables on flash</dc:title></dc:dc></records>',
    "bibo": f"<rdf:RDF><bibo:AcademicArticle>{ONE}<isPartOf><Journal><title>J</title></Journal></isPartOf></bibo:AcademicArticle>"
    f"<bibo:Chapter>{TWO}</bibo:Chapter></rdf:RDF>",
    "Citavi": '<CitaviExchangeData><Documents><Document><Title>x</Title></Document></Documents><References><Reference id="a"><Title>Rows ahead</Title>'
    "</Reference><Reference><Title>Tables on flash</Title></Reference></References></CitaviExchangeData>",
    "any language": f"<shelf><meta>{ONE.replace('Rows', 'List')}</meta><volume>{ONE}<year>2019</year></volume><volume>{TWO}</volume></shelf>",
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_every_record_of_a_list_is_found(tmp_path: Path, name: str) -> None:
    papers, report = read_text(tmp_path, LISTS[name], "a.xml")
    assert [paper.title for paper in papers] == ["Rows ahead", "Tables on flash"]
    assert (report.records, report.warnings) == (2, ())


def test_what_references_of_tei_tell(tmp_path: Path) -> None:
    text = (
        '<listBibl><biblStruct xml:id="b"><analytic><title>Rows ahead</title><author><forename>Ada</forename><surname>Byron</surname>'
        '<idno type="ORCID">0000-0001-2345-678X</idno></author></analytic><monogr><title level="j">J</title><imprint><date>2019</date></imprint>'
        '</monogr><note type="abstract">We fetch rows.</note><idno type="doi">10.1000/x</idno></biblStruct></listBibl>'
    )
    (paper,), _ = read_text(tmp_path, text, "a.xml")
    assert (paper.title, paper.year, paper.venue) == ("Rows ahead", 2019, "J")
    assert (paper.abstract, paper.doi) == ("We fetch rows.", "10.1000/x")
    assert [(one.name, one.orcid) for one in paper.authors] == [
        ("Ada Byron", "0000-0001-2345-678X")
    ]


def test_names_of_services_for_the_same_things(tmp_path: Path) -> None:
    text = (
        "<r><result><title>Rows ahead</title><authorList><author><fullName>Byron A</fullName><firstName>Ada</firstName><lastName>Byron</lastName>"
        "</author></authorList><journal><title>J</title></journal><pubYear>2019</pubYear><abstractText>We fetch rows.</abstractText></result>"
        "<result><title>Tables on flash</title><creator>Ada Byron, Alan Turing</creator><pid>10.1000/x</pid></result></r>"
    )
    one, two = read_text(tmp_path, text, "a.xml")[0]
    assert (one.year, one.venue, one.abstract) == (2019, "J", "We fetch rows.")
    assert [author.name for author in one.authors] == ["Ada Byron"]
    assert [author.name for author in two.authors] == ["Ada Byron", "Alan Turing"]
    assert two.doi == "10.1000/x"


def test_editors_are_no_authors(tmp_path: Path) -> None:
    text = "<mods><titleInfo><title>Rows</title></titleInfo>" + "".join(
        f"<name><namePart>{name}</namePart><role><roleTerm>{role}</roleTerm></role></name>"
        for name, role in (("Ada Byron", "aut"), ("Ed Itor", "edt"), ("Alan Turing", "author"))
    )
    (paper,), _ = read_text(tmp_path, text + "</mods>", "a.xml")
    assert [one.name for one in paper.authors] == ["Ada Byron", "Alan Turing"]


def test_the_short_names_of_ebsco(tmp_path: Path) -> None:
    info = (
        "<jinfo><jtl>J</jtl></jinfo><pubinfo><dt year='2019' month='05'/></pubinfo><artinfo><ui type='doi'>10.1000/x</ui>"
        "<tig><atl>Rows ahead</atl></tig><aug><au>Byron, Ada</au></aug><sug><subj>gpu</subj></sug><ab>We fetch rows.</ab></artinfo>"
    )
    rec = f"<rec resultID='1'><header uiTerm='7'><controlInfo>{info}</controlInfo></header></rec>"
    bare = "<rec><header><controlInfo><artinfo><tig><atl>Tables</atl></tig></artinfo></controlInfo></header></rec>"
    papers, report = read_text(tmp_path, f"<records>{rec}{bare}</records>", "a.xml")
    assert [paper.title for paper in papers] == ["Rows ahead", "Tables"]
    assert (papers[0].abstract, papers[0].year, papers[0].venue) == ("We fetch rows.", 2019, "J")
    assert (papers[0].doi, papers[0].authors[0].name) == ("10.1000/x", "Ada Byron")
    assert (report.records, report.with_abstract) == (2, 1)
