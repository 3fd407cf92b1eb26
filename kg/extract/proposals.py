"""Which of its mentions a paper proposes as new."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import Analysis, analysis
from kg.extract.data import Mention
from kg.extract.loglinear import LogLinear, load_model
from kg.extract.words import singular


def surfaces(mentions: Sequence[Mention]) -> dict[tuple[str, str], list[int]]:
    """Group mentions by type and singular words."""
    groups: dict[tuple[str, str], list[int]] = {}
    for index, mention in enumerate(mentions):
        words = mention.text.replace("-", " ").split()
        key = " ".join([*(word.lower() for word in words[:-1]), *(singular(w) for w in words[-1:])])
        groups.setdefault((mention.type, key), []).append(index)
    return groups


def features(
    state: Analysis,
    mentions: Sequence[Mention],
    possible: Callable[[int], bool] = lambda first: True,
) -> Iterator[tuple[int, list[str]]]:
    """Yield the first mention of each thing with what its occurrences say about being proposed.

    `possible` says, by the place of its first mention, what to look at.
    """
    text = state.text
    sentences = list(state.sentence_spans())
    last_sentence = sentences[0][1] if sentences else 0
    for (kind, _), group in surfaces(mentions).items():
        if not possible(group[0]):
            continue
        first = mentions[group[0]]
        named = (
            "name" if any(map(str.isupper, first.text[1:])) or first.text[0].isupper() else "phrase"
        )
        result = ["bias", f"t={kind}", f"n={kind}{named}", f"count={min(len(group), 4)}{named}"]
        if first.start == 0:
            colon = text[first.end : first.end + 1] == ":"
            result.append(f"start={kind}{colon}")
        if first.start < last_sentence:
            result.append(f"title={kind}{named}")
        head = singular(first.text.split()[-1].rsplit("-", 1)[-1])
        result.append(f"h={head}")
        best = ""
        for index in group:
            mention = mentions[index]
            cue = next(
                (
                    (start, end)
                    for start, end in reversed(state.announcements)
                    if start < end <= mention.start
                    and mention.start - end < 90
                    and not any(m in text[end : mention.start] for m in (". ", "; "))
                ),
                None,
            )
            if cue is None:
                continue
            between = [m for m in mentions if cue[1] <= m.start and m.end <= mention.start]
            verb = text[cue[0] : cue[1]].split()[-1].lower()
            opener = text[cue[0] : cue[1]].split()[0].lower()
            best = f"{min(len(between), 2)}"
            result += [
                f"cue={best}{named}",
                f"cue={kind}{best}",
                f"verb={verb}{best}",
                f"opener={opener}{best}",
                f"near={(mention.start - cue[1]) // 12}{named}",
                f"a={text[mention.end : mention.end + 2].strip()}{best}",
            ]
            lead = text[cue[1] : mention.start].split()
            result.append(f"lead={lead[0].lower() if lead else ''}{best}")
            break
        result.append(f"cued={bool(best)}{named}{first.start < last_sentence}")
        yield group[0], result


class ProposalFinder:
    """Mark what the paper proposes, at the first mention."""

    def __init__(self, model: LogLinear, threshold: float) -> None:
        self.model = model
        self.threshold = threshold

    def __call__(self, doc: Doc) -> Doc:
        state = analysis(doc)
        described = list(features(state, state.mentions))
        _, likely = self.model.predict([self.model.numbers(names) for _, names in described])
        for (index, _), probability in zip(described, likely, strict=True):
            if probability >= self.threshold:
                state.mentions[index] = replace(state.mentions[index], proposed=True)
        return doc


@Language.factory("kg_proposals", default_config={"threshold": 0.4})
def create_proposal_finder(nlp: Language, name: str, threshold: float) -> ProposalFinder:
    """Make the component; mentions less likely proposed than `threshold` stay unmarked."""
    return ProposalFinder(load_model("proposals.tsv"), threshold)
