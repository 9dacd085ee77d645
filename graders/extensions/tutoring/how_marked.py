"""The page *How this class was marked*, for ``grader report --for history``: which grader, by which
rules, and who changed what.

It is made from the state of the class, its history (`pages.history`) and what staff decided. It is
for staff: it names people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from rich.console import Console

from graders.extensions.tutoring import by_tutor
from graders.harness.assignment.manifest import Manifest, load_assignment
from graders.harness.course.marks import decisions, decisions_file, up_to_date
from graders.harness.course.marks.decisions_file import DecisionsFile, Weights
from graders.harness.course.pages import class_file, class_folder, history
from graders.harness.course.pages.changing import unchanged
from graders.harness.course.pages.class_file import ClassState
from graders.harness.course.pages.history import HISTORY, Event
from graders.harness.course.pages.mark_cells import without_mark
from graders.harness.errors import GraderError
from graders.harness.intake.names import display
from graders.harness.reports.console import how_many, listed
from graders.harness.reports.document import markdown_painter, terminal_painter
from graders.harness.reports.document import model as doc
from graders.harness.reports.formats import ClassFormat, ReportRequest
from graders.harness.reports.html import page_painter
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.reporting import write_or_print

EVENTS = {
    history.GRADE: "graded",
    history.DECIDE: "decided",
    history.FILES: "decided on files, for the next grading",
    history.TUTORS: "tutors' marks and comments",
}
UNKNOWN = "an unknown user"
NOT_LAST = f"The last line of {HISTORY} is not about the present results: lines are missing."
NO_HISTORY = f"There is no {HISTORY}: an earlier release graded this class, or somebody removed it."


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it is in the file."""

    number: int
    event: Event | None
    """None if it cannot be read."""
    problem: str = ""
    """Why it cannot be trusted."""


def read_history(folder: Path) -> tuple[Line, ...]:
    """Return the history of the class in *folder*, every line of it; none if there is none. Raises
    GraderError.
    """
    path = folder / HISTORY
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise GraderError(f"{display(str(path), 200)}: {error.strerror}") from None
    lines, above = [], b""
    for number, text in enumerate(data.splitlines(keepends=True), 1):
        lines.append(_line(number, text, history.digest(above)))
        above += text
    return tuple(lines)


def _line(number: int, text: bytes, above: str) -> Line:
    try:
        happened = msgspec.json.decode(text, type=Event)
    except (msgspec.DecodeError, ValueError) as error:
        return Line(number, None, f"cannot be read ({error})")
    edited = "the lines above were changed after it was written"
    return Line(number, happened, "" if happened.follows == above else edited)


def document(folder: Path) -> doc.WholeDocument:
    """Return the page about the class in *folder*, also if its results are outdated. Raises
    GraderError, also if it is not graded.
    """
    with unchanged(folder):
        state = class_file.read(folder)
        if not state.finished:
            up_to_date.refuse_outdated(folder)
        changed = up_to_date.outdated(folder, state)
        entries = class_folder.entries_of(folder)
        record = decisions.read_record(folder)
        file = decisions_file.read(folder)
        lines = read_history(folder)
    assignment = load_assignment(state.assignment)
    title = f"{ReportStyle.of(assignment).title} ({state.assignment})"
    blocks = [
        doc.Headline("How this class was marked", title),
        *_notices(changed, lines, state),
        _section("Grader", _grader(state, lines, without_mark(entries))),
        _section("Rules", list(_rules(assignment.manifest, file.weights))),
        _section("Who changed what", list(_events(lines))),
        _section("Decisions", _decisions(record)),
        _section("Tutors", _tutors(file)),
        by_tutor.page_section(entries, file),
    ]
    return doc.WholeDocument([block for block in blocks if block is not None], "it names people")


def grading_of(folder: Path) -> str:
    """Return a sentence on the last grading of the class in *folder*, and on what came after it;
    "" without one. Raises GraderError.
    """
    events = [one.event for one in read_history(folder) if one.event]
    places = [place for place, one in enumerate(events) if one.what == history.GRADE]
    if not places:
        return ""
    last, later = events[places[-1]], len(events) - places[-1] - 1
    return (
        f"graded with release {last.release} on {_time(last)} by {last.user or UNKNOWN}; changes "
        f"of marks since: {later}; `grader report {display(str(folder))} --for history` has all"
    )


def _write(request: ReportRequest) -> None:
    """Write the page as the end of the file's name says, or print it. Raises GraderError."""
    page = document(request.path)
    if request.out is None:
        terminal_painter.paint(page.blocks, Console(), None)
    elif request.out.suffix == ".html":
        write_or_print(request.out, page_painter.paint(page, None), "page")
    else:
        write_or_print(request.out, markdown_painter.document(page.blocks, None), "Markdown")


def _gradings(lines: Sequence[Line]) -> list[Event]:
    return [line.event for line in lines if line.event and line.event.what == history.GRADE]


def _notices(
    changed: Sequence[str], lines: Sequence[Line], state: ClassState
) -> Iterator[doc.Notice]:
    if changed:
        names = listed([up_to_date.SHOWN.get(source, source) for source in changed])
        outdated = f"{names} changed after the results were made, so they do not count yet."
        yield doc.Notice(doc.plain(outdated), doc.Tone.CAUTION)
    if not lines:
        yield doc.Notice(doc.plain(NO_HISTORY), doc.Tone.CAUTION)
    for last in [line.event for line in lines if line.event and line.event.made_with][-1:]:
        if any(last.made_with.get(name) != made for name, made in state.made_with.items()):
            yield doc.Notice(doc.plain(NOT_LAST), doc.Tone.ALARM)
    for line in lines:
        if line.problem:
            text = f"{HISTORY}, line {line.number}: {line.problem}"
            yield doc.Notice(doc.plain(text), doc.Tone.ALARM)


def _section(heading: str, rows: Sequence[doc.Row]) -> doc.Section | None:
    id = heading.split(maxsplit=1)[0].lower()
    return doc.Section(heading, [doc.Rows(rows)], id) if rows else None


def _row(name: str, fact: str) -> doc.Row:
    return doc.Row([doc.strong(name), doc.Span(f": {fact}")])


def _time(happened: Event) -> str:
    return happened.at.replace("T", " ").replace("+00:00", " UTC")


def _grader(state: ClassState, lines: Sequence[Line], people: str) -> list[doc.Row]:
    rows = [_row("People", people)]
    for last in _gradings(lines)[-1:]:
        rows += [
            _row("Release", f"{last.release}, run on {_time(last)} by {last.user or UNKNOWN}"),
            _row("Digest of all that verdicts depend on", last.grader),
            _row("Submissions", f"{state.submissions}, with the digest {last.submissions}"),
        ]
    proof = f"`grader verify {state.assignment}` proves the grader; no class keeps its proof"
    return [*rows, _row("Command", state.command), _row("Proof", proof)]


def _rules(manifest: Manifest, weights: Weights) -> Iterator[doc.Row]:
    """Yield the rules of the assignment, then those that staff put in their place."""
    for task in manifest.tasks:
        yield _row(f"{task.name} ({task.marks:g} marks)", task.reason)
    for part in manifest.manual:
        yield _row(f"{part.name} ({part.max_marks:g} marks)", "given by tutors")
    for rule in manifest.deductions:
        yield _row(f"{rule.name} (-{rule.marks:g}, at most -{rule.cap:g})", rule.reason)
    if manifest.late:
        yield _row("Late days", _facts(manifest.late))
    for name, table in msgspec.to_builtins(weights).items():
        entries = [_facts(entry) for entry in table] if isinstance(table, list) else [_facts(table)]
        instead = "; ".join(entries) or "none"
        yield _row(f"Instead, by the weights in {decisions_file.FILE}, {name}", instead)


def _facts(table: object) -> str:
    """Return the keys and values of a table that have one."""
    plain = msgspec.to_builtins(table)
    return ", ".join(f"{key} = {value}" for key, value in plain.items() if value not in ("", None))


def _events(lines: Sequence[Line]) -> Iterator[doc.Row]:
    """Yield all lines of the history, with what is another than for the line before."""
    before = Event("", "", "", "")
    for line in lines:
        happened = line.event
        if happened is None:
            text = f"line {line.number}: {line.problem}"
            yield doc.Row(doc.plain(text), tone=doc.Tone.ALARM)
            continue
        what = EVENTS.get(happened.what, happened.what)
        who = ", ".join(happened.by) or happened.user or UNKNOWN
        changed = f"{how_many(happened.changed, 'mark')} of {happened.results} changed"
        new = [f"release {happened.release}, user {happened.user or UNKNOWN}"]
        if before.what:
            new += _other_sources(before, happened)
        yield doc.Row(
            [doc.Span(f"{_time(happened)} "), doc.strong(what), doc.Span(f" by {who}")],
            doc.plain("" if happened.what == history.FILES else changed),
            below=[doc.quiet("; ".join(new))],
        )
        # a grading names all that it was made with, a change of its results only what it brought in
        kept = {} if happened.what == history.GRADE else before.made_with
        made_with = {**kept, **happened.made_with}
        grader = happened.grader or before.grader
        before = msgspec.structs.replace(happened, made_with=made_with, grader=grader)


def _other_sources(before: Event, now: Event) -> Iterator[str]:
    """Yield in words what results are made with that is another now."""
    if now.grader and now.grader != before.grader:
        yield "another grader"
    for source, digest in now.made_with.items():
        if before.made_with.get(source, digest) != digest:
            name = up_to_date.SHOWN.get(source, source)
            yield f"another {name.removeprefix('an ').removeprefix('the ')}"
    if now.what == history.GRADE and before.grader:
        options = [
            {source for source in event.made_with if source.startswith("--")}
            for event in (before, now)
        ]
        yield from (f"now with {option}" for option in sorted(options[1] - options[0]))
        yield from (f"no longer with {option}" for option in sorted(options[0] - options[1]))


def _decisions(record: decisions.Record) -> list[doc.Row]:
    return [
        doc.Row(
            [doc.strong(entry.whose), doc.Span(f" {entry.sentence}", lines=True)],
            below=doc.plain(f"{kind}, by {entry.by} on {entry.on}"),
        )
        for kind, entry in record.entries
    ]


def _tutors(file: DecisionsFile) -> list[doc.Row]:
    """Return how many submissions each tutor has marked or read."""
    marked = {(part.tutor, part.submission) for part in by_tutor.marked_parts(file)}
    marked |= {(one.read_by, one.submission) for one in file.submission if one.read_by}
    counts = Counter(tutor for tutor, _ in marked)
    return [_row(name, how_many(count, "submission")) for name, count in sorted(counts.items())]


CLASS_FORMATS = (
    ClassFormat(
        "history",
        "how the class was marked: rules, changes, tutors; a file ends with .html or .md",
        _write,
        platform="history",
    ),
)
