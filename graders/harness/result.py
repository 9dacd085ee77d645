"""The :class:`Result`: all that is known about one graded submission, and all that reports may use.

Plain frozen structs. Marks are exact fractions inside; they are rounded (half up, two decimals)
once, when they are written. The JSON Schema is generated from these classes (:func:`schema`),
committed as ``docs/result.schema.json`` and tested.
"""

from __future__ import annotations

import enum
import math
import re
import unicodedata
from fractions import Fraction
from typing import Any

import msgspec

SCHEMA_VERSION = 2
LONGEST_NAME = 200
"""Characters of a file's name or of an identifier in a cause."""


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all parts of a result: immutable."""


class Verdict(enum.Enum):
    """How a check ended. Closed: reports may rely on there being no other."""

    PASSED = "passed"
    FAILED = "failed"
    RAISED = "raised"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out_of_memory"
    CRASHED = "crashed"
    TOO_MUCH_OUTPUT = "too_much_output"
    MISSING = "missing"
    NOT_RUN = "not_run"
    GRADER_FAULT = "grader_fault"


class CauseKind(enum.Enum):
    """Why a check did not pass. Each kind has one verdict (:data:`VERDICT_OF`)."""

    WRONG_ANSWER = "wrong_answer"
    """*detail*: what the check says of the answer."""
    EXCEPTION = "exception"
    """*name*: its type; *detail*: its text; *file* and *line*: the innermost line of it."""
    FILE_MISSING = "file_missing"
    """*file* was not handed in; *name*: a submitted file that may be meant, or ""."""
    FILE_BROKEN = "file_broken"
    """*file* does not load or compile, at *line*; *detail*: the error."""
    FILE_UNUSABLE = "file_unusable"
    """*file* is not what was asked for; *detail*: what it is."""
    NAME_MISSING = "name_missing"
    """*file* does not define *name*; without a *file*, *name* says all there is to say."""
    CPU_LIMIT = "cpu_limit"
    """*limit*: CPU seconds of one process."""
    WALL_LIMIT = "wall_limit"
    """*limit*: seconds."""
    JUDGE_LIMIT = "judge_limit"
    """The check took the judge itself too long; *limit*: its CPU seconds."""
    TOTAL_CPU_LIMIT = "total_cpu_limit"
    """Not run: earlier checks used up *limit* CPU seconds, all that a submission has."""
    TOTAL_WALL_LIMIT = "total_wall_limit"
    """Not run: earlier checks took *limit* seconds, all that a submission has."""
    MEMORY_LIMIT = "memory_limit"
    """*limit*: megabytes."""
    OUTPUT_LIMIT = "output_limit"
    """*limit*: characters printed in one call."""
    REPLY_LIMIT = "reply_limit"
    """*limit*: kilobytes returned by one call; 0 if it is not known."""
    SIGNAL = "signal"
    """*status*: the number of the signal that ended the process."""
    EXITED = "exited"
    """*status*: the exit status."""
    CLOSED_CONNECTION = "closed_connection"
    CHANNEL_ABUSE = "channel_abuse"
    """The program wrote to the grader's connection, or answered out of turn."""
    MESSAGE_FLOOD = "message_flood"
    UNEXPECTED_SHAPE = "unexpected_shape"
    """The check could not interpret a returned value."""
    SANDBOX_FAILED = "sandbox_failed"
    CHECK_BROKEN = "check_broken"
    NOT_FINISHED = "not_finished"
    TEXT = "text"
    """*detail*: a sentence of a result of schema version 1."""


class Cause(Struct, frozen=True, omit_defaults=True):
    """Why a check did not pass, as data: reports make the sentence from it, once.

    Texts may come from a submission: :meth:`safe` before they enter a result.
    """

    kind: CauseKind
    file: str = ""
    line: int = 0
    """From 1; 0 if no line is known."""
    name: str = ""
    detail: str = ""
    limit: float = 0
    status: int = 0
    loading: str = ""
    """The file that was being loaded when it happened; "" otherwise."""
    context: str = ""
    """What the check was doing, in its own words; "" if the call speaks for itself."""
    depends_on_earlier_calls: bool = False
    """The failing input alone gives the right result."""

    def __post_init__(self) -> None:
        """Make the limit what is read from a written result: 2048.0, not 2048."""
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
        place = f"{self.file}:{self.line}" if self.line else self.file
        limit = f"{self.limit:g}" if self.limit else ""
        status = str(self.status) if self.status else ""
        parts = (
            self.loading,
            self.context,
            place,
            self.name,
            self.detail,
            limit,
            status,
        )
        data = ": ".join(filter(None, parts))
        return one_line(f"{self.kind.value}: {data}" if data else self.kind.value)


class FlagCode(enum.Enum):
    """Why a person should look at a submission; in brackets the values of such a flag."""

    NOT_GRADABLE = "not_gradable"
    NOTHING_USABLE = "nothing_usable"
    """[cause]: no check ran, because a file does not load."""
    NO_FILE_FOUND = "no_file_found"
    """No check ran, because no expected file is there."""
    UNEXPECTED_SHAPE = "unexpected_shape"
    TIME_USED_UP = "time_used_up"
    NONDETERMINISTIC = "nondeterministic"
    EMPTY_FILE = "empty_file"
    """[file]"""
    CHANNEL_ABUSE = "channel_abuse"
    """[checks]: how many checks ended so."""
    TAMPERING = "tampering"
    """[signs, more]: lists of file, line and sign, and how many more signs there are."""
    EXTRA_FILES = "extra_files"
    """[files, source]"""
    LINTER_UNAVAILABLE = "linter_unavailable"
    """[reason]"""
    LINTER_REFUSED = "linter_refused"
    """[file, reason]"""
    TOO_LATE = "too_late"
    """[days]"""
    HANDED_IN_AGAIN = "handed_in_again"
    """[parts]: names of parts that a tutor marked in an earlier version."""
    DECISION_OUTDATED = "decision_outdated"
    """[about, by, was, now, counts, other_files]"""
    MARKS_DEPEND = "marks_depend"
    """[file, line, kind, lost, full]: marks lost by one unusable file. Reports derive it."""
    ASSIGNMENT = "assignment"
    """[key, text]: as the manifest has them."""
    TEXT = "text"
    """[text]: a flag of a result of schema version 1."""


class Flag(Struct, frozen=True):
    """Why a person should look at a submission, as data; values are plain."""

    code: FlagCode
    values: dict[str, Any] = {}

    def __hash__(self) -> int:
        return hash(self.code)


class NoteCode(enum.Enum):
    """A remark on how a submission was read; in brackets the values of such a note."""

    FOLDER_CHOSEN = "folder_chosen"
    """[folder]"""
    OTHER_FOLDERS = "other_folders"
    """[names, more]: source files of folders that were not chosen."""
    COURSE_FILES = "course_files"
    """[names, more]: the course's own files are used."""
    UNSAFE_NAMES = "unsafe_names"
    """[names, more]: left out."""
    TWIN_NAMES = "twin_names"
    """[names, more]: left out, because some systems cannot tell the name from another's."""
    FILE_MISSING = "file_missing"
    """[file, similar]"""
    AMBIGUOUS = "ambiguous"
    """[file, names, more]: files that could be *file*; none is taken."""
    TAKEN_FOR = "taken_for"
    """[name, file]"""
    ONLY_FILE = "only_file"
    """[name, file]"""
    ENCODING_CONVERTED = "encoding_converted"
    """[file, encoding]"""
    ENCODING_GUESSED = "encoding_guessed"
    """[file, problem, encoding, read_as]"""
    TOOLS_LITTER = "tools_litter"
    """[names, more]"""
    OUTSIDE_NAMES = "outside_names"
    """[names, more]"""
    LINKS = "links"
    """[names, more]"""
    SPECIAL_FILES = "special_files"
    """[names, more]"""
    PACKED_TWICE = "packed_twice"
    """[names, more]"""
    TOO_DEEP = "too_deep"
    """[folders]"""
    OTHER_KINDS = "other_kinds"
    """[files]: how many."""
    OLDER_VERSION = "older_version"
    """[name, newer]"""
    CODE_NOT_SURVEYED = "code_not_surveyed"
    """[cause]: null if the answer had not the right form."""
    LINTER_UNAVAILABLE = "linter_unavailable"
    """[reason]"""
    LINTER_TOP_ONLY = "linter_top_only"
    TEXT = "text"
    """[text]: a note of a result of schema version 1."""


class Note(Struct, frozen=True):
    """A remark on how a submission was read, as data; values are plain and safe to show."""

    code: NoteCode
    values: dict[str, Any] = {}

    def __hash__(self) -> int:
        return hash(self.code)


class Visibility(enum.Enum):
    """Who may see more of a check than its title and verdict."""

    PUBLIC = "public"
    HIDDEN = "hidden"


class Status(enum.Enum):
    """Whether the marks of a result mean anything."""

    GRADED = "graded"
    NOT_GRADABLE = "not_gradable"


VERDICT_OF = {
    CauseKind.WRONG_ANSWER: Verdict.FAILED,
    CauseKind.EXCEPTION: Verdict.RAISED,
    CauseKind.FILE_MISSING: Verdict.MISSING,
    CauseKind.FILE_BROKEN: Verdict.MISSING,
    CauseKind.FILE_UNUSABLE: Verdict.MISSING,
    CauseKind.NAME_MISSING: Verdict.MISSING,
    CauseKind.CPU_LIMIT: Verdict.TIMEOUT,
    CauseKind.WALL_LIMIT: Verdict.TIMEOUT,
    CauseKind.JUDGE_LIMIT: Verdict.TIMEOUT,
    CauseKind.TOTAL_CPU_LIMIT: Verdict.TIMEOUT,
    CauseKind.TOTAL_WALL_LIMIT: Verdict.TIMEOUT,
    CauseKind.MEMORY_LIMIT: Verdict.OUT_OF_MEMORY,
    CauseKind.OUTPUT_LIMIT: Verdict.TOO_MUCH_OUTPUT,
    CauseKind.REPLY_LIMIT: Verdict.CRASHED,
    CauseKind.SIGNAL: Verdict.CRASHED,
    CauseKind.EXITED: Verdict.CRASHED,
    CauseKind.CLOSED_CONNECTION: Verdict.CRASHED,
    CauseKind.CHANNEL_ABUSE: Verdict.CRASHED,
    CauseKind.MESSAGE_FLOOD: Verdict.CRASHED,
    CauseKind.UNEXPECTED_SHAPE: Verdict.CRASHED,
    CauseKind.SANDBOX_FAILED: Verdict.GRADER_FAULT,
    CauseKind.CHECK_BROKEN: Verdict.GRADER_FAULT,
    CauseKind.NOT_FINISHED: Verdict.GRADER_FAULT,
}
"""The verdict of each cause; a TEXT has that of its result."""


class Square(Struct, array_like=True, frozen=True):
    """A filled square of a picture, in unit cells from the upper left corner."""

    letter: str
    x: int
    y: int
    size: int


class Picture(Struct, tag="picture", tag_field="kind", frozen=True):
    """A board of *side* by *side* unit cells, covered by squares; letters are those of the
    manifest's palette.
    """

    label: str
    side: int
    squares: tuple[Square, ...]


class Text(Struct, tag="text", tag_field="kind", frozen=True):
    """Some lines of plain text: a call, a value, a step of a scenario."""

    label: str
    text: str


class Transcripts(Struct, tag="transcripts", tag_field="kind", frozen=True):
    """Two transcripts around their first difference, in the notation of scenarios."""

    label: str
    start: int
    """Number of the first line shown, from 1."""
    mark: int
    """Place of the first difference among the lines shown, from 0; it may be past the end of one of
    them.
    """
    expected: tuple[str, ...]
    got: tuple[str, ...]


Exhibit = Picture | Text | Transcripts


class CheckResult(Struct, frozen=True):
    """One check: what it is worth and how it ended."""

    id: str
    task: str
    title: str
    verdict: Verdict
    marks: Fraction
    max_marks: Fraction
    visibility: Visibility
    cause: Cause | None = None
    """Why it did not pass; None if it passed, did not run or was redacted."""
    exhibits: tuple[Exhibit, ...] = ()
    """Evidence for the cause: the shrunk input, expected and got."""
    example: str = ""
    """The one drawn example on which it did not pass, for ``grader replay``; empty where nothing
    was drawn.
    """


class TaskResult(Struct, frozen=True):
    """The marks of one part of the assignment."""

    id: str
    name: str
    marks: Fraction
    max_marks: Fraction


class Finding(Struct, frozen=True):
    """Something about the code that a rule of the handout speaks of; what it costs is policy, not
    verdict.
    """

    rule: str
    severity: str
    file: str
    line: int
    message: str
    source: str


class ManualPart(Struct, frozen=True):
    """A part that a tutor marks: never guessed."""

    name: str
    max_marks: Fraction
    marks: Fraction | None = None
    """None until somebody has marked it."""
    comment: str = ""
    """What the tutor tells the student of it; may have several lines."""


class Adjustment(Struct, frozen=True):
    """A change of the total by a rule, such as lateness, or by what a person decided."""

    rule: str
    amount: Fraction
    reason: str
    by: str = ""
    """Who decided it; empty where a rule did."""
    about: str = ""
    """The check that it was decided on; empty where it is no check."""


class Result(Struct, kw_only=True, frozen=True):
    """One graded submission. ``marks`` and ``max_marks`` are those of the automatic part."""

    schema_version: int = SCHEMA_VERSION
    assignment: str
    submission: str
    status: Status
    marks: Fraction
    max_marks: Fraction
    tasks: tuple[TaskResult, ...]
    checks: tuple[CheckResult, ...]
    findings: tuple[Finding, ...] = ()
    manual: tuple[ManualPart, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    flags: tuple[Flag, ...] = ()
    """Why a person should look at this submission."""
    notes: tuple[Note, ...] = ()
    """How the submission was read: renamed, ignored, decoded."""


def total(result: Result) -> Fraction:
    """Return the marks of the automatic part after its adjustments, never below zero.

    Adjusted marks are the sum of what is written, so that it is the same when the result comes back
    from its file.
    """
    if not result.adjustments:
        return max(result.marks, Fraction(0))
    parts = (result.marks, *(change.amount for change in result.adjustments))
    return max(sum(map(as_written, parts), Fraction(0)), Fraction(0))


def whole(result: Result) -> tuple[Fraction, Fraction] | None:
    """Return the mark of everything and its maximum: the total, and what a tutor gave.

    None where no part is a tutor's, and as long as one of them is not marked: then nobody knows it.
    """
    given = [as_written(part.marks) for part in result.manual if part.marks is not None]
    if (
        not given
        or len(given) < len(result.manual)
        or result.status is not Status.GRADED
    ):
        return None
    return (
        as_written(total(result)) + sum(given, Fraction(0)),
        as_written(result.max_marks)
        + sum((as_written(part.max_marks) for part in result.manual), Fraction(0)),
    )


def adjusted(result: Result) -> Fraction:
    """Return by how much adjustments change the marks, as both are written: marks and this sum to
    the total.
    """
    return (
        total(result) - as_written(result.marks) if result.adjustments else Fraction(0)
    )


def as_written(marks: Fraction) -> Fraction:
    """Return *marks* as somebody reads them who adds up what is written (see :func:`rounded`)."""
    return Fraction(str(rounded(marks)))


def rounded(marks: Fraction) -> int | float:
    """Return *marks* as people write them: half up to two decimals, without a useless fraction."""
    hundredths = math.floor(abs(marks) * 100 + Fraction(1, 2)) * (
        1 if marks >= 0 else -1
    )
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
    """Return *result* as one indented JSON document with a final newline. Equal results, equal
    bytes.
    """
    return (
        msgspec.json.format(msgspec.json.encode(result, enc_hook=_encode), indent=2)
        + b"\n"
    )


class _Version(msgspec.Struct):
    schema_version: int


def from_json(document: bytes) -> Result:
    """Read what :func:`to_json` wrote, in this release or an earlier one.

    Raises msgspec.DecodeError or ValidationError for anything else.
    """
    version = msgspec.json.decode(document, type=_Version).schema_version
    if version == 1:
        return _from_version_1(msgspec.json.decode(document, type=dict[str, Any]))
    if version != SCHEMA_VERSION:
        raise msgspec.ValidationError(
            f"schema version {version} is not known to this release"
        )
    return msgspec.json.decode(document, type=Result, dec_hook=_decode)


def _from_version_1(raw: dict[str, Any]) -> Result:
    """Return a result of schema version 1, in which every cause was an English sentence."""
    raw["schema_version"] = SCHEMA_VERSION
    for check in raw.get("checks", ()):
        message = check.pop("message", "")
        if message:
            check["cause"] = {"kind": CauseKind.TEXT.value, "detail": message}
    for field, code in (("flags", FlagCode.TEXT), ("notes", NoteCode.TEXT)):
        texts = raw.get(field, ())
        raw[field] = [{"code": code.value, "values": {"text": text}} for text in texts]
    return msgspec.convert(raw, type=Result, dec_hook=_decode)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a result."""

    def hook(kind: type) -> dict[str, Any]:
        if kind is Fraction:
            return {
                "type": "number",
                "description": "marks, rounded half up to two decimals",
            }
        raise NotImplementedError(kind)

    found = msgspec.json.schema(Result, schema_hook=hook)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Result of grading one submission",
        **found,
    }


_COMMAND = re.compile(r"^(?P<before>\s*):(?=:)|#(?=#\w*\[)", re.MULTILINE)
"""Where a CI system reads a command to itself in a log: GitHub where a line begins with ``::`` and
at any ``##[``, Azure at ``##vso[``.
"""


def printable(text: str, limit: int = 4000) -> str:
    """Return *text* safe to show anywhere: control, direction and unencodable characters made
    visible, length capped.

    So is the first sign of what a CI system would take for a command, for reports are printed in
    jobs. Everything that comes from a submission passes through here before it enters a result.
    """
    shown = []
    for character in text[:limit]:
        category = unicodedata.category(character)
        if character == "\n" or (category[0] != "C" and category not in ("Zl", "Zp")):
            shown.append(character)
        elif character == "\t":
            shown.append("    ")
        else:
            code = ord(character)
            shown.append(
                f"\\x{code:02x}"
                if code < 0x100
                else f"\\u{code:04x}"
                if code < 0x10000
                else f"\\U{code:08x}"
            )
    visible = _COMMAND.sub(
        lambda found: f"{found['before'] or ''}\\x{ord(found.group()[-1]):02x}",
        "".join(shown),
    )
    return visible + (" ..." if len(text) > limit else "")


def one_line(text: str, limit: int = 4000) -> str:
    """Return :func:`printable` on one line: line ends are made visible, too."""
    return printable(text, limit).replace("\n", "\\n")
