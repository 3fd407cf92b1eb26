"""Pages for people: resources, the entrance, and Yasgui in a real browser without network."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from rdflib import Graph, URIRef

from kg import graph
from tests.graph.corpus import INFO, hostile
from tests.serve.conftest import Server, running

GPU = URIRef("https://w3id.org/kg/concept/hardware/gpu")


def test_a_concept_for_people(server: Server) -> None:
    got = server.call("/concept/hardware/gpu", Accept="text/html")
    assert (got.status, got.media_type) == (200, "text/html")
    assert "<h1>GPU</h1>" in got.text
    assert '<a href="/concept/hardware/processor">processor</a>' in got.text
    assert "Referred to by" in got.text
    assert "script-src &#x27;self&#x27;" not in got.text
    assert "default-src 'none'" in got.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("accept", "syntax"),
    [
        ("text/turtle", "turtle"),
        ("application/n-triples", "nt"),
        ("application/ld+json", "json-ld"),
        ("application/rdf+xml", "xml"),
        ("", "turtle"),
    ],
)
def test_a_concept_for_programs(server: Server, accept: str, syntax: str) -> None:
    got = server.call("/concept/hardware/gpu", **({"Accept": accept} if accept else {}))
    read = Graph().parse(data=got.body, format=syntax)
    assert (GPU, None, None) in read
    assert (None, URIRef("https://w3id.org/kg/ontology#runsOn"), GPU) in read


@pytest.mark.parametrize("space", ["paper", "mention", "statement", "evidence", "build"])
def test_every_kind_of_resource_has_a_page(server: Server, space: str) -> None:
    rows = server.ask(
        f'SELECT DISTINCT ?s {{ ?s ?p ?o FILTER(STRSTARTS(STR(?s), "https://w3id.org/kg/{space}/")) }} LIMIT 1'
    )
    iri = json.loads(rows.body)["results"]["bindings"][0]["s"]["value"]
    path = iri.removeprefix("https://w3id.org/kg")
    assert server.call(path, Accept="text/html").status == 200
    assert server.call(path, Accept="text/turtle").status == 200


@pytest.mark.parametrize(
    "path", ["/concept/hardware/nothing", "/paper/x%20y", "/paper/%3E%3Cscript%3E", "/nowhere"]
)
def test_what_is_not_there(server: Server, path: str) -> None:
    for accept in ("text/html", "text/turtle"):
        got = server.call(path, Accept=accept)
        assert got.status == 404
        assert "<script>" not in got.text


def test_hostile_texts_are_inert(tmp_path: Path) -> None:
    graph.build(hostile(), tmp_path, info=INFO).close()
    with running(tmp_path) as server:
        rows = json.loads(server.ask("SELECT ?p { ?p a kg:Paper }").body)["results"]["bindings"]
        assert rows
        for row in rows:
            path = row["p"]["value"].removeprefix("https://w3id.org/kg")
            got = server.call(path, Accept="text/html")
            assert got.status == 200
            assert "<script" not in got.text
            assert "javascript:" not in got.text


def test_entrance_map_and_static_files(server: Server) -> None:
    assert server.url in server.call("/").text
    assert "<title>map</title>" in server.call("/page").text
    assert "MIT License" in server.call("/static/yasgui/LICENSE").text
    assert server.call("/static/../app.py").status == 404
    assert server.call("/static/%2e%2e/app.py").status == 404


def test_the_questions_are_ready_to_run(server: Server) -> None:
    found = json.loads(server.call("/questions.json").body)
    assert found["prefixes"]["kg"] == "https://w3id.org/kg/ontology#"
    for query in found["queries"]:
        assert server.ask(query["query"]).status == 200, query["name"]


@pytest.mark.browser
@pytest.mark.skipif(
    not (shutil.which("chromium") and shutil.which("chromedriver")), reason="no Chromium"
)
def test_yasgui_asks_without_network(server: Server) -> None:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import Select, WebDriverWait

    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    try:
        driver.get(server.url + "/ask")
        wait = WebDriverWait(driver, 60)
        wait.until(lambda d: d.find_element(By.TAG_NAME, "body").get_attribute("data-ready"))
        choice = Select(driver.find_element(By.ID, "questions"))
        assert len(choice.options) > 20
        choice.select_by_value("top-concepts")
        wait.until(
            lambda d: "GPU" in d.find_element(By.CSS_SELECTOR, ".tabPanel.active .yasr").text
        )
        requests = [
            json.loads(entry["message"])["message"]["params"]["request"]["url"]
            for entry in driver.get_log("performance")
            if '"Network.requestWillBeSent"' in entry["message"]
        ]
        console = [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
    finally:
        driver.quit()
    outside = [url for url in requests if not url.startswith((server.url, "data:", "blob:"))]
    assert outside == []
    assert any(url.endswith("/sparql") for url in requests)
    assert console == []
