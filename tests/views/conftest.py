"""Pages written once for all tests, and the browser."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.views import view
from tests.views import corpus

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
]


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with `made.html`, `hostile.html`, `large.html`, `one.html` and `empty.html`."""
    folder = tmp_path_factory.mktemp("pages")
    view(corpus.corpus().store(), folder / "made.html", title="Made-up papers")
    view(corpus.hostile().store(), folder / "hostile.html", title=corpus.HOSTILE_TITLE)
    view(corpus.corpus(900, concepts=1200).store(), folder / "large.html", title="Many papers")
    view(corpus.Corpus().store(), folder / "empty.html", title="Nothing yet")
    one = corpus.Corpus()
    paper = one.paper("one", "A GPU.", "A GPU.", 2020)
    one.mention(paper, one.concept("Hardware", "GPU"), 2, 5, "GPU")
    view(one.store(), folder / "one.html", title="One concept")
    return folder


@pytest.fixture(scope="session")
def reader() -> Iterator[object]:
    """Return a browser without a network; skips where Chromium or its driver is missing."""
    if not BROWSER or not DRIVER:
        pytest.skip("needs chromium and chromedriver on the PATH")
    selenium = pytest.importorskip("selenium.webdriver", reason="needs selenium")
    from selenium.webdriver.chrome.service import Service

    from tests.views.browser import Reader

    profile = tempfile.mkdtemp(prefix="kg-browser-")
    options = selenium.ChromeOptions()
    options.binary_location = BROWSER
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = selenium.Chrome(options=options, service=Service(DRIVER))
    driver.set_script_timeout(30)
    try:
        yield Reader(driver)
    finally:
        driver.quit()
        shutil.rmtree(profile, ignore_errors=True)
