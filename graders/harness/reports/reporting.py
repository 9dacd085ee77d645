"""Rewrites a result of ``grader grade --out`` in another format, for ``grader report``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from graders.harness.assignment.manifest import load_assignment
from graders.harness.content import write_file
from graders.harness.errors import GraderError
from graders.harness.intake.names import display
from graders.harness.reports.formats import ReportRequest, Writer, formats
from graders.harness.reports.report_style import report_style_of
from graders.harness.reports.result_files import read_result, result_file
from graders.harness.reports.result_folder import code_beside, diagnosis_beside
from graders.harness.result import Result


def write_report(request: ReportRequest) -> None:
    """Write one result in another format. Raises GraderError."""
    path = result_file(request.path)
    if request.out is not None and request.out.resolve() == path.resolve():
        raise GraderError(
            f"{display(str(request.out), 200)} is the result itself; write the report elsewhere"
        )
    result = read_result(path)
    report_style = report_style_of(result)
    seen = report_style.redacted(
        result,
        request.reader,
        diagnosis_beside(path.parent),
        release=request.release,
        after_deadline=request.after_deadline,
    )
    write_or_print(
        request.out,
        writer_of(request)(seen, report_style, _sources(request, result)),
        f"report ({request.format})",
    )


def writer_of(request: ReportRequest) -> Writer:
    """Return the function that writes the format. Raises GraderError for a wrong option."""
    chosen = formats()[request.format]
    return chosen.writer(request.options) if chosen.writer else chosen.write


def _sources(request: ReportRequest, result: Result) -> Mapping[str, bytes]:
    from graders.harness.intake import read_submission

    if request.submission is None:
        return code_beside(result_file(request.path).parent)
    return dict(read_submission(request.submission, load_assignment(result.assignment)).files)


def write_or_print(out: Path | None, document: bytes, what: str) -> None:
    """Write *document* to the file *out* and report it, or print it. what: its name. Raises
    GraderError.
    """
    if out is None:
        sys.stdout.buffer.write(document)
        sys.stdout.buffer.flush()
    else:
        write_file(out, document)
        print(f"grader: {what} written to {display(str(out), 200)}", file=sys.stderr)
