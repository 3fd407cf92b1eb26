"""The joint loss of one batch: spans, relations between gold and wrongly found spans, proposals, masked words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as fn

from kg.extract.neural.decode import valid_spans
from kg.extract.neural.pairs import pair_features
from kg.train.data import MAX_WIDTH, Example, LabelSet
from kg.train.model import JointModel, PairHead, collate, gather

MAX_FALSE_SPANS = 8
"""How many of the model's own wrong spans a window's relation pairs include."""


def joint_loss(
    model: JointModel, labels: LabelSet, batch: Sequence[Example], *, false_spans: bool
) -> Tensor:
    """Sum the losses of one batch, each divided by its number of positives."""
    padded = collate([example.window for example in batch])
    with torch.autocast("cpu", torch.bfloat16):
        hidden = model.encoder(padded.ids, padded.mask, padded.features)
    hidden = model.dropout(hidden.float())
    masked = _masked_loss(model, batch, hidden)
    first, last = gather(hidden, padded.first), gather(hidden, padded.last)
    heads = model.of(labels)
    count = first.shape[1]
    with torch.autocast("cpu", torch.bfloat16):
        scores = heads.span(first, last)
    scores = scores.float()
    mask = torch.from_numpy(
        np.stack(
            [
                valid_spans(e.window.sentence, labels.within_sentence, count, MAX_WIDTH)
                for e in batch
            ]
        )
    )
    target = torch.zeros(scores.shape[:3], dtype=torch.long)
    for row, example in enumerate(batch):
        for start, end, kind, _ in example.entities:
            target[row, start, end - start] = kind + 1
    found = scores[mask]
    wanted = target[mask]
    positives = (wanted > 0).sum().clamp(min=1)
    loss = masked + fn.cross_entropy(found, wanted, reduction="sum") / positives / 2
    if labels.relations:
        wrong = _false_spans(scores.detach(), target, mask) if false_spans else {}
        loss = loss + _pair_loss(heads.pair, labels, batch, first, last, wrong)
    return loss


def _masked_loss(model: JointModel, batch: Sequence[Example], vectors: Tensor) -> Tensor:
    """The mean loss of naming the masked word pieces of a batch; 0 where nothing asks for it."""
    asked = [(row, e.hidden) for row, e in enumerate(batch) if len(e.hidden)]
    wanted = torch.full(vectors.shape[:2], -1)
    for row, hidden in asked:
        wanted[row, : len(hidden)] = torch.from_numpy(hidden)
    places = wanted >= 0
    if not places.any():
        return vectors.new_zeros(())
    with torch.autocast("cpu", torch.bfloat16):
        scores = model.masked(vectors[places], model.embeddings)
    return fn.cross_entropy(scores.float(), wanted[places])


def _false_spans(
    scores: Tensor, target: Tensor, mask: Tensor
) -> dict[int, list[tuple[int, int, int]]]:
    """The most confident spans that are no gold span, by row, as (first word, last word, type)."""
    best, kind = scores.softmax(-1).max(-1)
    wrong = (kind > 0) & (target == 0) & mask
    places = wrong.nonzero()
    chances, kinds = best[wrong].tolist(), (kind[wrong] - 1).tolist()
    found: dict[int, list[tuple[float, int, int, int]]] = {}
    for (row, start, width), chance, type_ in zip(places.tolist(), chances, kinds, strict=True):
        found.setdefault(row, []).append((-chance, start, start + width, type_))
    return {
        row: [(start, end, type_) for _, start, end, type_ in sorted(items)[:MAX_FALSE_SPANS]]
        for row, items in found.items()
    }


def _pair_loss(
    head: PairHead,
    labels: LabelSet,
    batch: Sequence[Example],
    first: Tensor,
    last: Tensor,
    wrong: dict[int, list[tuple[int, int, int]]],
) -> Tensor:
    count, width = first.shape[1], first.shape[2]
    starts: list[int] = []
    ends: list[int] = []
    types: list[int] = []
    sentence: list[int] = []
    proposed: list[float] = []
    heads: list[int] = []
    tails: list[int] = []
    gold: list[tuple[int, int]] = []
    for row, example in enumerate(batch):
        spans = [(s, e, t, float(p)) for s, e, t, p in example.entities]
        spans += [(s, e, t, 0.0) for s, e, t in wrong.get(row, [])]
        if not spans:
            continue
        base = len(starts)
        numbers = example.window.sentence[[s for s, *_ in spans]]
        starts += [row * count + s for s, *_ in spans]
        ends += [row * count + e for _, e, *_ in spans]
        types += [t for _, _, t, _ in spans]
        proposed += [p for *_, p in spans]
        sentence += numbers.tolist()
        near = np.abs(numbers[:, None] - numbers[None]) <= labels.sentence_gap
        np.fill_diagonal(near, False)
        i, j = np.nonzero(near)
        slot = np.full(near.shape, -1)
        slot[i, j] = np.arange(len(i)) + len(heads)
        heads += (i + base).tolist()
        tails += (j + base).tolist()
        gold += [(slot[h, t], r) for h, t, r in example.relations if slot[h, t] >= 0]
    if not starts:
        return first.new_zeros(())
    flat_first, flat_last = first.reshape(-1, width), last.reshape(-1, width)
    start, end = torch.tensor(starts), torch.tensor(ends)
    spans_ = head.spans(flat_first, flat_last, start, end, torch.tensor(types))
    loss = (
        fn.binary_cross_entropy_with_logits(
            head.proposed(spans_)[:, 0], torch.tensor(proposed), reduction="sum"
        )
        / max(1.0, sum(proposed))
        / 4
    )
    if heads:
        h, t = torch.tensor(heads), torch.tensor(tails)
        features = [
            torch.from_numpy(part)
            for part in pair_features(
                start.numpy(), end.numpy(), h.numpy(), t.numpy(), np.array(sentence)
            )
        ]
        total = fn.pad(flat_first.cumsum(0), (0, 0, 1, 0))
        scores = head(spans_, total, h, t, *features)
        target = torch.zeros_like(scores)
        for slot_, relation in gold:
            target[slot_, relation] = 1
        pair = fn.binary_cross_entropy_with_logits(scores, target, reduction="sum")
        loss = loss + pair / max(1, len(gold)) / 2
    return loss
