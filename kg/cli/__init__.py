"""The command line: one command a file, each of them parse, call, print."""

from __future__ import annotations

import importlib
import os
import select
import stat
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final, NoReturn

import typer

from kg import __version__
from kg.errors import KgError, OutputError

COMMANDS: Final = (
    "build",
    "read",
    "extract",
    "ask",
    "query",
    "explain",
    "suggest",
    "view",
    "export",
    "push",
    "info",
    "validate",
    "diff",
    "merge",
    "extract_shard",
    "cache",
    "stats",
    "serve",
    "eval",
    "train",
)
"""Modules of `kg.cli` in the order of the help page; each has a function, or a group of them, of its own name."""


def _version(show: bool) -> None:
    if show:
        typer.echo(f"kg {__version__}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and stop."
    ),
) -> None: ...


def application(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """Return the command line with the commands whose modules are called `names`."""
    made = typer.Typer(
        name="kg",
        no_args_is_help=True,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        help="Turn a reading list into a knowledge graph of methods, hardware, tasks, data sets and "
        "metrics, with the sentence behind every statement.",
    )
    made.callback()(_root)
    for name in names:
        command = getattr(importlib.import_module(f"kg.cli.{name}"), name)
        if isinstance(command, typer.Typer):
            made.add_typer(command, name=name)
        else:
            made.command(name.replace("_", "-"))(command)
    return made


def __getattr__(name: str) -> Any:
    if name == "app":
        return application()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _named(arguments: Sequence[str]) -> Iterable[str]:
    """Name the one module that is needed, where the arguments begin with a command: the rest costs time."""
    name = arguments[0].replace("-", "_") if arguments else ""
    return (name,) if name in COMMANDS else COMMANDS


def _prepare_streams() -> None:
    """Let the three streams read and write any text, whatever the locale; a closed one is an empty one."""
    for name, mode, encoding in (
        ("stdin", "r", "utf-8"),
        ("stdout", "w", None),
        ("stderr", "w", None),
    ):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding=encoding, errors="replace")


def _is_pipe() -> bool:
    try:
        return stat.S_ISFIFO(os.fstat(1).st_mode)
    except OSError:
        return False


def _reader_left() -> bool:
    """Say whether nobody reads the pipe any more that standard output was."""
    if not _is_pipe():
        # The library that writes tables has put another file in its place.
        return True
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(1, 0)
    return bool(poll.poll(0))


def _stop_quietly() -> NoReturn:
    """Exit as a program should whose reader has seen enough, as in `kg stats | head -1`."""
    _write_no_more()
    sys.exit(0)


def _write_no_more() -> None:
    """Keep the interpreter from trying once more to write what is left."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 failed, 2 usage, 3 ambiguous, 4 not found, 130 interrupted."""
    _prepare_streams()
    piped = _is_pipe()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        try:
            application(_named(given))(given, standalone_mode=True)
        finally:
            # What a full disk refuses of a short output shows only now.
            sys.stdout.flush()
    except KgError as error:
        typer.secho(f"kg: {error}", err=True, fg="red")
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        typer.echo("kg: interrupted", err=True)
        sys.exit(130)
    except SystemExit as end:
        # The libraries below make a failure of a reader that left.
        if piped and isinstance(end.__context__, BrokenPipeError) and _reader_left():
            _stop_quietly()
        raise
    except OSError as error:
        if piped and isinstance(error, BrokenPipeError) and _reader_left():
            _stop_quietly()
        place = error.filename or "standard output"
        refused = OutputError("E022", path=place, reason=error.strerror or error)
        typer.secho(f"kg: {refused}", err=True, fg="red")
        _write_no_more()
        sys.exit(1)
