"""The effect of a change by staff on the marks of a class: for whom, from what, to what, and why.

Commands show it before they write anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rich.console import Console
from rich.table import Table
from rich.text import Text

from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.pages.gradebook import marks_cell
from graders.harness.course.pages.result_changes import mark_of, reasons
from graders.harness.course.people.headings import headings_of
from graders.harness.reports.console import (
    TerminalCapabilities,
    how_many,
    marks_in_words,
)
from graders.harness.result import Result

LONGEST_REASON = 120


@dataclass(frozen=True, slots=True)
class MarkChange:
    """A person's mark before and after."""

    who: str
    """Login, id, name or submission, raw."""
    submission: str
    before: Fraction | None
    """None without a mark."""
    after: Fraction | None
    why: tuple[str, ...]


def changes(
    before: Sequence[GradebookEntry], after: Sequence[GradebookEntry]
) -> tuple[MarkChange, ...]:
    """Return the people whose mark or report differs; the entries are of the same people."""
    return tuple(
        MarkChange(
            _who(old),
            old.row.submission,
            mark_of(old.row.result),
            mark_of(new.row.result),
            why,
        )
        for old, new in zip(before, after, strict=True)
        if old.row.result is not None
        and new.row.result is not None
        and (why := tuple(reasons(old.row.result, new.row.result)))
    )


def _who(entry: GradebookEntry) -> str:
    row = entry.row
    return entry.cell(headings_of("login")) or row.student_id or row.name or row.submission


def for_everybody(old: Sequence[Result], new: Sequence[Result]) -> Iterator[str]:
    """Yield the changes of the maximum, and of what students may see."""
    before, after = map(_common, (old, new))
    for name in after:
        if before.get(name) != after[name]:
            yield f"{name}: {before.get(name, 'none')}, now {after[name]}"


def _common(results: Iterable[Result]) -> dict[str, str]:
    """Return the maximum of *results*, and the visibility of their checks."""
    common = {}
    for result in results:
        common["maximum of the automatic part"] = marks_in_words(result.max_marks)
        common |= {check.id: check.visibility.value for check in result.checks}
    return common


def render(moves: Sequence[MarkChange], people: int, console: Console) -> None:
    """Print *moves* as a table. people: the number of people with a result."""
    if not moves:
        console.print("No mark or report changes.")
        return
    terminal = TerminalCapabilities.of(console)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("who", overflow="fold")
    table.add_column("before", justify="right")
    table.add_column("after", justify="right")
    table.add_column("why", overflow="fold")
    for move in moves:
        table.add_row(
            terminal.line(move.who, "bold", limit=60),
            marks_cell(move.before),
            marks_cell(move.after),
            Text("\n").join(terminal.line(reason, "dim", LONGEST_REASON) for reason in move.why),
        )
    console.print(table, highlight=False)
    console.print(f"\n{len(moves)} of {how_many(people, 'report')} change", highlight=False)
