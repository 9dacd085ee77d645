"""Staff's decisions about the submissions of a class, from its `decisions_file`.

Each decision, comment, request and reviewed reason says whom it is about, who wrote it, when and
why. People add them to the file, or `grader decide` does; nothing ever removes one, and the last
word counts.

The ground of a decision (the verdict or amount that it overrides) is stored in `decided.json` when
it is first applied. If it changes later, a flag reports it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from graders.harness.content import write_readable
from graders.harness.course.marks import decisions_file
from graders.harness.course.marks.decisions_file import (
    WHOLE,
    DecisionEntry,
    DecisionsFile,
    DecisionsTable,
    FileTable,
    RequestEntry,
)
from graders.harness.course.pages import submission_words
from graders.harness.course.pages.attention import Attention
from graders.harness.course.pages.gradebook import GradebookRow
from graders.harness.course.pages.submission_words import EVERYBODY, People
from graders.harness.course.pages.summary import ClassSummary
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
from graders.harness.result import one_line

GROUNDS = "decided.json"
COMMENT, ANSWER = "comment", "answer to a regrade request"
"""Headings of remarks in reports."""


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
    entries: tuple[tuple[str, DecisionsTable | FileTable], ...] = ()
    """The tables of the file, each with its kind; of a request only its last answer."""


def read(folder: Path, people: People | None = None) -> Decisions:
    """Return the decisions in *folder*; see `read_record`."""
    return read_record(folder, people).decisions


def read_record(folder: Path, people: People | None = None) -> Record:
    """Return all that staff wrote in *folder*.

    people: of the class; by default those in its gradebook. Without any, words are names of
    submissions. Raises GraderError that names the position of a mistake.
    """
    data = decisions_file.content(folder)
    if not data:
        return parse(b"", "", people or People())
    if people is None:
        people = submission_words.of_gradebook(folder)
    return record_of(data, folder, people)


def record_of(data: bytes, folder: Path, people: People) -> Record:
    """Return what *data* says as the file in *folder*. Raises GraderError."""
    record = parse(data, decisions_file.label(folder), people)
    record.decisions.know(read_grounds(folder))
    return record


def parse(data: bytes, label: str, people: People) -> Record:
    """Return what the file *label* with *data* says. Raises GraderError."""
    return _Resolver(people).record(decisions_file.parsed(data, label))


def named(entry: DecisionsTable, people: People) -> frozenset[str]:
    """Return the submissions that *entry* names; none of those that it does not name one by one."""
    return _Resolver(people).whom(entry).submissions


class _Resolver:
    """Finds the submissions that the entries of a file are about."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._unknown: dict[str, None] = {}

    def record(self, file: DecisionsFile) -> Record:
        """Return what *file* says."""
        decided = [self._decision(entry) for entry in file.decision]
        remarks = [
            Remark(self.whom(comment), COMMENT, comment.text, comment.by, comment.on, comment.check)
            for comment in file.comment
        ]
        requests = self._requests(file.request)
        remarks += [
            _answer(name, request)
            for name, request in requests
            if request.visible and request.answer
        ]
        last_on_files = {
            (decision.submission, decision.name): decision for decision in file.file_decisions
        }
        remarks += [
            _on_files(decision) for decision in last_on_files.values() if self._exists(decision)
        ]
        seen = _lists((name, entry.reason) for entry in file.seen for name in self._names(entry))
        waiting = _lists(
            (name, request.question) for name, request in requests if not request.answer
        )
        unknown = tuple(self._unknown)
        last = tuple(entry for _, entry in requests)
        tables = msgspec.structs.replace(file, request=last).kinds()
        return Record(
            Decisions(decided, remarks=remarks, unknown=unknown),
            Reviewed(seen, waiting),
            requests,
            unknown,
            (
                *(("file", entry) for entry in file.file_decisions),
                *((kind, entry) for kind, some in tables for entry in some),
            ),
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
            except submission_words.NoSubmission as error:
                self._unknown[error.whom] = None
        return found

    def _exists(self, entry: FileTable) -> bool:
        if not self._people or entry.submission in self._people or entry.people:
            return True
        self._unknown[display(entry.submission)] = None
        return False

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
        f"Question: {entry.question}\nAnswer: {entry.answer}",
        entry.by,
        entry.on,
        entry.check,
    )


def _on_files(entry: FileTable) -> Remark:
    whom = Whom(frozenset([entry.submission]))
    assert entry.on is not None
    what = "files" if entry.name == WHOLE else entry.name
    return Remark(whom, f"decision on {what}", entry.sentence, entry.by, entry.on)


def read_grounds(folder: Path) -> dict[str, Ground]:
    """Return the stored grounds in *folder*. Raises GraderError."""
    path = folder / GROUNDS
    try:
        return parse_json(path.read_bytes(), dict[str, Ground])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as error:
        raise GraderError(
            f"{display(str(path), 200)}: cannot be read ({error}); move it away and run again"
        ) from None


def write_grounds(folder: Path, decisions: Decisions, draft: Path | None = None) -> None:
    """Store the grounds of *decisions* in *folder*, or in a *draft* of it. Raises GraderError."""
    grounds = decisions.grounds
    if grounds or (folder / GROUNDS).exists():
        write_readable((draft or folder) / GROUNDS, grounds)


ASKED = "a regrade request waits for an answer: {question}"
EVERY = "*"
LONGEST_QUESTION = 200


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Reasons that staff have seen, and requests that they have not answered, by submission."""

    seen: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Reasons; ``*`` stands for any part of one, and for any submission."""
    requests: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Questions without an answer."""

    def left(self, submission: str, reasons: Iterable[str]) -> list[str]:
        """Return the requests of *submission*, then its *reasons* that are not seen yet."""
        seen = (*self.seen.get(submission, ()), *self.seen.get(EVERY, ()))
        return [
            *map(_asked, self.requests.get(submission, ())),
            *(reason for reason in reasons if not any(_fits(reason, text) for text in seen)),
        ]

    def applied(self, summary: ClassSummary, rows: Sequence[GradebookRow]) -> ClassSummary:
        """Return the *summary* of *rows* with what is left to review."""
        items = (*summary.attention, *self._only_asked(summary, rows))
        left = (
            replace(item, reasons=tuple(self.left(item.submission, item.reasons))) for item in items
        )
        return replace(summary, attention=tuple(item for item in left if item.reasons))

    def _only_asked(
        self, summary: ClassSummary, rows: Iterable[GradebookRow]
    ) -> Iterator[Attention]:
        """Yield the submissions with a request that have no other reason."""
        others = {item.submission for item in summary.attention}
        who: dict[str, list[str]] = {}
        for row in rows:
            if row.submission in self.requests and row.submission not in others:
                who.setdefault(row.submission, []).append(row.shown)
        for submission, people in who.items():
            yield Attention(tuple(people), submission, ())


def _asked(question: str) -> str:
    return ASKED.format(question=one_line(question, LONGEST_QUESTION))


def _fits(reason: str, pattern: str) -> bool:
    """Return whether *reason* is the text *pattern*, in which only ``*`` stands for other text."""
    plain = pattern.replace("[", "[[]").replace("?", "[?]")
    return reason == pattern or fnmatchcase(reason, plain)
