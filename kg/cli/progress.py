"""What a person sees while a build runs, and at its end; all of it goes to standard error."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bars

if TYPE_CHECKING:
    from kg.build import BuildResult

_STAGES: Final = {
    "read": "reading the lists",
    "extract": "reading the papers",
    "link": "linking concepts",
    "graph": "writing the graph",
    "store": "loading the store",
    "check": "checking the graph",
    "page": "drawing the page",
}
_WARNINGS_SHOWN: Final = 20


class Progress:
    """Shows stages, counts, rate and time left; on a terminal as bars, elsewhere only the outcome."""

    def __init__(self, quiet: bool) -> None:
        self._console = Console(stderr=True, quiet=quiet, highlight=False)
        self._bars = Bars(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
            disable=quiet or not self._console.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}
        self._warnings = 0

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def update(self, stage: str, done: int, total: int) -> None:
        """Show that `done` of `total` (0: unknown) units of `stage` are finished."""
        if stage not in self._tasks:
            for task in self._tasks.values():
                self._bars.update(task, visible=False)
            self._tasks[stage] = self._bars.add_task(_STAGES.get(stage, stage), total=None)
        self._bars.update(self._tasks[stage], completed=done, total=total or None)

    def warn(self, text: str) -> None:
        """Show a warning; of very many only the first ones, since the report holds them all."""
        self._warnings += 1
        if self._warnings <= _WARNINGS_SHOWN:
            self._console.print(f"[yellow]warning[/] {escape(text)}", soft_wrap=True)

    def note(self, text: str) -> None:
        """Say one thing at the end."""
        self._bars.stop()
        self._console.print(escape(text), soft_wrap=True)

    def interrupted(self) -> None:
        """Say what an interrupted build leaves behind."""
        self._bars.stop()
        self._console.print(
            "interrupted: the result in the folder is whole, and what was read of the papers is kept. "
            "The same command goes on from there.",
            soft_wrap=True,
        )

    def finish(self, result: BuildResult, out: Path) -> None:
        """Say what was built and what to do next."""
        self._bars.stop()
        outcome = result.outcome
        if self._warnings > _WARNINGS_SHOWN:
            self._console.print(
                f"… and {self._warnings - _WARNINGS_SHOWN} more warnings: see report.md"
            )
        skipped = sum(len(file.skipped) + file.unlisted for file in result.files)
        duplicates = sum(file.duplicates for file in result.files)
        self._console.print(
            f"[bold]{outcome.papers}[/] papers "
            f"({result.extracted} newly read, {skipped} skipped, {duplicates} duplicates), "
            f"[bold]{outcome.concepts}[/] concepts, "
            f"[bold]{outcome.statements}[/] statements in {escape(str(out))}"
            + (", as they were: nothing has changed" if result.unchanged else ""),
            soft_wrap=True,
        )
        for line in outcome.remarks:
            self._console.print(f"[yellow]check[/] {escape(line)}", soft_wrap=True)
        self._console.print(
            f"Open {escape(str(out / 'graph.html'))} in a browser, read {escape(str(out / 'report.md'))}, "
            f"or ask: kg query --list",
            soft_wrap=True,
        )
