"""`kg train`."""

from __future__ import annotations

from pathlib import Path

import typer


def train(
    data: Path = typer.Option(
        ..., "--data", help="Folder with mlsys/ (train.jsonl, dev.jsonl) and, if at hand, scierc/."
    ),
    work: Path = typer.Option(
        Path("runs/train"), "-o", "--out", help="Folder of the run; the model goes to model/ in it."
    ),
    silver: Path | None = typer.Option(
        None,
        help="Texts annotated by an extractor (`kg extract FILE -f gold`) to learn from before DATA; "
        "or a folder with mlsys.jsonl, scierc.jsonl.",
    ),
    passes: float = typer.Option(2.0, min=0.1, help="Passes over the silver texts."),
    mix: bool = typer.Option(False, help="Read the silver texts along with DATA, not before."),
    start: Path | None = typer.Option(
        None, help="Weights of an earlier run (its average.pt) to go on from."
    ),
    rate: float = typer.Option(2e-4, min=0.0, help="Highest learning rate of the encoder."),
    epochs: int = typer.Option(24, min=1, help="Passes over the data."),
    minutes: float = typer.Option(
        0.0, min=0.0, help="Train this long by the clock instead of a number of epochs."
    ),
    seed: int = typer.Option(1, help="Seed of initial weights, order and variants."),
    rank: int = typer.Option(0, min=0, help="Number of this process in a team, from 0."),
    size: int = typer.Option(
        1, min=1, help="Processes in the team; start each with its own --rank."
    ),
) -> None:
    """Train the neural half of the extractor on a CPU (needs the extra `kg[train]`).

    A run that was cut resumes from its last checkpoint when it is started again in the same folder.

    Examples:

        kg train --data gold -o runs/a

        kg train --data gold -o runs/b --minutes 120

        kg extract pool.jsonl -f gold > silver.jsonl

        kg train --data gold --silver silver.jsonl -o runs/c

        kg train --data gold --silver silver/ --mix --start runs/c/average.pt --rate 1e-4 -o runs/d
    """
    from kg.errors import UsageError

    try:
        from kg.train.loop import Settings
        from kg.train.run import Plan, train_model
    except ImportError as error:
        raise UsageError("E706", package=error.name) from error
    settings = Settings(
        encoder_rate=rate, head_rate=5 * rate, epochs=epochs, minutes=minutes, seed=seed
    )
    plan = Plan(data, work, settings, silver, passes, mix, start, rank, size)
    train_model(plan, typer.echo)
