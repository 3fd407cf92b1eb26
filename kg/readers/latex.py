"""LaTeX in titles and abstracts to plain text, in one pass, with formulas left as they are."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_ACCENTS: Final = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "d": "\u0323", "b": "\u0331",
    "r": "\u030a", "t": "\u0361",
}  # fmt: skip
_SYMBOLS: Final = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "th": "þ",
    "TH": "Þ", "S": "§", "P": "¶", "copyright": "©", "pounds": "£", "euro": "€", "dag": "†", "ddag": "‡",
    "ldots": "…", "dots": "…", "cdots": "⋯", "textellipsis": "…", "textendash": "–", "textemdash": "—",
    "textquoteright": "’", "textquoteleft": "‘", "textquotesingle": "'", "textquotedblleft": "“",
    "textquotedblright": "”", "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^",
    "textunderscore": "_", "textbar": "|", "textless": "<", "textgreater": ">", "textdegree": "°",
    "textregistered": "®", "texttrademark": "™", "textmu": "µ", "textbullet": "•", "textperiodcentered": "·",
    "textdollar": "$", "textpercent": "%", "textbraceleft": "{", "textbraceright": "}", "TeX": "TeX",
    "LaTeX": "LaTeX", "times": "×", "pm": "±", "mp": "∓", "cdot": "·", "div": "÷", "leq": "≤", "le": "≤",
    "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "sim": "∼", "simeq": "≃", "ll": "≪", "gg": "≫",
    "rightarrow": "→", "to": "→", "leftarrow": "←", "leftrightarrow": "↔", "Rightarrow": "⇒", "infty": "∞",
    "propto": "∝", "in": "∈", "subset": "⊂", "cup": "∪", "cap": "∩", "forall": "∀", "exists": "∃", "sum": "∑",
    "prod": "∏", "sqrt": "√", "partial": "∂", "nabla": "∇", "ell": "ℓ", "circ": "∘", "degree": "°", "star": "⋆",
    "ast": "∗", "bullet": "•", "dagger": "†", "langle": "⟨", "rangle": "⟩", "lt": "<", "gt": ">", "less": "<",
    "greater": ">", "mathplus": "+", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε",
    "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ",
    "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ",
    "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ",
    "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    "quad": " ", "qquad": " ", "newline": " ", "linebreak": " ", "par": " ", "item": " ", "space": " ",
    "textspace": " ", "enspace": " ", "thinspace": " ",
}  # fmt: skip
_WITHIN_WORDS: Final = frozenset(
    {
        "ss",
        "o",
        "O",
        "l",
        "L",
        "ae",
        "AE",
        "oe",
        "OE",
        "aa",
        "AA",
        "i",
        "j",
        "dh",
        "DH",
        "dj",
        "DJ",
        "ng",
        "NG",
        "th",
        "TH",
    }
)
_STYLES: Final = frozenset(
    {
        "bf",
        "it",
        "em",
        "rm",
        "sc",
        "tt",
        "sf",
        "sl",
        "bfseries",
        "itshape",
        "scshape",
        "ttfamily",
        "sffamily",
    }
    | {
        "rmfamily",
        "upshape",
        "normalfont",
        "mdseries",
        "slshape",
        "small",
        "footnotesize",
        "large",
        "Large",
    }
    | {
        "tiny",
        "scriptsize",
        "normalsize",
        "centering",
        "noindent",
        "protect",
        "xspace",
        "left",
        "right",
    }
    | {
        "displaystyle",
        "limits",
        "nolimits",
        "relax",
        "ignorespaces",
        "bibinfo",
        "selectlanguage",
        "urlstyle",
    }
)
"""Commands that stand for no text of their own."""
_MATH = r"\$\$.{1,3000}?\$\$|\$(?:[^$\\]++|\\.)++\$|\\\(.{1,1000}?\\\)|\\\[.{1,1000}?\\\]"
# Each alternative begins with a literal, which makes the search several times faster.
_TOKEN = re.compile(
    r"\\(?P<accent>[`'^\"~=.]|[uvHckdbrt](?![A-Za-z]))\s*"
    r"(?:\{\s*(?:\\(?P<dotless>[ij])\s*|(?P<braced>[^\W\d_]{1,2}))\s*(?:\{\s*\})?\s*\}"
    r"|\\(?P<bare_dotless>[ij])(?![A-Za-z])\s*(?:\{\})?|(?P<letter>[^\W\d_]))"
    r"|\\(?P<dropped>cite[pt]?|ref|eqref|label|[vh]space|noop(?:sort)?|[Ss]ort[Nn]oop|href|begin|end)\*?\s*\{[^{}]*\}"
    r"|\\(?P<command>[A-Za-z]+)\*?(?P<after>[ \t\n]*)(?P<empty>\{\})?(?P<argument>(?=[{\[]))?"
    rf"|{_MATH}"
    r"|\\(?P<escaped>[^A-Za-z])"
    r"|---?|``|''|~",
    re.S,
)
_SPECIAL = re.compile(r"\\|~|\$|--|``|''")
_COMMAND = re.compile(r"\\(?:[A-Za-z]|[%&#_'`\"^~=.{}$])")
_SIGN_IN_MATH = re.compile(r"\$\s*\\(less|greater|lt|gt|mathplus|[%&#_])\s*\$")
_PATH_BEFORE = re.compile(r"[\w:\\/.]$")
_PLAIN: Final = {"---": "—", "--": "–", "``": "“", "''": "”", "~": " "}
# Braces that are text are kept apart as control characters, which no input holds, while the others go.
_HIDDEN: Final = {"{": "\x01", "}": "\x02"}
_HIDE = str.maketrans(_HIDDEN)


def decode(text: str) -> str:
    """Return LaTeX `text` as plain text: accents and symbols as letters, commands without their markup.

    Formulas between dollar signs stay as they are. A command that is not known leaves its argument
    or its name behind, so that no text is lost. Braces go. Takes time linear in the text.
    """
    if _SPECIAL.search(text):
        if "$" in text:
            text = _SIGN_IN_MATH.sub(lambda match: _SYMBOLS.get(match[1], match[1]), text)
        text = _TOKEN.sub(_decoded, text)
    if "{" in text or "}" in text:
        text = text.replace("{", "").replace("}", "")
    return (
        text.replace("\x01", "{").replace("\x02", "}") if "\x01" in text or "\x02" in text else text
    )


def decode_commands(text: str) -> str:
    """Decode the LaTeX commands in `text` that is not LaTeX otherwise: other braces, dashes and ties stay."""
    if "\\" not in text or not _COMMAND.search(text):
        return text
    return _LIGHT.sub(_decoded_alone, text)


_ACCENT_ALONE = r"\\(?:[`'^\"~=.]\s*(?:\{\s*\\?\w\s*\}|\\[ij](?![A-Za-z])|[A-Za-z])|[uvHckdbrt]\s*\{\s*\\?\w\s*\})"
_LIGHT = re.compile(
    rf"(?P<kept>{_MATH})"
    rf"|\{{[^{{}}\\]*(?:{_ACCENT_ALONE}[^{{}}\\]*)+\}}|{_ACCENT_ALONE}"
    r"|\{\s*\\(?:em|it|bf|sc|tt|sl|rm|sf)\b[^{}]*\}|\{\s*\\[A-Za-z]+\s*\}"
    r"|\\(?P<name>[A-Za-z]+)\*?(?:\{[^{}]*\})*"
    r"|\\[%&#_{}$]",
    re.S,
)


def _decoded_alone(match: re.Match[str]) -> str:
    if match["kept"]:
        return match[0]
    name, start = match["name"], match.start()
    if (
        name
        and name not in _SYMBOLS
        and _PATH_BEFORE.search(match.string, max(start - 1, 0), start)
    ):
        return match[0]
    return decode(match[0])


def _decoded(match: re.Match[str]) -> str:
    """Return what a token stands for."""
    if command := match["command"]:
        return _command(command, match)
    if accent := match["accent"]:
        base = match["dotless"] or match["bare_dotless"] or match["braced"] or match["letter"]
        return unicodedata.normalize("NFC", base[0] + _ACCENTS[accent] + base[1:])
    if escaped := match["escaped"]:
        return _escaped(escaped)
    if dropped := match["dropped"]:
        return " " if dropped in ("begin", "end") else ""
    token = match[0]
    if (plain := _PLAIN.get(token)) is not None:
        return plain
    return token.translate(_HIDE) if "{" in token or "}" in token else token


def _escaped(character: str) -> str:
    if character in "\\,;: \n\t":
        return " "
    return "" if character in "-!@/" else _HIDDEN.get(character, character)


def _command(name: str, match: re.Match[str]) -> str:
    if (symbol := _SYMBOLS.get(name)) is not None:
        # TeX swallows the space after a command; after one that is no letter of a word it is kept.
        if name in _WITHIN_WORDS:
            return symbol
        return _HIDDEN.get(symbol, symbol) + match["after"]
    if name in _STYLES:
        return ""
    if match["empty"]:
        return name
    if match["argument"] is not None:
        return ""
    path_like = _PATH_BEFORE.search(match.string, max(match.start() - 1, 0), match.start())
    return ("\\" if path_like else "") + name + match["after"]
