"""Class nouns after a name: "BERT model" is BERT, but a "language model" is no language."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from kg.link.key import Form, is_weak_name
from kg.link.tokens import Token
from kg.schema import DATASET, HARDWARE, METHOD, METRIC, TASK

SOFTWARE: Final = "Software"

_PROCEDURE = (
    "algorithm method technique approach scheme strategy mechanism paradigm procedure methodology"
)
_PROGRAM = "framework system library tool toolkit package software platform engine runtime project"
_LEARNER = "model architecture"
_DEVICE = "device card chip board hardware accelerator processor module coprocessor"
_DATA = "dataset data benchmark corpus collection suite database challenge"
_QUANTITY = "metric score measure value"
_ACTIVITY = "task problem"

AFTER_PROCEDURE: Final = frozenset(_PROCEDURE.split())
AFTER_PROGRAM: Final = frozenset(_PROGRAM.split()) | {"api"}
AFTER_LEARNER: Final = frozenset(_LEARNER.split()) | AFTER_PROCEDURE
AFTER_NETWORK: Final = AFTER_LEARNER | {"network", "net"}
AFTER_DEVICE: Final = frozenset(_DEVICE.split())
AFTER_DATA: Final = frozenset(_DATA.split())
AFTER_DATA_NAME: Final = frozenset(("database", "benchmark", "suite", "challenge"))
AFTER_QUANTITY: Final = frozenset(_QUANTITY.split())
AFTER_ACTIVITY: Final = frozenset(_ACTIVITY.split())
AFTER_ACRONYM: Final = frozenset(("protocol", "policy", "optimizer", "operation"))
AFTER_NAME: Final = (
    AFTER_PROCEDURE
    | AFTER_DATA - {"data", "challenge", "database"}
    | frozenset(
        [
            "model",
            "framework",
            "system",
            "library",
            "tool",
            "toolkit",
            "package",
            "software",
            "platform",
            "protocol",
            "module",
            "optimizer",
            "supercomputer",
            "policy",
            "solution",
            "family",
            "series",
        ]
    )
)
"""Nouns that only say what kind of thing a proper name stands for."""
AFTER_MIXED: Final = frozenset(("architecture", "runtime", "engine", "simulator", "service"))
"""Nouns that say so only behind names that could not be ordinary words."""
AFTER_PROPER: Final = AFTER_NAME - AFTER_DATA
AFTER_SOFTWARE: Final = AFTER_PROPER - {"model", "module", "policy"}

NO_HEADS: Final = frozenset(("learning", "representation", "encoder", "decoder"))
"""Heads of class names that make another thing of a name: a VAE encoder is no autoencoder."""
NOT_BELOW: Final = {
    "method/loss-function": AFTER_PROCEDURE,
    "metric/resource-metric": frozenset(("score",)),
}
"""Nouns that do make another thing of what stands below: the cross-entropy method is no loss."""
_LEARNER_HEAD = "network transformer autoencoder perceptron llm gnn cnn rnn dnn lstm gan vae mlp forest net classifier"
LEARNER_HEADS: Final = frozenset(_LEARNER_HEAD.split())
_PROCEDURE_HEAD = "descent regression parallelism attention reduce gather quantization distillation backpropagation"
PROCEDURE_HEADS: Final = frozenset(_PROCEDURE_HEAD.split())
_LONGER_HEAD = (
    "filter search transform factorization decomposition elimination annealing boosting averaging propagation "
    "sampling hashing pruning encoding gradient"
)
LONGER_HEADS: Final = frozenset(_LONGER_HEAD.split())
"""Heads that name a procedure where words stand before them: a Kalman filter, but not any filter."""
_TASK_HEAD = (
    "prediction detection classification recognition estimation segmentation recommendation retrieval "
    "optimization partition generation translation forecasting"
)
TASK_HEADS: Final = frozenset(_TASK_HEAD.split())
_MULTIWORD: Final = {
    ("data", "set"),
    ("programming", "language"),
    ("operating", "system"),
    ("tensor", "core"),
}
_NUMBERED_NAME: Final = re.compile(r"[A-Za-z]{3,}\d+|[A-Z]\w*[Nn]et")
_MEMORY: Final = re.compile(r"\d+gb")
_FORM_FACTORS: Final = frozenset(
    ("sxm", "sxm2", "sxm3", "sxm4", "sxm5", "pcie", "nvl", "tensor", "series")
)


ALL_NOUNS: Final = (
    AFTER_PROCEDURE | AFTER_PROGRAM | AFTER_NETWORK | AFTER_DEVICE | AFTER_DATA | AFTER_QUANTITY
    | AFTER_ACTIVITY | AFTER_NAME | AFTER_ACRONYM | AFTER_MIXED
    | {"set", "series", "core"}
)  # fmt: skip


def base_lengths(form: Form) -> range:
    """Return how many words stand before one to three class nouns, most words first."""
    return range(len(form.words) - 1, max(0, len(form.words) - 4), -1)


def nouns_after(type_: str, kind: str, learner: bool) -> frozenset[str]:
    """Return the nouns that add nothing to a concept of this type."""
    if kind == SOFTWARE:
        return AFTER_PROGRAM | AFTER_PROCEDURE
    if type_ == METHOD:
        return AFTER_LEARNER if learner else AFTER_PROCEDURE
    return {
        HARDWARE: AFTER_DEVICE,
        TASK: AFTER_ACTIVITY,
        DATASET: AFTER_DATA,
        METRIC: AFTER_QUANTITY,
    }.get(type_, frozenset())


def is_single_noun(nouns: tuple[str, ...]) -> str:
    """Return the class noun that `nouns` amount to, or an empty string."""
    if nouns in _MULTIWORD:
        return {"set": "dataset"}.get(nouns[-1], nouns[-1])
    return nouns[0] if len(nouns) == 1 else ""


def is_form_factor(noun: str, nouns: tuple[str, ...]) -> bool:
    """Say whether one of the words behind a chip only tells its package or how much memory it has."""
    if noun == "core":
        # A GPU with Tensor Cores, but a GPU core is a part.
        return "tensor" in nouns
    return noun in _FORM_FACTORS or (noun[:1].isdecimal() and bool(_MEMORY.fullmatch(noun)))


@cache
def branch_nouns() -> Mapping[str, tuple[str, ...]]:
    """Return, by vocabulary key, what else all that stands below it may be called; loaded once."""
    path = Path(__file__).with_name("class_nouns.tsv")
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["concept"]: tuple(row["nouns"].split("|")) for row in rows}


def adds_nothing(base: Form, noun: str, words: tuple[str, ...]) -> str:
    """Judge `base` + `noun` without vocabulary: `yes`, `no`, or `seen` (if the base occurs by itself).

    Names in mixed case or with digits need no class noun; plain capitalised words and acronyms
    may be adjectives ("Markov model", "EHR dataset"), so that their own use has to confirm them.
    `words` are those of the base with abbreviations written out: what an acronym stands for
    decides like the long form does ("AI model" is no AI).
    """
    namesake = noun in AFTER_NAME or noun in AFTER_MIXED or noun == "network"
    if namesake and not base.plain and words == base.words and _is_name(base):
        last = base.tokens[-1]
        numbered = noun == "network" and _NUMBERED_NAME.fullmatch(last.text)
        if numbered or (noun in AFTER_MIXED and is_mixed(last)):
            return "yes"
        if noun in AFTER_NAME and last.name and not last.text.isupper():
            return "yes"
        if noun in AFTER_NAME and (last.name or is_weak_name(last)):
            return "seen"
    head = words[-1]
    if head in LEARNER_HEADS and len(words) > 1 and noun in AFTER_LEARNER:
        return "yes"
    procedure = head in PROCEDURE_HEADS or (head in LONGER_HEADS and len(words) > 1)
    if procedure and noun in AFTER_PROCEDURE:
        return "yes"
    if noun in AFTER_ACTIVITY and (head.endswith("ing") or head in TASK_HEADS):
        return "yes"
    return "no"


def is_mixed(token: Token) -> bool:
    """Say whether a name has capitals inside and small letters, as names of things made up have."""
    return token.name and token.text[1:].lower() != token.text[1:] and not token.text.isupper()


def _is_name(form: Form) -> bool:
    """Say whether all words may belong to a name, and the first is no number."""
    return not form.tokens[0].text[0].isdigit() and all(
        token.text[0].isupper() or token.text[0].isdigit() or token.name for token in form.tokens
    )
