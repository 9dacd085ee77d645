"""The command ``grader``: parses the command line, runs a command and returns its exit status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from graders.harness.assignment.argument_parser import Grammar
from graders.harness.assignment.places import naming
from graders.harness.commands.completion import complete
from graders.harness.commands.grammar import (
    CommandParser,
    add_root,
    call,
    chosen,
    makes_root,
    name_of,
    summary_of,
)
from graders.harness.content import release
from graders.harness.errors import BAD_INPUT, DONE, STATUSES, STOPPED, GraderError
from graders.harness.extensions import added
from graders.harness.result import Result, printable

COMMANDS = (
    "listing:list_",
    "grade:grade",
    "check:check",
    "report:report",
    "replay:replay",
    "bundle:bundle",
    "doctor:doctor",
    "completion:completion",
)
"""The harness's own, in the order of the help; those of extensions follow."""
LONGEST = 20_000
"""Characters shown of an error, which may contain a traceback of the grader."""


def commands() -> dict[str, str]:
    """Return all commands by name, "module:function", in the order of the help. Raises GraderError
    for a broken extension, and for two commands of one name.
    """
    of_harness = (f"graders.harness.commands.{reference}" for reference in COMMANDS)
    found: dict[str, str] = {}
    for reference in (*of_harness, *added("commands")):
        name = name_of(reference)
        if found.setdefault(name, reference) != reference:
            raise GraderError(
                f"two commands are called {name}: {found[name]} and {reference}; uninstall one of "
                "their packages"
            )
    return found


class _VersionAction(argparse.Action):
    """Prints the release of the grader and of Python."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> NoReturn:
        """See argparse."""
        python = ".".join(map(str, sys.version_info[:3]))
        print(f"grader {release()}, Python {python}")
        parser.exit(DONE)


HELP = """commands (grader COMMAND --help shows more):
{commands}

examples:
  grader list                                           the assignments
  grader list csc148_2020_blocky                        its checks and their marks
  grader grade csc148_2020_blocky submissions/ada.zip   grade one submission (course staff)
  grader check csc148_2020_blocky .                     the public checks on your code (students)
  grader report marks/ada --format markdown             a result in another format
  grader replay marks/ada block.swap                    rerun a failed check's example
  grader similar csc148_2020_blocky submissions/        similar files in a class
  grader doctor                                         what this machine can do or lacks
  grader --root ~/courses list                          assignments of another folder, too

assignments: a folder holds graders/ID, reference/ID, starter/ID and scenarios/ID. The first folder
with an ID wins, in this order: the checkout that grader runs from; the folder of --root or, without
it, of the variable GRADER_ROOT; packages that entry points of the group graders.assignments name;
without a checkout, the assignments that were installed with grader.

exit status:
{statuses}"""


class _Top(Grammar):
    def format_help(self) -> str:
        """See argparse; the list of commands imports them all."""
        lines = [f"  {name:<12} {summary_of(command)}" for name, command in commands().items()]
        statuses = [f"  {status:<3}  {meaning}" for status, meaning in STATUSES.items()]
        self.epilog = HELP.format(commands="\n".join(lines), statuses="\n".join(statuses))
        return super().format_help()


def parser() -> Grammar:
    """Return the grammar of the command line, with its help."""
    top = _Top(
        prog="grader",
        usage="grader [-h] [--version] [--root DIR] COMMAND ...",
        description="Grade student submissions of programming assignments, in a sandbox.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action=_VersionAction, nargs=0, help="print the version and exit")
    add_root(top, help="find assignments in this folder, too (any command)")
    names = top.add_subparsers(
        dest="command",
        metavar="COMMAND",
        help=argparse.SUPPRESS,
        prog="grader",
        required=True,
        parser_class=CommandParser,
    )
    for name, reference in commands().items():
        command = names.add_parser(name, formatter_class=argparse.RawDescriptionHelpFormatter)
        command.reference = reference
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status."""
    typed = sys.argv[1:] if argv is None else argv
    root: Path | None = None
    try:
        grammar = parser()
        complete(grammar)
        if not typed:
            grammar.print_help(sys.stderr)
            return BAD_INPUT
        args = grammar.parse_args(typed)
        args.typed = typed
        root = args.root
        run = chosen(commands()[args.command], args)
        with naming(root, must_exist=not makes_root(run)):
            return call(run, args) or DONE
    except KeyboardInterrupt:
        print("grader: stopped", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except GraderError as error:
        print(f"grader: {printable(str(error), LONGEST)}", file=sys.stderr)
        failing = getattr(error, "result", None)
        if isinstance(failing, Result):
            from graders.harness.commands.failing import show_failing

            with naming(root):
                show_failing(failing)
        return error.status


if __name__ == "__main__":
    sys.exit(main())
