"""Reading and choosing what a page shows."""

from __future__ import annotations

import pytest

from kg.errors import AmbiguousError, NotFoundError, QueryError
from kg.views.payload import short, units
from kg.views.select import Choice, choose
from tests.views import corpus
from tests.views.corpus import BASE, Corpus


def test_counts_agree_with_the_graph() -> None:
    store = corpus.corpus().store()
    content, focus = choose(store, Choice())

    def count(pattern: str) -> int:
        (row,) = store.query(
            f"PREFIX kg: <{corpus.KG}> PREFIX rdf: <{corpus.RDF}> SELECT (COUNT(DISTINCT ?x) AS ?n) {{ {pattern} }}"
        )
        return int(row["n"].value)

    assert focus is None
    assert len(content.concepts) == content.totals.concepts == count("?p kg:mentions ?x")
    assert len(content.relations) == content.totals.relations == count("?x a rdf:Statement")
    assert len(content.papers) == content.totals.papers == count("?x a kg:Paper")


def test_spans_point_at_subject_and_object() -> None:
    content, _ = choose(corpus.corpus().store(), Choice())
    for relation in content.relations:
        for reading in relation.readings:
            assert (
                reading.sentence[slice(*reading.subject)]
                == content.concepts[relation.subject].label
            )
            assert (
                reading.sentence[slice(*reading.object)] == content.concepts[relation.object].label
            )


def test_a_repeated_sentence_is_still_marked() -> None:
    made = Corpus()
    text = "X runs on GPU. X runs on GPU."
    paper = made.paper("p", "", text)
    x, gpu = made.concept("Method", "X"), made.concept("Hardware", "GPU")
    made.reading(
        paper,
        "X runs on GPU.",
        (made.mention(paper, x, 15, 16, "X"), x),
        "runsOn",
        (made.mention(paper, gpu, 25, 28, "GPU"), gpu),
    )
    (relation,) = choose(made.store(), Choice())[0].relations
    assert relation.readings[0].object == (10, 13)


def test_ends_are_found_by_name_where_the_graph_has_no_mentions() -> None:
    made = corpus.corpus(20)
    dropped = {corpus.KG + "subjectMention", corpus.KG + "objectMention"}
    store = made.store()
    for quad in list(store):
        if quad.predicate.value in dropped:
            store.remove(quad)
    content, _ = choose(store, Choice())
    for relation in content.relations:
        label = content.concepts[relation.subject].label
        assert all(one.sentence[slice(*one.subject)] == label for one in relation.readings)


def test_offsets_are_turned_into_utf16_units() -> None:
    text = "🚀🚀 GPU"
    assert units(text, 3) == 5
    assert text.encode("utf-16-le")[10:].decode("utf-16-le") == "GPU"


def test_iris_below_the_base_are_short() -> None:
    assert short(BASE + "concept/method/x") == "~concept/method/x"
    assert short("https://example.org/x") == "https://example.org/x"


def test_top_keeps_the_most_connected() -> None:
    store = corpus.corpus().store()
    everything = choose(store, Choice())[0]
    some = choose(store, Choice(top=10))[0]
    assert len(some.concepts) == 10
    assert {one.iri for one in some.concepts} <= {one.iri for one in everything.concepts}
    assert all(max(one.subject, one.object) < 10 for one in some.relations)


def test_focus_by_label_spelling_and_iri() -> None:
    store = corpus.corpus().store()
    for name in ("GPU", "gpu", "Graphics Processing Unit", BASE + "concept/hardware/gpu"):
        content, focus = choose(store, Choice(focus=name, top=8))
        assert focus is not None
        assert content.concepts[focus].label == "GPU"


def test_a_wrong_focus_says_what_is_close() -> None:
    with pytest.raises(NotFoundError, match="quantization"):
        choose(corpus.corpus().store(), Choice(focus="quantisation"))


def test_an_ambiguous_focus_names_the_candidates() -> None:
    made = corpus.corpus()
    paper = made.paper("extra", "", "GPU")
    made.mention(paper, made.concept("Method", "GPU"), 0, 3, "GPU")
    with pytest.raises(AmbiguousError, match="concept/method/gpu"):
        choose(made.store(), Choice(focus="GPU"))


def test_since_leaves_older_papers_out() -> None:
    content, _ = choose(corpus.corpus().store(), Choice(since=2021))
    assert content.papers
    assert all(paper.year is not None and paper.year >= 2021 for paper in content.papers)
    assert all(relation.readings for relation in content.relations)


def test_types_leave_other_concepts_out() -> None:
    content, _ = choose(corpus.corpus().store(), Choice(types=("Method", "Hardware")))
    assert {one.type for one in content.concepts} == {"Method", "Hardware"}


def test_a_construct_query_takes_the_place_of_the_statements() -> None:
    query = f"""PREFIX kg: <{corpus.KG}> CONSTRUCT {{ ?h kg:servesTask ?t }} WHERE {{ ?m kg:runsOn ?h ; kg:usedFor ?t }}"""
    content, _ = choose(corpus.corpus().store(), Choice(construct=query))
    assert {one.predicate for one in content.relations} == {"servesTask"}
    assert {one.type for one in content.concepts} <= {"Hardware", "Task"}


def test_a_select_query_is_refused() -> None:
    with pytest.raises(QueryError, match="CONSTRUCT"):
        choose(corpus.corpus().store(), Choice(construct="SELECT * { ?s ?p ?o }"))


def test_links_come_from_url_doi_or_arxiv_and_are_only_web_addresses() -> None:
    made = Corpus()
    gpu = made.concept("Hardware", "GPU")
    for number, (predicate, value) in enumerate(
        [
            ("https://schema.org/url", "javascript:alert(1)"),
            ("http://purl.org/ontology/bibo/doi", "10.1/a"),
            (corpus.DCT + "identifier", "arxiv:2101.00001"),
        ]
    ):
        paper = made.paper(str(number), f"T{number}", "GPU")
        made.mention(paper, gpu, 0, 3, "GPU")
        term = corpus.NamedNode(value) if number == 0 else corpus.Literal(value)
        made.add(paper, predicate, term)
    content, _ = choose(made.store(), Choice())
    assert [paper.url for paper in content.papers] == [
        "",
        "https://doi.org/10.1/a",
        "https://arxiv.org/abs/2101.00001",
    ]
