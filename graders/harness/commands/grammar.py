"""Parts of grammars that several commands share."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from graders.harness.assignment.argument_parser import Grammar
from graders.harness.assignment.manifest import (
    Assignment,
    assignment_ids,
    load_assignment,
)
from graders.harness.assignment.places import naming
from graders.harness.content import nearest_existing
from graders.harness.intake.bulk import Reading
from graders.harness.sandbox.interface import minimum_level

if TYPE_CHECKING:
    from graders.harness.processes.jobs import Settings

WIDTH = 100
"""Columns of a command's description in its help."""
Run = Callable[[argparse.Namespace], int]
"""Runs a command on its parsed arguments; returns the exit status, raises GraderError."""


class Intermixed(Grammar):
    """A parser for options and positional arguments in any order (unlike argparse)."""

    in_any_order = True
    """Off for completion in a shell, which parses word by word."""
    late: Callable[[Intermixed], None] | None = None
    """Adds what depends on extensions: only when this command is used, because it loads them."""
    ending: Callable[[], str] | None = None
    """Returns the epilog, if it depends on extensions."""
    _inside = False

    def format_help(self) -> str:
        """See argparse."""
        self.epilog = self.ending() if self.ending else self.epilog
        return super().format_help()

    def finish(self) -> None:
        """Add what is `late`, once."""
        late, self.late = self.late, None
        if late:
            late(self)

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """See argparse; ``play``, which passes its arguments on, is parsed the usual way."""
        self.finish()
        remainder = any(action.nargs == argparse.REMAINDER for action in self._actions)
        if self._inside or remainder or not self.in_any_order:
            return super().parse_known_args(args, namespace)
        self._inside = True
        try:
            parsed, unknown = self.parse_known_intermixed_args(args, namespace)
            self.refuse_unknown(unknown)
            return parsed, unknown
        finally:
            self._inside = False


class Commands:
    """The commands of a parser."""

    def __init__(self, top: argparse.ArgumentParser) -> None:
        self._commands = top.add_subparsers(
            title="commands", metavar="COMMAND", required=True, parser_class=Intermixed
        )

    def add(self, name: str, run: Run, help: str, description: str, epilog: str = "") -> Intermixed:
        """Add a command; return its parser, for its arguments."""
        sub: Intermixed = self._commands.add_parser(
            name,
            help=help,
            description=fill(description, WIDTH) if "\n" not in description else description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.set_defaults(run=run)
        # any command takes it, on either side of its name; `grader --help` tells of it
        add_root(sub, help=argparse.SUPPRESS, default=argparse.SUPPRESS)
        return sub


def finish(top: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add what is late to the commands among *words*."""
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name in action.choices.keys() & {*words}:
                action.choices[name].finish()


def add_root(sub: argparse.ArgumentParser, **more: Any) -> None:
    """Add the option that names a folder of assignments."""
    sub.add_argument("--root", metavar="DIR", type=Path, **more)


def add_assignment(sub: argparse.ArgumentParser) -> None:
    """Add the argument ASSIGNMENT."""
    action: Any = sub.add_argument(
        "assignment", metavar="ASSIGNMENT", help="an id from `grader list`"
    )
    action.completer = _ids


def _ids(parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """Return the ids of the assignments, for a shell that completes a line."""
    with naming(getattr(parsed_args, "root", None)):
        return assignment_ids()


def add_checks(
    sub: argparse.ArgumentParser,
    *names: str,
    help: str,
    metavar: str = "CHECK",
    **more: Any,
) -> None:
    """Add an argument or option that names checks of ASSIGNMENT by id, beginning of ids, or
    pattern.
    """
    action: Any = sub.add_argument(*names, help=help, metavar=metavar, **more)
    action.completer = _ids_of_checks


def _ids_of_checks(parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """Return the ids of the assignment's checks, for completion in a shell."""
    from graders.harness.grading.collecting import collected_ids

    with naming(getattr(parsed_args, "root", None)):
        return collected_ids(load_assignment(parsed_args.assignment))


def add_reading(sub: argparse.ArgumentParser) -> None:
    """Add the option ``--as``."""
    sub.add_argument(
        "--as",
        dest="reading",
        choices=[reading.value for reading in Reading],
        default=Reading.AUTO.value,
        help="whether PATH is one submission or a class, if that is not clear",
    )


def new_folder(text: str) -> Path:
    """Return the path of a folder to write. Raises ArgumentTypeError if a file is there."""
    near = nearest_existing(Path(text))
    if near.is_file():
        raise argparse.ArgumentTypeError(f"{near} is a file; name a folder")
    return Path(text)


def add_output(sub: argparse.ArgumentParser) -> None:
    """Add the options for the output of one graded submission."""
    sub.add_argument(
        "--json",
        action="store_true",
        help="print exactly one JSON document, the Result, and nothing else",
    )
    sub.add_argument(
        "--out",
        metavar="DIR",
        type=new_folder,
        help="also write result.json, reports and run.log below DIR",
    )
    sub.add_argument("--all", action="store_true", help="show everything, including passed checks")
    add_checks(
        sub,
        "--only",
        metavar="PART",
        action="append",
        help="run only these checks: an id, its beginning (block), or a pattern "
        "('*.swap-*'); may be repeated",
    )


def add_release(sub: argparse.ArgumentParser) -> None:
    """Add the option ``--release``."""
    sub.add_argument(
        "--release",
        metavar="LEVEL",
        nargs="?",
        const="",
        type=_level,
        help="show students this much of hidden checks: verdict, title, message or all (without "
        "LEVEL: released_checks in assignment.toml). Use it when nobody may hand in again; as the "
        "last option, or written --release=LEVEL",
    )


def _level(text: str) -> str:
    """Return *text* as a level, "" for that of the assignment."""
    levels = ("verdict", "title", "message", "all")
    if text not in ("", *levels):
        raise argparse.ArgumentTypeError(f"there is no {text!r} (choose from {', '.join(levels)})")
    return text


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def add_jobs(command: argparse.ArgumentParser, help: str) -> None:
    """Add the number of submissions graded at once, which is that of cores by default."""
    command.add_argument("--jobs", metavar="N", type=positive, default=cores(), help=help)


def positive(text: str) -> int:
    """Return *text* as a whole number, 1 or more."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number, 1 or more; not {text!r}")
    return int(text)


def settings_of(
    assignment: Assignment,
    choice: str,
    python: Path | None = None,
    *,
    linters: bool = False,
    grade_by: str = "",
) -> Settings:
    """Return the settings of warm processes. linters: only if their findings will be read."""
    from graders.harness.processes.jobs import Settings

    return Settings(
        assignment=assignment.id,
        sandbox=choice,
        minimum=minimum_level(),
        linters=linters,
        grade_by=grade_by,
        python=str(python.resolve()) if python else "",
    )
