"""``grader decide``: decisions, comments, regrade requests, reviewed reasons and weights of a
class.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graders.harness.commands.consent import add_consent, agrees
from graders.harness.commands.grammar import Commands
from graders.harness.errors import DONE, GraderError

if TYPE_CHECKING:
    from graders.harness.course.marks.deciding import Class, Preview
    from graders.harness.course.marks.decisions_file import DecisionsTable

SAME = "*"
"""The argument of --waive for the check of --failed."""
WHY = "say why, because students read it: --why TEXT"
NEEDS = (
    ("waive", {"why"}, WHY),
    ("marks", {"why"}, WHY),
    ("seen", {"why"}, "say why that is enough: --why TEXT"),
    (
        "answer",
        {"question"},
        "--answer needs --question TEXT, in the words of the request",
    ),
    ("private", {"question"}, "--private needs --question TEXT"),
    (
        "about",
        {"comment", "question"},
        "--about needs --comment TEXT or --question TEXT",
    ),
)
"""Options that need one of others, and the message without it."""


def add(commands: Commands) -> None:
    """Add the command."""
    decide = commands.add(
        "decide",
        run,
        "decide for one submission or many, or change all marks (course staff)",
        "Override marks, comment, answer regrade requests and note what was looked at, for one "
        "submission or many; or mark all verdicts by other weights.",
        """DIR is the folder of a graded class. The command shows what it changes and for whom, then
asks. The decision is added to DIR/decisions.toml, which you may also write by hand, and goes into
results, reports and gradebook at once. Verdicts do not change, and nothing is graded again.

For whom: WHO is a submission's name or folder, or an author's id, login, email, name or group;
"*" is everybody. --failed CHECK is everybody who failed it, in later gradings, too. --group is a
group of submissions with the same fault: words of its sentence, the name of a known fault, or the
number in the list that a wrong word prints.

Without an action the command lists all that was decided, asked and seen. If DIR/decisions.toml, or
the marks or the late policy of the assignment, changed since the results were made, it shows what
that changes, and asks.

--weights puts the tables of a file into DIR/decisions.toml, as [weights]. All are optional, and all
other marks stay as the assignment has them:
  [checks]       "block.swap*" = 3       marks of a check: an id, its beginning, or a pattern
  [visibility]   "goal.deep" = "public"  or "hidden"
  [tasks]        block = 40              a task's marks, which its checks share by their own
  [manual]       Style = 5               the maximum of a part that a tutor marks
  [[deductions]] and [late]              as in assignment.toml, instead of those there

examples:
  grader decide marks/ --failed add.any-piece --waive --by "R. Tutor" --why "the forum allowed it"
  grader decide marks/ ada ben --set block.swap=1.5 --by "R. Tutor" --why "a typing error"
  grader decide marks/ ada --waive late --by "R. Tutor" --why "an extension was agreed"
  grader decide marks/ --group 1 --comment "Look again at page 3 of the handout." --by "R. Tutor"
  grader decide marks/ ada --question "Why did swap fail?" --about block.swap --by "R. Tutor"
  grader decide marks/ ada --question "Why did swap fail?" --about block.swap --by "R. Tutor" \\
    --answer "It also turns the quarters."
  grader decide marks/ ada --seen "nondeterministic*" --by "R. Tutor" --why "it prints the time"
  grader decide marks/ --weights weights.toml --dry-run       what other marks would change
  grader decide marks/                                        the list""",
    )
    decide.add_argument("path", metavar="DIR", type=Path, help="the folder of a graded class")
    decide.add_argument("who", metavar="WHO", nargs="*", help="whose submissions")
    decide.add_argument("--failed", metavar="CHECK", help="all who failed this check")
    decide.add_argument("--group", metavar="WORDS", help="a group with the same fault")
    decide.add_argument(
        "--waive",
        metavar="ABOUT",
        nargs="?",
        const=SAME,
        help="full marks for a check (default: the one of --failed), or nothing off by a rule such "
        "as late",
    )
    decide.add_argument(
        "--set",
        metavar="ABOUT=MARKS",
        dest="marks",
        help="these marks for a check, or a rule",
    )
    decide.add_argument("--comment", metavar="TEXT", help="words for the authors")
    decide.add_argument("--question", metavar="TEXT", help="a student's regrade request")
    decide.add_argument("--answer", metavar="TEXT", default="", help="the answer to it")
    decide.add_argument(
        "--private",
        action="store_true",
        help="the report shows neither question nor answer",
    )
    decide.add_argument("--about", metavar="CHECK", help="the check of a comment or a question")
    decide.add_argument(
        "--seen",
        metavar="REASON",
        help="take a reason off the list of what needs review; * stands for any text",
    )
    decide.add_argument(
        "--weights",
        metavar="TOML",
        type=Path,
        help="other marks for everybody, instead of the present weights",
    )
    decide.add_argument("--by", metavar="NAME", default="", help="who decides")
    decide.add_argument("--why", metavar="TEXT", default="", help="why; students read it")
    decide.add_argument("--on", metavar="DATE", type=_date, help="as 2024-05-02 (default: today)")
    add_consent(decide)


def _date(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"must be a date such as 2024-05-02, not {text!r}"
        ) from None


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.course.marks import carried_over, deciding, weights

    if not args.dry_run:
        carried_over.carry(args.path)
    actions = ("waive", "marks", "comment", "question", "seen", "weights")
    chosen = [name for name in actions if getattr(args, name) is not None]
    given = {name for name, value in vars(args).items() if value}
    for name, needed, message in NEEDS:
        if given & {name, *needed} == {name}:
            raise GraderError(message)
    if not chosen:
        return _list(args)
    if len(chosen) > 1:
        raise GraderError("give one of --waive, --set, --comment, --question, --seen and --weights")
    if args.weights is not None:
        if args.who or args.failed is not None or args.group is not None:
            raise GraderError("--weights is for everybody: name nobody")
        preview = deciding.Class(args.path).preview_weights(weights.read(args.weights))
        _show_and_write(args, preview)
        return DONE
    if not args.by.strip():
        raise GraderError("say who decides: --by NAME")
    room = deciding.Class(args.path)
    remark = ""
    if args.group is not None:
        remark = f"the group: {room.group(args.group).sentence}"
    _show_and_write(args, room.preview(_entry(args, room), remark))
    return DONE


def _show_and_write(args: argparse.Namespace, preview: Preview) -> None:
    """Print what changes, and write it if that is wanted."""
    from rich.console import Console

    from graders.harness.course.marks import deciding, mark_changes
    from graders.harness.intake.names import display

    console = Console()
    for line in preview.for_everybody:
        console.print(line, highlight=False, markup=False)
    for line in preview.reviews:
        console.print(display(line, 300), highlight=False, markup=False)
    if preview.moves or not preview.reviews:
        mark_changes.render(preview.moves, preview.people, console)
    for line in preview.warnings:
        print(f"grader: {line}", file=sys.stderr)
    if agrees(args):
        deciding.write(preview)
        where = display(str(args.path), 200)
        print(
            f"grader: decisions.toml, reports and gradebook written: {where}",
            file=sys.stderr,
        )


def _entry(args: argparse.Namespace, room: Class) -> DecisionsTable:
    """Return the entry for the file. Raises GraderError."""
    from graders.harness.course.marks.deciding import today
    from graders.harness.course.marks.decisions_file import (
        CommentEntry,
        DecisionEntry,
        RequestEntry,
        SeenEntry,
    )

    signed: dict[str, Any] = {
        "by": args.by,
        "on": args.on or today(),
        **_whom(args, room),
    }
    check = "" if args.about is None else room.check(args.about)
    if args.comment is not None:
        return CommentEntry(text=args.comment, check=check, **signed)
    if args.question is not None:
        return RequestEntry(
            question=args.question,
            answer=args.answer,
            visible=not args.private,
            check=check,
            **signed,
        )
    if args.seen is not None:
        return SeenEntry(reason=args.seen, why=args.why, **signed)
    return DecisionEntry(why=args.why, **_decided(args, room), **signed)


def _whom(args: argparse.Namespace, room: Class) -> dict[str, Any]:
    """Return the field for the submissions. Raises GraderError."""
    if sum((bool(args.who), args.failed is not None, args.group is not None)) != 1:
        raise GraderError("say for whom, in one way: names, --failed CHECK or --group WORDS")
    if args.failed is not None:
        return {"failed": room.check(args.failed)}
    if args.group is not None:
        return {"submissions": list(room.group(args.group).submissions)}
    return room.named(args.who)


def _decided(args: argparse.Namespace, room: Class) -> dict[str, Any]:
    """Return the fields of a decision: about what, and the marks. Raises GraderError."""
    if args.waive is not None:
        name = {SAME: args.failed}.get(args.waive, args.waive)
        if not name:
            raise GraderError("say what is waived: --waive CHECK, or --waive late")
        return room.about(name)
    name, _, number = args.marks.rpartition("=")
    try:
        marks = float(number)
    except ValueError:
        raise GraderError(
            f"--set needs ABOUT=MARKS, such as block.swap=1.5, not {args.marks!r}"
        ) from None
    return {**room.about(name), "marks": int(marks) if marks.is_integer() else marks}


def _list(args: argparse.Namespace) -> int:
    """Print all that the file says, and bring in what changed since the results were made."""
    from rich.console import Console
    from rich.table import Table

    from graders.harness.course.marks import deciding, decisions, up_to_date
    from graders.harness.course.pages import class_folder
    from graders.harness.course.pages.changing import unchanged
    from graders.harness.reports.console import TerminalCapabilities

    console = Console()
    terminal = TerminalCapabilities.of(console)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for heading in ("", "whose", "what", "by", "on"):
        table.add_column(heading, overflow="fold")
    record = decisions.read_record(args.path)
    for kind, entry in record.entries:
        table.add_row(
            kind,
            terminal.line(entry.whose, "bold", limit=100),
            terminal.text(entry.sentence),
            terminal.line(entry.by),
            entry.on.isoformat(),
        )
    console.print(
        table if record.entries else "Nothing was decided, asked or seen.",
        highlight=False,
    )
    for unknown in record.unknown:
        print(f"grader: without a submission: {unknown}", file=sys.stderr)
    with unchanged(args.path):
        up_to_date.refuse_outdated(args.path, but=up_to_date.MARKED)
    if (args.path / class_folder.BOOK).exists():
        preview = deciding.Class(args.path).preview_sources()
        if preview.moves or up_to_date.is_outdated(args.path):
            _show_and_write(args, preview)
    return DONE
