"""Kills a command at each of its writes, as ``kill -9`` does, and has the class read after each.

``python -m tests.course.killed FOLDER ACTION`` prints what readers found, as JSON: a list of `Found`. It is a process of its
own, without threads, because it forks for each write. Nothing runs: the class is graded by verdicts made here.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console

from graders.extensions.tutoring import remarking
from graders.extensions.tutoring.how_marked import read_history
from graders.harness import cli
from graders.harness.assignment.check import CheckSpec
from graders.harness.assignment.places import naming
from graders.harness.course.marks.up_to_date import named_file
from graders.harness.course.pages.changing import DRAFT
from graders.harness.course.people.roster import read_roster
from graders.harness.course.run import classrun
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission
from graders.harness.grading import collecting
from graders.harness.grading.marking import mark
from graders.harness.grading.outcome import PASSED, CheckRun, Outcome
from graders.harness.intake.bulk import Deliveries
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.processes.jobs import Settings
from graders.harness.result import Cause, CauseKind
from tests.classes import NothingRuns
from tests.intake.downloads import delivery
from tests.world import TOY, World

ROSTER = """login,student id,name,group,days late
ada,1001,Ada Wong,,
ben,1002,Ben Okafor,,1
gil,1007,Gil Santos,g1,
hana,1008,Hana Berg,g1,2
"""
FAILED = {"ada": (), "ben": ("sums.total", "sums.largest"), "g1": ("words.shout",)}
LATER = {"ada": ("sums.total",), "ben": (), "g1": ()}
"""Submission -> its failed checks, in the first grading and in a later one."""
DOUBTFUL = FAILED | {"ben": None}
"""Ben has several files of which staff must choose one."""
LATE = '[late]\nper_day = 1\ndays = 3\nreason = "the handout"\n'
IN_TIME = ROSTER.replace(",2\n", ",\n")
"""The class list before anybody of g1 is late."""


def with_late_days(folder: Path) -> World:
    """Return a copy of the toy world that has a late policy."""
    world = TOY.copy(folder)
    with (folder / "graders" / "toy" / "assignment.toml").open("a") as manifest:
        manifest.write(LATE)
    return world


DECISION = """[[decision]]
submissions = ["*"]
check = "sums.total"
marks = 0
by = "R. Tutor"
on = 2024-05-02
why = "it was given away"
"""
ANSWER = """[[who]]
submission = "ben"
people = ["1001", "1002"]
"""
COMMENT = """
[[submission]]
name = "ada"
[[submission.comment]]
id = "c1"
text = "Well done."
"""
DECIDED = [
    "*",
    "--set",
    "sums.total=0",
    "--by",
    "R. Tutor",
    "--on",
    "2024-05-02",
    "--why",
    "it was given away",
    "--yes",
]


@dataclass
class Found:
    """What a reader found after a command was killed before a write."""

    write: str
    reader: str
    """One of `READERS`."""
    status: int
    said: str
    read: list[str]
    """The states of which the reader writes what it wrote now: "before", "after", or both."""
    state: str
    """Of the class after that: "before", "after", "unfinished" or "mixed"."""
    events: int = 0
    """Lines of its history then, more than before; -1 if one cannot be trusted."""
    later: str = ""
    """Its state once the command that the reader named has run."""


class Instantly(NothingRuns):
    """Everything has been graded."""

    world: World
    specs: tuple[CheckSpec, ...]
    failed: Mapping[str, tuple[str, ...] | None]

    def graded(self, delivery: SubmissionSource) -> GradedSubmission:
        """Return a result with the verdicts of `failed`."""
        wrong = Outcome.of(Cause(CauseKind.WRONG_ANSWER, detail="It is wrong."))
        failed = self.failed[delivery.name]
        if failed is None:
            choices = {"toy.py": ("toy_1.py", "toy_2.py")}
            return GradedSubmission(
                delivery, DeliveryState.UNREADABLE, message="no toy.py", choices=choices
            )
        runs = [
            CheckRun(spec, spec.id, wrong if spec.id in failed else PASSED, 0.0, 1)
            for spec in self.specs
        ]
        result = mark(self.world.assignment, delivery.name, runs)
        return GradedSubmission(delivery, DeliveryState.GRADED, result, digest="f" * 8)


def grade(
    marks: Path, failed: Mapping[str, tuple[str, ...] | None] = FAILED, *, later: bool = False
) -> None:
    """Grade the class; *later* with other verdicts and days late, so that members of g1 get pages of their own."""
    Instantly.failed = LATER if later else failed
    roster = marks.parent / ("late.csv" if later else "class.csv")
    plan = classrun.Plan(
        Instantly.world.assignment,
        Settings("toy"),
        marks,
        1,
        roster=read_roster(roster),
        use_store=False,
        command="grader grade toy",
        named={"--roster": named_file(roster)},
    )
    quiet = Console(file=io.StringIO())
    classrun.grade_class(plan, Deliveries(tuple(map(delivery, FAILED))), quiet, quiet)


def grader(*words: object) -> tuple[int, str]:
    """Run a command; return its status, and what it told."""
    out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.main([*map(str, words)])
    return status, err.getvalue()


def decide_by_hand(marks: Path) -> None:
    """Write the decision, and have it applied."""
    (marks / "decisions.toml").write_text(DECISION)
    remarking.bring_in(marks)


def answer(marks: Path) -> None:
    """Answer whose a submission is, and grade again."""
    (marks / "decisions.toml").write_text(ANSWER)
    grade(marks)


def reweigh(marks: Path) -> None:
    """Mark the class again, with other weights."""
    weights = marks.parent / "weights.toml"
    grader("decide", marks, "--weights", weights, "--yes")


def apply_desk(marks: Path) -> None:
    """Write a tutor's comment, and have the desk apply it."""
    (marks / "decisions.toml").write_text(COMMENT)
    grader("desk", marks, "--apply")


ACTIONS: dict[str, Callable[[Path], object]] = {
    "first grading": grade,
    "later grading": functools.partial(grade, later=True),
    "question": functools.partial(grade, failed=DOUBTFUL),
    "answer": answer,
    "decide": lambda marks: grader("decide", marks, *DECIDED),
    "decide by hand": decide_by_hand,
    "weights": reweigh,
    "desk": apply_desk,
}
READERS = {
    "sheet": "report {marks} --for sheet --out {out}/sheet.csv",
    "hand-back": "hand-back {marks} --for folders --out {out}/back",
    "report": "report {marks} --format canvas --column A --out {out}/table.csv",
}
"""Commands that read a class; a different one after each write."""


def class_in(folder: Path) -> Path:
    """Write the files that staff have beside a class; return the folder of its results."""
    folder.mkdir()
    (folder / "class.csv").write_text(IN_TIME)
    (folder / "late.csv").write_text(ROSTER)
    (folder / "weights.toml").write_text('[checks]\n"sums.total" = 3\n')
    return folder / "marks"


def writes(event: str, arguments: tuple[object, ...]) -> str:
    """Return the name of the file that an audited event is about to change; "" for any other event, for a file in a
    draft, which nobody reads, and for a folder, which is nothing without files.
    """
    is_change = event in ("os.rename", "os.remove")
    if not is_change and not (event == "open" and arguments[1] in ("ab", "a")):
        return ""
    path = Path(os.fsdecode(arguments[0]))
    is_in_draft = any(folder.name.startswith(DRAFT) for folder in path.parents)
    return "" if is_in_draft else f"{event} {path.name}"


def killed(action: Callable[[Path], object], marks: Path, number: int) -> str:
    """Do *action* in a fork that is killed before its write *number*; return that write, or "" if it has fewer."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        count = 0

        def audited(event: str, arguments: tuple[object, ...]) -> None:
            nonlocal count
            write = writes(event, arguments)
            if write:
                count += 1
                if count == number:
                    os.write(writing, write.encode())
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(audited)
        action(marks)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        write = stream.read().decode()
    os.waitpid(child, 0)
    return write


def snapshot(marks: Path) -> dict[str, bytes]:
    """Return the files that results are read from."""
    names = ("result.json", "report.txt", "staff-report.html", "gradebook.csv", "staff-index.html")
    return {
        path.relative_to(marks).as_posix(): path.read_bytes()
        for path in marks.rglob("*")
        if path.name in names and not path.relative_to(marks).parts[0].startswith(".")
    }


def read_by(reader: str, marks: Path, out: Path) -> tuple[int, str, dict[str, bytes]]:
    """Return the status of a reader, what it told, and the files that it wrote below *out*, which are removed."""
    status, said = grader(*(word.format(marks=marks, out=out) for word in READERS[reader].split()))
    files = {
        str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()
    }
    shutil.rmtree(out, ignore_errors=True)
    return status, said, files


def found_after_each_write(folder: Path, action: str) -> Iterator[Found]:
    """Yield what is found after each write of *action*, before which it is killed."""
    do = ACTIONS[action]
    first = class_in(folder / "first")
    if do is not grade:
        grade(first)
    last = class_in(folder / "last")
    if do is not grade:
        grade(last)
    do(last)
    states = [("before", snapshot(first)), ("after", snapshot(last))]
    assert states[0][1] != states[1][1], "the action changes nothing"
    out = folder / "out"
    written = {
        reader: {"before": read_by(reader, first, out)[2], "after": read_by(reader, last, out)[2]}
        for reader in READERS
    }

    def state_of(marks: Path) -> str:
        now = snapshot(marks)
        return next((name for name, files in states if files == now), "mixed")

    for number in range(1, 10_000):
        shutil.copytree(folder / "first", folder / "now")
        marks = folder / "now" / "marks"
        write = killed(do, marks, number)
        if not write:
            assert state_of(marks) == "after"
            return
        reader = [*READERS][number % len(READERS)]
        status, said, files = read_by(reader, marks, out)
        read = [name for name, before in written[reader].items() if before == files]
        lines = read_history(marks)
        events = -1 if any(line.problem for line in lines) else len(lines)
        found = Found(
            write, reader, status, said, read, state_of(marks), events - len(read_history(first))
        )
        if status:
            if "grader decide" in said:
                grader("decide", marks, "--yes")
            else:
                do(marks)
            found.later = state_of(marks)
        yield found
        shutil.rmtree(folder / "now")


def main() -> None:
    """Print what is found."""
    folder, action = Path(sys.argv[1]), sys.argv[2]
    world = with_late_days(folder / "world")
    with naming(world.root):
        listed = collecting.collect(world.assignment)
        collecting.collect = lambda *_: listed  # each fork would collect again
        Instantly.world, Instantly.specs = world, tuple(one.spec for one in listed)
        classrun.Batch = Instantly  # type: ignore[misc,assignment]
        found = list(found_after_each_write(folder, action))
    print(json.dumps([asdict(one) for one in found]))


if __name__ == "__main__":
    main()
