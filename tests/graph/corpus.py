"""Small linked corpora made by hand, for every test of graph and query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.extract.data import Mention
from kg.graph import BuildInfo
from kg.link.data import Alias, Concept, Linked, LinkedMention, LinkedPaper, Occurrence
from kg.papers import Author, Paper, Source

INFO = BuildInfo(version="1.2.3", vocabulary="v0", extractor="x0")

HOSTILE = (
    "The \"Jabo\" <CTR> cache on GPU {A100} | 50% \\ ^ `x` 'y'",
    "</script><script>alert(1)</script>",
    "tab\there, line\nfeed, carriage\rreturn, crlf\r\nend",
    "bell\x07 nul\x00 escape\x1b form\x0cfeed next\x85line",
    "noncharacters \ufffe \uffff and \U0001fffe",
    "BMP é中 SMP 😀 SIP 𠀀 TIP 𰀀 SSP \U000e0041 PUA \ue000 \U000f0000 \U00100000",
    "rtl \u202eabc\u202c zero\u200bwidth",
    "x" * 20_000,
    "$k$-machine \\frac{a}{b} &amp; &#0; ]]> <!-- --",
    "a lone surrogate \ud800 in the text",
)


def paper(
    number: int,
    sentence: str,
    found: Sequence[tuple[str, str]],
    relations: Sequence[tuple[int, str, int]] = (),
    *,
    concepts: Sequence[str] = (),
    negated: bool = False,
    **fields: object,
) -> LinkedPaper:
    """Make a paper whose text is `sentence`, with mentions (surface, concept) found in it in order."""
    defaults: dict[str, object] = {
        "id": f"doi:10.1145/{number}",
        "abstract": sentence,
        "year": 2000 + number,
        "sources": (Source("list.txt", number),),
    }
    made = Paper(**{**defaults, **fields})  # type: ignore[arg-type]
    text = made.text
    whole = (len(text) - len(sentence), len(text))
    mentions = []
    position = whole[0]
    for surface, concept in found:
        start = text.index(surface, position)
        position = start + len(surface)
        kind = concept.partition("/")[0].capitalize()
        mentions.append(
            LinkedMention(
                Mention(start, position, kind, surface, 0.9, ("model", "vocabulary")),
                concept,
                "key",
            )
        )
    return LinkedPaper(
        made,
        (whole,),
        tuple(mentions),
        tuple(
            Occurrence(head, name, tail, whole, 0.8, ("model",), negated)
            for head, name, tail in relations
        ),
    )


def concepts(papers: Sequence[LinkedPaper], *extra: Concept) -> dict[str, Concept]:
    """Make the concepts that `papers` mention, labelled by their slugs."""
    found: dict[str, Concept] = {}
    for identifier in sorted({m.concept for p in papers for m in p.mentions}):
        kind, slug = identifier.split("/")
        mentions = sum(m.concept == identifier for p in papers for m in p.mentions)
        found[identifier] = Concept(
            identifier,
            kind.capitalize(),
            slug.replace("-", " "),
            aliases=tuple(
                Alias(text, "text", 1)
                for text in sorted(
                    {m.mention.text for p in papers for m in p.mentions if m.concept == identifier}
                )
            ),
            mention_count=mentions,
            paper_count=sum(any(m.concept == identifier for m in p.mentions) for p in papers),
        )
    for concept in extra:
        if concept.id in found:
            counted = found[concept.id]
            concept = replace(
                concept,
                mention_count=counted.mention_count,
                paper_count=counted.paper_count,
            )
        found[concept.id] = concept
    return found


def linked(papers: Sequence[LinkedPaper], *extra: Concept) -> Linked:
    """Make a corpus of `papers`, in order of id as linking gives it."""
    ordered = sorted(papers, key=lambda p: p.paper.id)
    return Linked(concepts(ordered, *extra), ordered)


def sample() -> Linked:
    """Three papers on click-through rate prediction, GPUs and caches, one with a denial."""
    hardware = Concept("hardware/hardware", "Hardware", "hardware", in_vocabulary=True)
    processor = Concept(
        "hardware/processor",
        "Hardware",
        "processor",
        broader=("hardware/hardware",),
        in_vocabulary=True,
    )
    gpu = Concept(
        "hardware/gpu",
        "Hardware",
        "GPU",
        kind="Processor",
        aliases=(Alias("GPUs", "text", 2), Alias("graphics processing unit", "vocabulary")),
        broader=("hardware/processor",),
        matches=("https://cso.kmi.open.ac.uk/topics/gpu",),
        in_vocabulary=True,
        mention_count=3,
        paper_count=3,
    )
    ctr = Concept(
        "task/ctr-prediction",
        "Task",
        "CTR prediction",
        aliases=(Alias("click-through rate prediction", "definition", 1),),
        mention_count=2,
        paper_count=2,
    )
    return linked(
        (
            paper(
                1,
                "We train DLRM for CTR prediction on GPUs.",
                (
                    ("DLRM", "method/dlrm"),
                    ("CTR prediction", "task/ctr-prediction"),
                    ("GPUs", "hardware/gpu"),
                ),
                ((0, "usedFor", 1), (0, "runsOn", 2), (1, "runsOn", 2)),
                title="Training recommenders",
                venue="SC",
                doi="10.1145/1",
                arxiv="2101.00001",
                authors=(Author("Ada Lovelace", "0000-0002-1825-0097"), Author("Émile Borel")),
                url="https://example.org/a b|c[z]?q=%zz#a#b",
                keywords=("gpu", "ctr"),
                references=("doi:10.1145/2",),
                related_to=("doi:10.1145/3",),
            ),
            paper(
                2,
                "DLRM needs a GPU for click-through rate prediction.",
                (
                    ("DLRM", "method/dlrm"),
                    ("GPU", "hardware/gpu"),
                    ("click-through rate prediction", "task/ctr-prediction"),
                ),
                ((0, "runsOn", 1), (0, "usedFor", 2)),
                truncated=True,
            ),
            paper(
                3,
                "FlashCache runs without GPUs, unlike DLRM.",
                (
                    ("FlashCache", "method/flashcache"),
                    ("GPUs", "hardware/gpu"),
                    ("DLRM", "method/dlrm"),
                ),
                ((0, "runsOn", 1),),
                negated=True,
            ),
            paper(
                4,
                "FlashCache is compared with DLRM.",
                (("FlashCache", "method/flashcache"), ("DLRM", "method/dlrm")),
                ((0, "comparedWith", 1),),
            ),
        ),
        hardware,
        processor,
        gpu,
        ctr,
    )


def hostile() -> Linked:
    """Papers, concepts and identifiers made to break serialisations."""
    papers = []
    for number, text in enumerate(HOSTILE):
        sentence = f"{text} NASTY on GPU."
        papers.append(
            paper(
                number,
                sentence,
                (("NASTY", f"method/nasty-{number}"), ("GPU", "hardware/gpu")),
                ((0, "runsOn", 1),),
                id=f"key:{text[:300]}",
                title=text,
                venue=text,
                url=text,
                keywords=(text, text[:5]),
                authors=(Author(text),),
                sources=(Source(text, 1, text),),
            )
        )
    labels = [
        Concept(f"method/nasty-{n}", "Method", text, aliases=(Alias(text[::-1], "text"),))
        for n, text in enumerate(HOSTILE)
    ]
    return linked(papers, *labels)
