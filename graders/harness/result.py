"""The :class:`Result` of grading one submission: the only input of reports.

It consists of plain frozen structs. Marks are exact fractions and are rounded once, when they are
written (half up, two decimals). :func:`schema` generates the JSON Schema from these classes; it is
committed as ``docs/result.schema.json`` and tested.
"""

from __future__ import annotations

import enum
import re
import unicodedata
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from graders.harness.documents import parse_json

SCHEMA_VERSION = 2
LONGEST_NAME = 200
"""Maximum characters of a file name or an identifier in a cause."""


class ResultStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Immutable base of all parts of a result."""


class Verdict(enum.Enum):
    """The outcome of a check. The list is closed: :data:`VERDICTS` has all facts about each."""

    PASSED = "passed"
    """The right answers."""
    FAILED = "failed"
    """A wrong answer."""
    RAISED = "raised"
    """An exception of the submission's."""
    TIMEOUT = "timeout"
    """It exceeded the CPU time limit, or the wall time limit in two runs."""
    OUT_OF_MEMORY = "out_of_memory"
    """It exceeded the memory limit."""
    CRASHED = "crashed"
    """The interpreter crashed or exited, or an answer had another form than the check requires."""
    TOO_MUCH_OUTPUT = "too_much_output"
    """It exceeded the output limit."""
    MISSING = "missing"
    """A file or a name does not exist, or the file does not load."""
    NOT_RUN = "not_run"
    """It was not selected."""
    GRADER_FAULT = "grader_fault"
    """The check or the sandbox failed; the whole result is not gradable."""

    @property
    def group(self) -> VerdictGroup:
        """Return the group that reports put it in."""
        return VERDICTS[self].group

    @property
    def words(self) -> str:
        """Return it in words."""
        return VERDICTS[self].words

    @property
    def is_failure(self) -> bool:
        """Return whether the check ran and did not pass."""
        return self.group not in (VerdictGroup.PASSED, VerdictGroup.NOT_RUN)


class VerdictGroup(enum.Enum):
    """Verdicts that have one colour and sign."""

    PASSED = "passed"
    FAILED = "failed"
    LIMIT = "limit"
    """Failed by a limit of resources."""
    NOT_RUN = "open"
    GRADER_FAULT = "fault"

    @property
    def is_submissions(self) -> bool:
        """Return whether the check did not pass and the submission is the reason."""
        return self in (VerdictGroup.FAILED, VerdictGroup.LIMIT)


class VerdictRow(NamedTuple):
    """The facts about a verdict."""

    group: VerdictGroup
    words: str
    words_of_many: str = ""
    """For several checks, if they differ."""
    uses_up: bool = False
    """Whether a run costs all of a limit, and a smaller example would end otherwise."""
    is_minimised: bool = False
    """Whether a smaller example that ends alike is worth showing."""


VERDICTS = {
    Verdict.PASSED: VerdictRow(VerdictGroup.PASSED, "passed"),
    Verdict.FAILED: VerdictRow(
        VerdictGroup.FAILED, "wrong answer", "wrong answers", is_minimised=True
    ),
    Verdict.RAISED: VerdictRow(VerdictGroup.FAILED, "raised an exception", is_minimised=True),
    Verdict.TOO_MUCH_OUTPUT: VerdictRow(VerdictGroup.LIMIT, "printed too much", is_minimised=True),
    Verdict.TIMEOUT: VerdictRow(VerdictGroup.LIMIT, "took too long", uses_up=True),
    Verdict.OUT_OF_MEMORY: VerdictRow(VerdictGroup.LIMIT, "ran out of memory", uses_up=True),
    Verdict.CRASHED: VerdictRow(VerdictGroup.FAILED, "crashed", is_minimised=True),
    Verdict.MISSING: VerdictRow(VerdictGroup.FAILED, "not found"),
    Verdict.NOT_RUN: VerdictRow(VerdictGroup.NOT_RUN, "not run"),
    Verdict.GRADER_FAULT: VerdictRow(
        VerdictGroup.GRADER_FAULT, "fault of the grader", "faults of the grader"
    ),
}
"""All facts about each verdict, the best for a submission first, the worst last."""


class CauseKind(enum.Enum):
    """Why a check did not pass. Each kind has one verdict (:data:`CAUSES`)."""

    WRONG_ANSWER = "wrong_answer"
    """*detail*: the check's message about the answer."""
    EXCEPTION = "exception"
    """*name*: its type; *detail*: its text; *file* and *line*: its innermost line."""
    FILE_MISSING = "file_missing"
    """*file* was not handed in; *name*: a submitted file with a similar name, or ""."""
    FILE_BROKEN = "file_broken"
    """*file* does not load or compile, at *line*; *detail*: the error; *loading*: the file that
    imports it, or "".
    """
    FILE_UNUSABLE = "file_unusable"
    """*file* cannot be used; *detail*: the reason."""
    NAME_MISSING = "name_missing"
    """*file* does not define *name*; without *file*, *name* is the whole message."""
    CPU_LIMIT = "cpu_limit"
    """*limit*: CPU seconds of one process; *detail*: the likely reason, "" for an infinite loop."""
    WALL_LIMIT = "wall_limit"
    """*limit*: seconds of one process."""
    JUDGE_LIMIT = "judge_limit"
    """The check exceeded the judge's own CPU time limit; *limit*: CPU seconds."""
    TOTAL_CPU_LIMIT = "total_cpu_limit"
    """Not run: earlier checks used the submission's total of *limit* CPU seconds."""
    TOTAL_WALL_LIMIT = "total_wall_limit"
    """Not run: earlier checks used the submission's total of *limit* seconds."""
    MEMORY_LIMIT = "memory_limit"
    """*limit*: megabytes."""
    OUTPUT_LIMIT = "output_limit"
    """*limit*: characters printed in one call."""
    REPLY_LIMIT = "reply_limit"
    """*limit*: kilobytes returned by one call, or half of those by all calls of a check; 0 if
    unknown.
    """
    SIGNAL = "signal"
    """*status*: the number of the signal that ended the process."""
    EXITED = "exited"
    """*status*: the exit status."""
    CLOSED_CONNECTION = "closed_connection"
    """The program closed the connection to the grader."""
    CHANNEL_ABUSE = "channel_abuse"
    """The program wrote to the grader's connection, or sent an unsolicited message."""
    MESSAGE_FLOOD = "message_flood"
    """The program sent too much on that connection."""
    UNEXPECTED_SHAPE = "unexpected_shape"
    """The check could not interpret a returned value."""
    SANDBOX_FAILED = "sandbox_failed"
    """A fault of the sandbox."""
    CHECK_BROKEN = "check_broken"
    """A fault of the check."""
    NOT_FINISHED = "not_finished"
    """The grader stopped before the check ended."""
    TEXT = "text"
    """*detail*: a sentence from a result of schema version 1."""


class Cause(ResultStruct, frozen=True, omit_defaults=True):
    """Why a check did not pass, as data from which reports make a sentence.

    Its texts may come from a submission: call :meth:`safe` before they enter a result.
    """

    kind: CauseKind
    """Programs decide by it, and never by a sentence, whose words may change."""
    file: str = ""
    """A file of the submission."""
    line: int = 0
    """From 1; 0 if no line is known."""
    name: str = ""
    """The type of an exception, a missing name, or a file that may be meant."""
    detail: str = ""
    """The check's message, an exception's text, an error of the interpreter or compiler, or where a
    missing name may be.
    """
    limit: float = 0
    """The limit that was exceeded."""
    status: int = 0
    """An exit status, or the number of a signal."""
    loading: str = ""
    """The file that was being loaded at the time, or ""."""
    context: str = ""
    """The check's description of its own step; "" if the call is clear enough."""
    depends_on_earlier_calls: bool = False
    """True if the failing input alone gives the right result."""

    def __post_init__(self) -> None:
        """Convert the limit to the float that a written result is read as: 2048.0, not 2048."""
        if self.limit:
            msgspec.structs.force_setattr(self, "limit", float(self.limit))

    def safe(self) -> Cause:
        """Return this cause with texts that are safe to show anywhere."""
        return msgspec.structs.replace(
            self,
            file=one_line(self.file, LONGEST_NAME),
            name=one_line(self.name, LONGEST_NAME),
            detail=printable(self.detail),
            loading=one_line(self.loading, LONGEST_NAME),
            context=printable(self.context),
        )

    def summary(self) -> str:
        """Return the data in one line, for authors and logs; students get a sentence instead."""
        location = f"{self.file}:{self.line}" if self.line else self.file
        limit = f"{self.limit:g}" if self.limit else ""
        status = str(self.status) if self.status else ""
        parts = (
            self.loading,
            self.context,
            location,
            self.name,
            self.detail,
            limit,
            status,
        )
        data = ": ".join(filter(None, parts))
        return one_line(f"{self.kind.value}: {data}" if data else self.kind.value)


class FlagCode(enum.Enum):
    """The reason for a flag. Brackets hold the keys of the flag's values."""

    NOT_GRADABLE = "not_gradable"
    """The grader failed."""
    NEWER_PYTHON = "newer_python"
    """[usual, newest, cause]: all checks ran with the newest Python, because of what happened with
    the usual one.
    """
    NOTHING_USABLE = "nothing_usable"
    """[cause]: no check ran, because a file does not load."""
    NO_FILE_FOUND = "no_file_found"
    """No check ran, because no expected file is there."""
    UNEXPECTED_SHAPE = "unexpected_shape"
    """A check could not interpret a returned value; ``run.log`` has the details."""
    TIME_USED_UP = "time_used_up"
    """The submission's total time budget is used up."""
    NONDETERMINISTIC = "nondeterministic"
    """The same call returned different results in two processes."""
    OTHER_OUTCOME = "other_outcome"
    """[checks]: ids of those that ended otherwise when the same files were graded before."""
    EMPTY_FILE = "empty_file"
    """[file]: it is empty."""
    CHANNEL_ABUSE = "channel_abuse"
    """[checks]: how many checks ended because the program wrote to the grader."""
    TAMPERING = "tampering"
    """[signs, more]: lists of file, line and sign, and how many more signs there are."""
    EXTRA_FILES = "extra_files"
    """[files, source]: the handout at *source* forbids them."""
    LINTER_UNAVAILABLE = "linter_unavailable"
    """[reason]: style was not checked."""
    NOT_LOOKED_AT = "not_looked_at"
    """[by, why, names, lines, more]: files that a source of findings has not looked at in full, and
    the lines where it stopped, 0 if unknown. If deductions wait for a person, also [who,
    deductions]: the submission's name, and theirs.
    """
    FINDINGS_CUT = "findings_cut"
    """[more]: how many findings are left out."""
    TOO_LATE = "too_late"
    """[days]: after the last day that counts."""
    HANDED_IN_AGAIN = "handed_in_again"
    """[parts]: names of parts that a tutor marked in an earlier version."""
    DECISION_OUTDATED = "decision_outdated"
    """[about, by, was, now, counts, other_files]: what a decision is about, or the files, have
    changed.
    """
    MARKS_DEPEND = "marks_depend"
    """[file, line, kind, lost, full]: marks lost through one unusable file; derived by reports."""
    ONE_CAUSE = "one_cause"
    """[repair, checks, passing, failed, task, marks, repaired, full]: with one change, *checks* of
    *failed* ones pass, those *passing*, and *marks* of *full* ones become *repaired*; *task* is ""
    for all tasks. The repair "output" or "input" also has [text], "import" [file, line, code, name,
    meant], "line" [file, line, code] and "function" [file, name].
    """
    ASSIGNMENT = "assignment"
    """[key, text]: from the manifest."""


class Flag(ResultStruct, frozen=True):
    """Why staff should review a submission, as data; values are plain."""

    code: FlagCode
    values: dict[str, Any] = {}

    def __hash__(self) -> int:
        return hash(self.code)


class NoteCode(enum.Enum):
    """A remark on how a submission was read. Brackets hold the keys of the note's values."""

    FOLDER_CHOSEN = "folder_chosen"
    """[folder]: its files are used."""
    OTHER_FOLDERS = "other_folders"
    """[names, more]: source files of folders that were not chosen."""
    COURSE_FILES = "course_files"
    """[names, more]: the course's own files are used."""
    UNSAFE_NAMES = "unsafe_names"
    """[names, more]: left out."""
    TWIN_NAMES = "twin_names"
    """[names, more]: left out, because some systems take the name for another file's."""
    FILE_MISSING = "file_missing"
    """[file, similar]: *file* was not handed in; *similar* may be meant."""
    TAKEN_FOR = "taken_for"
    """[name, file]: *name* is used as *file*."""
    ONLY_FILE = "only_file"
    """[name, file]: *name* is used as *file*, because it is the only one."""
    ENCODING_CONVERTED = "encoding_converted"
    """[file, encoding]: converted to UTF-8."""
    ENCODING_GUESSED = "encoding_guessed"
    """[file, problem, encoding, read_as]: its encoding is missing or wrong; *read_as* was used."""
    TOOLS_LITTER = "tools_litter"
    """[names, more]: files that tools wrote, left out."""
    OUTSIDE_NAMES = "outside_names"
    """[names, more]: left out, because they lead outside."""
    LINKS = "links"
    """[names, more]: left out."""
    SPECIAL_FILES = "special_files"
    """[names, more]: left out."""
    PACKED_TWICE = "packed_twice"
    """[names, more]: packed twice with different content; the last one counts."""
    LARGE_FILES = "large_files"
    """[names, more]: files that nobody asked for, left out because they are too large."""
    TOO_DEEP = "too_deep"
    """[folders]: the files in deeper ones were left out."""
    OTHER_KINDS = "other_kinds"
    """[files]: the number of files of other kinds, which were left out."""
    OTHER_VERSIONS = "other_versions"
    """[file, names, more]: *file* is used; beside it are others that may be newer."""
    OLDER_VERSION = "older_version"
    """[name, newer]: *name* was left out."""
    CODE_NOT_SURVEYED = "code_not_surveyed"
    """[cause]: there are no findings; null if the reply had the wrong form."""
    LINTER_UNAVAILABLE = "linter_unavailable"
    """[reason]: style was not checked."""
    LINTER_TOP_ONLY = "linter_top_only"
    """[linter]: it checks files at the top alone, and there are none."""


class Note(ResultStruct, frozen=True):
    """A remark on how a submission was read, as data; values are plain and safe to show."""

    code: NoteCode
    values: dict[str, Any] = {}

    def __hash__(self) -> int:
        return hash(self.code)


class Visibility(enum.Enum):
    """Whether students may see more of a check than its title and verdict."""

    PUBLIC = "public"
    """Students can run it."""
    HIDDEN = "hidden"
    """Students see its title and its verdict at most."""
    RELEASED = "released"
    """A hidden check of which this result, made for a student, shows more."""


class Status(enum.Enum):
    """Whether the marks of a result are valid."""

    GRADED = "graded"
    """They are."""
    NOT_GRADABLE = "not_gradable"
    """The grader failed, not the submission: the marks mean nothing, grade it again."""


class CauseRow(NamedTuple):
    """The facts about a kind of cause."""

    verdict: Verdict
    by_judge: bool = False
    """Whether its limit and context come from the check or the judge alone."""
    is_worded: bool = False
    """Whether its detail does, too."""


CAUSES = {
    CauseKind.WRONG_ANSWER: CauseRow(Verdict.FAILED, by_judge=True, is_worded=True),
    CauseKind.EXCEPTION: CauseRow(Verdict.RAISED),
    CauseKind.FILE_MISSING: CauseRow(Verdict.MISSING),
    CauseKind.FILE_BROKEN: CauseRow(Verdict.MISSING),
    CauseKind.FILE_UNUSABLE: CauseRow(Verdict.MISSING),
    CauseKind.NAME_MISSING: CauseRow(Verdict.MISSING),
    CauseKind.CPU_LIMIT: CauseRow(Verdict.TIMEOUT, by_judge=True, is_worded=True),
    CauseKind.WALL_LIMIT: CauseRow(Verdict.TIMEOUT, by_judge=True),
    CauseKind.JUDGE_LIMIT: CauseRow(Verdict.TIMEOUT, by_judge=True),
    CauseKind.TOTAL_CPU_LIMIT: CauseRow(Verdict.TIMEOUT, by_judge=True),
    CauseKind.TOTAL_WALL_LIMIT: CauseRow(Verdict.TIMEOUT, by_judge=True),
    CauseKind.MEMORY_LIMIT: CauseRow(Verdict.OUT_OF_MEMORY, by_judge=True),
    CauseKind.OUTPUT_LIMIT: CauseRow(Verdict.TOO_MUCH_OUTPUT, by_judge=True),
    CauseKind.REPLY_LIMIT: CauseRow(Verdict.CRASHED, by_judge=True),
    CauseKind.SIGNAL: CauseRow(Verdict.CRASHED),
    CauseKind.EXITED: CauseRow(Verdict.CRASHED),
    CauseKind.CLOSED_CONNECTION: CauseRow(Verdict.CRASHED, by_judge=True),
    CauseKind.CHANNEL_ABUSE: CauseRow(Verdict.CRASHED, by_judge=True),
    CauseKind.MESSAGE_FLOOD: CauseRow(Verdict.CRASHED, by_judge=True),
    CauseKind.UNEXPECTED_SHAPE: CauseRow(Verdict.CRASHED, by_judge=True),
    CauseKind.SANDBOX_FAILED: CauseRow(Verdict.GRADER_FAULT, by_judge=True),
    CauseKind.CHECK_BROKEN: CauseRow(Verdict.GRADER_FAULT, by_judge=True),
    CauseKind.NOT_FINISHED: CauseRow(Verdict.GRADER_FAULT, by_judge=True),
}
"""All facts about each kind of cause. A TEXT has none: it keeps the verdict of its result."""


class Square(ResultStruct, array_like=True, frozen=True):
    """A filled square of a picture, in unit cells from the upper left corner."""

    letter: str
    x: int
    y: int
    size: int


class Picture(ResultStruct, tag="picture", tag_field="kind", frozen=True):
    """A board of *side* by *side* unit cells, covered by squares; letters are those of the
    assignment's own, whose painter knows their colours.
    """

    label: str
    side: int
    """Its width in unit cells."""
    squares: tuple[Square, ...]
    """Each a list of four: letter, x, y, size."""


class Text(ResultStruct, tag="text", tag_field="kind", frozen=True):
    """Some lines of plain text: a call, a value, a step of a scenario."""

    label: str
    text: str
    """May have several lines."""


class Transcripts(ResultStruct, tag="transcripts", tag_field="kind", frozen=True):
    """Two transcripts around their first difference, in the notation of scenarios."""

    label: str
    start: int
    """Number of the first line shown, from 1."""
    mark: int
    """Index of the first difference among the lines shown, from 0; possibly past an end."""
    expected: tuple[str, ...]
    """Lines."""
    got: tuple[str, ...]
    """Lines."""


Exhibit = Picture | Text | Transcripts

STILL_RUNNING = "still running"
"""The label of the loop, as text, in which a check ran out of time."""


_NO_CAUSE = Cause(CauseKind.TEXT)


class CheckResult(ResultStruct, frozen=True):
    """One check: its marks and its outcome."""

    id: str
    """Unique in the assignment: ``part.rule``."""
    task: str
    """The id of its task."""
    title: str
    """The rule that it tests, in a sentence for students."""
    verdict: Verdict
    """How it ended."""
    marks: Fraction
    """All or nothing."""
    max_marks: Fraction
    visibility: Visibility
    """Whether students may see more."""
    cause: Cause | None = None
    """Why the check did not pass; None if it passed, did not run or was redacted."""
    exhibits: tuple[Exhibit, ...] = ()
    """Evidence for the cause: the shrunk input, expected and got."""
    example: str = ""
    """The drawn example that did not pass, for ``grader replay``; "" if none was drawn."""

    @property
    def shown(self) -> str:
        """The title, or the id if it has none."""
        return self.title or self.id

    @property
    def reason(self) -> Cause:
        """The cause, or an empty one without a kind of its own."""
        return self.cause or _NO_CAUSE


class TaskResult(ResultStruct, frozen=True):
    """The marks of one part of the assignment."""

    id: str
    name: str
    """In words for people."""
    marks: Fraction
    max_marks: Fraction

    @property
    def shown(self) -> str:
        """The name, or the id if it has none."""
        return self.name or self.id


class Finding(ResultStruct, frozen=True):
    """A remark on the code under a rule of the handout. Policy decides its cost, not a verdict."""

    rule: str
    """Such as "leftovers" or "python-ta/line-too-long"."""
    severity: str
    """A "breach" of the handout, "review" for staff to judge, or "note"."""
    file: str
    line: int
    """From 1."""
    message: str
    """A sentence for the student."""
    source: str
    """The place in the handout."""


class ManualPart(ResultStruct, frozen=True):
    """A part that a tutor marks; its marks are never estimated."""

    name: str
    max_marks: Fraction
    marks: Fraction | None = None
    """None until a tutor has marked it."""
    comment: str = ""
    """The tutor's comment for the student; may have several lines."""


class Comment(ResultStruct, frozen=True):
    """A tutor's comment for the student, on lines of a file or on the whole submission."""

    text: str
    """Markdown."""
    file: str = ""
    """Empty if it is about the whole submission."""
    line: int = 0
    """The first line, from 1."""
    end: int = 0
    """The last line."""

    @property
    def where(self) -> str:
        """Return file and lines as people write them; "" for the whole submission."""
        if not self.file:
            return ""
        lines = f"{self.line}-{self.end}" if self.end > self.line else f"{self.line}"
        return f"{self.file}:{lines}"


class Adjustment(ResultStruct, frozen=True):
    """A change of the total by a rule, such as lateness, or by a person's decision."""

    rule: str
    """The word "late", or the name of a deduction or decision."""
    amount: Fraction
    """Marks; negative for a deduction, 0 for words of staff alone."""
    reason: str
    """In words for people."""
    by: str = ""
    """The person who decided it; "" for a rule."""
    about: str = ""
    """The check that the decision concerns, or ""."""
    share: Fraction | None = None
    """The part of the marks earned until then that *amount* takes, if it is one."""


class Result(ResultStruct, kw_only=True, frozen=True):
    """One graded submission. ``marks`` and ``max_marks`` are those of the automatic part."""

    schema_version: int = SCHEMA_VERSION
    """Raised if a reader could go wrong without a change."""
    assignment: str
    """The assignment's id."""
    submission: str
    """Its folder or archive: unique in a class, and safe as a file name."""
    language: str = ""
    """The language and release that the program ran with, such as "Python 3.11"; "" if nothing
    ran.
    """
    status: Status
    """Whether the marks are valid."""
    marks: Fraction
    """The sum over the checks, before adjustments and without tutors' marks."""
    max_marks: Fraction
    """The assignment's maximum, whichever checks ran."""
    tasks: tuple[TaskResult, ...]
    """In the assignment's order."""
    checks: tuple[CheckResult, ...]
    """By task, then by id."""
    findings: tuple[Finding, ...] = ()
    """How the code is written."""
    manual: tuple[ManualPart, ...] = ()
    """Parts that tutors mark."""
    comments: tuple[Comment, ...] = ()
    """Of tutors: on the whole submission first, then by file and line."""
    adjustments: tuple[Adjustment, ...] = ()
    """Changes of the total."""
    flags: tuple[Flag, ...] = ()
    """Reasons for staff to review this submission."""
    notes: tuple[Note, ...] = ()
    """Remarks on how the submission was read: files renamed, ignored, decoded."""

    def flags_but(self, code: FlagCode) -> tuple[Flag, ...]:
        """Return the flags without those of *code*."""
        return tuple(flag for flag in self.flags if flag.code is not code)

    def ran(self) -> list[CheckResult]:
        """Return the checks that ran."""
        return [check for check in self.checks if check.verdict is not Verdict.NOT_RUN]


def not_passed(checks: Iterable[CheckResult]) -> list[CheckResult]:
    """Return the checks that ran and did not pass."""
    return [check for check in checks if check.verdict.is_failure]


def exact(number: float | int | Fraction) -> Fraction:
    """Return a number in its decimal notation (0.1 is one tenth) as an exact fraction."""
    return Fraction(str(number))


def total(result: Result) -> Fraction:
    """Return the marks of the automatic part after its adjustments, never below zero.

    Adjusted marks are the sum of rounded parts, so that a result read from its file has the same
    total.
    """
    if not result.adjustments:
        return max(result.marks, Fraction(0))
    parts = (result.marks, *(change.amount for change in result.adjustments))
    return max(sum(map(as_written, parts), Fraction(0)), Fraction(0))


def whole(result: Result) -> tuple[Fraction, Fraction] | None:
    """Return the total with the tutor's marks, and its maximum.

    None if the tutor marks no part, or has not marked all of them.
    """
    manual = [as_written(part.marks) for part in result.manual if part.marks is not None]
    if not manual or len(manual) < len(result.manual) or result.status is not Status.GRADED:
        return None
    return (
        as_written(total(result)) + sum(manual, Fraction(0)),
        as_written(result.max_marks)
        + sum((as_written(part.max_marks) for part in result.manual), Fraction(0)),
    )


def adjusted(result: Result) -> Fraction:
    """Return the change of the marks by adjustments: written marks and this sum to the total."""
    return total(result) - as_written(result.marks) if result.adjustments else Fraction(0)


def as_written(marks: Fraction) -> Fraction:
    """Return *marks* as reports write them (see :func:`rounded`), so that sums agree."""
    return Fraction(str(rounded(marks)))


def rounded(marks: Fraction) -> int | float:
    """Return *marks* rounded half up to two decimals; an int if no fraction is left."""
    # in whole numbers: a report rounds hundreds of fractions
    above, below = 200 * abs(marks.numerator), marks.denominator
    hundredths = (above + below) // (2 * below) * (1 if marks >= 0 else -1)
    whole, rest = divmod(hundredths, 100)
    return hundredths / 100 if rest else whole


def _encode(value: Any) -> Any:
    if isinstance(value, Fraction):
        return rounded(value)
    raise TypeError(f"cannot write a {type(value).__name__}")


def _decode(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(str(value))
    raise TypeError(f"cannot read a {kind.__name__}")


def to_json(result: Result) -> bytes:
    """Return *result* as an indented JSON document with a final newline.

    Equal results give equal bytes.
    """
    return msgspec.json.format(msgspec.json.encode(result, enc_hook=_encode), indent=2) + b"\n"


class _SchemaVersion(msgspec.Struct):
    schema_version: int


def from_json(document: bytes) -> Result:
    """Parse the output of :func:`to_json`.

    Raises msgspec.DecodeError or ValidationError for any other document.
    """
    version = parse_json(document, _SchemaVersion).schema_version
    if version != SCHEMA_VERSION:
        raise msgspec.ValidationError(f"schema version {version} is not known to this release")
    return parse_json(document, Result, _decode)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a result."""

    def hook(kind: type) -> dict[str, Any]:
        if kind is Fraction:
            return {
                "type": "number",
                "description": "marks, rounded half up to two decimals",
            }
        raise NotImplementedError(kind)

    definition = msgspec.json.schema(Result, schema_hook=hook)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Result of grading one submission",
        **definition,
    }


BLANK = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    r"\U000e0100-\U000e01ef]"
)
"""Letters and signs that take no ink, though Unicode counts them as printable."""
_MAY_COMMAND = re.compile("::|##")
_COMMAND = re.compile(r"^(?P<before>[^\S\n]*):(?=:)|#(?=#\w*\[)", re.MULTILINE)
"""Commands to a CI system in a log: GitHub's begin a line with ``::`` or hold ``##[`` anywhere,
Azure's hold ``##vso[``.
"""


def printable(text: str, limit: int = 4000) -> str:
    """Return *text* safe to show anywhere: control, direction, invisible and unencodable characters
    are escaped, and the length is capped.

    The first sign of a CI system's command is escaped too, because jobs print reports. All text
    from a submission passes through this function before it enters a result.
    """
    has_signs = _MAY_COMMAND.search(text, 0, limit) or BLANK.search(text, 0, limit)
    if len(text) <= limit and text.isprintable() and not has_signs:
        return text  # most are, and the rest takes long
    characters = []
    for character in text[:limit]:
        category = unicodedata.category(character)
        is_shown = category[0] != "C" and category not in ("Zl", "Zp")
        if character == "\n" or (is_shown and not BLANK.match(character)):
            characters.append(character)
        elif character == "\t":
            characters.append("    ")
        else:
            code = ord(character)
            characters.append(
                f"\\x{code:02x}"
                if code < 0x100
                else f"\\u{code:04x}"
                if code < 0x10000
                else f"\\U{code:08x}"
            )
    visible = _COMMAND.sub(
        lambda match: f"{match['before'] or ''}\\x{ord(match.group()[-1]):02x}",
        "".join(characters),
    )
    return visible + (" ..." if len(text) > limit else "")


def one_line(text: str, limit: int = 4000) -> str:
    """Return :func:`printable` on one line: line ends are escaped, too."""
    return printable(text, limit).replace("\n", "\\n")
