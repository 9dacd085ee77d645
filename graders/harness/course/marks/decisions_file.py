"""The file of all that staff decided about a class: `decisions.toml` in its folder.

It has answers to a grading's questions (whose is a submission, which of its files count),
decisions on marks and files, comments, requests for a regrade with their answers, reasons of *Needs
review* that somebody has looked at, the weights by which the class is marked, the rubric, and what
tutors wrote about each submission. People write it, and so do a grading, which adds its questions,
and editors that extensions add. This module alone reads it.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

import msgspec

from graders.harness.assignment.manifest import Deduction, Late
from graders.harness.assignment.process_limits import ManifestStruct
from graders.harness.assignment.toml_errors import decoded
from graders.harness.content import locked as locking
from graders.harness.content import write_file
from graders.harness.course.marks.markings import Marking, Rubric, problems
from graders.harness.course.pages.submission_words import EVERYBODY
from graders.harness.errors import GraderError
from graders.harness.grading.late import problem_of
from graders.harness.intake.names import display

FILE = "decisions.toml"
WHOLE = "*"
"""In a table ``[[file]]``: all that was handed in."""
LOCK = ".decisions.lock"
"""Held while the file is written, so that no change gets lost."""
MOST_MARKS = 1_000_000
MOST_KEPT = 6
"""Contents of the file that are kept in memory."""
Number = Annotated[float, msgspec.Meta(ge=0, le=MOST_MARKS)]


class DecisionsTable(
    msgspec.Struct,
    kw_only=True,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A table of the file: whom it is about, who wrote it, and when."""

    submission: str = ""
    """One submission: its name or folder, or an author's id, login, email, name or group; or else
    """
    submissions: tuple[str, ...] = ()
    """several of them, or "*" for all; or else"""
    failed: str = ""
    """a check: all who failed it, now or in a later grading."""
    by: str
    on: datetime.date

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words for its submissions."""
        if self.failed:
            return (EVERYBODY,)
        return self.submissions or (self.submission,)

    @property
    def whose(self) -> str:
        """Return whom it is about, as staff wrote it."""
        if self.failed:
            return f"all who failed {self.failed}"
        apart = "; " if any("," in word for word in self.submissions) else ", "
        return apart.join(self.submissions) or self.submission

    @property
    def sentence(self) -> str:
        """Return what it says."""
        raise NotImplementedError


class DecisionEntry(DecisionsTable, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A table ``[[decision]]``."""

    check: str = ""
    adjustment: str = ""
    marks: float | int | None = None
    why: str

    @property
    def about(self) -> str:
        """Return the check or the rule that it is about."""
        return self.check or self.adjustment

    @property
    def sentence(self) -> str:
        """Return the marks, and the reason."""
        marks = "waived" if self.marks is None else f"{self.marks:g} marks"
        return f"{self.about}: {marks}: {self.why}"


class CommentEntry(DecisionsTable, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A table ``[[comment]]``: words for the authors, in their reports."""

    text: str
    check: str = ""

    @property
    def sentence(self) -> str:
        """Return the comment."""
        return f"{self.check}: {self.text}" if self.check else self.text


class RequestEntry(DecisionsTable, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A table ``[[request]]``: a student's question. A later table with the same question and an
    answer closes it.
    """

    check: str = ""
    question: str
    answer: str = ""
    visible: bool = True
    """Whether the student's report shows question and answer."""

    @property
    def sentence(self) -> str:
        """Return question and answer."""
        question = f"{self.check}: {self.question}" if self.check else self.question
        hidden = "" if self.visible else " (the student's report does not show it)"
        return f"{question}\n{self.answer or 'no answer yet'}{hidden}"


class SeenEntry(DecisionsTable, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A table ``[[seen]]``: a reason of *Needs review* that somebody has looked at."""

    reason: str
    """Its text; ``*`` stands for any part of it."""
    why: str

    @property
    def sentence(self) -> str:
        """Return the reason that was looked at, and why that is enough."""
        return f"{self.reason}: {self.why}"


class Weights(ManifestStruct, frozen=True, omit_defaults=True):
    """The table ``[weights]``: marks and policies instead of the assignment's."""

    checks: dict[str, Number] = {}
    """Check (an id, the beginning of ids, or a pattern) -> its marks."""
    visibility: dict[str, Literal["public", "hidden"]] = {}
    """Check -> whether students may see it."""
    tasks: dict[str, Number] = {}
    """Task -> its marks, which its checks share by their own."""
    manual: dict[str, Number] = {}
    """Part that a tutor marks, or the beginning of its name -> its maximum."""
    deductions: tuple[Deduction, ...] | None = None
    """Instead of all deductions of the assignment; [] for none."""
    late: Late | None = None
    """Instead of the assignment's late policy."""


class AuthorsTable(ManifestStruct, frozen=True):
    """A table ``[[who]]``: the people of a submission; an open question without any."""

    submission: str
    people: tuple[str, ...] = ()


class GroupsTable(ManifestStruct, frozen=True):
    """The table ``[groups]``: whether groups hand in together; an open question if empty."""

    hand_in_together: str = ""

    @property
    def together(self) -> bool | None:
        """Return the answer; None for an open question."""
        return self.hand_in_together == "yes" if self.hand_in_together else None


class FileTable(ManifestStruct, frozen=True, omit_defaults=True):
    """A table ``[[file]]``: the file that counts as an expected one, or as all of a submission.

    With an author it is a decision; without one, the answer to a question, open if it is empty. The
    last decision about a file counts.
    """

    submission: str
    name: str
    """The expected file, or `WHOLE`."""
    taken_from: str = ""
    """A path in the submission, or `NO_FILE`; for `WHOLE`, a path in the class's folder."""
    by: str = ""
    on: datetime.date | None = None
    why: str = ""
    people: tuple[str, ...] = ()
    """Ids of the authors, if they handed in nothing."""
    handed_in: str = ""
    """Digest of what was handed in until then, "" if it is unknown; see `file_decisions`."""

    @property
    def whose(self) -> str:
        """Return the submission."""
        return self.submission

    @property
    def about(self) -> str:
        """Return what it decides, in words."""
        if self.name == WHOLE:
            return f"{PurePosixPath(self.taken_from).name} counts instead of what was handed in"
        return f"{self.taken_from} counts as {self.name}"

    @property
    def sentence(self) -> str:
        """Return what it says."""
        return f"{self.about}: {self.why}"


class DecisionsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file."""

    who: tuple[AuthorsTable, ...] = ()
    groups: GroupsTable | None = None
    file: tuple[FileTable, ...] = ()
    decision: tuple[DecisionEntry, ...] = ()
    comment: tuple[CommentEntry, ...] = ()
    request: tuple[RequestEntry, ...] = ()
    seen: tuple[SeenEntry, ...] = ()
    weights: Weights = Weights()
    rubric: Rubric = Rubric()
    submission: tuple[Marking, ...] = ()

    @property
    def answers(self) -> dict[tuple[str, ...], Sequence[str]]:
        """Return the answer to each question, empty for an open one, by table and subject."""
        answers: dict[tuple[str, ...], Sequence[str]] = {
            ("who", table.submission): table.people for table in self.who
        }
        answers |= {("file", table.name, table.submission): table.taken_from for table in self.file}
        if self.groups:
            answers["groups", "the groups"] = self.groups.hand_in_together
        return answers

    @property
    def file_decisions(self) -> tuple[FileTable, ...]:
        """Return the decisions on files."""
        return tuple(decision for decision in self.file if decision.by)

    def marking(self, submission: str) -> Marking:
        """Return what tutors wrote about a submission; an empty marking for nothing."""
        found = (marking for marking in self.submission if marking.submission == submission)
        return next(found, Marking(submission))

    def kinds(self) -> Iterator[tuple[str, Sequence[DecisionsTable]]]:
        """Yield the tables that name an author and a date, by kind."""
        yield "decision", self.decision
        yield "comment", self.comment
        yield "request", self.request
        yield "seen", self.seen


def content(folder: Path) -> bytes:
    """Return the file in *folder*; b"" if there is none. Raises GraderError."""
    path = folder / FILE
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise GraderError(f"{display(str(path), 200)}: {error.strerror}") from None


def read(folder: Path) -> DecisionsFile:
    """Return what the file in *folder* says. Raises GraderError that names the position of a
    mistake.
    """
    return parsed(content(folder), label(folder))


def label(folder: Path) -> str:
    """Return the name of the file in *folder*, for messages."""
    return display(str(folder / FILE), 200)


def parsed(data: bytes, label: str) -> DecisionsFile:
    """Return what *data* says, the content of the file *label*. Raises GraderError."""
    file = _LAST.get(data)
    if file is None:
        file = checked(data, label)
        remember(data, file)
    return file


def checked(data: bytes, label: str) -> DecisionsFile:
    """Return the same as `parsed`, from *data* alone. Raises GraderError."""
    file = decoded(data, DecisionsFile, label)
    for kind, tables in file.kinds():
        for number, entry in enumerate(tables, 1):
            _check(entry, f"{label}: {kind} {number} (on {display(entry.whose)})")
    _check_answers(file, label)
    check_weights(file.weights, label)
    _check_markings(file, label)
    return file


_LAST: dict[bytes, DecisionsFile] = {}
"""The last contents, parsed: with many submissions that takes longer than an editor may."""


def remember(data: bytes, file: DecisionsFile) -> None:
    """Note that *data* parsed is *file*."""
    _LAST[data] = file
    for old in list(_LAST)[:-MOST_KEPT]:
        _LAST.pop(old, None)


def locked(folder: Path) -> AbstractContextManager[None]:
    """Hold the lock of the file in *folder*, see `locking`."""
    return locking(folder / LOCK)


def change(folder: Path, changed: Callable[[bytes], bytes]) -> None:
    """Replace the file in *folder* by what *changed* makes of it. Raises GraderError."""
    with locked(folder):
        write(folder, changed(content(folder)))


def write(folder: Path, data: bytes) -> None:
    """Write the file in *folder*, if it changes. Raises GraderError. The caller holds the lock."""
    if data != content(folder):
        write_file(folder / FILE, data)


def added(before: bytes, text: str) -> bytes:
    """Return the file with *text* after what it has."""
    if not before:
        return text.encode()
    return before + (b"\n" if before.endswith(b"\n") else b"\n\n") + text.encode()


def _check_answers(file: DecisionsFile, label: str) -> None:
    """Raise GraderError for two tables about one question, and for an answer without meaning."""
    if file.groups and file.groups.hand_in_together not in ("yes", "no", ""):
        raise GraderError(f'{label}: hand_in_together: answer "yes" or "no"')
    subjects = [answer.submission for answer in file.who]
    subjects += [f"{answer.name} of {answer.submission}" for answer in file.file if not answer.by]
    for subject, count in Counter(subjects).items():
        if count > 1:
            raise GraderError(f"{label}: {display(subject)} is answered twice; leave one answer")
    for table in file.file:
        signed = (table.by.strip(), table.why.strip(), table.on, table.taken_from)
        if (any(signed[:3]) or table.name == WHOLE) and not all(signed):
            raise GraderError(
                f"{label}: file (on {display(table.whose)}): a decision needs taken_from, by (who "
                "decided), on (a date) and why (for the student)"
            )


def check_weights(weights: Weights, label: str) -> None:
    """Raise GraderError, which names the file *label*, for weights that mean nothing."""
    problem = problem_of(weights.late) if weights.late else ""
    if problem:
        raise GraderError(f"{label}: late: {problem}")


def _check_markings(file: DecisionsFile, label: str) -> None:
    """Raise GraderError for what tutors could not have written."""
    for problem in problems(file.rubric):
        raise GraderError(f"{label}: rubric: {problem}")
    names = Counter(marking.submission for marking in file.submission)
    for marking in file.submission:
        where = f"{label}: submission {display(marking.submission)}"
        if names[marking.submission] > 1:
            raise GraderError(f"{where}: has two tables: make one of them")
        for problem in problems(marking):
            raise GraderError(f"{where}: {problem}")


def _check(entry: DecisionsTable, where: str) -> None:
    """Raise GraderError for an incomplete entry; *where* begins its message."""
    given = [entry.submission, *entry.submissions, entry.failed]
    ways = (bool(entry.submission), bool(entry.submissions), bool(entry.failed))
    if sum(ways) != 1 or not all(map(str.strip, filter(None, given))):
        raise GraderError(
            f'{where}: needs either submission = "NAME", submissions = [...] or failed = "CHECK"'
        )
    is_vague = isinstance(entry, RequestEntry) and not entry.submission
    if is_vague or (isinstance(entry, SeenEntry) and entry.failed):
        raise GraderError(f"{where}: name the submission")
    why = getattr(entry, "why", "-")
    if not entry.by.strip() or not why.strip():
        raise GraderError(f"{where}: needs by (who decided) and why (for the student)")
    if isinstance(entry, DecisionEntry):
        _check_decision(entry, where)
    for field in ("text", "question", "reason"):
        if not getattr(entry, field, "-").strip():
            raise GraderError(f"{where}: {field} is empty")


def _check_decision(decision: DecisionEntry, where: str) -> None:
    if bool(decision.check) == bool(decision.adjustment):
        raise GraderError(f'{where}: needs either check = "ID" or adjustment = "RULE"')
    if not abs(decision.marks or 0) <= MOST_MARKS:  # not a number, too
        raise GraderError(f"{where}: marks must be a number of marks, such as 2.5")
    if decision.marks and (decision.marks < 0) != bool(decision.adjustment):
        raise GraderError(
            f"{where}: marks must be 0 or more for a check, and 0 or less for an adjustment"
        )
