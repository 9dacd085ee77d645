"""The formats of a report: the harness's, and those that extensions add."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graders.harness.errors import NOT_GRADABLE, GraderError
from graders.harness.extensions import added

if TYPE_CHECKING:
    from graders.harness.reports.audience import Audience, RedactedResult
    from graders.harness.reports.report_style import ReportStyle

Sources = Mapping[str, bytes]
Writer = Callable[["RedactedResult", "ReportStyle", Sources], bytes]
Options = Mapping[str, Any]
"""The values of the options that formats add to the command: name -> value."""


class NotGradable(GraderError):
    """The result has no marks; a document without marks would count as zero."""

    status = NOT_GRADABLE


class Unwritable(GraderError):
    """A format cannot express the marks of this one result."""


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """Options of ``grader report``."""

    path: Path
    """A result's file, or the folder of a submission or a class."""
    format: str
    audience: str | None = None
    """"staff", "student", or None if not given."""
    out: Path | None = None
    """None to print it."""
    submission: Path | None = None
    """The submission's files, to show lines of them; by default those kept beside the result."""
    after_deadline: bool = False
    """Whether students may see hints that wait for the deadline."""
    release: str | None = None
    """The level at which hidden checks are released; see `ReportStyle.redacted`."""
    options: Options = field(default_factory=dict)
    """Those of the formats."""

    @property
    def reader(self) -> Audience:
        """The audience; students by default."""
        from graders.harness.reports.audience import Audience

        return Audience(self.audience or "student")


@dataclass(frozen=True, slots=True)
class Option:
    """An option that a format adds to ``grader report``; several formats may share one."""

    flag: str
    metavar: str
    about: str
    type: Callable[[str], Any] = str
    repeated: bool = False
    """Whether it may be given several times; its value is then a list."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of a report on one result."""

    name: str
    """The name given to ``--format``."""
    about: str
    """For the command's help."""
    file: str
    """The usual file name."""
    write: Writer
    """Raises NotGradable or Unwritable for a result that the format cannot express."""
    options: tuple[Option, ...] = ()
    writer: Callable[[Options], Writer] | None = None
    """Returns the function to write with these options, if there are any. Raises GraderError."""


@dataclass(frozen=True, slots=True)
class ClassFormat:
    """A format of a document on a whole class, for staff, such as a table for a platform."""

    name: str
    """The name given to ``--format``."""
    about: str
    """For the command's help."""
    write: Callable[[ReportRequest], None]
    """Writes or prints the document. Raises GraderError."""
    platform: str = ""
    """The name given to ``--for``, if it has one: mostly a platform's."""
    options: tuple[Option, ...] = ()


def _html(seen: RedactedResult, report_style: ReportStyle, files: Sources) -> bytes:
    from graders.harness.reports.html.page import page

    return page(seen, report_style.title, report_style.painter, files, people=report_style.people)


def _text(seen: RedactedResult, report_style: ReportStyle, files: Sources) -> bytes:
    from graders.harness.reports.result_folder import text

    return text(seen, report_style)


def _json(seen: RedactedResult, report_style: ReportStyle, files: Sources) -> bytes:
    from graders.harness.result import to_json

    return to_json(seen.result)


def _markdown(seen: RedactedResult, report_style: ReportStyle, files: Sources) -> bytes:
    from graders.harness.reports.markdown import document

    return document(seen, report_style)


FORMATS: Sequence[Format] = (
    Format("html", "a web page", "report.html", _html),
    Format("text", "plain text, with every check", "report.txt", _text),
    Format("json", "the result, limited to what its reader may see", "result.json", _json),
    Format("markdown", "a summary", "report.md", _markdown),
)
"""The harness's own; those of extensions follow."""


@cache
def formats() -> Mapping[str, Format]:
    """Return the formats of one result by name. Raises GraderError for a broken extension."""
    return {format.name: format for format in (*FORMATS, *added("formats"))}


@cache
def class_formats() -> Mapping[str, ClassFormat]:
    """Return the formats of a class by name. Raises GraderError for a broken extension."""
    return {format.name: format for format in added("class_formats")}
