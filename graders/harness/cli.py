"""The command ``grader``: parses the command line, runs a command and returns its exit status.

Each command is a module of :mod:`graders.harness.commands`. Exit status: 0 done, whatever the mark;
1 a check did not pass, a verdict was unexpected, a file is stale, or a claim does not hold;
2 bad usage or input; 3 not gradable: the grader, its sandbox or this machine failed, never the
submission.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from graders.harness.assignment.argument_parser import Grammar
from graders.harness.assignment.places import naming
from graders.harness.commands import (
    bundle,
    check,
    checks,
    completion,
    decide,
    doctor,
    exemplars,
    explain,
    grade,
    listing,
    new,
    play,
    record,
    replay,
    report,
    starter,
    verify,
)
from graders.harness.commands.completion import complete
from graders.harness.commands.failing import show_failing
from graders.harness.commands.grammar import Commands, Run, add_root
from graders.harness.content import release
from graders.harness.errors import BAD_INPUT, DONE, STOPPED, GraderError
from graders.harness.extensions import added
from graders.harness.hooks import Command
from graders.harness.result import Result, printable

COMMANDS = (
    listing,
    checks,
    grade,
    check,
    report,
    explain,
    decide,
    replay,
    starter,
    bundle,
    record,
    play,
    exemplars,
    verify,
    new,
    doctor,
    completion,
)
"""The harness's own, in the order of the help; those of extensions follow."""
LONGEST = 20_000
"""Characters shown of an error, which may contain a traceback of the grader."""


def commands() -> tuple[Command, ...]:
    """Return all commands in the order of the help. Raises GraderError for a broken extension."""
    return (*COMMANDS, *added("commands"))


class _VersionAction(argparse.Action):
    """Prints the release of the grader and of Python."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> NoReturn:
        """See argparse."""
        python = ".".join(map(str, sys.version_info[:3]))
        print(f"grader {release()}, Python {python}")
        parser.exit(DONE)


def parser() -> argparse.ArgumentParser:
    """Return the grammar of the command line, with its help."""
    top = Grammar(
        prog="grader",
        description="Grade student submissions of programming assignments, in a sandbox.",
        epilog="""examples:
  grader list                                           the assignments
  grader checks csc148_2020_blocky                      its checks and their marks
  grader grade csc148_2020_blocky submissions/ada.zip   grade one submission (course staff)
  grader check csc148_2020_blocky .                     the public checks on your code (students)
  grader report marks/ada --format junit                a result in another format
  grader replay marks/ada block.swap                    rerun a failed check's example
  grader similar csc148_2020_blocky submissions/        similar files in a class
  grader doctor                                         what this machine can do or lacks
  grader --root ~/courses list                          assignments of another folder, too

assignments: a folder holds graders/ID, reference/ID, starter/ID and scenarios/ID. The first folder
with an ID wins, in this order: the checkout that grader runs from; the folder of --root or, without
it, of the variable GRADER_ROOT; packages that entry points of the group graders.assignments name;
without a checkout, the assignments that were installed with grader.

exit status:
  0  done, whatever the mark
  1  a check does not pass (check, replay), a verdict differs from the expected one
     (try, exemplars --run), a claim does not hold (verify, distil), a file is stale
     (starter --check, record)
  2  bad usage or input
  3  not gradable: the grader or the machine is at fault, never the submission""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action=_VersionAction, nargs=0, help="print the version and exit")
    add_root(top, help="find assignments in this folder, too (any command)")
    subcommands = Commands(top)
    for command in commands():
        command.add(subcommands)
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
        run: Run = args.run
        root = args.root
        with naming(root, must_exist=run is not new.run):
            return run(args)
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
            with naming(root):
                show_failing(failing)
        return error.status


if __name__ == "__main__":
    sys.exit(main())
