"""The trained model as ONNX files for the run-time component."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from onnx import ModelProto, TensorProto

from kg.extract.neural.encode import FEATURES
from kg.train.data import MAX_WIDTH
from kg.train.graph import CONTRIB, Graph

Weights = Mapping[str, npt.NDArray[np.float32]]

HEADS = 12
EPSILON = 1e-12


def encoder(weights: Weights, *, heads: int = HEADS, int8: bool) -> ModelProto:
    """Build the encoder: `ids` (L), `features` (L, FEATURES), `first`, `last` (N) to two (N, H) matrices."""
    graph = Graph("encoder")
    ids = graph.input("ids", TensorProto.INT64, ["L"])
    features = graph.input("features", TensorProto.FLOAT, ["L", FEATURES])
    first = graph.input("first", TensorProto.INT64, ["N"])
    last = graph.input("last", TensorProto.INT64, ["N"])
    base = "encoder.bert.embeddings."
    places = (
        weights[base + "position_embeddings.weight"]
        + weights[base + "token_type_embeddings.weight"][:1]
    )
    width = places.shape[1]
    zero, one = (graph.constant(np.array([n], dtype=np.int64)) for n in (0, 1))
    length = graph.op("Shape", ids)
    hidden = graph.op(
        "Add",
        graph.embedding(weights[base + "word_embeddings.weight"], ids),
        graph.op("Slice", graph.half(places), zero, length, zero, one),
    )
    extra = graph.linear(features, weights["encoder.features.weight"], None, int8=False)
    hidden = graph.op("Add", hidden, extra)
    hidden = graph.op("Unsqueeze", hidden, zero)
    hidden = graph.op(
        "LayerNormalization",
        hidden,
        graph.constant(weights[base + "LayerNorm.weight"]),
        graph.constant(weights[base + "LayerNorm.bias"]),
        epsilon=EPSILON,
    )
    layer = 0
    while (prefix := f"encoder.bert.encoder.layer.{layer}.") + "output.dense.weight" in weights:
        hidden = _layer(graph, weights, prefix, hidden, heads=heads, int8=int8)
        layer += 1
    hidden = graph.op("Squeeze", hidden, zero)
    graph.output(graph.op("Gather", hidden, first), "first_vectors", ["N", width])
    graph.output(graph.op("Gather", hidden, last), "last_vectors", ["N", width])
    return graph.model()


def _layer(
    graph: Graph, weights: Weights, prefix: str, hidden: str, *, heads: int, int8: bool
) -> str:
    attention = prefix + "attention.self."
    names = ("query", "key", "value")
    joint = graph.linear(
        hidden,
        np.concatenate([weights[f"{attention}{name}.weight"] for name in names]),
        np.concatenate([weights[f"{attention}{name}.bias"] for name in names]),
        int8=int8,
    )
    parts = graph.ops("Split", 3, joint, axis=2, num_outputs=3)
    mixed = graph.op("MultiHeadAttention", *parts, domain=CONTRIB, num_heads=heads)
    hidden = _add_norm(graph, weights, prefix + "attention.output.", mixed, hidden, int8=int8)
    wide = graph.linear(
        hidden,
        weights[prefix + "intermediate.dense.weight"],
        weights[prefix + "intermediate.dense.bias"],
        int8=int8,
    )
    return _add_norm(graph, weights, prefix + "output.", graph.op("Gelu", wide), hidden, int8=int8)


def _add_norm(
    graph: Graph, weights: Weights, prefix: str, value: str, skip: str, *, int8: bool
) -> str:
    value = graph.linear(
        value, weights[prefix + "dense.weight"], weights[prefix + "dense.bias"], int8=int8
    )
    # Not the fused SkipLayerNormalization: on CPUs it takes several times as long as these two.
    return graph.op(
        "LayerNormalization",
        graph.op("Add", value, skip),
        graph.constant(weights[prefix + "LayerNorm.weight"]),
        graph.constant(weights[prefix + "LayerNorm.bias"]),
        epsilon=EPSILON,
    )


def spans(weights: Weights, name: str, *, int8: bool) -> ModelProto:
    """Build a span head: two (N, H) matrices and `index` (N, MAX_WIDTH) of last words to `scores`.

    The sums are done width by width: what is at hand at one time then fits the processor's cache.
    """
    prefix = f"heads.{name}.span."
    graph = Graph(f"{name} spans")
    width = weights[prefix + "start.weight"].shape[1]
    first = graph.input("first_vectors", TensorProto.FLOAT, ["N", width])
    last = graph.input("last_vectors", TensorProto.FLOAT, ["N", width])
    index = graph.input("index", TensorProto.INT64, ["N", MAX_WIDTH])
    start, start_gate = graph.ops(
        "Split",
        2,
        _dense(graph, weights, prefix + "start", first, int8=int8),
        axis=1,
        num_outputs=2,
    )
    end, end_gate = graph.ops(
        "Split", 2, _dense(graph, weights, prefix + "end", last, int8=int8), axis=1, num_outputs=2
    )
    inside = graph.linear(first, weights[prefix + "inside.weight"], None, int8=int8)
    total = graph.op("CumSum", inside, graph.constant(np.array(0, dtype=np.int64)))
    before = graph.op("Sub", total, inside)
    types = weights[prefix + "out.weight"].shape[0]
    rows = []
    for number in range(MAX_WIDTH):
        at = graph.op("Gather", index, graph.constant(np.array(number, dtype=np.int64)), axis=1)
        hidden = graph.op("Sub", graph.op("Gather", total, at), before)
        hidden = graph.op("Mul", hidden, graph.constant(np.array(1 / (number + 1), np.float32)))
        hidden = graph.op("Add", hidden, graph.op("Gather", end, at))
        hidden = graph.op("Add", hidden, start)
        gate = graph.op("Mul", graph.op("Gather", end_gate, at), start_gate)
        hidden = graph.op("Add", hidden, gate)
        bias = graph.half(weights[prefix + "width.weight"][number])
        hidden = graph.op("BiasGelu", hidden, bias, domain=CONTRIB)
        rows.append(_dense(graph, weights, prefix + "out", hidden, int8=False))
    shape = graph.constant(np.array([-1, MAX_WIDTH, types], dtype=np.int64))
    scores = graph.op("Reshape", graph.op("Concat", *rows, axis=1), shape)
    graph.output(scores, "scores", ["N", MAX_WIDTH, types])
    return graph.model()


def pairs(weights: Weights, name: str, *, int8: bool) -> ModelProto:
    """Build a pair head: word vectors, K spans and P pairs to `relations` (P, R) and `proposed` (K)."""
    prefix = f"heads.{name}.pair."
    graph = Graph(f"{name} pairs")
    width = weights[prefix + "between.weight"].shape[1]
    first = graph.input("first_vectors", TensorProto.FLOAT, ["N", width])
    last = graph.input("last_vectors", TensorProto.FLOAT, ["N", width])
    starts, ends, types = (
        graph.input(n, TensorProto.INT64, ["K"]) for n in ("starts", "ends", "types")
    )
    heads, tails, low, high, distance, gap = (
        graph.input(n, TensorProto.INT64, ["P"])
        for n in ("heads", "tails", "low", "high", "distance", "gap")
    )
    axis = graph.constant(np.array([1], dtype=np.int64))
    parts = [
        graph.op("Gather", first, starts),
        graph.op("Gather", last, ends),
        graph.op("Gather", graph.half(weights[prefix + "kind.weight"]), types),
    ]
    rows = graph.op("Concat", *parts, axis=1)
    head, head_gate = graph.ops(
        "Split", 2, _dense(graph, weights, prefix + "head", rows, int8=int8), axis=1, num_outputs=2
    )
    tail, tail_gate = graph.ops(
        "Split", 2, _dense(graph, weights, prefix + "tail", rows, int8=int8), axis=1, num_outputs=2
    )
    words = graph.linear(first, weights[prefix + "between.weight"], None, int8=int8)
    padding = graph.constant(np.array([1, 0, 0, 0], dtype=np.int64))
    total = graph.op(
        "Pad", graph.op("CumSum", words, graph.constant(np.array(0, dtype=np.int64))), padding
    )
    context = graph.op("Sub", graph.op("Gather", total, high), graph.op("Gather", total, low))
    count = graph.op("Max", graph.op("Sub", high, low), graph.constant(np.array(1, dtype=np.int64)))
    count = graph.op("Unsqueeze", graph.op("Cast", count, to=TensorProto.FLOAT), axis)
    hidden = graph.op("Div", context, count)
    for part in (
        graph.op("Gather", head, heads),
        graph.op("Gather", tail, tails),
        graph.op("Mul", graph.op("Gather", head_gate, heads), graph.op("Gather", tail_gate, tails)),
        graph.op("Gather", graph.half(weights[prefix + "distance.weight"]), distance),
        graph.op("Gather", graph.half(weights[prefix + "gap.weight"]), gap),
    ):
        hidden = graph.op("Add", hidden, part)
    hidden = graph.op("Gelu", hidden)
    hidden = graph.op("Gelu", _dense(graph, weights, prefix + "mix", hidden, int8=int8))
    relations = _dense(graph, weights, prefix + "out", hidden, int8=False)
    graph.output(relations, "relations", ["P", weights[prefix + "out.weight"].shape[0]])
    hidden = graph.op("Gelu", _dense(graph, weights, prefix + "proposed.0", rows, int8=int8))
    proposed = _dense(graph, weights, prefix + "proposed.3", hidden, int8=False)
    proposed = graph.op("Squeeze", proposed, axis)
    graph.output(proposed, "proposed", ["K"])
    return graph.model()


def _dense(graph: Graph, weights: Weights, name: str, value: str, *, int8: bool) -> str:
    return graph.linear(value, weights[name + ".weight"], weights[name + ".bias"], int8=int8)
