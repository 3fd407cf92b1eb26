"""Predictions of the model in training, for scores on the development set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional as fn

from kg.extract.neural.decode import Span, near_pairs, select_spans, valid_spans
from kg.extract.neural.pairs import pair_features
from kg.train.data import MAX_WIDTH, Example, LabelSet, batches
from kg.train.model import JointModel, collate


@dataclass(frozen=True, slots=True)
class Prediction:
    """One window's spans, the probability of each being proposed, and its scored pairs.

    `pairs` (P, 2) index `spans`; `relations` (P, relations) are probabilities.
    """

    spans: list[Span]
    proposed: np.ndarray
    pairs: np.ndarray
    relations: np.ndarray


@torch.no_grad()
def predict(
    model: JointModel,
    labels: LabelSet,
    items: Sequence[Example],
    thresholds: Sequence[float],
    *,
    gold_spans: bool = False,
) -> list[tuple[Example, Prediction]]:
    """Run the model over examples; with `gold_spans` relations are scored between the gold spans."""
    model.eval()
    heads = model.of(labels)
    results = []
    for batch in batches(items, 3000, None):
        padded = collate([example.window for example in batch])
        with torch.autocast("cpu", torch.bfloat16):
            first, last = model.words(padded)
            scores = heads.span(first, last)
        first, last = first.float(), last.float()
        probabilities = scores.float().softmax(-1).numpy()
        for row, example in enumerate(batch):
            sentence = example.window.sentence
            mask = valid_spans(sentence, labels.within_sentence, first.shape[1], MAX_WIDTH)
            spans = (
                [Span(s, e, t, 1.0) for s, e, t, _ in example.entities]
                if gold_spans
                else select_spans(probabilities[row], mask, thresholds)
            )
            if not spans:
                empty = np.zeros((0, 2), dtype=int)
                results.append(
                    (
                        example,
                        Prediction([], np.zeros(0), empty, np.zeros((0, len(labels.relations)))),
                    )
                )
                continue
            starts = torch.tensor([span.first for span in spans])
            ends = torch.tensor([span.last for span in spans])
            types = torch.tensor([span.type for span in spans])
            numbers = sentence[starts.numpy()]
            vectors = heads.pair.spans(first[row], last[row], starts, ends, types)
            proposed = heads.pair.proposed(vectors)[:, 0].sigmoid().numpy()
            i, j = near_pairs(numbers, labels.sentence_gap)
            relations = np.zeros((len(i), len(labels.relations)))
            if len(i) and labels.relations:
                h, t = torch.from_numpy(i), torch.from_numpy(j)
                features = [
                    torch.from_numpy(part)
                    for part in pair_features(starts.numpy(), ends.numpy(), i, j, numbers)
                ]
                total = fn.pad(first[row].cumsum(0), (0, 0, 1, 0))
                relations = heads.pair(vectors, total, h, t, *features).sigmoid().numpy()
            results.append((example, Prediction(spans, proposed, np.stack([i, j], 1), relations)))
    return results
