"""Finds the lines of a submission that its wrong calls reach, and its right ones do not.

Some calls of the prefetch are repeated, in a box of their own, on a program with marks before its
statements, which a compiler has put there. This is advice for staff: it runs after every check is
decided, within the submission's time, and changes no verdict and no mark. A submission that passes
all checks pays nothing.

The marks run in the submission's process, so that the lines are its word. They count only as far as
its files have such lines, and only numbers of lines leave this module. Students never see them: a
program could tell hidden inputs by the lines that it names.
"""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, starmap
from typing import TYPE_CHECKING, TypeVar

import msgspec

from graders.extensions.faults.diagnose import Explanation
from graders.extensions.faults.marked import COUNTED, LINES_OF, with_marks
from graders.extensions.faults.noting import nameable
from graders.extensions.faults.suspects import (
    MOST,
    Place,
    Spectrum,
    Suspect,
    Suspects,
    cleared,
    rank,
)
from graders.harness.assignment.check import CheckSpec, Misbehaved
from graders.harness.assignment.manifest import Assignment
from graders.harness.grading.budget import Budget
from graders.harness.grading.lines import Sources
from graders.harness.grading.outcome import CheckRun
from graders.harness.grading.submission_run import IN_ORDER, SubmissionRun
from graders.harness.inside.modules import Program
from graders.harness.intake import Submission
from graders.harness.intake.grouping import parted
from graders.harness.protocol import frames, messages, values
from graders.harness.replay.prefetch import Prefetcher, Replies
from graders.harness.replay.trace import DIGEST_BYTES, ProcessTrace, Trace, digests
from graders.harness.result import Verdict, Visibility
from graders.harness.sandbox.interface import Box, SandboxError
from graders.harness.session.plan import ProcessPlan

if TYPE_CHECKING:
    from graders.harness.grading.benches import Benches

Item = TypeVar("Item")

WRONG, RIGHT = 10, 4
"""Wrong and right calls of a check that are repeated, at most."""
NEAR = 16
"""Checks with a wrong call whose calls are repeated. An even number, so that the probes of the
search for one cause are among them.
"""
ELSEWHERE = 12
"""Checks of whose operations no call is wrong, and of which one call is repeated."""
CPU_SECONDS = 5.0
WALL_SECONDS = 50.0
"""Time of the calls that are repeated together. It is no part of the submission's."""
FARTHEST = 20_000
"""Lines of a file in which a function is looked for."""
SLOWER = 10
"""A call with marks may take this multiple of the time of another."""
MOST_BYTES = 1 << 21
"""All replies about lines, at most; a program that sends more is not believed at all."""
_REPEATED_ENDS = frozenset({Verdict.RAISED, Verdict.FAILED})
"""Verdicts of checks whose call without a result is repeated: it did not use up its time."""


def all_spectra(
    benches: Benches,
    submission: Submission,
    run: SubmissionRun,
    explanation: Explanation,
) -> list[Spectrum]:
    """Return what the calls of a *submission* reach whose checks are decided; nothing if it passes
    all, is nondeterministic, if known faults explain all its failures, or if the time ends.

    explanation: of its failures.
    """
    if not _is_traced(run) or explanation.names_all:
        return []
    spectra = _spectra(benches, submission, run)
    return [] if run.nondeterministic else spectra


def suspects(
    code: SubmittedCode,
    run: SubmissionRun,
    spectra: Sequence[Spectrum],
    known: Iterable[str] = (),
) -> Suspects:
    """Return the suspects of a submission by *spectra*.

    known: functions that are known to be at fault, which are first.
    """
    if not _is_traced(run):
        return ()
    ranked = code.ranked(spectra, run.results()) if spectra else ()
    return (*islice(code.named(known), MOST), *ranked)[:MOST]


def _is_traced(run: SubmissionRun) -> bool:
    """Return whether a check has failed so far, and calls are repeated at all: not for a student's
    own check.
    """
    return any(nameable(run)) and len(run.results()) == len(run.bench.recording.checks)


def _spectra(benches: Benches, submission: Submission, run: SubmissionRun) -> list[Spectrum]:
    """Return the spectra of all checks; none if the time ends before, or the sandbox fails."""
    time = Budget(
        msgspec.structs.replace(
            run.policy.limits,
            total_cpu_seconds=CPU_SECONDS,
            total_wall_seconds=WALL_SECONDS,
        )
    )
    is_java = benches.assignment.manifest.java is not None
    whole: list[Spectrum] = []
    with (
        contextlib.suppress(SandboxError),
        benches.of_submission(
            submission,
            run.bench.recording,
            budget=time,
            changed=_marked_java(run) if is_java else with_marks,
        ) as bench,
    ):
        box = bench.sandbox.session.box
        again = _Again(run, Sources(submission.files), box, time)
        found: list[Spectrum] = []
        for visibility in IN_ORDER:
            found += again.spectra(visibility)
            if again.is_over():
                found = []  # so far as it got depends on the machine
                break
        whole = found
        again.close()
    return whole


def _marked_java(run: SubmissionRun) -> Callable[[Program], Program]:
    """Return a function that returns a program in Java with marks before its statements; without
    its files if no compiler can read them. Raises SandboxError.

    The machine that puts them there runs none of the submission's code.
    """
    student = run.bench.sandbox.session
    student.begin(ProcessPlan(run.bench.budget.survey_limits(), last=True))
    files: dict[str, bytes] = {}
    with contextlib.suppress(Misbehaved, msgspec.ValidationError):
        files = msgspec.convert(student.call(COUNTED, ()), dict[str, bytes])
    student.end()
    return operator.methodcaller("with_submission", files)


class SubmittedCode:
    """The lines of a submission, beside those that the course gave out."""

    def __init__(self, assignment: Assignment, files: Mapping[str, bytes]) -> None:
        self.sources = Sources(files)
        self._files = sorted(files)
        self._assignment = assignment
        self._named = assignment.manifest.functions

    @cached_property
    def _starter(self) -> Sources:
        """The starter's files, which are read only for a submission that has suspects."""
        starter = {name: self._assignment.starter / name for name in self._assignment.files.solved}
        return Sources(
            {name: path.read_bytes() for name, path in starter.items() if path.is_file()}
        )

    @cached_property
    def _given(self) -> set[tuple[str, str]]:
        """The file and the name of each function of the starter."""
        return {
            (name, self._starter.name_at((name, line)))
            for name in self._assignment.files.solved
            for line in self._starter.numbers(name)
        }

    def ranked(self, spectra: Sequence[Spectrum], runs: Iterable[CheckRun]) -> tuple[Suspect, ...]:
        """Return the suspects of *spectra*, each with the line that begins its block; functions
        that *runs* of their own checks clear are last.
        """
        is_cleared = cleared(
            {check_run.spec.id: check_run.outcome.verdict is Verdict.PASSED for check_run in runs}
        )
        found = rank(spectra, self._function_at, self.sources.head_at, is_cleared, self._is_own)
        return tuple(map(self._shown, found))

    def named(self, functions: Iterable[str]) -> Iterator[Suspect]:
        """Yield those of *functions* that the submission has, each in its file."""
        for function in functions:
            for file in self._files:
                found = self._shown(Suspect(file, function, (), 1.0))
                if found.begins:
                    yield found

    def _shown(self, suspect: Suspect) -> Suspect:
        """Return *suspect* with the text of its first line."""
        begins = 0 if suspect.lines else self._beginning(suspect.file, suspect.function)
        first = suspect.lines[0][0] if suspect.lines else begins
        text = self.sources.text_at((suspect.file, first)) if first else ""
        return msgspec.structs.replace(suspect, text=text, begins=begins)

    def _beginning(self, file: str, function: str) -> int:
        """Return the line that begins a function; 0 if there is none among the first lines."""
        around, _, name = function.rpartition(".")
        for line in self.sources.numbers(file)[:FARTHEST]:
            *before, last = self.sources.text_at((file, line)).partition("(")[0].split() or [""]
            if before and last == name and self.sources.name_at((file, line)) == around:
                return line
        return 0

    def _is_own(self, file: str, function: str) -> bool:
        """Return whether a function is in no handout; False if no handout names any."""
        is_known = (file, function) in self._given or function in self._named
        return bool(self._given or self._named) and not is_known

    def _function_at(self, place: Place) -> str | None:
        """Return the function round a line; None if its file in the starter has the same line in
        that function.
        """
        name, text = self.sources.name_at(place), self.sources.text_at(place)
        given = self._starter.lines_like(place[0], text)
        is_given = any(self._starter.name_at((place[0], line)) == name for line in given)
        return None if is_given else name


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """The calls of a check, as far as it is known whether they are wrong: their numbers in *trace*,
    from 0.
    """

    spec: CheckSpec
    trace: Trace
    wrong: list[int]
    right: list[int]

    def chosen(self, right: int) -> dict[int, bool]:
        """Return the calls to repeat, in order, with whether they are wrong; right: the most
        right ones.
        """
        calls = dict.fromkeys(_spread(self.wrong, WRONG), True)
        calls |= dict.fromkeys(_spread(self.right, right), False)
        return dict(sorted(calls.items()))


def _again(whole: Trace, numbers: Container[int]) -> Trace:
    """Return the trace in which the calls of *whole* with these *numbers* are for their lines."""
    parts, start = [], 0
    for process in whole.processes:
        every = frames.split(process.calls)
        wanted = [frame for number, frame in enumerate(every, start) if number in numbers]
        start += len(every)
        if wanted:
            calls = list(starmap(_for_lines, enumerate(wanted, 1)))
            # no reply is the recorded one
            replies = bytes(DIGEST_BYTES * len(calls))
            parts.append(ProcessTrace(b"".join(calls), replies))
    return Trace(tuple(parts))


def _for_lines(number: int, frame: bytes) -> bytes:
    """Return the call in *frame* as one for its lines."""
    _, _, operation, arguments = values.decode(frame[frames.HEADER.size :])
    call = messages.Call(number, LINES_OF, [operation, arguments])
    return values.encode_frame(messages.to_list(call), 2 * len(frame) + 100)


class _Again:
    """Repeats calls of a submission's checks in the box of the program with marks."""

    def __init__(
        self,
        run: SubmissionRun,
        sources: Sources,
        box: Box,
        time: Budget,
    ) -> None:
        self._run = run
        self._sources = sources
        self._box = box
        self._time = time
        self._prefetcher = Prefetcher(
            run.policy.limits,
            time.charge_other,
            replace(run.policy.prefetching, max_late=0),
        )
        self._bytes = 0

    def is_over(self) -> bool:
        """Return whether time or bytes have been used up, in all or for one check."""
        return self._time.is_exhausted() or self._prefetcher.was_late or self._bytes > MOST_BYTES

    def close(self) -> None:
        """End the process, if there is one. Raises SandboxError."""
        self._prefetcher.close()

    def spectra(self, visibility: Visibility) -> Iterator[Spectrum]:
        """Yield the spectra of the checks of *visibility*, until it is over.

        Raises SandboxError.
        """
        recording = self._run.bench.recording
        checks = [
            known
            for run in self._run.results()
            if run.spec.visibility is visibility and (known := self._known(run))
        ]
        concerned = {known.trace.operation for known in checks if known.wrong}
        near, far = parted(checks, lambda one: one.trace.operation in concerned)
        wrong, right = parted(near, lambda one: bool(one.wrong))
        near = [*_spread(wrong, NEAR), *right]
        for known in [*near, *_spread(far, ELSEWHERE)]:
            calls = known.chosen(RIGHT if known in near else 1)
            if self.is_over():
                return
            seconds = SLOWER * recording.seconds.get(known.spec.id, 0.0)
            replies = self._prefetcher.ask(
                self._box, known.spec.variants[0], _again(known.trace, calls), seconds
            )
            self._bytes += sum(map(len, replies.results))
            for is_wrong, payload in zip(calls.values(), replies.results, strict=False):
                reply = values.decode(payload)[2]
                yield Spectrum(is_wrong, self._places(reply), known.spec.id)

    def _known(self, run: CheckRun) -> _Known | None:
        """Return the calls of a check; None if it is unknown of all whether they are wrong."""
        verdict, replies = run.outcome.verdict, self._run.replies_of(run.spec)
        if replies is None or replies.cut_short:
            return None
        is_right = list(_are_recorded(replies))
        right = [number for number, passes in enumerate(is_right) if passes]
        wrong = [number for number, passes in enumerate(is_right) if not passes]
        if verdict is Verdict.PASSED:
            wrong = []
        elif len(is_right) < replies.trace.calls and verdict in _REPEATED_ENDS:
            wrong.append(len(is_right))
        return _Known(run.spec, replies.trace, wrong, right) if wrong or right else None

    def _places(self, reply: object) -> frozenset[Place]:
        """Return the lines in the *reply* of the program with marks, which may be anything."""
        try:
            reached = msgspec.convert(reply, dict[str, list[int]])
        except msgspec.ValidationError:
            return frozenset()
        return frozenset(
            (file, line)
            for file, lines in reached.items()
            for numbers in [self._sources.numbers(file)]
            for line in lines
            if line in numbers
        )


def _are_recorded(replies: Replies) -> Iterator[bool]:
    """Yield whether each result is the recorded one, up to the first call without a result."""
    if replies.passed:
        yield from [True] * replies.trace.calls
    for process, known in zip(replies.trace.processes, replies.digests, strict=False):
        recorded = digests(process.packed_replies if replies.is_packed else process.replies)
        for reply, right in zip(known, recorded, strict=False):
            if reply is None:
                return
            yield reply == right


def _spread(items: Sequence[Item], most: int) -> list[Item]:
    """Return at most *most* of *items*, evenly spread."""
    if len(items) <= most:
        return list(items)
    return [items[index * len(items) // most] for index in range(most)]
