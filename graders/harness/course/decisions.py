"""Staff's decisions about submissions of a class: `decisions.toml` in its folder.

It has decisions, comments, requests for a regrade with their answers, and reasons of *Needs review*
that somebody has looked at. Each says whom it is about, who wrote it, when and why. People add to
the file, or `grader decide` does; nothing ever removes a line of it, and the last word counts.

The ground of a decision (the verdict or amount that it overrides) is stored in `decided.json` when
it is first applied. If it changes later, a flag reports it.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from graders.harness.assignment.toml_errors import decoded
from graders.harness.content import write_readable
from graders.harness.course import people as course_people
from graders.harness.course.people import EVERYBODY, People
from graders.harness.course.reviewed import Reviewed
from graders.harness.documents import parse_json
from graders.harness.errors import GraderError
from graders.harness.grading.overrides import (
    Decision,
    Decisions,
    Ground,
    Remark,
    Whom,
)
from graders.harness.intake.names import display
from graders.harness.result import Verdict

FILE = "decisions.toml"
GROUNDS = "decided.json"
MOST_MARKS = 1_000_000
COMMENT, ANSWER = "comment", "answer to a regrade request"
"""Headings of remarks in reports."""
_VERDICTS = {verdict.words: verdict.value for verdict in Verdict}
"""Grounds that an earlier version stored in words."""


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
        return ", ".join(self.submissions) or self.submission

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


class _DecisionsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    decision: tuple[DecisionEntry, ...] = ()
    comment: tuple[CommentEntry, ...] = ()
    request: tuple[RequestEntry, ...] = ()
    seen: tuple[SeenEntry, ...] = ()

    def kinds(self) -> Iterator[tuple[str, Sequence[DecisionsTable]]]:
        """Yield the tables by kind."""
        yield from msgspec.structs.asdict(self).items()


@dataclass(frozen=True, slots=True)
class Record:
    """All that staff wrote, for the submissions that exist."""

    decisions: Decisions
    """With the remarks for reports."""
    reviewed: Reviewed
    requests: tuple[tuple[str, RequestEntry], ...] = ()
    """Submission and request, each with its last answer, in the order of the questions."""
    unknown: tuple[str, ...] = ()
    """Words that are no submission's, with a hint."""
    entries: tuple[tuple[str, DecisionsTable], ...] = ()
    """The tables of the file, each with its kind; of a request only its last answer."""


def read(folder: Path, people: People | None = None) -> Decisions:
    """Return the decisions in *folder*; see `read_record`."""
    return read_record(folder, people).decisions


def read_record(folder: Path, people: People | None = None) -> Record:
    """Return all that staff wrote in *folder*.

    people: of the class; by default those in its gradebook. Without any, words are names of
    submissions. Raises GraderError that names the position of a mistake.
    """
    path = folder / FILE
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return parse(b"", "", people or People())
    except OSError as error:
        raise GraderError(f"{display(str(path), 200)}: {error}") from None
    if people is None:
        people = course_people.of_gradebook(folder)
    return record_of(data, folder, people)


def record_of(data: bytes, folder: Path, people: People) -> Record:
    """Return what *data* says as the file in *folder*. Raises GraderError."""
    record = parse(data, display(str(folder / FILE), 200), people)
    record.decisions.know(read_grounds(folder))
    return record


def parse(data: bytes, label: str, people: People) -> Record:
    """Return what the file *label* with *data* says. Raises GraderError."""
    return _Resolver(people).record(_file(data, label))


def named(entry: DecisionsTable, people: People) -> frozenset[str]:
    """Return the submissions that *entry* names; none of those that it does not name one by one."""
    return _Resolver(people).whom(entry).submissions


def _file(data: bytes, label: str) -> _DecisionsFile:
    file = decoded(data, _DecisionsFile, label)
    for kind, tables in file.kinds():
        for number, entry in enumerate(tables, 1):
            _check(entry, f"{label}: {kind} {number} (on {display(entry.whose)})")
    return file


class _Resolver:
    """Finds the submissions that the entries of a file are about."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._unknown: dict[str, None] = {}

    def record(self, file: _DecisionsFile) -> Record:
        """Return what *file* says."""
        decided = [self._decision(entry) for entry in file.decision]
        remarks = [
            Remark(self.whom(one), COMMENT, one.text, one.by, one.on, one.check)
            for one in file.comment
        ]
        requests = self._requests(file.request)
        remarks += [_answer(name, one) for name, one in requests if one.visible and one.answer]
        seen = _lists((name, entry.reason) for entry in file.seen for name in self._names(entry))
        waiting = _lists((name, one.question) for name, one in requests if not one.answer)
        unknown = tuple(self._unknown)
        last = tuple(entry for _, entry in requests)
        tables = msgspec.structs.replace(file, request=last).kinds()
        return Record(
            Decisions(decided, remarks=remarks, unknown=unknown),
            Reviewed(seen, waiting),
            requests,
            unknown,
            tuple((kind, entry) for kind, some in tables for entry in some),
        )

    def _decision(self, entry: DecisionEntry) -> Decision:
        return Decision(
            entry.whose,
            entry.by,
            entry.on,
            entry.why,
            entry.check,
            entry.adjustment,
            entry.marks,
            self.whom(entry),
        )

    def whom(self, entry: DecisionsTable) -> Whom:
        """Return whom *entry* is about."""
        found = self._names(entry)
        return Whom(
            frozenset(found) - {EVERYBODY},
            everybody=EVERYBODY in found,
            failed=entry.failed,
            are_many=bool(entry.failed or entry.submissions),
        )

    def _names(self, entry: DecisionsTable) -> list[str]:
        found = []
        for word in entry.words:
            if word == EVERYBODY or not self._people:
                found.append(word)
                continue
            try:
                found.append(self._people.submission_of(word))
            except GraderError as error:
                self._unknown[str(error)] = None
        return found

    def _requests(self, entries: Iterable[RequestEntry]) -> tuple[tuple[str, RequestEntry], ...]:
        last: dict[tuple[str, str, str], tuple[str, RequestEntry]] = {}
        for entry in entries:
            for name in self._names(entry) or entry.words:
                last[name, entry.check, entry.question] = (name, entry)
        return tuple(last.values())


def _lists(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    lists: dict[str, list[str]] = {}
    for name, text in pairs:
        lists.setdefault(name, []).append(text)
    return lists


def _answer(submission: str, entry: RequestEntry) -> Remark:
    return Remark(
        Whom(frozenset([submission])),
        ANSWER,
        f"{entry.question} - {entry.answer}",
        entry.by,
        entry.on,
        entry.check,
    )


def read_grounds(folder: Path) -> dict[str, Ground]:
    """Return the stored grounds in *folder*. Raises GraderError."""
    path = folder / GROUNDS
    try:
        grounds = parse_json(path.read_bytes(), dict[str, Ground])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as error:
        raise GraderError(
            f"{display(str(path), 200)}: cannot be read ({error}); move it away and run again"
        ) from None
    return {
        key: Ground(_VERDICTS.get(ground.was, ground.was), ground.files)
        for key, ground in grounds.items()
    }


def write_grounds(folder: Path, decisions: Decisions, draft: Path | None = None) -> None:
    """Store the grounds of *decisions* in *folder*, or in a *draft* of it. Raises GraderError."""
    grounds = decisions.grounds
    if grounds or (folder / GROUNDS).exists():
        write_readable((draft or folder) / GROUNDS, grounds)


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
