"""The command ``grader``: reads what a person typed, runs one phase after the other, and ends with a status.

Exit status: 0 done (whatever the mark), 1 a public check did not pass (``check`` only) or a stale starter, 2 bad
usage or input, 3 not gradable: the grader, its sandbox or this machine is at fault, never the submission.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from graders.harness.collection import CollectionError
from graders.harness.errors import GraderError
from graders.harness.manifest import Assignment, ManifestError, assignment_ids, load_assignment
from graders.harness.result import Status, Verdict, rounded, to_json
from graders.harness.sandbox.interface import Level, SandboxFault, SandboxRefused

if TYPE_CHECKING:
    from graders.harness.grading import Grader
    from graders.harness.reports.audience import Audience

DONE, NOT_PASSED, BAD_INPUT, NOT_GRADABLE = 0, 1, 2, 3
MINIMUM_VARIABLE = "GRADER_MINIMUM_LEVEL"

Run = Callable[[argparse.Namespace], int]


class Intermixed(argparse.ArgumentParser):
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


def parser() -> argparse.ArgumentParser:
    """Return the command line's grammar, help included."""
    top = argparse.ArgumentParser(
        prog="grader",
        description="Grade student submissions of programming assignments, in a sandbox.",
        epilog="""examples:
  grader list                                             which assignments there are
  grader grade csc148_2020_blocky submissions/ada.zip     grade one submission (course staff)
  grader check csc148_2020_blocky .                       run the public checks on your own code (students)
  grader doctor                                           what this machine can do, and what to install

exit status: 0 done, 1 a public check failed (check) or a starter is stale (starter --check),
2 bad usage or input, 3 not gradable: the fault of the grader or the machine, never of the submission""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Intermixed)

    def command(name: str, run: Run, help: str, description: str, epilog: str = "") -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            help=help,
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.set_defaults(run=run)
        return sub

    def assignment(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("assignment", metavar="ASSIGNMENT", help="an id from `grader list`")

    listing = command("list", run_list, "list the assignments", "List the assignments: id, title, marks.")
    listing.add_argument("--ids", action="store_true", help="only the ids, one a line, for scripts")

    grade = command(
        "grade", run_grade, "grade a submission in the sandbox (course staff)",
        "Grade one submission with all checks, in the strongest sandbox this machine offers.",
        """PATH is a folder, a zip or tar archive, or a single file, as a platform delivers it.

levels, strongest first: A+ A B C D E (see `grader doctor`). Without --sandbox the strongest is taken and anything
weaker than C refused; the environment variable GRADER_MINIMUM_LEVEL may demand more. For code you trust you may
name a weaker level yourself, for example --sandbox plain.""",
    )  # fmt: skip
    assignment(grade)
    grade.add_argument("path", metavar="PATH", type=Path, help="the submission")
    _output_options(grade)
    grade.add_argument(
        "--sandbox", metavar="CHOICE", default="auto",
        help="auto (default), box, bubblewrap, plain, or a level such as B",
    )  # fmt: skip
    grade.add_argument("--python", metavar="FILE", type=Path, help="run the submission under this interpreter instead")

    check = command(
        "check", run_check, "run the public checks on your own code (students)",
        "Run the public checks on your own code, as a plain process. This is not a sandbox: only for code you trust.",
    )  # fmt: skip
    assignment(check)
    check.add_argument("path", metavar="PATH", type=Path, nargs="?", default=Path(), help="your files (default: here)")
    _output_options(check)

    starter = command(
        "starter", run_starter, "write the starter code from the reference",
        "Write starter/ASSIGNMENT from reference/ASSIGNMENT by leaving the solutions out.",
    )  # fmt: skip
    assignment(starter)
    starter.add_argument(
        "--check", action="store_true", help="change nothing; exit 1 and name the files if it is stale"
    )

    play = command("play", run_play, "play the reference's game", "Open the reference's game in a window.")
    assignment(play)
    play.add_argument("options", nargs=argparse.REMAINDER, metavar="...", help="options of the game; try -- --help")

    exemplars = command(
        "exemplars", run_exemplars, "list, write or run the exemplars of an assignment",
        "Exemplars are submissions kept with the verdicts they must get: right solutions, known faults, attacks.",
        """examples:
  grader exemplars csc148_2020_blocky                     list them
  grader exemplars csc148_2020_blocky --run               grade all and compare with what they must get
  grader exemplars csc148_2020_blocky --write DIR NAME    write one as a student would hand it in""",
    )  # fmt: skip
    assignment(exemplars)
    exemplars.add_argument("names", nargs="*", metavar="NAME", help="only these (kind/name or name)")
    exemplars.add_argument(
        "--run", action="store_true", dest="grade", help="grade them; exit 1 if one gets other verdicts"
    )
    exemplars.add_argument("--write", metavar="DIR", type=Path, help="write them as submissions below DIR")
    exemplars.add_argument("--sandbox", metavar="CHOICE", default="auto", help="as for `grader grade`")

    doctor = command(
        "doctor", run_doctor, "say what this machine can do",
        "Report interpreters, sandbox levels and optional tools, and what to do about what is missing.",
    )  # fmt: skip
    doctor.add_argument("--json", action="store_true", help="print one JSON document")
    return top


def _output_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--json", action="store_true", help="print exactly one JSON document, the Result, and nothing else"
    )
    sub.add_argument("--out", metavar="DIR", type=Path, help="also write result.json, report.txt and run.log below DIR")
    sub.add_argument("--all", action="store_true", help="list the passed checks too")
    sub.add_argument("--only", metavar="ID", action="append", help="run only this check (may be repeated)")


# One function per command.


def run_list(args: argparse.Namespace) -> int:
    """``grader list``"""
    for assignment_id in assignment_ids():
        if args.ids:
            print(assignment_id)
            continue
        assignment = load_assignment(assignment_id)
        print(f"{assignment_id:<22} {assignment.manifest.title} ({rounded(assignment.max_marks)} marks)")
    return DONE


def run_grade(args: argparse.Namespace) -> int:
    """``grader grade``"""
    from graders.harness.reports.audience import Audience

    return _grade(args, choice=args.sandbox, only_public=False, audience=Audience.STAFF)[0]


def run_check(args: argparse.Namespace) -> int:
    """``grader check``"""
    from graders.harness.reports.audience import Audience

    status, failed = _grade(args, choice="plain", only_public=True, audience=Audience.STUDENT)
    return NOT_PASSED if status == DONE and failed else status


def run_starter(args: argparse.Namespace) -> int:
    """``grader starter``"""
    from graders.harness import starter

    assignment = load_assignment(args.assignment)
    if not args.check:
        for name in starter.build(assignment.reference, assignment.starter):
            print(f"wrote starter/{assignment.id}/{name}")
        return DONE
    stale = starter.stale(assignment.reference, assignment.starter)
    for name in stale:
        print(f"stale: starter/{assignment.id}/{name}", file=sys.stderr)
    if stale:
        print(f"grader: run `grader starter {assignment.id}` and commit what changed", file=sys.stderr)
    return NOT_PASSED if stale else DONE


def run_play(args: argparse.Namespace) -> int:
    """``grader play``"""
    from graders.harness.play import play

    options = args.options[1:] if args.options[:1] == ["--"] else args.options
    play(load_assignment(args.assignment).id, options)
    return DONE


def run_exemplars(args: argparse.Namespace) -> int:
    """``grader exemplars``"""
    from graders.harness.exemplars import load_exemplars, to_folder
    from graders.harness.verify import verify

    assignment = load_assignment(args.assignment)
    found = load_exemplars(assignment.grader)
    chosen = [e for e in found if not args.names or e.name in args.names or f"{e.kind}/{e.name}" in args.names]
    missing = [name for name in args.names if not any(name in (e.name, f"{e.kind}/{e.name}") for e in found)]
    if missing:
        raise GraderError(
            f"{assignment.id} has no exemplar {missing[0]!r}; `grader exemplars {assignment.id}` lists them"
        )
    if args.write:
        for exemplar in chosen:
            print(to_folder(exemplar, assignment.reference, assignment.files.submitted, args.write))
        return DONE
    if not args.grade:
        for exemplar in chosen:
            print(f"{exemplar.kind + '/' + exemplar.name:<44} {exemplar.title}")
        return DONE
    wrong = 0
    with _grader(assignment, args.sandbox, None) as grader:
        for exemplar in chosen:
            problems = verify(grader, exemplar)
            wrong += bool(problems)
            print(f"{'as expected' if not problems else 'WRONG':<12} {exemplar.kind}/{exemplar.name}", flush=True)
            for problem in problems:
                print(f"             {problem}")
    print(f"{len(chosen) - wrong} of {len(chosen)} exemplars got the verdicts they must get")
    return NOT_PASSED if wrong else DONE


def run_doctor(args: argparse.Namespace) -> int:
    """``grader doctor``"""
    from graders.harness import doctor

    return doctor.main(as_json=args.json)


# Grading.


def _grader(assignment: Assignment, choice: str, python: Path | None) -> Grader:
    from graders.harness.grading import Grader
    from graders.harness.sandbox import select_backend
    from graders.harness.sandbox.interpreters import find_interpreter

    interpreter = str(python.resolve()) if python else find_interpreter(assignment.manifest.python)
    minimum = Level.parse(os.environ.get(MINIMUM_VARIABLE, "C"))
    return Grader(assignment, select_backend(interpreter, choice=choice, minimum=minimum))


def _grade(args: argparse.Namespace, *, choice: str, only_public: bool, audience: Audience) -> tuple[int, bool]:
    """Grade one submission and report it; return the exit status and whether a check that ran did not pass."""
    from graders.harness.intake import read_submission
    from graders.harness.progress import Live
    from graders.harness.reports import folder, terminal

    started = time.monotonic()
    assignment = load_assignment(args.assignment)
    submission = read_submission(args.path, assignment)
    only = frozenset(args.only) if args.only else None
    with _grader(assignment, choice, getattr(args, "python", None)) as grader, Live(Console(stderr=True)) as live:
        grader.progress = live
        graded = grader.grade(submission, only_public=only_public, only=only)
    result = graded.result
    if only and not any(check.verdict is not Verdict.NOT_RUN for check in result.checks):
        raise GraderError(f"no check is called {args.only[0]!r}; `grader grade --all` lists them")
    if args.out:
        log = (*graded.log, f"{time.monotonic() - started:.2f} s in all")
        folder.write(args.out, result, log, assignment.manifest.palette, audience)
    if args.json:
        sys.stdout.buffer.write(to_json(result))
    else:
        terminal.render(
            result, console=Console(), palette=assignment.manifest.palette, audience=audience, all_checks=args.all
        )
    failed = any(check.verdict not in (Verdict.PASSED, Verdict.NOT_RUN) for check in result.checks)
    return (DONE if result.status is Status.GRADED else NOT_GRADABLE), failed


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status."""
    args = parser().parse_args(argv)
    run: Run = args.run
    try:
        return run(args)
    except KeyboardInterrupt:
        print("grader: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except GraderError as error:
        from graders.harness.grading import GraderBroken

        print(f"grader: {error}", file=sys.stderr)
        ours = (SandboxFault, SandboxRefused, GraderBroken, CollectionError, ManifestError)
        unknown = isinstance(error, ManifestError) and "there is no assignment" in str(error)
        return NOT_GRADABLE if isinstance(error, ours) and not unknown else BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
