"""Grades a class, from deliveries to gradebook, for ``grader grade``.

For each delivery it makes the files of :mod:`graders.harness.reports.result_folder`, then
``gradebook.csv`` and ``staff-index.html``. They appear below *out* at the end, all at once (see
`changing`), so an interrupted run leaves a graded class as it was.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec
from rich.console import Console

from graders.harness.assignment.manifest import Assignment
from graders.harness.course.marks import (
    decisions,
    file_decisions,
    questions,
    up_to_date,
    weights,
)
from graders.harness.course.marks.file_decisions import DecidedDeliveries
from graders.harness.course.pages import (
    class_file,
    class_folder,
    class_report,
    gradebook,
    history,
    refusals,
    result_changes,
    submission_words,
)
from graders.harness.course.pages.changing import Draft, changing_slowly
from graders.harness.course.pages.class_file import ClassState
from graders.harness.course.pages.class_page import write_page
from graders.harness.course.pages.identical import given_files
from graders.harness.course.pages.page_names import members_of, paired
from graders.harness.course.pages.result_changes import with_other_outcome
from graders.harness.course.pages.summary import ClassSummary, summarise
from graders.harness.course.people.students import Matching, Student
from graders.harness.course.run.batch import Batch
from graders.harness.course.run.class_plan import (
    Plan,
    executor_of,
    results_below,
    store_of,
    without_exhibits,
)
from graders.harness.course.run.class_progress import ClassLive, describe_work
from graders.harness.course.run.deliveries import GradedSubmission
from graders.harness.course.run.finishing import Finishing
from graders.harness.course.run.store import release_key
from graders.harness.diagnosis import Diagnosis, grouped
from graders.harness.errors import GraderError
from graders.harness.intake.bulk import Deliveries
from graders.harness.intake.names import display
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import Result, Status, printable


@dataclass(slots=True)
class CourseResults:
    """Results of a class so far; exhibits are only in files."""

    results: dict[str, Result] = field(default_factory=dict)
    """Finished results by page, see `pages`."""
    remark: str = ""
    """On how they were graded, for staff."""
    unreadable: dict[str, str] = field(default_factory=dict)
    """Submission -> the reason, without what only staff can do."""
    doubts: list[questions.FileQuestion] = field(default_factory=list)
    digests: dict[str, str] = field(default_factory=dict)
    files: dict[str, Mapping[str, str]] = field(default_factory=dict)
    """Prints of each submission's files, see `identical`."""
    diagnoses: dict[str, Diagnosis] = field(default_factory=dict)
    """Diagnoses by submission."""
    known: int = 0
    """Number of stored results used."""
    unanswered: tuple[str, ...] = ()
    """Subjects of the open questions in `decisions_file`."""

    @property
    def not_gradable(self) -> int:
        """Number of submissions that the grader failed to grade."""
        return sum(result.status is Status.NOT_GRADABLE for result in self.results.values())


class Stopped(Exception):
    """The user interrupted the run; the store has the results so far."""


def grade_class(
    plan: Plan, deliveries: Deliveries, screen: Console, messages: Console
) -> CourseResults:
    """Grade *deliveries*, write results and gradebook, and print the summary on *screen*.

    Raises GraderBroken, SandboxRefused and GraderError as for one submission, and Stopped.
    """
    _refuse(plan)
    with changing_slowly(plan.out) as draft:
        return _grade_class(plan, deliveries, draft, screen, messages)


def _grade_class(
    plan: Plan,
    deliveries: Deliveries,
    draft: Draft,
    screen: Console,
    messages: Console,
) -> CourseResults:
    course = CourseResults()
    last = class_file.last(plan.out)
    # before any of them is read
    made_with = up_to_date.digests(plan.out, plan.assignment.manifest)
    decided = file_decisions.applied(deliveries, plan.out, plan.assignment)
    deliveries = decided.deliveries
    before = results_below(plan.out, deliveries)
    store = store_of(plan)
    release = store.release if store else release_key(plan.assignment)
    unchanged = last.digests if last and last.grader == release else {}
    state = _state(plan, decided, made_with)
    matching = plan.matching(decided)
    course.unanswered = _asked(plan, matching)
    known = submission_words.of_class(deliveries, matching)
    record = decisions.read_record(plan.out, known)
    finishing = Finishing.of(plan.out, plan.assignment, record.decisions)
    authors = members_of(matching)
    if last is None:
        class_file.begin(plan.out, state)
    batch: Batch | None = None
    live = ClassLive(messages, len(deliveries), lambda: batch.begun() if batch is not None else ())

    def arrived(done: GradedSubmission) -> None:
        if done.result is not None and done.digest == unchanged.get(done.delivery.name):
            done = replace(done, result=with_other_outcome(done.result, before))
        live(_added(course, done, plan, draft, finishing, authors.get(done.delivery.name, ())))
        if last is None:
            so_far = msgspec.structs.replace(state, graded=live.done)
            class_file.begin(plan.out, so_far)

    try:
        with live, executor_of(plan.jobs, plan.dask) as (executor, width):
            batch = Batch(
                plan.assignment,
                plan.settings,
                executor,
                width,
                store,
                arrived,
                live.still,
                live.stage,
            )
            work_plan = batch.plan_work(deliveries)
            live.expect(work_plan)
            for line in describe_work(work_plan, again=bool(before) and plan.use_store):
                live.print_line(line)
            batch.run(deliveries)
            course.remark = batch.remark
    except KeyboardInterrupt:
        kept = "" if last is None else f" and {display(str(plan.out), 200)} left as it was"
        raise Stopped(f"{live.done} of {len(deliveries)} done{kept}") from None
    changes = result_changes.compare(*paired(before, course.results)) if before else ()
    state = msgspec.structs.replace(
        state,
        grader=release,
        graded=len(deliveries),
        digests=last.digests if last else {},
        changes=changes,
    )
    summary = write_class(plan, deliveries, course, matching, draft, record, state)
    decisions.write_grounds(plan.out, record.decisions, draft.after)
    happened = history.event(
        history.GRADE,
        before,
        course.results,
        command=plan.command,
        grader=release,
        submissions=history.digest_of(course.digests),
        made_with=state.made_with | {option: file.digest for option, file in state.named.items()},
    )
    draft.add_to(history.HISTORY, history.line_of(happened))
    class_report.render(summary, console=screen)
    return course


def _added(
    course: CourseResults,
    done: GradedSubmission,
    plan: Plan,
    draft: Draft,
    finishing: Finishing,
    authors: Sequence[Student],
) -> GradedSubmission:
    """Add a submission by *authors* to *course* and its pages to *draft*; return it with its
    finished result. Raises GraderError.
    """
    name = done.delivery.name
    course.known += done.known
    if done.digest:
        course.digests[name], course.files[name] = done.digest, done.files
    class_folder.remove_pages(draft, name)
    if done.result is None:
        course.unreadable[name] = done.message
        course.doubts.extend(
            questions.FileQuestion(name, expected, paths)
            for expected, paths in done.choices.items()
        )
        return done
    finished = finishing.finished(done.result, done.noted, done.digest, authors)
    if finished.diagnosis is not None:
        course.diagnoses[name] = finished.diagnosis
    finished.write(
        draft.after,
        [*done.log, *filter(None, [done.message])],
        ReportStyle.of(plan.assignment),
        sources=sources_of(done, plan.assignment) if plan.web else None,
        web=plan.web,
        link_to_class=class_folder.link_to_class,
    )
    for page in finished.pages:
        class_folder.keep_earlier_code(draft, page)
    course.results |= {page: without_exhibits(result) for page, result in finished.pages.items()}
    return replace(done, result=finished.result)


def _state(plan: Plan, decided: DecidedDeliveries, made_with: dict[str, str]) -> ClassState:
    """Return the state of the class that is graded now."""
    return ClassState(
        assignment=plan.assignment.id,
        command=plan.command,
        submissions=len(decided.deliveries),
        made_with=made_with,
        named={**plan.named},
        handed_in={**decided.handed_in},
    )


def _refuse(plan: Plan) -> None:
    """Raise GraderError if a class cannot be graded here, or not into this folder."""
    if not hasattr(os, "fork"):
        raise GraderError(
            "a class can only be graded on Linux and macOS; grade one submission at a time here"
        )
    refusals.refuse_another(plan.out, plan.assignment.id)


def _asked(plan: Plan, matching: Matching | None) -> tuple[str, ...]:
    """Write the questions about authors; return what the open ones are about. Raises GraderError if
    the roster matches nobody.
    """
    if matching is None:
        return ()
    about_groups = filter(None, [matching.about_groups])
    unanswered = questions.ask(plan.out, [*matching.questions, *about_groups])
    matching.refuse_nobody()
    return unanswered


def write_class(
    plan: Plan,
    deliveries: Deliveries,
    course: CourseResults,
    matching: Matching | None,
    draft: Draft,
    record: decisions.Record,
    state: ClassState,
) -> ClassSummary:
    """Write the questions about files, ``class.json``, ``gradebook.csv`` and the page of the class;
    return its summary.

    state: what is known without results, with the digests of the last run.
    """
    out = draft.after
    course.unanswered += questions.ask(plan.out, course.doubts)
    answers = {delivery.submission: questions.OR_ANSWER for delivery in course.doubts}
    unreadable = {name: why + answers.get(name, "") for name, why in course.unreadable.items()}
    rows = gradebook.with_faults(
        gradebook.rows(deliveries, course.results, unreadable, matching),
        course.diagnoses,
    )
    rows = gradebook.with_tokens(rows, weights.late_in_force(plan.out, plan.assignment))
    title = f"{plan.assignment.manifest.title} ({plan.assignment.id})"
    summary = summarise(
        title,
        rows,
        digests=course.digests,
        files=course.files,
        given=given_files(plan.assignment),
        changes=state.changes,
        groups=grouped(course.diagnoses),
    )
    choices: dict[str, dict[str, tuple[str, ...]]] = {}
    for doubt in course.doubts:
        choices.setdefault(doubt.submission, {})[doubt.expected] = tuple(doubt.candidates)
    names = {delivery.name for delivery in deliveries}
    earlier = {name: digest for name, digest in state.digests.items() if name in names}
    state = msgspec.structs.replace(
        state,
        rows=rows,
        columns=matching.roster.columns if matching else None,
        maxima={**matching.roster.maxima} if matching else {},
        digests=dict(sorted({**earlier, **course.digests}.items())),
        names={delivery.name: delivery.keys for delivery in deliveries},
        unreadable={name: printable(why) for name, why in course.unreadable.items()},
        choices=choices,
        groups=summary.groups,
        same_files=summary.same_files,
    )
    class_folder.write_state(out, state)
    summary = record.reviewed.applied(summary, rows)
    if plan.web:
        write_page(out, summary, rows, ReportStyle.of(plan.assignment), plan.assignment.id)
    else:
        # an outdated page of an earlier run
        draft.remove(class_folder.PAGE)
    return summary


def sources_of(done: GradedSubmission, assignment: Assignment) -> Mapping[str, bytes]:
    """Return the submission's files; {} if they cannot be read again."""
    try:
        return done.delivery.read(assignment).files
    except GraderError:  # changed since grading
        return {}
