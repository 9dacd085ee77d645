"""``grader explain``: all about one check of one submission."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from graders.harness.commands.grammar import ResultPath, SubmissionPath, arg
from graders.harness.errors import GraderError

if TYPE_CHECKING:
    from graders.extensions.tutoring.explained import Background
    from graders.harness.assignment.manifest import Assignment
    from graders.harness.reports.document.model import WholeDocument
    from graders.harness.reports.painting import Painter


def _ids(parsed_args: Namespace, **_: object) -> list[str]:
    """Return the ids of the checks in the result, for completion in a shell."""
    from graders.harness.course.marks.lookup import result_of
    from graders.harness.reports.result_files import read_result

    return [check.id for check in read_result(result_of(parsed_args.result)).checks]


def explain(
    result: ResultPath,
    check: Annotated[
        str | None,
        arg("a check: its id, or a beginning or part that fits no other", completer=_ids),
    ] = None,
    *,
    for_student: Annotated[bool, arg("show what the student may see")] = False,
    submission: SubmissionPath = None,
    html: Annotated[Path | None, arg("write a web page instead", "FILE")] = None,
    markdown: Annotated[Path | None, arg("write Markdown instead", "FILE")] = None,
) -> None:
    """Answer why a submission lost marks for a check (course staff).

    Shows all about one check of one submission: input, expected, got, rule, line, diagnosis, who
    took off what, and which release graded it when.

    RESULT is a result.json or its folder; in the folder of a class, an author's login or id does,
    too: marks/ada, marks/1001. Without CHECK it lists the checks that did not pass, in short.

    The page is for staff. With --for-student it has what the student's own report has, and no more
    of a hidden check than that.

    examples:
      grader explain marks/ada                                      all that did not pass
      grader explain marks/ada block.swap                           one check
      grader explain marks/ada block.swap --submission ada.zip      with the line of code
      grader explain marks/ada block.swap --for-student --html swap.html
    """
    from rich.console import Console

    from graders.harness.reports.document import markdown_painter, terminal_painter
    from graders.harness.reports.html import page_painter
    from graders.harness.reports.reporting import write_or_print

    explanation, painter = _of_result(result, check, for_student, submission)
    if html:
        write_or_print(html, page_painter.paint(explanation, painter), "page")
    if markdown:
        document = markdown_painter.document(explanation.blocks, painter)
        write_or_print(markdown, document, "Markdown")
    if not html and not markdown:
        terminal_painter.paint(explanation.blocks, Console(), painter)


def _of_result(
    result: Path, check: str | None, for_student: bool, submission: Path | None
) -> tuple[WholeDocument, Painter | None]:
    """Return the page about a result, and the painter of its assignment. Raises GraderError."""
    from graders.extensions.tutoring import explained, how_marked
    from graders.harness.assignment.manifest import load_assignment
    from graders.harness.assignment.naming import match_one
    from graders.harness.course.marks import lookup
    from graders.harness.reports.audience import Audience
    from graders.harness.reports.report_style import report_style_of
    from graders.harness.reports.result_files import read_result
    from graders.harness.reports.result_folder import diagnosis_beside

    lookup.refuse_outdated(result)
    path = lookup.result_of(result)
    read = read_result(path)
    style = report_style_of(read, _authors_of(path))
    audience = Audience.STUDENT if for_student else Audience.STAFF
    assignment = load_assignment(read.assignment)
    wanted = None
    sources = explained.Background()
    if check:
        by_id = {check.id: check for check in read.checks}
        see = f"`grader explain {result}` lists those that did not pass"
        wanted = by_id[match_one(check, by_id, what="check", see=see)]
        sources = _sources(submission, assignment, wanted.id, path.parent)
    explanation = explained.document(
        read,
        wanted,
        style=style,
        audience=audience,
        diagnosis=diagnosis_beside(path.parent),
        sources=sources,
        graded=how_marked.grading_of(path.parent.parent),
    )
    return explanation, style.painter


def _sources(
    submission: Path | None, assignment: Assignment, check: str, folder: Path
) -> Background:
    """Return the files of the submission that are known, and the rule of the *check*."""
    from graders.extensions.tutoring import citations
    from graders.extensions.tutoring.explained import Background
    from graders.harness.intake import read_submission
    from graders.harness.reports.result_folder import code_beside, submission_of

    files: Mapping[str, bytes] = code_beside(folder)
    if submission:
        files = read_submission(submission, assignment).files
    elif not files:
        try:
            files = read_submission(submission_of(folder), assignment).files
        except GraderError:  # the page has no lines of code then
            files = {}
    rule = citations.citation(assignment, check)
    return Background(files, rule, citations.facts(assignment, rule))


def _authors_of(result: Path) -> tuple[str, ...]:
    """Return the names of the people whose result is in the file *result*; none if its class does
    not name them, or if it is in no class.
    """
    from graders.harness.course.pages.submission_words import pages_of_gradebook

    page = result.resolve().parent
    for folder in (page.parent, page.parent.parent):  # of a submission, or of a member
        _, rows = pages_of_gradebook(folder)
        mine = rows.get(page.relative_to(folder).as_posix(), ())
        if mine:
            return tuple(filter(None, dict.fromkeys(row.name for row in mine)))
    return ()
