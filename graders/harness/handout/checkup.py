"""A student's own check: broken files first, then wrong answers, then functions to write.

The terminal's report, the page and the job's summary are made from the same `Sections`, so that
they show the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import msgspec

from graders.harness.reports.audience import RedactedResult, sum_of_maxima
from graders.harness.reports.console import how_many, listed, marks_in_words
from graders.harness.reports.loading import Unloaded, loop_of, unloaded, with_blocked
from graders.harness.reports.sentences import message_of
from graders.harness.reports.shared_cause import (
    OUTSIDE,
    is_elsewhere,
    near_name,
    shared_cause,
    shown_once,
    wrong_parameters,
)
from graders.harness.reports.verdicts import before_adjustments, worst_first
from graders.harness.result import (
    CauseKind,
    CheckResult,
    Finding,
    Result,
    Status,
    Verdict,
    not_passed,
    total,
)

CONSTRUCTOR = "__init__"
UNCLEAR = "This may need functions that are not written yet."


@dataclass(frozen=True, slots=True)
class StudentFunction:
    """A function, constructor or class in a student's file."""

    file: str
    name: str
    """With its class: "Block.swap"."""

    @property
    def bare(self) -> str:
        """Its name without the class; for a constructor the class's name."""
        owner, _, name = self.name.rpartition(".")
        return owner if name == CONSTRUCTOR else name

    @property
    def kind(self) -> str:
        """The word for it: "function", "constructor" or "class"."""
        owner, _, name = self.name.rpartition(".")
        if name in (CONSTRUCTOR, owner):
            return "constructor"
        return "class" if name[:1].isupper() else "function"

    @property
    def shown(self) -> str:
        """Its name in reports, if no other function of the list has the same."""
        if self.kind != "constructor":
            return self.bare
        is_python = self.name.endswith(CONSTRUCTOR)
        return self.name if is_python else f"{self.bare} (constructor)"


@dataclass(frozen=True, slots=True)
class Changes:
    """Checks whose verdict differs from the last run's, by id."""

    passes_now: tuple[str, ...] = ()
    no_longer: tuple[str, ...] = ()


NO_CHANGES = Changes()


@dataclass(frozen=True, slots=True)
class Checkup:
    """Facts about a student's files besides the result."""

    unwritten: Sequence[StudentFunction] = ()
    """In the order of the starter's files."""
    written: Collection[str] = ()
    """Functions that the student wrote or changed, without their classes."""
    unchanged: Collection[str] = ()
    """Files that are the starter's."""
    unreadable: Collection[str] = ()
    """Files that are not valid Python."""
    changes: Changes = NO_CHANGES
    chosen: bool = False
    """Whether the student selected checks."""
    whole: Fraction = Fraction(0)
    """Marks of all checks, hidden ones included; 0 if unknown."""
    hand_in: Sequence[str] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Name in the student's folder -> the file to hand in that it was read as."""
    others: Mapping[str, str] = field(default_factory=dict)
    """File to hand in -> another version of it in the student's folder, which was not read."""
    left_out: Collection[str] = ()
    """The student's files that were not read, because the handout does not accept them, and those
    that are no sources.
    """
    remarks: Sequence[str] = ()
    """What was read under another name, and what was not read."""
    costly: Collection[str] = ()
    """Rules whose findings cost marks."""

    @property
    def only_begun(self) -> bool:
        """Whether the student has written nothing yet."""
        return bool(self.unwritten) and not self.written

    def by_file(self) -> dict[str, list[str]]:
        """Return the names of the unwritten functions, by file."""
        names: dict[str, list[str]] = {}
        for function in self.unwritten:
            names.setdefault(function.file, []).append(self.name_of(function))
        return names

    def name_of(self, function: StudentFunction) -> str:
        """Return the name of an unwritten *function*, with its class if another has the same."""
        namesakes = Counter(function.bare for function in self.unwritten)
        return function.shown if namesakes[function.bare] == 1 else function.name

    def count(self) -> str:
        """Return the number of unwritten functions: "5 functions and 1 constructor"."""
        kinds = Counter(function.kind for function in self.unwritten)
        counts = [
            how_many(kinds[kind], kind, plural)
            for kind, plural in (
                ("function", "functions"),
                ("class", "classes"),
                ("constructor", "constructors"),
            )
            if kinds[kind]
        ]
        return listed(counts)


@dataclass(frozen=True, slots=True)
class Sections:
    """The checks that ran and did not pass. A block is a check, or several with one cause."""

    broken: list[list[CheckResult]]
    """Blocked by a file that is missing or does not load."""
    wrong: list[list[CheckResult]]
    waiting: list[CheckResult]
    """Seem to need a function that is not written yet."""
    unclear: frozenset[str] = frozenset()
    """Ids of wrong ones that name no function, and may need one that is not written yet."""

    @property
    def blocks(self) -> list[list[CheckResult]]:
        """The blocks to show, in order."""
        return [*self.broken, *self.wrong]

    def judged(self, result: Result) -> list[CheckResult]:
        """Return the checks of *result* that wait for nothing."""
        return [check for check in result.checks if check not in self.waiting]

    def open_marks(self, task: str = "") -> Fraction:
        """Return the marks of the waiting checks, of one *task* or of all: not yet lost."""
        return sum_of_maxima(check for check in self.waiting if task in ("", check.task))


def only_what_ran(
    seen: RedactedResult, checkup: Checkup, *, everything: bool = False
) -> RedactedResult:
    """Return *seen* limited to the checks that ran, with one cause for each unreadable file.

    Findings that cost nothing wait until all functions are written, unless *everything* is shown.
    """
    result = seen.result
    is_whole = everything or not checkup.unwritten
    findings = result.findings if is_whole else _costly(result, checkup)
    readable = (_of_readable(check, checkup.unreadable) for check in result.ran())
    checks = with_blocked(readable)
    with_checks = {check.task for check in checks}
    tasks = tuple(
        msgspec.structs.replace(task, max_marks=seen.at_stake(task))
        for task in result.tasks
        if task.id in with_checks
    )
    full = sum_of_maxima(tasks)
    ran = msgspec.structs.replace(
        result, checks=checks, tasks=tasks, max_marks=full, findings=findings
    )
    return RedactedResult(seen.audience, ran, seen.partial, hints=seen.hints)


def _costly(result: Result, checkup: Checkup) -> tuple[Finding, ...]:
    return tuple(finding for finding in result.findings if finding.rule in checkup.costly)


def _of_readable(check: CheckResult, unreadable: Collection[str]) -> CheckResult:
    """Return *check*, blocked by its file if that is *unreadable*: a program that imports the file
    ends with an exception in every run.
    """
    cause = check.reason
    if cause.kind is not CauseKind.EXCEPTION or cause.file not in unreadable:
        return check
    detail = f"{cause.name}: {cause.detail}"
    broken = msgspec.structs.replace(cause, kind=CauseKind.FILE_BROKEN, detail=detail)
    lines = check.exhibits[-1:]
    return msgspec.structs.replace(check, verdict=Verdict.MISSING, cause=broken, exhibits=lines)


def sections_of(seen: RedactedResult, checkup: Checkup, *, everything: bool = False) -> Sections:
    """Return the failed checks of *seen* in their sections.

    everything: no check waits.
    """
    is_whole = everything or not checkup.unwritten
    failed = not_passed(seen.result.checks)
    waiting = [] if is_whole else [check for check in failed if _waits(check, checkup)]
    ready = [check for check in failed if check not in waiting]
    if not is_whole and any(_is_of_written(check, checkup) for check in seen.result.checks):
        # where functions are checked one by one, whole games wait for the last function
        later = [check for check in ready if _is_whole_game(check, checkup)]
        waiting += later
        ready = [check for check in ready if check not in later]
    alike = shown_once(seen.diagnosis, ready)
    blocks, _ = worst_first(ready, seen.audience, known=alike)
    # Whole games need all functions, so failures of written functions come first.
    blocks.sort(key=lambda block: not _is_of_written(block[0], checkup))
    wrong = [block for block in blocks if not _is_broken(block)]
    unnamed = {block[0].id for block in wrong if not _is_of_written(block[0], checkup)}
    unclear = frozenset(() if is_whole else unnamed)
    return Sections([block for block in blocks if _is_broken(block)], wrong, waiting, unclear)


def _is_broken(block: Sequence[CheckResult]) -> bool:
    return unloaded(block[0]) is not None


def _waits(check: CheckResult, checkup: Checkup) -> bool:
    """Return whether *check* seems to fail because of a function that is not written yet."""
    cause = check.reason
    # the starter's own line needs a name of another file, or raises NotImplementedError
    at_fault = cause.loading or cause.file
    if cause.kind is not CauseKind.FILE_MISSING and at_fault in checkup.unchanged:
        return True
    if unloaded(check) or check.verdict is Verdict.GRADER_FAULT:
        return False
    names = {function.bare for function in checkup.unwritten}
    return checkup.only_begun or bool(first_named(check, names))


def _is_of_written(check: CheckResult, checkup: Checkup) -> bool:
    """Return whether *check* is about a function that the student wrote, by whatever name."""
    return bool(first_named(check, checkup.written)) or is_elsewhere(check)


def _is_whole_game(check: CheckResult, checkup: Checkup) -> bool:
    """Return whether *check* names no function that is written, and no file blocks it."""
    if unloaded(check) or check.verdict is Verdict.GRADER_FAULT:
        return False
    return not _is_of_written(check, checkup)


def first_named(check: CheckResult, names: Iterable[str]) -> str:
    """Return the item of *names* that the texts of *check* name first, or "".

    A name that is a common word counts at the beginning, behind a dot or quote, or if called.
    """
    cause = check.reason
    text = " ".join((check.title, cause.context, cause.name, cause.detail))
    any_ = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    match = re.search(_NAMED.replace("NAMES", any_), text)
    return match[0] if any_ and match else ""


_NAMED = (
    r"(?:^|(?<=[.']))(?:NAMES)(?![A-Za-z0-9_])"
    r"|(?<![A-Za-z0-9])(?:NAMES)(?=\()"
    r"|(?<![A-Za-z0-9])(?=\w*[_A-Z])(?:NAMES)(?![A-Za-z0-9_])"
)


# Sentences.


def next_step(seen: RedactedResult, checkup: Checkup, sections: Sections) -> str:
    """Return what the student should do next, as a sentence; "" if unknown."""
    if seen.result.status is not Status.GRADED:
        return ""
    if costs_everything(seen.result):
        return f"Next: {_of_costs(seen.result, checkup)}."
    for file, other in checkup.others.items():
        if file in checkup.unchanged:
            verb = "move" if "/" in other else "rename"
            return f"Next: {verb} '{other}' to {file}, if it is yours: {file} is the starter's."
    file, user = _unaccepted(seen.result, checkup)
    if file:
        there = f"move what {user} uses of {file} into {user}"
        return f"Next: {there}: {file} is not to be handed in."
    if step := _renaming(sections):
        return f"Next: {step}."
    if sections.broken:
        return f"Next: {_repair(sections.broken[0][0])}."
    if sections.wrong and _is_students_own(sections.wrong[0][0], checkup):
        return f"Next: {_mending(sections.wrong[0], checkup)}."
    if checkup.unwritten:
        function = checkup.unwritten[0]
        return f"Next: write {checkup.name_of(function)} in {function.file}."
    if costs_marks(seen.result):
        return f"Next: {_of_costs(seen.result, checkup)}."
    return "" if checkup.chosen else _hand_in(checkup)


def costs_marks(result: Result) -> bool:
    """Return whether a rule takes marks off."""
    return any(change.amount < 0 for change in result.adjustments)


def costs_everything(result: Result) -> bool:
    """Return whether rules take off as many marks as there are."""
    taken = sum((change.amount for change in result.adjustments), Fraction(0))
    return costs_marks(result) and -taken >= result.max_marks


def _of_costs(result: Result, checkup: Checkup) -> str:
    """Return how to keep the marks that the first rule takes off."""
    for finding in _costly(result, checkup):
        place = f", line {finding.line}" if finding.line else ""
        return f"fix {finding.file}{place}: {finding.message}"
    change = next(adjustment for adjustment in result.adjustments if adjustment.amount < 0)
    return f"{change.rule}: {change.reason}"


def _unaccepted(result: Result, checkup: Checkup) -> tuple[str, str]:
    """Return a file that is not to be handed in but missed by a check, and the file that uses it;
    two times "" if there is none.
    """
    for check in not_passed(result.checks):
        user = check.reason.file or check.reason.loading
        for file in checkup.left_out:
            if user and _is_missed(file, check.reason.detail):
                return file, user
    return "", ""


def _is_missed(file: str, error: str) -> bool:
    """Return whether an *error* of Python or Java says that the module or class is unknown, or that
    the file is not there.
    """
    if f"No such file or directory: '{file}'" in error:
        return True
    name = re.escape(file.partition("/")[0].partition(".")[0])
    known = rf"No module named '{name}\b|\b(?:class|variable) {name}\b"
    return re.search(known, error) is not None


def _hand_in(checkup: Checkup) -> str:
    """Return what to hand in, and what to rename before."""
    files = listed(checkup.hand_in)
    renames = [f"'{name}' to {file}" for name, file in checkup.renamed.items()]
    if renames:
        return f"Rename {listed(renames)}; then hand in {files}."
    return f"Hand in {files}."


def _is_students_own(check: CheckResult, checkup: Checkup) -> bool:
    """Return whether a failed *check* is likely due to code that the student wrote."""
    return not checkup.unwritten or _is_of_written(check, checkup)


REPAIRS = {
    CauseKind.FILE_MISSING: "rename '{name}' to {file}",
    CauseKind.FILE_UNUSABLE: "save {file} again: it is {detail}",
    CauseKind.FILE_BROKEN: "fix {file}, line {line}",
}
SPARSE = {
    CauseKind.FILE_MISSING: ("name", "add {file}"),
    CauseKind.FILE_BROKEN: ("line", "fix {file}"),
}
"""Field without which the repair of a file is another."""


def _renaming(sections: Sections) -> str:
    """Return how to rename what a file that does not load imports, where another check misses it,
    too, and finds nearly its name; or "". The file imports it by the right name, or the wrong one.
    """
    errors = [block[0].reason.detail for block in sections.broken]
    for block in sections.wrong:
        missing, meant = near_name(block[0])
        imports = [f"import name '{name}'" for name in (missing, meant)]
        if missing and any(one in error for error in errors for one in imports):
            return f"rename {meant} to {missing}"
    return ""


def _repair(check: CheckResult) -> str:
    """Return how to make the file usable that blocks *check*."""
    data = msgspec.structs.asdict(check.reason)
    file = unloaded(check) or Unloaded("", 0, CauseKind.TEXT)
    data |= {"file": file.file, "line": file.line}
    if file.kind is CauseKind.FILE_MISSING and check.reason.name.endswith(".ipynb"):
        return f"export the code of '{check.reason.name}' as {file.file}"
    field, text = SPARSE.get(file.kind, ("file", ""))
    template = REPAIRS.get(file.kind, text) if data[field] else text
    return template.format_map(data)


def _mending(block: Sequence[CheckResult], checkup: Checkup) -> str:
    """Return how to mend what fails the checks of *block*."""
    check = block[0]
    message, shared = message_of(check), shared_cause(check)
    missing, meant = near_name(check)
    if outside := OUTSIDE.search(message):
        return f"indent {outside[1]}: it stands outside its class"
    if missing and check.verdict is Verdict.MISSING:
        return f"rename {meant} to {missing}"
    if function := wrong_parameters(check)[0]:
        return f"fix the parameters of {function}"
    if shared.startswith("The program") and len(block) > 1:
        return f"fix what {len(block)} checks have in common: {shared[0].lower()}{shared[1:-1]}"
    return f"fix {_fault(block, checkup)}"


def _fault(block: Sequence[CheckResult], checkup: Checkup) -> str:
    """Return the function that the checks of *block* are about, and the line at which they raised
    an exception or ran out of time.
    """
    check, place = block[0], _place(block[0])
    named = first_named(check, checkup.written)
    if not named and len(block) > 1:
        if place:
            return f"{place}: {len(block)} checks end there"
        return f"what {len(block)} checks have in common: {message_of(check).rstrip('.:')}"
    return (named or f"what {check.id} shows") + (f" ({place})" if place else "")


def _place(check: CheckResult) -> str:
    """Return the line at which *check* raised an exception or ran out of time; "" if there is
    none.
    """
    cause = check.reason
    place = f"{cause.file}, line {cause.line}" if cause.line else ""
    for line in loop_of(check).splitlines():
        place = place if line.startswith(" ") else line  # the innermost is the last one
    return place


def total_in_words(seen: RedactedResult, checkup: Checkup) -> str:
    """Return the total, and of what it is the total: "5 of 6 marks of the public checks"."""
    result = seen.result
    marks, full = map(marks_in_words, (total(result), result.max_marks))
    return f"{marks} of {full} {kind_of_total(result, checkup)}"


def kind_of_total(result: Result, checkup: Checkup) -> str:
    """Return of what a total is the total, and which marks do not depend on what ran."""
    cut = before_adjustments(result)
    if checkup.chosen:
        return f"marks of the checks that ran{cut}"
    by_hand = sum((part.max_marks for part in result.manual), Fraction(0))
    further = {
        "{} more depend on hidden checks": checkup.whole - result.max_marks,
        "a tutor gives up to {} more": by_hand,
    }
    more = [words.format(marks_in_words(marks)) for words, marks in further.items() if marks > 0]
    return "; ".join((f"marks of the public checks{cut}", *more))
