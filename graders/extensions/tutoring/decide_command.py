"""``grader decide``: decisions, comments, regrade requests, reviewed reasons and weights of a
class.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from graders.harness.commands.grammar import ClassFolder, arg, words
from graders.harness.errors import GraderError

if TYPE_CHECKING:
    from graders.extensions.tutoring.deciding import Class, Preview
    from graders.extensions.tutoring.deciding_files import FilesPreview
    from graders.harness.course.marks.decisions_file import DecisionsTable, RequestEntry

SAME = "*"
"""The argument of --waive for the check of --failed."""
WHY = "say why, because students read it: --why TEXT"
NEEDS = (
    ("waive", {"why"}, WHY),
    ("set_", {"why"}, WHY),
    ("take", {"why"}, WHY),
    ("instead", {"why"}, WHY),
    ("seen", {"why"}, "say why that is enough: --why TEXT"),
    (
        "answer",
        {"question", "about"},
        "--answer needs --question TEXT, in the words of the request, or --about CHECK, for all "
        "open requests about it",
    ),
    ("private", {"question", "answer"}, "--private needs --question TEXT"),
    (
        "about",
        {"comment", "question", "answer"},
        "--about needs --comment TEXT, --question TEXT or --answer TEXT",
    ),
)
"""Options that need one of others, and the message without it."""


def _date(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"must be a date such as 2024-05-02, not {text!r}"
        ) from None


@dataclass(frozen=True)
class DecideArguments:
    """The arguments and options of ``grader decide``."""

    path: ClassFolder
    who: Annotated[Sequence[str], arg("whose submissions")] = ()
    _: KW_ONLY
    failed: Annotated[str | None, arg("all who failed this check", "CHECK")] = None
    group: Annotated[str | None, arg("a group with the same fault", "WORDS")] = None
    waive: Annotated[
        str | None,
        arg(
            "full marks for a check (default: the one of --failed), or nothing off by a rule such "
            "as late",
            "ABOUT",
            const=SAME,
        ),
    ] = None
    set_: Annotated[str | None, arg("these marks for a check, or a rule", "ABOUT=MARKS")] = None
    comment: Annotated[str | None, arg("words for the authors", "TEXT")] = None
    question: Annotated[str | None, arg("a student's regrade request", "TEXT")] = None
    answer: Annotated[str, arg("the answer to it", "TEXT")] = ""
    private: Annotated[bool, arg("the report shows neither question nor answer")] = False
    about: Annotated[
        str | None, arg("the check of a comment, a question or an answer", "CHECK")
    ] = None
    take: Annotated[
        str | None, arg("this file of the submission is an expected one", "FILE=NAME")
    ] = None
    instead: Annotated[
        Path | None,
        arg("this file, such as a zip that came by mail, instead of what was handed in", "FILE"),
    ] = None
    seen: Annotated[
        str | None,
        arg("take a reason off the list of what needs review; * stands for any text", "REASON"),
    ] = None
    weights: Annotated[
        Path | None, arg("other marks for everybody, instead of the present weights", "TOML")
    ] = None
    by: Annotated[str, arg("who decides", "NAME")] = ""
    why: Annotated[str, arg("why; students read it", "TEXT")] = ""
    on: Annotated[
        datetime.date | None, arg("as 2024-05-02 (default: today)", "DATE", type=_date)
    ] = None
    yes: Annotated[bool, arg("change it without asking")] = False
    dry_run: Annotated[bool, arg("show what would change; write nothing")] = False


def decide(args: DecideArguments) -> None:
    """Decide for one submission or many, or change all marks (course staff).

    Overrides marks, chooses files, comments, answers regrade requests and notes what was looked at,
    for one submission or many; or marks all verdicts by other weights.

    DIR is the folder of a graded class. The command shows what it changes and for whom, then asks.
    The decision is added to DIR/decisions.toml, which you may also write by hand, and goes into
    results, reports and gradebook at once. Verdicts do not change, and nothing is graded again.

    For whom: WHO is a submission's name or folder, or an author's id, login, email, name or group;
    "*" is everybody. --failed CHECK is everybody who failed it, in later gradings, too. --group is
    a group of submissions with the same fault: words of its sentence, the name of a known fault, or
    the number in the list that a wrong word prints.

    Without an action the command lists all that was decided, asked and seen, and brings in what
    changed in DIR/decisions.toml, the marks or the late policy.

    --answer with --about and without --question answers all open requests about a check, or those
    of WHO. --take and --instead are for the next grading; until then no command passes results on.

    --weights puts the tables of a file into DIR/decisions.toml, as [weights]. All are optional, and
    all other marks stay as the assignment has them:
      [checks]       "block.swap*" = 3       marks of a check: an id, its beginning, or a pattern
      [visibility]   "goal.deep" = "public"  or "hidden"
      [tasks]        block = 40              a task's marks, which its checks share by their own
      [manual]       Style = 5               the maximum of a part that a tutor marks
      [[deductions]] and [late]              as in assignment.toml, instead of those there

    examples:
      grader decide marks/ --failed add.any --waive --by "R. Tutor" --why "the forum allowed it"
      grader decide marks/ ada --waive late --by "R. Tutor" --why "an extension was agreed"
      grader decide marks/ "*" --set "capital letters=-1" --by "R. Tutor" --why "one slip"
                             a habit of format that is one cause costs so much instead
      grader decide marks/ ada --take blok.py=block.py --by "R. Tutor" --why "misspelt"
      grader decide marks/ ada --question "Why did swap fail?" --about block.swap \\
        --by "R. Tutor" --answer "It also turns the quarters."
      grader decide marks/ ada --seen "nondeterministic*" --by "R. Tutor" --why "it prints the time"
      grader decide marks/ --weights weights.toml --dry-run       what other marks would change
      grader decide marks/                                        the list
    """
    if args.yes and args.dry_run:
        raise GraderError("--yes writes and --dry-run does not: give only one of them")
    from graders.extensions.tutoring import deciding
    from graders.harness.course.marks import weights

    actions = ("waive", "set_", "comment", "question", "take", "instead", "seen", "weights")
    chosen = [name for name in actions if getattr(args, name) is not None]
    if args.answer and args.question is None:
        chosen.append("answer")
    given = {name for name, value in vars(args).items() if value}
    for name, needed, message in NEEDS:
        if given & {name, *needed} == {name}:
            raise GraderError(message)
    options = ", ".join(f"--{words(name)}" for name in actions)
    if not chosen:
        if args.who or given & {"failed", "group", "by", "why"}:
            raise GraderError(f"say what to decide: one of {options}")
        _list(args)
        return
    if len(chosen) > 1:
        raise GraderError(f"give one of {options}")
    if args.weights is not None:
        if args.who or args.failed is not None or args.group is not None:
            raise GraderError("--weights is for everybody: name nobody")
        preview = deciding.Class(args.path).preview_weights(weights.read(args.weights))
        _show_and_write(args, preview)
        return
    if not args.by.strip():
        raise GraderError("say who decides: --by NAME")
    if args.take is not None or args.instead is not None:
        _decide_on_files(args)
        return
    room = deciding.Class(args.path)
    if "answer" in chosen:
        _show_and_write(args, room.preview_answers(_answer(args, room), args.who))
        return
    remark = ""
    if args.group is not None:
        remark = f"the group: {room.group(args.group).sentence}"
    _show_and_write(args, room.preview(_entry(args, room), remark))


def _show_and_write(args: DecideArguments, preview: Preview) -> None:
    """Print what changes, and write it if that is wanted."""
    from rich.console import Console

    from graders.extensions.tutoring import deciding, mark_changes
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
    if _agrees(args):
        deciding.write(preview)
        where = display(str(args.path), 200)
        print(
            f"grader: decisions.toml, reports and gradebook written: {where}",
            file=sys.stderr,
        )


def _decide_on_files(args: DecideArguments) -> None:
    """Show which files are to count, and write it if that is wanted."""
    from graders.extensions.tutoring import deciding_files
    from graders.extensions.tutoring.deciding import today
    from graders.harness.intake.names import display

    if args.failed is not None or args.group is not None or not args.who:
        raise GraderError("files are chosen for people: name them")
    signed = deciding_files.Signature(args.by, args.on or today(), args.why)
    room = deciding_files.FilesOfClass(args.path)
    preview: FilesPreview
    if args.instead is not None:
        preview = room.instead(args.who, args.instead, signed)
    else:
        preview = room.take(args.who, args.take or "", signed)
    for line in preview.lines:
        print(line)
    for line in preview.warnings:
        print(f"grader: {line}", file=sys.stderr)
    if _agrees(args):
        deciding_files.write(preview)
        afterwards = deciding_files.afterwards(preview.command)
        print(
            f"grader: decisions.toml written: {display(str(args.path), 200)}; {afterwards}",
            file=sys.stderr,
        )


def _agrees(args: DecideArguments) -> bool:
    """Return whether the change that was shown is wanted.

    Without ``--yes`` a person is asked; where nobody can answer, nothing is changed.
    """
    if args.yes:
        return True
    if not args.dry_run and sys.stdin.isatty():
        print("\nWrite this? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return True
    print("grader: nothing was changed; --yes writes it", file=sys.stderr)
    return False


def _answer(args: DecideArguments, room: Class) -> RequestEntry:
    """Return the answer to all open requests about a check. Raises GraderError."""
    from graders.extensions.tutoring.deciding import today
    from graders.harness.course.marks.decisions_file import RequestEntry

    if args.failed is not None or args.group is not None:
        raise GraderError("--answer is for those who asked: name some of them, or nobody")
    return RequestEntry(
        question="",
        answer=args.answer,
        visible=not args.private,
        check=room.check(args.about or ""),
        by=args.by,
        on=args.on or today(),
    )


def _entry(args: DecideArguments, room: Class) -> DecisionsTable:
    """Return the entry for the file. Raises GraderError."""
    from graders.extensions.tutoring.deciding import today
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


def _whom(args: DecideArguments, room: Class) -> dict[str, Any]:
    """Return the field for the submissions. Raises GraderError."""
    if sum((bool(args.who), args.failed is not None, args.group is not None)) != 1:
        raise GraderError("say for whom, in one way: names, --failed CHECK or --group WORDS")
    if args.failed is not None:
        return {"failed": room.check(args.failed)}
    if args.group is not None:
        return {"submissions": list(room.group(args.group).submissions)}
    return room.named([*args.who])


def _decided(args: DecideArguments, room: Class) -> dict[str, Any]:
    """Return the fields of a decision: about what, and the marks. Raises GraderError."""
    if args.waive is not None:
        name = {SAME: args.failed}.get(args.waive, args.waive)
        if not name:
            raise GraderError("say what is waived: --waive CHECK, or --waive late")
        return room.about(name)
    name, _, number = (args.set_ or "").rpartition("=")
    try:
        marks = float(number)
    except ValueError:
        raise GraderError(
            f"--set needs ABOUT=MARKS, such as block.swap=1.5, not {args.set_!r}"
        ) from None
    return {**room.about(name), "marks": int(marks) if marks.is_integer() else marks}


def _list(args: DecideArguments) -> None:
    """Print all that the file says, and bring in what changed since the results were made."""
    from rich.console import Console
    from rich.table import Table

    from graders.extensions.tutoring import deciding
    from graders.harness.course.marks import decisions, lookup, up_to_date
    from graders.harness.course.pages import class_file, class_folder
    from graders.harness.course.pages.changing import unchanged
    from graders.harness.reports.console import TerminalCapabilities

    if not lookup.is_class(args.path):
        class_file.read(args.path)  # raises
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
            str(entry.on),
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
