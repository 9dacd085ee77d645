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
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from graders.harness.collection import CollectionError
from graders.harness.errors import GraderError
from graders.harness.intake.bulk import Reading
from graders.harness.manifest import Assignment, ManifestError, assignment_ids, load_assignment
from graders.harness.result import Status, Verdict, rounded, to_json
from graders.harness.sandbox.interface import Level, SandboxFault, SandboxRefused

if TYPE_CHECKING:
    from graders.harness.grading import Grader
    from graders.harness.intake.bulk import Deliveries
    from graders.harness.warm import Settings

DONE, NOT_PASSED, BAD_INPUT, NOT_GRADABLE = 0, 1, 2, 3
REPORT_FORMATS = {
    "html": "a web page",
    "text": "plain text, with every check",
    "json": "the result, without what its reader may not see",
    "markdown": "a summary",
    "junit": "JUnit XML, for CI systems",
    "gradescope": "results.json of a Gradescope autograder",
    "markus": "records of a MarkUs tester",
    "markus-upload": "what MarkUs' API takes",
    "classroom": "a runner's result for GitHub Classroom",
}
REPORT_CLASS_FORMATS = {
    "canvas": "the gradebook of Canvas or Quercus, CSV",
    "markus-csv": "the marks of MarkUs' Grades tab, CSV",
}
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
  grader report marks/ada --format gradescope             a result in another format
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
        "grade", run_grade, "grade a submission, or a whole class, in the sandbox (course staff)",
        "Grade submissions with all checks, in the strongest sandbox this machine offers.",
        """PATH is one submission (a folder, a zip or tar archive, or a single file, as a platform delivers it), or a
class: a folder or zip that holds one submission a folder or archive, or a platform's bulk download (Gradescope, Canvas
or Quercus, MarkUs, Moodle, GitHub Classroom). Several paths are a class too.

A class leaves, below --out, a folder for each submission (result.json, reports, run.log), gradebook.csv and index.html.
What has been graded before, by exactly this grader, is not graded again: a run that was stopped goes on when it is
started anew.

examples:
  grader grade csc148_2020_blocky ada.zip                       one submission
  grader grade csc148_2020_blocky submissions/ --roster class.csv --out marks/
  grader grade csc148_2020_blocky submissions.zip --jobs 8

levels, strongest first: A+ A B C D E (see `grader doctor`). Without --sandbox the strongest is taken and anything
weaker than C refused; the environment variable GRADER_MINIMUM_LEVEL may demand more. For code you trust you may
name a weaker level yourself, for example --sandbox plain.""",
    )  # fmt: skip
    assignment(grade)
    _grade_options(grade)

    check = command(
        "check", run_check, "run the public checks on your own code (students)",
        "Run the public checks on your own code, as a plain process. This is not a sandbox: only for code you trust.",
    )  # fmt: skip
    assignment(check)
    check.add_argument("path", metavar="PATH", type=Path, nargs="?", default=Path(), help="your files (default: here)")
    check.add_argument(
        "--no-style", action="store_true", help="say nothing of how the code is written: no rules, no python-ta"
    )
    _output_options(check)
    check.add_argument("--html", metavar="FILE", type=Path, help="also write the report as a web page")

    report = command(
        "report", run_report, "write a result in another format: a web page, Gradescope, MarkUs, JUnit ...",
        "Write a result that `grader grade --out` left, or those of a class, in another format.",
        """PATH is a result.json, the folder that holds one, or the folder of a graded class.

formats of a submission (of a class: one file for each submission, below --out):
"""
        + "\n".join(f"  {name:<14} {about}" for name, about in REPORT_FORMATS.items())
        + """
formats of a class, for staff:
"""
        + "\n".join(f"  {name:<14} {about}" for name, about in REPORT_CLASS_FORMATS.items())
        + """

Unless --for staff is given, a report is for the student: of hidden checks it says what the assignment allows.

examples:
  grader report marks/ada/result.json --format gradescope --out results.json
  grader report marks/ada --format html --for staff --submission submissions/ada --out ada.html
  grader report marks/ --format html --out for-students/
  grader report marks/ --format canvas --column "Assignment 2 (12345)" --out quercus.csv""",
    )  # fmt: skip
    _report_options(report)

    starter = command(
        "starter", run_starter, "write the starter code from the reference",
        "Write starter/ASSIGNMENT from reference/ASSIGNMENT by leaving the solutions out.",
    )  # fmt: skip
    assignment(starter)
    starter.add_argument(
        "--check", action="store_true", help="change nothing; exit 1 and name the files if it is stale"
    )

    bundle = command(
        "bundle", run_bundle, "build what students or Gradescope receive",
        "Build what leaves this repository in one piece, as a folder and a zip.",
        """kinds:
  student   starter code, the public checks and what they need; `python check.py` runs them on every system.
            No solution, no hidden check and no answer that only a hidden check asks for is in it: that is proved
            on the finished files, or nothing is written.
  gradescope  the autograder's zip for Gradescope. For staff alone: hidden checks and the reference are in it.

examples:
  grader bundle student csc148_2020_blocky
  grader bundle gradescope csc148_2020_blocky
  grader bundle student comp250_blocky --out site/""",
    )  # fmt: skip
    bundle.add_argument("kind", choices=("student", "gradescope"), help="what to build")
    assignment(bundle)
    bundle.add_argument("--out", metavar="DIR", type=Path, default=Path("dist"), help="where to (default: dist)")
    bundle.add_argument("--sandbox", metavar="CHOICE", default="auto", help="gradescope: as for `grader grade`")
    bundle.add_argument("--minimum", metavar="LEVEL", default="C", help="gradescope: the weakest sandbox to grade in")
    bundle.add_argument(
        "--for", dest="audience", choices=["student", "staff"], default="student",
        help="gradescope: whether staff see hidden checks there; students then see no total",
    )  # fmt: skip

    record = command(
        "record", run_record, "record scenarios by running the reference",
        "Run the reference on what each scenario types, and show how the files differ from what it prints.",
        """A scenario is a header and a transcript. To make one, write the header and the typed lines, like «this»;
then record it and look at the difference. Nothing is written without --write.""",
    )  # fmt: skip
    assignment(record)
    record.add_argument("names", nargs="*", metavar="NAME", help="only these scenarios (without .txt)")
    record.add_argument("--write", action="store_true", help="write the files; without it exit 1 if one differs")

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
    exemplars.add_argument("--jobs", metavar="N", type=_positive, help="graded at once (default: the cores)")
    exemplars.add_argument("--sandbox", metavar="CHOICE", default="auto", help="as for `grader grade`")

    doctor = command(
        "doctor", run_doctor, "say what this machine can do",
        "Report interpreters, sandbox levels and optional tools, and what to do about what is missing.",
    )  # fmt: skip
    doctor.add_argument("--json", action="store_true", help="print one JSON document")
    return top


def _grade_options(grade: argparse.ArgumentParser) -> None:
    grade.add_argument("paths", metavar="PATH", type=Path, nargs="+", help="a submission, or a class")
    _output_options(grade)
    grade.add_argument(
        "--as", dest="reading", choices=[reading.value for reading in Reading], default=Reading.AUTO.value,
        help="whether PATH is one submission or a class, where names do not tell",
    )  # fmt: skip
    grade.add_argument("--jobs", metavar="N", type=_positive, help="submissions graded at once (default: the cores)")
    grade.add_argument("--dask", metavar="ADDRESS", default="", help="grade on the workers of this Dask scheduler")
    grade.add_argument("--roster", metavar="CSV", type=Path, help="the class list: who is who, in which group")
    grade.add_argument(
        "--explore", metavar="SEED", type=_positive, default=0,
        help="draw other examples than everybody's, for tuning a grader: not for marks",
    )  # fmt: skip
    grade.add_argument(
        "--days-late", metavar="N", type=_positive, default=0,
        help="take off what the handout says for so many days (of a class the roster says who was late)",
    )  # fmt: skip
    grade.add_argument("--no-html", action="store_true", help="write no web pages below --out")
    grade.add_argument("--fresh", action="store_true", help="grade everything again, whatever was graded before")
    grade.add_argument(
        "--sandbox", metavar="CHOICE", default="auto",
        help="auto (default), box, bubblewrap, plain, or a level such as B",
    )  # fmt: skip
    grade.add_argument("--python", metavar="FILE", type=Path, help="run the submission under this interpreter instead")


def _output_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--json", action="store_true", help="print exactly one JSON document, the Result, and nothing else"
    )
    sub.add_argument("--out", metavar="DIR", type=Path, help="also write result.json, reports and run.log below DIR")
    sub.add_argument("--all", action="store_true", help="list the passed checks too")
    sub.add_argument("--only", metavar="ID", action="append", help="run only this check (may be repeated)")


def _report_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("path", metavar="PATH", type=Path, help="result.json, or the folder of a result or a class")
    sub.add_argument(
        "--format", required=True, choices=[*REPORT_FORMATS, *REPORT_CLASS_FORMATS], metavar="FORMAT", help="see below"
    )
    sub.add_argument("--for", dest="audience", choices=["student", "staff"], help="who reads it (default: student)")
    sub.add_argument("--out", metavar="PATH", type=Path, help="the file to write (default: print it)")
    sub.add_argument("--submission", metavar="PATH", type=Path, help="its files, to show lines of the code")
    sub.add_argument("--column", metavar="TITLE", default="", help="canvas: the assignment's column")
    sub.add_argument(
        "--criterion", metavar="TASK=NAME", action="append", default=[], help="markus-csv: what a task is called there"
    )


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
    from graders.harness.intake.bulk import find_deliveries

    deliveries = find_deliveries(args.paths, load_assignment(args.assignment), Reading(args.reading))
    if deliveries.single is None:
        return _grade_class(args, deliveries)
    for option in ("jobs", "dask", "roster", "fresh"):
        if getattr(args, option):
            raise GraderError(f"--{option} goes with a class; {args.paths[0]} is one submission (see --as)")
    args.path = args.paths[0]
    return _grade_one(args)


def run_check(args: argparse.Namespace) -> int:
    """``grader check``"""
    from graders.harness.selfcheck import Wishes, check

    wishes = Wishes(
        only=frozenset(args.only) if args.only else None,
        style=not args.no_style,
        all_checks=args.all,
        as_json=args.json,
        html=args.html,
        out=args.out,
    )
    return check(load_assignment(args.assignment), args.path, wishes)


def run_report(args: argparse.Namespace) -> int:
    """``grader report``"""
    from graders.harness import reporting

    reporting.report(reporting.Order(**{name: getattr(args, name) for name in reporting.Order.__slots__}))
    return DONE


def run_starter(args: argparse.Namespace) -> int:
    """``grader starter``"""
    from graders.harness import starter

    assignment = load_assignment(args.assignment)
    common = starter.common_files(assignment.manifest)
    if not args.check:
        for name in starter.build(assignment.reference, assignment.starter, common):
            print(f"wrote starter/{assignment.id}/{name}")
        _note_unproved(assignment)
        return DONE
    stale = starter.stale(assignment.reference, assignment.starter, common)
    for name in stale:
        print(f"stale: starter/{assignment.id}/{name}", file=sys.stderr)
    if stale:
        print(f"grader: run `grader starter {assignment.id}` and commit what changed", file=sys.stderr)
    _note_unproved(assignment)
    return NOT_PASSED if stale else DONE


def _note_unproved(assignment: Assignment) -> None:
    from graders.harness.starter import unproved

    note = unproved([*assignment.files.submitted, *assignment.files.course])
    if note:
        print(f"note: {note}", file=sys.stderr)


def run_bundle(args: argparse.Namespace) -> int:
    """``grader bundle``"""
    from graders.harness.bundle import gradescope, student

    if args.kind == "gradescope":
        options = {"sandbox": args.sandbox, "minimum": args.minimum, "audience": args.audience}
        print(f"wrote {gradescope.build(load_assignment(args.assignment), args.out, **options)}")
        return DONE
    folder, archive = student.build(load_assignment(args.assignment), args.out)
    print(f"wrote {folder} and {archive}")
    return DONE


def run_record(args: argparse.Namespace) -> int:
    """``grader record``"""
    from graders.harness.record import record

    differ = [recorded for recorded in record(load_assignment(args.assignment), args.names) if recorded.difference()]
    for recorded in differ:
        print(recorded.difference())
        if args.write:
            recorded.path.write_text(recorded.after, encoding="utf-8")
    if args.write:
        print(f"{len(differ)} written; read the difference before you commit it", file=sys.stderr)
    return NOT_PASSED if differ and not args.write else DONE


def run_play(args: argparse.Namespace) -> int:
    """``grader play``"""
    from graders.harness.play import play

    options = args.options[1:] if args.options[:1] == ["--"] else args.options
    play(load_assignment(args.assignment).id, options)
    return DONE


def run_exemplars(args: argparse.Namespace) -> int:
    """``grader exemplars``"""
    from graders.harness.classrun import cores
    from graders.harness.exemplars import load_exemplars, to_folder
    from graders.harness.verify import verify_all

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
            print(to_folder(exemplar, assignment.reference, assignment.files.solved, args.write))
        return DONE
    if not args.grade:
        for exemplar in chosen:
            print(f"{exemplar.kind + '/' + exemplar.name:<44} {exemplar.title}")
        return DONE
    wrong = 0
    for exemplar, problems in verify_all(_settings(assignment, args.sandbox, None), chosen, args.jobs or cores()):
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
    from graders.harness.grading import Grader, open_backend
    from graders.harness.style import open_linter

    minimum = Level.parse(os.environ.get(MINIMUM_VARIABLE, "C"))
    interpreter = str(python.resolve()) if python else ""
    backend = open_backend(assignment, choice=choice, minimum=minimum, python=interpreter)
    try:
        linter = open_linter(assignment, choice=choice, minimum=minimum, meanwhile=True)
    except BaseException:
        backend.close()
        raise
    return Grader(assignment, backend, linter=linter)


def _grade_one(args: argparse.Namespace) -> int:
    """Grade one submission and report it to staff; return the exit status."""
    from graders.harness import lateness
    from graders.harness.intake import read_submission
    from graders.harness.progress import Live
    from graders.harness.reports import folder, terminal
    from graders.harness.reports.audience import Audience, view
    from graders.harness.reports.look import Look

    started = time.monotonic()
    assignment = load_assignment(args.assignment)
    if args.days_late and assignment.manifest.late is None:
        raise GraderError(f"{assignment.id} has no rule for late submissions (a table [late] in its assignment.toml)")
    submission = read_submission(args.path, assignment)
    only = frozenset(args.only) if args.only else None
    with _grader(assignment, args.sandbox, args.python) as grader, Live(Console(stderr=True)) as live:
        grader.progress = live
        graded = grader.grade(submission, only=only, explore=args.explore)
        if grader.linter is not None and grader.linter.lacking:
            print(f"grader: {grader.linter.lacking}", file=sys.stderr)
    result = lateness.adjusted(graded.result, assignment.manifest.late, Fraction(args.days_late))
    if only and not any(check.verdict is not Verdict.NOT_RUN for check in result.checks):
        raise GraderError(f"no check is called {args.only[0]!r}; `grader grade --all` lists them")
    look = Look.of(assignment.manifest)
    if args.out:
        log = (*graded.log, f"{time.monotonic() - started:.2f} s in all")
        folder.write(args.out, result, log, look, Audience.STAFF, sources=submission.files, web=not args.no_html)
    seen = view(result, Audience.STAFF, look.disclosure)
    if args.json:
        sys.stdout.buffer.write(to_json(seen.result))
    else:
        terminal.render_view(seen, console=Console(), palette=look.palette, all_checks=args.all)
    return DONE if result.status is Status.GRADED else NOT_GRADABLE


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def _settings(assignment: Assignment, choice: str, python: Path | None) -> Settings:
    from graders.harness.warm import Settings

    return Settings(
        assignment=assignment.id,
        sandbox=choice,
        minimum=os.environ.get(MINIMUM_VARIABLE, "C"),
        python_ta=True,
        python=str(python.resolve()) if python else "",
    )


def _grade_class(args: argparse.Namespace, deliveries: Deliveries) -> int:
    """Grade a class; return the exit status."""
    from graders.harness import classrun
    from graders.harness.roster import read_roster

    for option in ("json", "all", "only", "explore", "days_late"):
        if getattr(args, option):
            option = option.replace("_", "-")
            raise GraderError(f"--{option} goes with one submission; a class's results are below --out, one a folder")
    assignment = load_assignment(args.assignment)
    out = args.out or Path(f"results-{assignment.id}")
    plan = classrun.Plan(
        assignment=assignment,
        settings=_settings(assignment, args.sandbox, args.python),
        out=out,
        jobs=args.jobs or classrun.cores(),
        dask=args.dask,
        roster=read_roster(args.roster) if args.roster else None,
        use_store=not args.fresh,
        web=not args.no_html,
    )
    messages = Console(stderr=True)
    try:
        found = classrun.grade_class(plan, deliveries, Console(), messages)
    except classrun.Stopped as stopped:
        print(f"grader: stopped, {stopped}; run the same command again to go on", file=sys.stderr)
        return 130
    older = [delivery.name for delivery in deliveries.superseded]
    replaced = [f"{len(older)} handed in again later, not graded: {', '.join(older)}"] if older else []
    for note in (*deliveries.notes, *replaced):
        print(f"grader: {note}", file=sys.stderr)
    again = f" ({found.known} known from an earlier run)" if found.known else ""
    print(f"\ngradebook and reports: {out}{again}", file=sys.stderr)
    return NOT_GRADABLE if found.not_gradable else DONE


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
        from graders.harness.reports.platforms.lines import NotGradable

        print(f"grader: {error}", file=sys.stderr)
        ours = (SandboxFault, SandboxRefused, GraderBroken, CollectionError, ManifestError, NotGradable)
        unknown = isinstance(error, ManifestError) and "there is no assignment" in str(error)
        return NOT_GRADABLE if isinstance(error, ours) and not unknown else BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
