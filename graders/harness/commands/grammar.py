"""What the grammars of several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from graders.harness.assignment.manifest import Assignment
from graders.harness.result import one_line
from graders.harness.sandbox.interface import minimum_level

if TYPE_CHECKING:
    from graders.harness.judging.warm import Settings

Run = Callable[[argparse.Namespace], int]
"""What a command does with what was typed; returns the exit status, raises GraderError."""


class Grammar(argparse.ArgumentParser):
    """Says what is wrong with what was typed in one line: a name of a file that a shell put there may hold anything."""

    def error(self, message: str) -> NoReturn:
        """See argparse."""
        super().error(one_line(message))


class Intermixed(Grammar):
    """Takes options and positional arguments in any order, as people type them (argparse alone does not)."""

    _inside = False

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """See argparse; a command that passes everything on (``play``) is parsed the usual way."""
        if self._inside or any(action.nargs == argparse.REMAINDER for action in self._actions):
            return super().parse_known_args(args, namespace)
        self._inside = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._inside = False


class Commands:
    """The commands of a parser, added one by one."""

    def __init__(self, top: argparse.ArgumentParser) -> None:
        self._commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Intermixed)

    def add(self, name: str, run: Run, help: str, description: str, epilog: str = "") -> argparse.ArgumentParser:
        """Add a command; return its parser, for its arguments."""
        sub = self._commands.add_parser(
            name,
            help=help,
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.set_defaults(run=run)
        return sub


def add_assignment(sub: argparse.ArgumentParser) -> None:
    """Add the argument ASSIGNMENT."""
    sub.add_argument("assignment", metavar="ASSIGNMENT", help="an id from `grader list`")


def add_output(sub: argparse.ArgumentParser) -> None:
    """Add the options on what is shown, and written, of one graded submission."""
    sub.add_argument(
        "--json", action="store_true", help="print exactly one JSON document, the Result, and nothing else"
    )
    sub.add_argument("--out", metavar="DIR", type=Path, help="also write result.json, reports and run.log below DIR")
    sub.add_argument("--all", action="store_true", help="show everything, the passed checks too")
    sub.add_argument(
        "--only", metavar="PART", action="append",
        help="run only these checks: an id, the beginning of one (block), or a pattern ('*.swap-*'); may be repeated",
    )  # fmt: skip


def positive(text: str) -> int:
    """Return the whole number, 1 or more, that *text* says."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number, 1 or more; not {text!r}")
    return int(text)


def settings_of(
    assignment: Assignment, choice: str, python: Path | None = None, *, python_ta: bool = False, grade_by: str = ""
) -> Settings:
    """Return how warm processes grade; python-ta looks at submissions only where somebody reads what it says."""
    from graders.harness.judging.warm import Settings

    return Settings(
        assignment=assignment.id,
        sandbox=choice,
        minimum=minimum_level(),
        python_ta=python_ta,
        grade_by=grade_by,
        python=str(python.resolve()) if python else "",
    )
