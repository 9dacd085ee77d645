"""The files of one result: ``result.json``, ``report.txt``, a page and, for staff, ``run.log``.

Each file is written atomically. The folder's name is made from the submission's, without characters
that a file system or shell could misread.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from graders.harness.content import atomic_write
from graders.harness.diagnosis import Diagnosis
from graders.harness.documents import parse_json
from graders.harness.errors import GraderError
from graders.harness.intake.names import file_name
from graders.harness.reports.audience import Audience, RedactedResult
from graders.harness.reports.document.terminal_painter import as_text
from graders.harness.reports.html.page import page
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.source import smallest
from graders.harness.reports.submission_report import SubmissionReport
from graders.harness.result import Result, printable, to_json

TEXT = "report.txt"
PAGE = "report.html"
STAFF_PAGE = "staff-report.html"
"""A page with hidden checks; the name warns against giving it to students."""
CODE = "code.json"
"""The submission's files (name -> text; null if it is not kept), for tutors and for pages that are
made later.
"""
EARLIER_CODE = "earlier-code.json"
"""The files that were graded before these, if they were other ones."""
DIAGNOSIS = "diagnosis.json"
"""The known faults of a submission, for staff and for pages that are made later."""
WIDTH = 100
"""Width of the text report."""
LONGEST_ENTRY = 20_000
"""Characters of a log entry, which may hold a traceback of the grader."""


def write(
    out: Path,
    result: Result,
    log: Iterable[str],
    report_style: ReportStyle,
    audience: Audience,
    *,
    sources: Mapping[str, bytes] | None = None,
    web: bool = True,
    class_page: str = "",
    place: str = "",
    diagnosis: Diagnosis | None = None,
) -> Path:
    """Write the files of a result below *out*; return their folder. Raises GraderError if it fails.

    sources: the submission's files, for the page; web: whether to write a page; class_page: see
    `page`; place: the folder below *out*, named after the submission by default;
    diagnosis: for staff.
    """
    seen = report_style.redacted(result, audience, diagnosis)
    kept = smallest(sources or {})
    code = {name: data for name, data in (sources or {}).items() if name in kept}
    files = _reports(seen, report_style, page_name(audience) if web else "", code, class_page)
    if audience is Audience.STAFF:
        files["run.log"] = "".join(f"{_entry(line)}\n" for line in log).encode()
        if sources:
            texts = {
                name: code[name].decode("utf-8", "replace") if name in code else None
                for name in sources
            }
            # ASCII without two of these signs, because names and code may hold commands to a
            # terminal or a CI system
            files[CODE] = json.dumps(texts).replace("##", "\\u0023\\u0023").encode("ascii") + b"\n"
        if diagnosis is not None:
            files[DIAGNOSIS] = _diagnosis_bytes(diagnosis)
    target = out / (place or file_name(result.submission))
    # remove files of an earlier run
    gone = {page_name(audience), CODE, DIAGNOSIS}.difference(files)
    return _write_files(target, files, gone)


def _reports(
    seen: RedactedResult,
    report_style: ReportStyle,
    web: str,
    code: Mapping[str, bytes],
    class_page: str,
) -> dict[str, bytes]:
    """Return the files that show a result. web: the page's name; "" for none."""
    files = {"result.json": to_json(seen.result), TEXT: text(seen, report_style)}
    if web:
        files[web] = page(
            seen,
            report_style.title,
            report_style.painter,
            code,
            class_page,
            people=report_style.people,
        )
    return files


def _write_files(target: Path, files: Mapping[str, bytes], gone: Iterable[str] = ()) -> Path:
    """Write *files* into *target* and remove the files *gone*. Raises GraderError."""
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            atomic_write(target / name, data)
        for name in gone:
            (target / name).unlink(missing_ok=True)
    except OSError as error:
        raise GraderError(f"cannot write below {target.parent}: {error.strerror}") from None
    return target


def rewrite(
    out: Path,
    result: Result,
    report_style: ReportStyle,
    class_page: str = "",
    place: str = "",
) -> None:
    """Rewrite the staff's files of *result* below *out*. Raises GraderError.

    The log stays. A page is written only if there was one.
    """
    target = out / (place or file_name(result.submission))
    diagnosis = diagnosis_beside(target)
    seen = report_style.redacted(result, Audience.STAFF, diagnosis)
    web = STAFF_PAGE if (target / STAFF_PAGE).exists() else ""
    _write_files(target, _reports(seen, report_style, web, code_beside(target), class_page))


def code_beside(folder: Path, saved: str = CODE) -> Mapping[str, bytes]:
    """Return the submission's files that grading saved in the result's *folder*.

    saved: `CODE`, or `EARLIER_CODE` for those graded before.
    """
    kept = {name: text for name, text in _texts_beside(folder, saved).items() if text is not None}
    return {name: text.encode("utf-8", "replace") for name, text in kept.items()}


def not_kept(folder: Path) -> list[str]:
    """Return the names of the submission's files that were too large to be saved there."""
    return [name for name, text in _texts_beside(folder).items() if text is None]


def _texts_beside(folder: Path, saved: str = CODE) -> Mapping[str, str | None]:
    try:
        return parse_json((folder / saved).read_bytes(), dict[str, str | None])
    except (OSError, msgspec.DecodeError):
        return {}


def diagnosis_beside(folder: Path) -> Diagnosis | None:
    """Return the diagnosis in the result's *folder*, or None."""
    try:
        return parse_json((folder / DIAGNOSIS).read_bytes(), Diagnosis)
    except (OSError, msgspec.DecodeError):
        return None


def write_diagnosis(folder: Path, diagnosis: Diagnosis) -> None:
    """Write the diagnosis into the result's *folder*. Raises GraderError."""
    _write_files(folder, {DIAGNOSIS: _diagnosis_bytes(diagnosis)})


def _diagnosis_bytes(diagnosis: Diagnosis) -> bytes:
    return msgspec.json.format(msgspec.json.encode(diagnosis), indent=2) + b"\n"


SUBMISSION = "submission "
"""Prefix of the log entry with the submission's path."""


def submission_of(result: Path) -> Path:
    """Return the path of the submission behind *result*, a file or folder. Raises GraderError."""
    folder = result if result.is_dir() else result.parent
    try:
        log = (folder / "run.log").read_text(errors="replace").splitlines()
    except OSError:
        log = []
    first = log[0] if log else ""
    path = Path(first.removeprefix(SUBMISSION))
    if not first.startswith(SUBMISSION) or not path.exists():
        raise GraderError(
            "the result's run.log names no submission that exists: give its PATH, too"
        )
    return path


def page_name(audience: Audience) -> str:
    """Return the name of the page for *audience*."""
    return STAFF_PAGE if audience is Audience.STAFF else PAGE


def _entry(text: str) -> str:
    """Return a log entry with its further lines indented, so that none passes for an entry."""
    return printable(text, LONGEST_ENTRY).replace("\n", "\n    ")


def text(seen: RedactedResult, report_style: ReportStyle) -> bytes:
    """Return the report as plain text, with every check."""
    report = SubmissionReport(seen, all_checks=True)
    return as_text(report.blocks(), report_style.painter, WIDTH).encode()
