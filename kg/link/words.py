"""Word lists of the identity key: what may be dropped before a name, and what is no name at all."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

_DETERMINER = """
    a an the our their its his her my your this these those that such some another other same own
    said respective corresponding aforementioned
"""
DETERMINERS: Final = frozenset(_DETERMINER.split())

_DEGREE = """
    novel new newly existing current recent modern traditional conventional proposed prior previous
    various different several numerous diverse popular promising powerful advanced emerging typical
    usual mainstream latest contemporary certain overall entire whole underlying commonly widely
    frequently well known used adopted today very highly extremely increasingly more most many few less
    fewer
    state-of-the-art sota so-called today's cutting-edge
"""
DEGREE_WORDS: Final = frozenset(_DEGREE.split())
NAME_FIRST: Final = frozenset(
    ("new", "modern", "current", "advanced", "more", "most", "overall", "whole")
)
"""Degree words that names begin with: New York, Modern Hopfield network, Advanced Vector Extensions."""
QUANTIFIERS: Final = frozenset(
    ("all", "both", "each", "every", "any", "multiple", "many", "single")
)
NOT_AFTER_ALL: Final = frozenset(
    (
        "reduce",
        "gather",
        "to",
        "pair",
        "optical",
        "atomic",
        "in",
        "scatter",
        "pass",
        "precision",
    )
)
_NUMBER = """
    two three four five six seven eight nine ten eleven twelve fifteen sixteen twenty thirty forty fifty dozen hundred hundreds thousand
    thousands million millions billion billions trillion dozens tens
"""
COMPARATIVES: Final = frozenset(("larger", "smaller", "bigger", "faster", "slower", "cheaper"))
"""What behind "much" compares: much larger GPU memory."""
SHARES: Final = frozenset(("most", "many", "some", "all", "each", "both", "several", "any", "much"))
"""What with "of" is said of a part: most of the workers."""
NUMBER_WORDS: Final = frozenset(_NUMBER.split())
_COLLECTIVE = """
    number variety set series family class range couple handful collection host lot lots dozens tens
    hundreds thousands millions billions majority kind kinds type types form forms sort group plethora
    suite wealth pair bunch multitude abundance
"""
COLLECTIVES: Final = frozenset(_COLLECTIVE.split())
_WIDE = "wide large broad vast huge great rich small growing full"
WIDE: Final = frozenset(_WIDE.split())
"""What a quantity is said to be: a wide range of, a large number of."""
_MEASURED = (
    "speedup acceleration slowdown improvement reduction increase decrease gain saving boost "
    "accuracy"
)
MEASURED: Final = frozenset(_MEASURED.split())
"""What an amount in front says how much of there is: 10x speedup."""
_UNIT = """
    kb mb gb tb pb kib mib gib tib bit bits byte bytes ghz mhz khz hz ms us ns s sec seconds minutes
    hours w kw mw nm mm cm m km gbps mbps tbps gbit fps gflops tflops pflops d way fold dimensional stage
    layer percent x k v g u c mhz gt epochs steps iterations tokens samples images
"""
UNITS: Final = frozenset(_UNIT.split())
_COUNTED = """
    gpu cpu tpu npu core node chip accelerator device machine server worker socket qubit rank processor
    fpga thread
"""
COUNTED: Final = frozenset(_COUNTED.split())
PARTS: Final = frozenset(("core", "node", "thread", "rank", "socket"))
"""What a machine is counted by: a 64-node cluster is a cluster, a 16-core CPU a CPU."""
BYTES: Final = frozenset(
    f"{scale}{unit}" for scale in ("k", "m", "g", "t", "p") for unit in ("b", "ib")
) | {f"{scale}byte" for scale in ("kilo", "mega", "giga", "tera", "peta")}
STORES: Final = frozenset(
    ("memory", "ram", "dram", "sram", "vram", "hbm", "cache", "ssd", "storage", "flash", "disk")
)
"""What is measured in bytes, so that its size does not belong to its name."""
SIZE_WORDS: Final = frozenset(("parameter", "parameters", "param", "params"))
MAGNITUDES: Final = frozenset(
    ("million", "billion", "trillion", "multi", "hundred", "hundreds", "of", "scale")
)

DROPPED_FIRST: Final = (
    DETERMINERS | DEGREE_WORDS | QUANTIFIERS | NUMBER_WORDS | COLLECTIVES | MAGNITUDES | WIDE
    | {"state", "well", "widely", "commonly", "cutting", "so", "up", "half"}
)  # fmt: skip
"""What a phrase can begin with before its name does; numbers aside."""

_GENERIC = """
    method model approach system framework algorithm technique performance data hardware problem task
    software application solution result experiment evaluation analysis study paper work research
    literature example issue challenge goal objective aspect factor feature function component module
    tool strategy scheme mechanism procedure process design architecture implementation technology
    environment setting scenario case domain field area user developer researcher author practitioner
    item object thing way mean kind type number value parameter variable amount level order set group
    part step stage phase time baseline competitor alternative variant version extension improvement
    contribution advantage benefit drawback limitation property characteristic behavior information
    knowledge content input output operation computation cost gain effort practice theory concept idea
    notion principle property structure pattern resource service product platform infrastructure
    requirement constraint condition assumption insight finding observation it we they he she you one
    them us this that these those there here what which who proposal metric measure dataset benchmark
    quality efficiency effectiveness improvement reduction increase decrease state setup
    configuration instance sample unit element entity size scale degree rate ratio score
    learning generation generator
    device expert classifier encoder decoder predictor detector estimator evaluator learner descriptor annotator
    executor wrapper artifact monitor tracker machine network computer corpus image text video document
    sentence word
    prediction detection estimation simulation reconstruction recognition selection adaptation
    assessment refinement correction matching discrimination representation transformation monitoring
    control validation testing search transfer synthesis fusion coordination protection initialization
    demonstration comparison integration alignment
    error noise speed complexity confidence bias redundancy consistency correctness flexibility
    transparency fidelity adaptability stability capacity balance degradation drift frequency depth
    difficulty penalty completeness validity variability efficacy versatility practicality feasibility
    suitability simplicity usefulness agreement ambiguity interaction feedback distribution
    exploration verification utility supervision relevance tracking planning translation compression
    education healthcare medicine finance trust usability accessibility coherence annotation editing
    recovery execution automation guidance reflection viability productivity engagement compliance
    identification filtering tuning conditioning registration encoding mapping screening
    understanding manipulation collection distortion correlation interference instability
    satisfaction responsiveness clarity soundness imbalance predictability readability
    smoothness traceability similarity vulnerability risk sustainability autonomy
    realism generality query agent assistant robust train diagnostic repair reuse scene view world
    human people student teacher safety uncertainty overhead
"""
GENERIC: Final = frozenset(_GENERIC.split())
"""Single nouns and pronouns that name no concept by themselves: they are general, or want a complement
("prediction" of what?)."""

_HOLLOW = """
    large small larger smaller bigger huge massive real public publicly standard challenging full complete entire good
    better best bad high low main simple general specific common key important effective efficient
    practical useful relevant original final initial first second last multiple additional
    external individual particular possible suitable appropriate available base baseline downstream
    upstream benchmark
"""
HOLLOW: Final = frozenset(_HOLLOW.split())
"""What says of a general noun only how much, how good or which it is: a large dataset, a downstream task."""
HOLLOW_AFTER: Final = frozenset(("world", "life", "scale", "quality"))
"""What hyphens tie to a hollow word: real-world, high-quality."""

_EPONYM = """
    markov ising newton hopfield boltzmann gauss gaussian fourier hilbert turing petri krylov dirichlet
    poisson hawkes cox wiener kalman nash pareto bayes bayesian monte carlo siamese elman jordan kohonen
    potts heisenberg hubbard cauchy lagrange laplace bernoulli langevin schrodinger maxwell stokes navier
    riemann hamilton hessian jacobi jacobian galerkin runge kutta euler taylor chebyshev hermite legendre
    wasserstein sinkhorn gromov weibull brownian levy hamming reed shannon lyapunov stackelberg cournot
    internet web java english chinese
"""
EPONYMS: Final = frozenset(_EPONYM.split())
"""Capitalised words that describe a class noun instead of naming it: a Markov model is no Markov."""


@cache
def common_words() -> frozenset[str]:
    """Return lower-case words that are ordinary English in scientific text, loaded once."""
    path = Path(__file__).with_name("common_words.txt")
    return frozenset(path.read_text(encoding="utf-8").split())


_BRANDS: Final = frozenset(("github", "google"))
"""Names among the ordinary words: capitals make no other thing of them."""


@cache
def acronym_words() -> frozenset[str]:
    """Return lower-case English words that acronyms are made to read like, ordinary words included."""
    path = Path(__file__).with_name("acronym_words.txt")
    return (common_words() | frozenset(path.read_text(encoding="utf-8").split())) - _BRANDS
