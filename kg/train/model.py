"""The joint model: one encoder pass over a window, then spans, relations and proposals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as fn
from transformers import AutoModel

from kg.extract.neural.encode import FEATURES, Window
from kg.extract.neural.pairs import DISTANCES, GAPS
from kg.train.data import MAX_WIDTH, LabelSet

WIDTH = 256
TYPE_WIDTH = 32


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded windows: `ids` (B, L), `mask` (B, L), `features` (B, L, FEATURES), `first`, `last` (B, N)."""

    ids: Tensor
    mask: Tensor
    features: Tensor
    first: Tensor
    last: Tensor


def collate(windows: Sequence[Window]) -> Batch:
    """Pad windows to one batch."""
    rows = len(windows)
    length = max(len(window.ids) for window in windows)
    count = max(len(window.first) for window in windows)
    batch = Batch(
        ids=torch.zeros(rows, length, dtype=torch.long),
        mask=torch.zeros(rows, length, dtype=torch.long),
        features=torch.zeros(rows, length, FEATURES),
        first=torch.zeros(rows, count, dtype=torch.long),
        last=torch.zeros(rows, count, dtype=torch.long),
    )
    for row, window in enumerate(windows):
        batch.ids[row, : len(window.ids)] = torch.from_numpy(window.ids)
        batch.mask[row, : len(window.ids)] = 1
        batch.features[row, : len(window.ids)] = torch.from_numpy(window.features)
        batch.first[row, : len(window.first)] = torch.from_numpy(window.first)
        batch.last[row, : len(window.last)] = torch.from_numpy(window.last)
    return batch


class LockedDropout(nn.Module):
    """Dropout with one mask for all positions of a text: cheap on a CPU, where drawing masks is slow."""

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, values: Tensor) -> Tensor:
        if not self.training or not self.rate:
            return values
        shape = (values.shape[0], *([1] * (values.dim() - 2)), values.shape[-1])
        mask = torch.empty(shape, dtype=values.dtype).bernoulli_(1 - self.rate)
        return values * mask / (1 - self.rate)


class Encoder(nn.Module):
    """The pre-trained encoder with word features added to its input; word embeddings stay frozen."""

    def __init__(self, folder: Path, dropout: float = 0.1) -> None:
        super().__init__()
        self.bert = AutoModel.from_pretrained(
            folder,
            attn_implementation="eager",
            attention_probs_dropout_prob=0.0,
            add_pooling_layer=False,
        )
        self.width: int = self.bert.config.hidden_size
        self.bert.embeddings.word_embeddings.weight.requires_grad_(False)
        self.features = nn.Linear(FEATURES, self.width, bias=False)
        nn.init.normal_(self.features.weight, std=0.01)
        for module in list(self.bert.modules()):
            for name, child in list(module.named_children()):
                if isinstance(child, nn.Dropout) and child.p:
                    setattr(module, name, LockedDropout(dropout))

    def forward(self, ids: Tensor, mask: Tensor, features: Tensor) -> Tensor:
        """Map (B, L) word pieces and (B, L, FEATURES) features to (B, L, H) vectors."""
        inputs = self.bert.embeddings.word_embeddings(ids) + self.features(features)
        output: Tensor = self.bert(inputs_embeds=inputs, attention_mask=mask).last_hidden_state
        return output


class SpanHead(nn.Module):
    """Types of all spans up to `MAX_WIDTH` words: start, end, their product and the width."""

    def __init__(self, hidden: int, types: int) -> None:
        super().__init__()
        self.start = nn.Linear(hidden, 2 * WIDTH)
        self.end = nn.Linear(hidden, 2 * WIDTH)
        self.width = nn.Embedding(MAX_WIDTH, WIDTH)
        self.inside = nn.Linear(hidden, WIDTH, bias=False)
        self.dropout = nn.Dropout(0.2)
        self.out = nn.Linear(WIDTH, types + 1)

    def forward(self, first: Tensor, last: Tensor) -> Tensor:
        """Score spans of (B, N, H) word vectors: (B, N, MAX_WIDTH, types + 1), class 0 is no mention."""
        count = first.shape[1]
        start, start_gate = self.start(first).chunk(2, -1)
        end, end_gate = self.end(last).chunk(2, -1)
        total = fn.pad(self.inside(first).cumsum(1), (0, 0, 1, 0))
        rows = []
        for width in range(MAX_WIDTH):
            shifted = fn.pad(end, (0, 0, 0, width))[:, width : width + count]
            gate = fn.pad(end_gate, (0, 0, 0, width))[:, width : width + count]
            upto = fn.pad(total, (0, 0, 0, width))[:, width + 1 : width + 1 + count]
            mean = (upto - total[:, :count]) / (width + 1)
            rows.append(start + shifted + start_gate * gate + mean + self.width.weight[width])
        hidden = torch.stack(rows, 2)
        output: Tensor = self.out(self.dropout(fn.gelu(hidden)))
        return output


class PairHead(nn.Module):
    """Relations between spans: both spans, their types, the words between, distance and sentence gap."""

    def __init__(self, hidden: int, types: int, relations: int) -> None:
        super().__init__()
        self.kind = nn.Embedding(types, TYPE_WIDTH)
        self.head = nn.Linear(2 * hidden + TYPE_WIDTH, 2 * WIDTH)
        self.tail = nn.Linear(2 * hidden + TYPE_WIDTH, 2 * WIDTH)
        self.between = nn.Linear(hidden, WIDTH, bias=False)
        self.distance = nn.Embedding(2 * DISTANCES, WIDTH)
        self.gap = nn.Embedding(GAPS, WIDTH)
        self.dropout = nn.Dropout(0.2)
        self.mix = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, relations)
        self.proposed = nn.Sequential(
            nn.Linear(2 * hidden + TYPE_WIDTH, WIDTH),
            nn.GELU(),
            nn.Dropout(0.2),
            nn.Linear(WIDTH, 1),
        )

    def spans(
        self, first: Tensor, last: Tensor, starts: Tensor, ends: Tensor, types: Tensor
    ) -> Tensor:
        """Represent K spans of (M, H) word vectors by start, end and type: (K, 2H + TYPE_WIDTH)."""
        return torch.cat([first[starts], last[ends], self.kind(types)], -1)

    def forward(
        self,
        spans: Tensor,
        total: Tensor,
        heads: Tensor,
        tails: Tensor,
        low: Tensor,
        high: Tensor,
        distance: Tensor,
        gap: Tensor,
    ) -> Tensor:
        """Score P pairs: (P, relations).

        `total` (M + 1, H) is the running sum of the word vectors; `low` and `high` bound the words
        between the two spans; `distance` and `gap` are buckets.
        """
        head, head_gate = self.head(spans).chunk(2, -1)
        tail, tail_gate = self.tail(spans).chunk(2, -1)
        context = (total[high] - total[low]) / (high - low).clamp(min=1)[:, None]
        hidden = (
            head[heads]
            + tail[tails]
            + head_gate[heads] * tail_gate[tails]
            + self.between(context)
            + self.distance(distance)
            + self.gap(gap)
        )
        hidden = fn.gelu(self.mix(self.dropout(fn.gelu(hidden))))
        output: Tensor = self.out(self.dropout(hidden))
        return output


class Heads(nn.Module):
    """The heads of one annotated set."""

    def __init__(self, hidden: int, labels: LabelSet) -> None:
        super().__init__()
        self.span = SpanHead(hidden, len(labels.entities))
        self.pair = PairHead(hidden, len(labels.entities), max(1, len(labels.relations)))
        nn.init.constant_(self.pair.out.bias, -math.log(50))


class JointModel(nn.Module):
    """Encoder and one `Heads` for each label set."""

    def __init__(self, folder: Path, labels: Sequence[LabelSet]) -> None:
        super().__init__()
        self.encoder = Encoder(folder)
        self.dropout = LockedDropout(0.1)
        self.heads = nn.ModuleDict({item.name: Heads(self.encoder.width, item) for item in labels})

    def of(self, labels: LabelSet) -> Heads:
        """The heads of a label set."""
        heads = self.heads[labels.name]
        assert isinstance(heads, Heads)
        return heads

    def words(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Vectors of each word's first and last piece, both (B, N, H)."""
        hidden = self.dropout(self.encoder(batch.ids, batch.mask, batch.features))
        return gather(hidden, batch.first), gather(hidden, batch.last)


def gather(hidden: Tensor, index: Tensor) -> Tensor:
    """Pick (B, N, H) rows of (B, L, H) by (B, N) positions."""
    return torch.gather(hidden, 1, index[..., None].expand(-1, -1, hidden.shape[-1]))
