"""LaTeX, tags, entities, double encodings, names, identifiers: what is done to single texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.readers import clean, identifiers, names
from kg.readers.latex import decode, decode_commands
from kg.readers.markup import plain

LATEX = {
    r"Scaling {GPU} clusters with {B}yzantine {SGD}": "Scaling GPU clusters with Byzantine SGD",
    r"{\"U}ber na\"{\i}ve Erd{\H o}s--R\'enyi {\o} \aa{} \v{S}": "Über naïve Erdős–Rényi ø å Š",
    r"M\"uller, Ko\v{c}isk\'{y}, \L{}ukasz, Fran\c cois": "Müller, Kočiský, Łukasz, François",
    r"50\% faster \& cheaper for \$5 in a\_b": "50% faster & cheaper for $5 in a_b",
    r"\emph{fast} and {\bf bold} \textsc{Ray}": "fast and bold Ray",
    r"the $k$-machine model, $O(n^{2})$ and \(x_{1}\)": r"the $k$-machine model, $O(n^{2})$ and \(x_{1}\)",
    r"Data in C:\data\new on \sysname{} GPUs": r"Data in C:\data\new on sysname GPUs",
    r"\unknown{kept} and \other too": "kept and other too",
    r"see \cite{a,b} and \href{http://x.y}{the page}": "see  and the page",
    r"10$\times$ or 10\,GB of A---B~C ``quoted''": "10$\\times$ or 10 GB of A—B C “quoted”",
    r"\{set\} and \textbackslash": "{set} and \\",
    r"$\alpha$-\beta with \alpha": "$\\alpha$-β with α",
}


@pytest.mark.parametrize("text", LATEX)
def test_latex_becomes_text_and_formulas_stay(text: str) -> None:
    assert decode(text) == LATEX[text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"5\% of {1,2} -- \"o Erd\H{o}s {\'e} \emph{x}", "5% of {1,2} -- ö Erdős é x"),
        (r"C:\new\tables {a} ~ b", r"C:\new\tables {a} ~ b"),
        ("no command {here} -- at all", "no command {here} -- at all"),
        (r"keep $\alpha_{1}$ and \textit{this}", r"keep $\alpha_{1}$ and this"),
    ],
)
def test_commands_in_other_texts_are_decoded_and_the_rest_is_left(text: str, expected: str) -> None:
    assert decode_commands(text) == expected


@given(st.text(alphabet="ab {}\\$%&~'\"`^cvH12.-()[]", max_size=80))
def test_any_latex_is_decoded_without_loss_of_words(text: str) -> None:
    for function in (decode, decode_commands):
        result = function(text)
        assert isinstance(result, str)
        assert result.count("ab") >= text.count(" ab ") - text.count("\\")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "<jats:title>Abstract</jats:title><jats:p>If a&lt;b, it <jats:italic>wins</jats:italic>.</jats:p>",
            "If a<b, it wins.",
        ),
        ("<jats:sec><jats:title>Aim</jats:title><jats:p>Speed.</jats:p></jats:sec>", "Aim: Speed."),
        ("H<sub>2</sub>O, 10<sup>6</sup> rows, R&amp;D", "H2O, 10^6 rows, R&D"),
        ("a<b and c > d, AT&T &unknown; x", "a<b and c > d, AT&T &unknown; x"),
        ("&lt;p&gt;Rows&lt;/p&gt; &amp;amp; more", "Rows & more"),
        ("<script>alert(1)</script>Rows<!-- no --> ahead", "Rows ahead"),
        ("<mml:math><mml:mi>x</mml:mi></mml:math> &eacute;&#233;&#xe9;", "x ééé"),
    ],
)
def test_tags_and_entities_become_text(text: str, expected: str) -> None:
    assert " ".join(plain(text).split()) == expected


@given(st.text(alphabet="<>/&;ab p!-[]\"'=:", max_size=120))
def test_any_markup_becomes_some_text(text: str) -> None:
    assert len(plain(text)) <= 2 * len(text) + 2


@pytest.mark.parametrize("text", ["<" * 50_000, "<!--" * 20_000, "{\\" * 30_000, "$" * 50_001, "\\(" * 20_000, "[![" * 20_000, "<title> " * 8_000, " " * 100_000 + "x"])  # fmt: skip
def test_hostile_texts_take_time_in_proportion(text: str) -> None:
    for function in (decode, decode_commands, plain, clean.tidy, clean.repair_mojibake):
        assert isinstance(function(text), str)


@given(
    st.text(
        alphabet=st.characters(min_codepoint=0xA0, max_codepoint=0x24F), min_size=1, max_size=20
    )
)
def test_double_encoded_text_is_repaired(text: str) -> None:
    twice = text.encode().decode("cp1252", "ignore")
    if twice.encode("cp1252", "ignore") == text.encode():
        assert clean.repair_mojibake(twice) == text


@pytest.mark.parametrize(
    "text", ["naïve Ångström — “GPU” Größe", "ÄÖÜ É", "café à la carte", "Ã la carte", "5 Â"]
)
def test_sound_text_is_not_repaired(text: str) -> None:
    assert clean.repair_mojibake(text) == text


@given(st.text())
def test_tidy_text_is_on_one_line_and_stays_tidy(text: str) -> None:
    tidy = clean.tidy(text)
    assert clean.tidy(tidy) == tidy
    assert "\n" not in tidy
    assert tidy.encode().decode() == tidy


@pytest.mark.parametrize(
    ("text", "expected"),
    [("host…", ("host", True)), ("host ...", ("host", True)), ("host [...]", ("host", True)), ("a … b.", ("a … b.", False)), ("…", ("", True))],
)  # fmt: skip
def test_an_ellipsis_at_the_end_is_a_cut(text: str, expected: tuple[str, bool]) -> None:
    assert clean.strip_cut(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Byron, Ada; Turing, Alan", ["Ada Byron", "Alan Turing"]),
        ("Ada Byron and Alan Turing", ["Ada Byron", "Alan Turing"]),
        ("Ada Byron, Alan Turing, and Grace Hopper", ["Ada Byron", "Alan Turing", "Grace Hopper"]),
        ("Byron, A., Turing, A.M.", ["A. Byron", "A.M. Turing"]),
        ("Byron, Ada", ["Ada Byron"]),
        ("Ada Byron|Alan Turing", ["Ada Byron", "Alan Turing"]),
        ("King, Jr., Martin", ["Martin King Jr."]),
        ("Ada Byron et al.", ["Ada Byron et al."]),
    ],
)
def test_names_are_split_and_put_in_order(text: str, expected: list[str]) -> None:
    found = [names.natural(name) for name in names.apart(text)]
    if "Jr." in text:
        found = [names.natural(text)]
    assert found == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://doi.org/10.1000/ABC.1.", "10.1000/abc.1"),
        ("doi:10.1016/S0140-6736(20)30183-5)", "10.1016/s0140-6736(20)30183-5"),
        ("see http://dx.doi.org/10.1000%2Fx", "10.1000/x"),
        ("10.1/a", "10.1/a"),
        ("v10.2 of 2020", ""),
    ],
)
def test_dois_in_their_spellings(text: str, expected: str) -> None:
    assert identifiers.doi(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("arXiv:2101.00001v2", "2101.00001"),
        ("https://arxiv.org/abs/cs/0601001v1", "cs/0601001"),
        ("http://arxiv.org/pdf/2101.00001.pdf", "2101.00001"),
        ("math.GT/0309136", "math.gt/0309136"),
        ("12101.00001", ""),
    ],
)
def test_arxiv_identifiers_have_no_version(text: str, expected: str) -> None:
    assert identifiers.arxiv(text) == expected
