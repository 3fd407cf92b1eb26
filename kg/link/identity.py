"""Whether two surfaces name one concept, judged by the surfaces alone."""

from __future__ import annotations

from kg.link.cleaning import clean, readings
from kg.link.index import VocabularyIndex, index_of
from kg.link.key import Form, parse
from kg.link.resolution import KNOWN, resolve
from kg.link.words import acronym_words
from kg.vocabulary.data import Vocabulary


def same(a: str, b: str, vocabulary: Vocabulary) -> bool:
    """Say whether two surfaces name the same concept; a definition inside one of them counts."""
    index = index_of(vocabulary)
    forms_a, forms_b = _forms(a), _forms(b)
    keys = {form.key for form in (*forms_a, *forms_b)}

    def group(form: Form, surface: str) -> str:
        token = form.tokens[0]
        if len(form.words) == 1 and index.bare_case(token) and token.norm in acronym_words():
            # Written small it is the word, not the name that the table of homonyms has: spark, Spark.
            return f"word:{form.key}"
        return resolve(form, index, surface, seen=lambda key: key in keys).group

    groups_a, groups_b = (
        {group(form, clean(surface)) for form in forms if form.tokens}
        for surface, forms in ((a, forms_a), (b, forms_b))
    )
    if groups_a & groups_b:
        return True
    return _spelled_out(forms_a, groups_b, forms_b, index) or _spelled_out(
        forms_b, groups_a, forms_a, index
    )


def _spelled_out(
    short: list[Form], groups: set[str], long: list[Form], index: VocabularyIndex
) -> bool:
    """Say whether one surface is a homonym and the other names one of its senses by adding a noun."""
    for form in short:
        ambiguity = index.ambiguity(form.tokens[0]) if len(form.words) == 1 else None
        if not ambiguity or ambiguity.default or ambiguity.case == "any":
            continue
        if any(form.words[0] in other.words for other in long if len(other.words) > 1):
            return any(KNOWN + sense.key in groups for sense in ambiguity.senses if sense.key)
    return False


def _forms(surface: str) -> list[Form]:
    return [parse(reading) for reading in readings(clean(surface))]
