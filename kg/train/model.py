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
    """Pad windows to one batch, in steps of 16: matrix products are prepared anew for each shape."""
    rows = len(windows)
    length, count = (
        -(-max(len(part) for part in parts) // 16) * 16
        for parts in ([w.ids for w in windows], [w.first for w in windows])
    )
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
        return values * (mask / (1 - self.rate))


def attend(query: Tensor, key: Tensor, value: Tensor, bias: Tensor, heads: int) -> Tensor:
    """Attend over (B, L, H) in the precision of the inputs; `bias` (B, 1, 1, L) hides the padding.

    In bfloat16 on CPUs this is faster than the fused attention, above all backwards.
    """
    rows, length, width = query.shape
    q, k, v = (
        part.view(rows, length, heads, width // heads).transpose(1, 2)
        for part in (query, key, value)
    )
    with torch.autocast("cpu", enabled=False):
        scores = (q * (width // heads) ** -0.5) @ k.transpose(-1, -2)
        mixed = (scores + bias.to(scores.dtype)).softmax(-1) @ v
        output: Tensor = mixed.transpose(1, 2).reshape(rows, length, width)
    return output


class Encoder(nn.Module):
    """The pre-trained encoder with word features added to its input; word embeddings stay frozen."""

    def __init__(self, folder: Path, dropout: float = 0.1) -> None:
        super().__init__()
        self.bert = AutoModel.from_pretrained(folder, add_pooling_layer=False)
        self.width: int = self.bert.config.hidden_size
        self.heads: int = self.bert.config.num_attention_heads
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
        hidden: Tensor = self.bert.embeddings(inputs_embeds=inputs)
        bias = (1 - mask)[:, None, None] * -1e4
        for layer in self.bert.encoder.layer:
            attention = layer.attention
            query, key, value = (
                part(hidden)
                for part in (attention.self.query, attention.self.key, attention.self.value)
            )
            mixed = attend(query, key, value, bias, self.heads)
            hidden = attention.output(mixed, hidden)
            hidden = layer.output(layer.intermediate(hidden), hidden)
        return hidden


class SpanHead(nn.Module):
    """Types of all spans up to `MAX_WIDTH` words: start, end, their product and the width."""

    def __init__(self, hidden: int, types: int) -> None:
        super().__init__()
        self.start = nn.Linear(hidden, 2 * WIDTH)
        self.end = nn.Linear(hidden, 2 * WIDTH)
        self.width = nn.Embedding(MAX_WIDTH, WIDTH)
        self.inside = nn.Linear(hidden, WIDTH, bias=False)
        self.dropout = LockedDropout(0.2)
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
            rest = (mean + self.width.weight[width]).to(start.dtype)
            rows.append(torch.addcmul(start + shifted + rest, start_gate, gate))
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
        return torch.cat(
            [first.index_select(0, starts), last.index_select(0, ends), self.kind(types)], -1
        )

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
        context = total.index_select(0, high) - total.index_select(0, low)
        context = context / (high - low).clamp(min=1)[:, None]
        hidden = (
            head.index_select(0, heads)
            + tail.index_select(0, tails)
            + head_gate.index_select(0, heads) * tail_gate.index_select(0, tails)
            + self.between(context)
            + self.distance(distance)
            + self.gap(gap)
        )
        hidden = fn.gelu(self.mix(self.dropout(fn.gelu(hidden))))
        output: Tensor = self.out(self.dropout(hidden))
        return output


class MaskedWords(nn.Module):
    """Names masked word pieces by the encoder's own word embeddings (Devlin et al. 2019)."""

    def __init__(self, hidden: int, pieces: int) -> None:
        super().__init__()
        self.dense = nn.Linear(hidden, hidden)
        self.norm = nn.LayerNorm(hidden)
        self.bias = nn.Parameter(torch.zeros(pieces))

    def forward(self, vectors: Tensor, embeddings: Tensor) -> Tensor:
        """Score (M, H) vectors against (V, H) embeddings: (M, V)."""
        output: Tensor = fn.linear(self.norm(fn.gelu(self.dense(vectors))), embeddings, self.bias)
        return output


class Heads(nn.Module):
    """The heads of one annotated set."""

    def __init__(self, hidden: int, labels: LabelSet) -> None:
        super().__init__()
        self.span = SpanHead(hidden, len(labels.entities))
        self.pair = PairHead(hidden, len(labels.entities), max(1, len(labels.relations)))
        nn.init.constant_(self.pair.out.bias, -math.log(50))


class JointModel(nn.Module):
    """Encoder, one `Heads` for each label set, and the head for masked words."""

    def __init__(self, folder: Path, labels: Sequence[LabelSet]) -> None:
        super().__init__()
        self.encoder = Encoder(folder)
        self.dropout = LockedDropout(0.1)
        self.heads = nn.ModuleDict({item.name: Heads(self.encoder.width, item) for item in labels})
        self.masked = MaskedWords(self.encoder.width, len(self.embeddings))

    @property
    def embeddings(self) -> Tensor:
        """The (V, H) word embeddings."""
        weight: Tensor = self.encoder.bert.embeddings.word_embeddings.weight
        return weight

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
