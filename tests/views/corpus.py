"""Small graphs in the RDF of docs/model.md, made in memory: the material of the page's tests."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import dataclass, field

from pyoxigraph import Literal, NamedNode, Quad, Store

BASE = "https://w3id.org/kg/"
KG = BASE + "ontology#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
DCT = "http://purl.org/dc/terms/"
SCHEMA = "https://schema.org/"
XSD = "http://www.w3.org/2001/XMLSchema#"


def slug(label: str) -> str:
    """Make the last part of a concept IRI."""
    return re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-") or "x"


def iri(name: str) -> NamedNode:
    """Name a node below the base IRI."""
    return NamedNode(BASE + name)


@dataclass
class Corpus:
    """Collects papers and readings and hands them out as a store."""

    quads: list[Quad] = field(default_factory=list)
    concepts: dict[tuple[str, str], NamedNode] = field(default_factory=dict)
    mentioned: dict[NamedNode, set[NamedNode]] = field(default_factory=lambda: defaultdict(set))
    evidence: dict[tuple[NamedNode, str, NamedNode, str], list[tuple[NamedNode, float]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    mentions: int = 0

    def add(self, subject: NamedNode, predicate: str, value: NamedNode | Literal) -> None:
        """Add one triple."""
        self.quads.append(Quad(subject, NamedNode(predicate), value))

    def concept(
        self, kind: str, label: str, aliases: tuple[str, ...] = (), broader: NamedNode | None = None
    ) -> NamedNode:
        """Return the concept of that type and label, new or known."""
        known = self.concepts.get((kind, slug(label)))
        if known is None:
            known = iri(f"concept/{kind.lower()}/{slug(label)}")
            self.concepts[(kind, slug(label))] = known
            self.add(known, RDF + "type", NamedNode(KG + kind))
            self.add(known, RDF + "type", NamedNode(SKOS + "Concept"))
            self.add(known, RDFS + "label", Literal(label))
            self.add(known, SKOS + "prefLabel", Literal(label))
        for alias in aliases:
            self.add(known, SKOS + "altLabel", Literal(alias))
        if broader is not None:
            self.add(known, SKOS + "broader", broader)
        return known

    def paper(
        self, key: str, title: str, text: str, year: int | None = None, url: str = ""
    ) -> NamedNode:
        """Add a paper whose offsets refer to `text`."""
        paper = iri("paper/" + key)
        self.add(paper, RDF + "type", NamedNode(KG + "Paper"))
        self.add(paper, KG + "text", Literal(text))
        if title:
            self.add(paper, DCT + "title", Literal(title))
        if year is not None:
            self.add(paper, KG + "year", Literal(str(year), datatype=NamedNode(XSD + "gYear")))
        if url:
            self.add(paper, SCHEMA + "url", NamedNode(url))
        return paper

    def mention(
        self, paper: NamedNode, concept: NamedNode, start: int, end: int, surface: str
    ) -> NamedNode:
        """Add one mention by offsets into the paper's text."""
        self.mentions += 1
        mention = iri(f"mention/{self.mentions}")
        self.add(mention, RDF + "type", NamedNode(KG + "Mention"))
        self.add(mention, KG + "inPaper", paper)
        self.add(mention, KG + "refersTo", concept)
        self.add(mention, KG + "begin", Literal(start))
        self.add(mention, KG + "end", Literal(end))
        self.add(mention, KG + "surface", Literal(surface))
        if paper not in self.mentioned[concept]:
            self.mentioned[concept].add(paper)
            self.add(paper, KG + "mentions", concept)
        return mention

    def reading(
        self,
        paper: NamedNode,
        sentence: str,
        subject: tuple[NamedNode, NamedNode],
        predicate: str,
        object_: tuple[NamedNode, NamedNode],
        confidence: float = 0.8,
        source: str = "rules",
        polarity: str = "positive",
    ) -> None:
        """Add one evidence; subject and object are (mention, concept)."""
        key = (subject[1], predicate, object_[1], polarity)
        self.evidence[key].append((paper, confidence))
        statement = self._statement(*key)
        node = iri(f"evidence/{statement.value.rsplit('/', 1)[1]}-{len(self.evidence[key])}")
        self.add(node, RDF + "type", NamedNode(KG + "Evidence"))
        self.add(node, KG + "evidenceFor", statement)
        self.add(node, KG + "inPaper", paper)
        self.add(node, KG + "sentence", Literal(sentence))
        self.add(node, KG + "subjectMention", subject[0])
        self.add(node, KG + "objectMention", object_[0])
        self.add(node, KG + "confidence", Literal(confidence))
        self.add(node, KG + "source", Literal(source))

    @staticmethod
    def _statement(
        subject: NamedNode, predicate: str, object_: NamedNode, polarity: str
    ) -> NamedNode:
        short = [
            node.value.removeprefix(BASE + "concept/").replace("/", "-")
            for node in (subject, object_)
        ]
        return iri(
            f"statement/{short[0]}--{predicate}--{short[1]}{'' if polarity == 'positive' else '--not'}"
        )

    def store(self) -> Store:
        """Return everything as an in-memory store."""
        store = Store()
        store.extend(self.quads)
        for (subject, predicate, object_, polarity), readings in self.evidence.items():
            statement = self._statement(subject, predicate, object_, polarity)
            doubt = 1.0
            for _, confidence in readings:
                doubt *= 1 - confidence
            rows: list[tuple[str, NamedNode | Literal]] = [
                (RDF + "type", NamedNode(RDF + "Statement")),
                (RDF + "subject", subject),
                (RDF + "predicate", NamedNode(KG + predicate)),
                (RDF + "object", object_),
                (KG + "polarity", Literal(polarity)),
                (KG + "supportCount", Literal(len({paper for paper, _ in readings}))),
                (KG + "confidence", Literal(round(1 - doubt, 3))),
            ]
            store.extend(Quad(statement, NamedNode(name), value) for name, value in rows)
            if polarity == "positive":
                store.add(Quad(subject, NamedNode(KG + predicate), object_))
        for concept, papers in self.mentioned.items():
            store.add(Quad(concept, NamedNode(KG + "paperCount"), Literal(len(papers))))
        return store


NAMES = {
    "Method": "ring all-reduce|gradient compression|embedding cache|parameter server|tensor parallelism|"
    "pipeline parallelism|activation checkpointing|mixed-precision training|quantization|"
    "knowledge distillation|paged attention|speculative decoding|continuous batching|prefix caching|"
    "mixture of experts|low-rank adaptation|local SGD|neighbor sampling|graph partitioning|"
    "hash embedding|table sharding|two-tower retrieval|Transformer|graph neural network|"
    "convolutional network|operator fusion|memory swapping|gang scheduling|elastic training|"
    "zero-copy transfer|weight pruning|sequence parallelism|disaggregated prefill|federated averaging",
    "Hardware": "GPU|NVIDIA A100|NVIDIA H100|TPU v4|CPU|FPGA|NVLink|InfiniBand|RDMA NIC|PCIe|HBM|DRAM|"
    "NVMe SSD|persistent memory|SmartNIC|CXL memory|GPU cluster|edge device",
    "Task": "click-through rate prediction|LLM training|LLM inference serving|recommendation|"
    "machine translation|image classification|node classification|federated learning|"
    "distributed training|embedding lookup|long-context inference",
    "Dataset": "Criteo 1TB|Avazu|ImageNet|ogbn-papers100M|MovieLens-20M|WikiText-103|C4|GLUE",
    "Metric": "throughput|tail latency|training time|memory footprint|AUC|accuracy|communication volume|"
    "scaling efficiency|time to first token",
}
ALIASES = {
    "graph neural network": ("GNN",),
    "click-through rate prediction": ("CTR prediction",),
    "GPU": ("graphics processing unit",),
    "mixture of experts": ("MoE",),
}
TEMPLATES = (
    ("usedFor", "Method", "Task", "{s} is applied to {o} at production scale."),
    ("usedFor", "Method", "Task", "For {o}, {s} stays the strongest choice."),
    ("runsOn", "Method", "Hardware", "Our code of {s} runs on {o} with hand-written kernels."),
    ("comparedWith", "Method", "Method", "Next to {o}, {s} needs far less memory."),
    ("evaluatedOn", "Method", "Dataset", "We measure {s} on {o}."),
    ("improves", "Method", "Metric", "With {s} the {o} gets better by a quarter."),
    ("partOf", "Hardware", "Hardware", "Each {o} holds one {s}."),
    ("measuredBy", "Task", "Metric", "We report {o} for {s}."),
)


def corpus(papers: int = 60, seed: int = 3, concepts: int = 0) -> Corpus:
    """Make a corpus of made-up papers: `papers` of them; `concepts` more numbered concepts on demand."""
    chance = random.Random(seed)
    names = {kind: names.split("|") for kind, names in NAMES.items()}
    for number in range(concepts):
        kind = list(names)[number % len(names)]
        names[kind].append(f"{kind.lower()} variant {number}")
    made = Corpus()
    tree: dict[str, NamedNode] = {}
    for label, above in (
        ("processor", None),
        ("GPU", "processor"),
        ("CPU", "processor"),
        ("NVIDIA A100", "GPU"),
        ("NVIDIA H100", "GPU"),
    ):
        tree[label] = made.concept("Hardware", label, broader=tree.get(above or ""))
    for number in range(papers):
        year = min(2025, 2015 + int(11 * chance.betavariate(3, 1.4)))
        focus = names["Method"][int(len(names["Method"]) * chance.random() ** 1.7)]
        title = f"{focus[0].upper()}{focus[1:]} at scale, part {number + 1}"
        sentences: list[tuple[str, str, tuple[str, str, int], tuple[str, str, int]]] = []
        text = title + "."
        for _ in range(chance.randint(2, 5)):
            predicate, head, tail, template = chance.choice(TEMPLATES)
            pool = names[head]
            subject = (
                focus
                if head == "Method" and chance.random() < 0.7
                else pool[int(len(pool) * chance.random() ** 1.5)]
            )
            pool = names[tail]
            object_ = pool[int(len(pool) * chance.random() ** 1.5)]
            if subject == object_:
                continue
            sentence = template.format(s=subject, o=object_)
            start = len(text) + 1
            text += " " + sentence
            sentences.append(
                (
                    sentence,
                    predicate,
                    (head, subject, start + template.format(s="\0", o=object_).index("\0")),
                    (tail, object_, start + template.format(s=subject, o="\0").index("\0")),
                )
            )
        paper = made.paper(
            f"made-{number:04d}", title, text, year, f"https://example.org/paper/{number}"
        )
        for sentence, predicate, head_mention, tail_mention in sentences:
            ends = []
            for kind, label, at in (head_mention, tail_mention):
                concept = made.concept(kind, label)
                ends.append((made.mention(paper, concept, at, at + len(label), label), concept))
            made.reading(
                paper, sentence, ends[0], predicate, ends[1], round(chance.uniform(0.5, 0.98), 2)
            )
    for label, aliases in ALIASES.items():
        kind = next(kind for kind in NAMES if label in NAMES[kind].split("|"))
        made.concept(kind, label, aliases)
    return made


HOSTILE_TITLE = '</script><img src=x onerror="window.hacked=1"> "><svg onload=hacked=2> <!--<script> href="javascript:hacked=3"'


def hostile() -> Corpus:
    """Make a corpus whose every text tries to break out of the page, with letters beyond the BMP."""
    made = corpus(12)
    label = '<img src=x onerror="window.hacked=4">'
    sentence = (
        "🚀🚀 <script>window.hacked=5</script> Größe 日本語 href= runs on GPU & more \u2028 end."
    )
    text = f"{HOSTILE_TITLE} {sentence}"
    paper = made.paper("hostile", HOSTILE_TITLE, text, 2024, "javascript:window.hacked=6")
    method = made.concept(
        "Method", label, ("</title><script>window.hacked=7</script>", "{{ 7*7 }}", "__proto__")
    )
    gpu = made.concept("Hardware", "GPU")
    at = text.index("Größe")
    head = made.mention(paper, method, at, at + 5, "Größe")
    tail = made.mention(paper, gpu, text.index("GPU"), text.index("GPU") + 3, "GPU")
    made.reading(paper, sentence, (head, method), "runsOn", (tail, gpu), 0.5, "<b>rules</b>")
    made.reading(paper, sentence, (head, method), "improves", (tail, gpu), 0.5)
    made.reading(paper, sentence, (head, method), "usedFor", (tail, gpu), 0.5, polarity="negative")
    return made
