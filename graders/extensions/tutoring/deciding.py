"""Changes what staff decided about a class, and its results with it, for ``grader decide``.

The effect of a change is known before it is written.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from graders.extensions.tutoring import decisions_writing, mark_changes, remarking
from graders.extensions.tutoring.mark_changes import MarkChange
from graders.harness.assignment.naming import did_you_mean, match_one
from graders.harness.course.marks import decisions, decisions_file, up_to_date
from graders.harness.course.marks.decisions import Record
from graders.harness.course.marks.decisions_file import (
    DecisionEntry,
    DecisionsTable,
    RequestEntry,
    SeenEntry,
    Weights,
)
from graders.harness.course.pages import class_file, class_folder, history, submission_words
from graders.harness.course.pages.changing import changing
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.diagnosis import FaultGroup
from graders.harness.errors import GraderError
from graders.harness.grading import late
from graders.harness.grading.overrides import habits, is_empty
from graders.harness.intake.names import display, listing
from graders.harness.reports.console import how_many, marks_in_words
from graders.harness.result import Verdict, exact


@dataclass(frozen=True, slots=True)
class Preview:
    """A change of the file, and what it changes; nothing is written yet."""

    folder: Path
    change: Callable[[bytes], bytes]
    """Makes the new file of the present one."""
    moves: tuple[MarkChange, ...]
    people: int
    """Number of people with a result."""
    for_everybody: tuple[str, ...]
    """Changes of the maximum, and of what students may see, a line each."""
    reviews: tuple[str, ...]
    """Changes of *Needs review*, a line each."""
    warnings: tuple[str, ...] = ()
    """Signs that it does not do what is meant."""
    marks_anyway: bool = False
    """See `remarking.remarked`."""
    stamp: object = None
    """See `up_to_date.stamp`."""
    by: tuple[str, ...] = ()
    """The people who sign the change."""


class Class:
    """A graded class that staff decide about."""

    def __init__(self, folder: Path) -> None:
        """Read the class in *folder*. Raises GraderError."""
        self.folder = folder
        self._stamp = up_to_date.stamp(folder)
        self.entries = up_to_date.read(folder, but=up_to_date.ALL)
        self._people = submission_words.of_gradebook(folder)
        self.groups = class_file.read(folder).groups
        results = class_folder.results_of(self.entries)
        self.checks = {check.id: check.max_marks for result in results for check in result.checks}
        """The ids of the checks, each with its marks."""
        rules = [
            adjustment.rule
            for result in results
            for adjustment in result.adjustments
            if not adjustment.by
        ]
        self.rules = [*dict.fromkeys([*rules, *chain.from_iterable(map(habits, results))])]
        """Names of rules that change marks, and of habits of format that are one cause."""

    def check(self, name: str) -> str:
        """Return the check that *name* means: an id, or a part that fits no other. Raises
        GraderError.
        """
        see = "a report for staff shows the ids"
        return match_one(name, self.checks, what="check", see=see)

    def about(self, name: str) -> dict[str, str]:
        """Return the field for the check or the rule of an adjustment. Raises GraderError."""
        if name in self.rules:
            return {"adjustment": name}
        try:
            return {"check": self.check(name)}
        except GraderError as error:
            if name == late.RULE:
                raise GraderError(
                    "lateness changes nobody's marks in this class (it has no late policy?)"
                ) from None
            rules = ", ".join(map(display, self.rules)) or "none"
            raise GraderError(
                f"{error} (the rules that change marks in this class: {rules}"
                f"{did_you_mean(name, self.rules)})"
            ) from None

    def named(self, words: list[str]) -> dict[str, Any]:
        """Return the field for the submissions that *words* mean. Raises GraderError."""
        if submission_words.EVERYBODY in words:
            return {"submissions": [submission_words.EVERYBODY]}
        for word in words:
            self._people.submission_of(word)  # raises
        return {"submission": words[0]} if len(words) == 1 else {"submissions": words}

    def group(self, words: str) -> FaultGroup:
        """Return the group that *words* mean: its number, the name of a known fault, or a part of
        its sentence. Raises GraderError, which lists all groups.
        """
        wanted = words.casefold()
        found = [
            group
            for number, group in enumerate(self.groups, 1)
            if words == str(number) or words in group.faults
        ] or [group for group in self.groups if wanted in group.sentence.casefold()]
        if len(found) == 1:
            return found[0]
        problem = "fits several groups" if found else "is no group of this class"
        raise GraderError(f"{display(words)!r} {problem}{''.join(_listed(self.groups))}")

    def _refuse_more(self, entry: DecisionsTable) -> None:
        """Raise GraderError for more marks than a check is worth."""
        match entry:
            case DecisionEntry(check=check, marks=float() | int() as marks) if check:
                most = self.checks[check]
                if exact(marks) > most:
                    raise GraderError(
                        f"{check} is worth {marks_in_words(most)} marks, not {marks:g}; "
                        f"--waive {check} gives all of them"
                    )

    def preview(self, entry: DecisionsTable, remark: str = "") -> Preview:
        """Return what the class becomes with *entry*. Raises GraderError, also for more marks than
        a check is worth.

        remark: a comment for the file.
        """
        text = decisions_writing.block(entry, remark)
        preview = self._preview(lambda before: decisions_file.added(before, text))
        self._refuse_more(entry)
        warnings = [] if preview.reviews else [*self._warnings(entry)]
        warnings += self._without_code(entry, preview.moves)
        return replace(preview, warnings=tuple(warnings), by=(entry.by,))

    def preview_answers(self, answer: RequestEntry, words: Sequence[str] = ()) -> Preview:
        """Return what the class becomes if every open request about the check of *answer* gets that
        answer: of the submissions that *words* mean, or without words of all.

        A private request stays private. Raises GraderError, also if no request is open.
        """
        whose = {self._people.submission_of(word) for word in words}
        requests = decisions.read_record(self.folder, self._people).requests
        answers = [
            msgspec.structs.replace(
                answer,
                submission=name,
                question=request.question,
                visible=answer.visible and request.visible,
            )
            for name, request in requests
            if request.check == answer.check and not request.answer and (name in whose or not words)
        ]
        if not answers:
            raise GraderError(f"no regrade request about {answer.check} waits for an answer")
        text = "\n".join(map(decisions_writing.block, answers))
        preview = self._preview(lambda before: decisions_file.added(before, text))
        return replace(preview, by=(answer.by,))

    def preview_weights(self, weights: Weights) -> Preview:
        """Return what the class becomes with *weights* instead of its own. Raises GraderError."""
        return self._preview(
            lambda before: decisions_writing.with_weights(before, weights), anyway=True
        )

    def preview_sources(self) -> Preview:
        """Return what the class becomes by all sources as they are now. Raises GraderError."""
        try:
            return self._preview(lambda before: before, anyway=True)
        except GraderError:  # such as one that is not here; it matters only if its marks changed
            return self._preview(lambda before: before)

    def _preview(self, change: Callable[[bytes], bytes], *, anyway: bool = False) -> Preview:
        before = decisions_file.content(self.folder)
        former = decisions.record_of(before, self.folder, self._people)
        done = remarking.remarked(self.folder, self.entries, change(before), anyway=anyway)
        results = class_folder.results_of(self.entries)
        return Preview(
            self.folder,
            change,
            mark_changes.changes(self.entries, done.after),
            len(results),
            tuple(mark_changes.for_everybody(results, class_folder.results_of(done.after))),
            tuple(_reviews(self.entries, former, done.after, done.record)),
            marks_anyway=anyway,
            stamp=self._stamp,
        )

    def _warnings(self, entry: DecisionsTable) -> Iterator[str]:
        """Yield the signs that *entry*, which changes nothing of *Needs review*, has no effect."""
        if isinstance(entry, SeenEntry):
            yield f"no reason of Needs review fits {display(entry.reason)!r} now"
            return
        names = decisions.named(entry, self._people)
        for name in sorted(names - class_folder.graded_entries(self.entries).keys()):
            yield f"{display(name)} has no report, so nobody reads this there"

    def _without_code(self, entry: DecisionsTable, moves: Sequence[MarkChange]) -> Iterator[str]:
        """Yield that some people gain marks for a check whose code they did not hand in, and who
        gains none because all is empty.
        """
        if not isinstance(entry, DecisionEntry) or not entry.check:
            return
        gaining = {
            move.submission
            for move in moves
            if move.before is not None and move.after is not None and move.after > move.before
        }
        results = class_folder.results_of(self.entries)
        lacking = [
            result.submission
            for result in results
            for check in result.checks
            if check.id == entry.check and check.verdict is Verdict.MISSING
        ]
        lacking += [
            result.submission
            for result in results
            if all(check.verdict is not Verdict.PASSED for check in result.checks)
        ]
        names = [name for name in dict.fromkeys(lacking) if name in gaining]
        if names:
            count = how_many(len(names), "submission")
            yield (
                f"{count} without the code that {entry.check} checks, or with no check passed, "
                f"would gain marks, too: {listing(names, most=10)}"
            )
        named = decisions.named(entry, self._people)
        empty = {result.submission for result in results if is_empty(result)} - named
        if empty and submission_words.EVERYBODY in entry.words:
            count = how_many(len(empty), "empty submission")
            yield f"{count} left out, which you may name: {listing(empty, most=10)}"


def _listed(groups: Sequence[FaultGroup]) -> Iterator[str]:
    if not groups:
        yield "; it has none (the dictionary of the assignment names them)"
    for number, group in enumerate(groups, 1):
        count = how_many(len(group.submissions), "submission")
        yield f"\n  {number}. {group.sentence} ({', '.join((*group.faults, count))})"


def _reviews(
    before: Sequence[GradebookEntry],
    former: Record,
    after: Sequence[GradebookEntry],
    record: Record,
) -> Iterator[str]:
    """Yield the reasons for review that come or go; the entries are of the same people."""
    lines: dict[str, None] = {}
    for old, new in zip(before, after, strict=True):
        name = old.row.submission
        was = former.reviewed.left(name, old.row.reasons)
        now = record.reviewed.left(name, new.row.reasons)
        lines |= dict.fromkeys(
            f"{name}: no longer needs review: {reason}" for reason in was if reason not in now
        )
        lines |= dict.fromkeys(
            f"{name}: needs review: {reason}" for reason in now if reason not in was
        )
    yield from lines


def write(preview: Preview) -> None:
    """Change the file, and results, reports and gradebook with it: all of it happens, or nothing.
    Raises GraderError, also if somebody else changed the marks that were shown.
    """
    folder = preview.folder
    with changing(folder) as draft:
        if preview.marks_anyway and up_to_date.stamp(folder) != preview.stamp:
            raise GraderError(
                f"{display(str(folder), 200)}: somebody else changed the class meanwhile, so "
                "nothing was written; run the command again"
            )
        entries = up_to_date.read_within(draft, but=up_to_date.ALL)
        data = preview.change(decisions_file.content(folder))
        done = remarking.remarked(folder, entries, data, anyway=preview.marks_anyway)
        remarking.write_within(draft, done, history.DECIDE, preview.by)
        decisions_file.change(folder, preview.change)


def today() -> datetime.date:
    """Return the date of a decision that is made now."""
    return datetime.date.today()
