"""Writes the results of a class, or a single result, in other formats, for ``grader report``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from graders.harness.content import write_file
from graders.harness.course.marks import decisions, lookup, rewriting, up_to_date
from graders.harness.course.pages import class_folder
from graders.harness.course.pages.mark_cells import without_mark
from graders.harness.course.pages.page_names import page_folder, page_is_own
from graders.harness.errors import GraderError
from graders.harness.intake.names import display, listing
from graders.harness.reports.audience import Audience
from graders.harness.reports.console import how_many, note
from graders.harness.reports.formats import (
    NotGradable,
    ReportRequest,
    Unwritable,
    class_formats,
    formats,
)
from graders.harness.reports.report_style import report_style_of
from graders.harness.reports.reporting import write_report, writer_of
from graders.harness.reports.result_folder import (
    code_beside,
    diagnosis_beside,
    page_name,
)


def report(request: ReportRequest) -> None:
    """Write the report that *request* requests. Raises GraderError."""
    is_class = lookup.is_class(request.path)
    is_single = request.format in formats()
    for_students = is_single and request.reader is Audience.STUDENT
    if request.release is not None and not for_students:
        raise GraderError("--release is for students' reports: staff see all of every check")
    if not is_single:
        if not is_class:
            raise GraderError(
                f"{request.format} is a format for a class: give the folder with its gradebook.csv"
            )
        if request.audience == "student":
            raise GraderError(f"{request.format} names everybody, so it is for staff only")
        class_formats()[request.format].write(request)
    elif is_class:
        _each(request)
    else:
        lookup.refuse_outdated(request.path)
        write_report(replace(request, path=lookup.result_of(request.path)))


def _each(request: ReportRequest) -> None:
    """Write a document for every submission of a class; for staff also the page of the class."""
    if request.out is None:
        raise GraderError(
            "a class gives one file for each submission: choose a folder with --out DIR"
        )
    if request.submission is not None:
        raise GraderError("--submission is for a single result")
    audience = request.reader
    if audience is Audience.STUDENT:
        _refuse_folder_of_staff(request.out)
    entries = up_to_date.read(request.path)
    results = class_folder.results_by_page(entries)
    is_html = request.format == "html"
    file = page_name(audience) if is_html else formats()[request.format].file
    people = class_folder.people_by_page(entries)
    without_marks, unwritable = [], []
    write = writer_of(request)
    for page, result in results.items():
        report_style = report_style_of(result, people.get(page, ()))
        seen = report_style.redacted(
            result,
            audience,
            diagnosis_beside(request.path / page_folder(page)),
            release=request.release,
            after_deadline=request.after_deadline,
        )
        code = code_beside(request.path / page_folder(page))
        folder = request.out / page_folder(page)
        _remove_earlier(folder, file, own=page_is_own(page))
        try:
            document = write(seen, report_style, code)
        except NotGradable:
            without_marks.append(page)
            (folder / file).unlink(missing_ok=True)
            continue
        except Unwritable as reason:
            unwritable.append(page)
            note(str(reason))
            (folder / file).unlink(missing_ok=True)
            continue
        write_file(folder / file, document)
    if is_html and audience is Audience.STAFF:
        rows = [entry.row for entry in entries]
        record = decisions.read_record(request.path)
        rewriting.rewrite_page(request.path, request.out, rows, record)
    if without_marks:
        names = listing(without_marks, most=10)
        note(f"not gradable, so without a report ({len(without_marks)}): {names}")
    written = len(results) - len(without_marks) - len(unwritable)
    note(without_mark(entries))
    count = how_many(written, "report")
    where = display(str(request.out), 200)
    note(f"{count} ({request.format}) written below {where}")


def _refuse_folder_of_staff(out: Path) -> None:
    """Raise GraderError if *out* contains files that students must not see."""
    if (out / class_folder.BOOK).exists() or (out / class_folder.PAGE).exists():
        raise GraderError(
            f"{display(str(out), 200)} contains files for staff: choose a separate folder "
            "for students"
        )


def _remove_earlier(folder: Path, file: str, *, own: bool) -> None:
    """Remove reports of an earlier export: the group's if members now have their own, or vice
    versa.
    """
    for path in [folder.parent / file] if own else folder.glob(f"*/{file}"):
        path.unlink(missing_ok=True)
