"""A small writer of ONNX graphs: typed constants, operators by name, weights as int8 or half floats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import ModelProto, NodeProto, TensorProto, checker, helper, numpy_helper

Array = npt.NDArray[np.generic]

OPSET = 20
CONTRIB = "com.microsoft"


class Graph:
    """Collects nodes and constants in order; every operator call returns the name of its output."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []
        self.inputs: list[helper.ValueInfoProto] = []  # type: ignore[name-defined]
        self.outputs: list[helper.ValueInfoProto] = []  # type: ignore[name-defined]
        self._known: dict[tuple[str, tuple[int, ...], bytes], str] = {}

    def input(self, name: str, kind: int, shape: Sequence[str | int]) -> str:
        """Declare an input; `kind` is a `TensorProto` type, a string in `shape` a free dimension."""
        self.inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, value: str, name: str, shape: Sequence[str | int]) -> None:
        """Declare the float output `name`, which is `value`."""
        self.nodes.append(helper.make_node("Identity", [value], [name]))
        self.outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))

    def constant(self, array: Array) -> str:
        """Add a constant and return its name; equal ones are stored once."""
        array = np.asarray(array, order="C")
        key = (str(array.dtype), array.shape, array.tobytes())
        if key not in self._known:
            name = f"c{len(self.constants)}"
            self.constants.append(numpy_helper.from_array(array, name))
            self._known[key] = name
        return self._known[key]

    def half(self, array: Array) -> str:
        """Add a float constant stored in 16 bits; it is widened once, when the model is loaded."""
        return self.op("Cast", self.constant(array.astype(np.float16)), to=TensorProto.FLOAT)

    def op(self, kind: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Add an operator with one output and return the name of that output."""
        return self.ops(kind, 1, *inputs, domain=domain, **attributes)[0]

    def ops(
        self, kind: str, count: int, *inputs: str, domain: str = "", **attributes: Any
    ) -> list[str]:
        """Add an operator with `count` outputs."""
        names = [f"v{len(self.nodes)}_{number}" for number in range(count)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, domain=domain, **attributes))
        return names

    def linear(self, value: str, weight: Array, bias: Array | None, *, int8: bool) -> str:
        """Add `value @ weight.T + bias`.

        With `int8` the weight is rounded for each output to 7 bits, so that sums cannot saturate on
        processors without wide accumulators, and the value to 8 bits by its own range.
        """
        if not int8:
            product = self.op("MatMul", value, self.half(weight.T))
            return product if bias is None else self.op("Add", product, self.half(bias))
        scale = np.maximum(np.abs(weight).max(axis=1), 1e-8).astype(np.float32) / 63
        rounded = np.rint(weight / scale[:, None]).astype(np.int8)
        zero = np.zeros(len(scale), dtype=np.int8)
        inputs = [value, self.constant(rounded.T), self.constant(scale), self.constant(zero)]
        if bias is not None:
            inputs.append(self.constant(bias.astype(np.float32)))
        return self.op("DynamicQuantizeMatMul", *inputs, domain=CONTRIB)

    def embedding(self, table: Array, index: str) -> str:
        """Add a look-up of rows of a table that is stored in 8 bits with one scale a row."""
        scale = np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-8).astype(np.float32) / 127
        rounded = np.rint(table / scale).astype(np.int8)
        rows = self.op("Gather", self.constant(rounded), index)
        wide = self.op("Cast", rows, to=TensorProto.FLOAT)
        return self.op("Mul", wide, self.op("Gather", self.constant(scale), index))

    def model(self) -> ModelProto:
        """Finish the graph and check it."""
        graph = helper.make_graph(self.nodes, self.name, self.inputs, self.outputs, self.constants)
        model = helper.make_model(
            graph,
            producer_name="kg",
            ir_version=10,
            opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid(CONTRIB, 1)],
        )
        checker.check_model(model)
        return model
