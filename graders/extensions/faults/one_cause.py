"""Looks for one cause of many failed checks: one change with which nearly all of them pass.

It is advice for staff. It runs after every check is decided, changes no verdict and no mark, and
ends in a flag. Changed submissions run in a box of their own, one after the other, under the same
limits, on what is left of the submission's time. All that is used of it is which checks pass.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from graders.extensions.faults import localise
from graders.extensions.faults.changing_box import in_one_box
from graders.extensions.faults.diagnose import Named
from graders.extensions.faults.repairs import (
    Repair,
    Tools,
    of_functions,
    pairs,
    repairs,
    rewritten,
)
from graders.extensions.faults.standins import StandIn
from graders.extensions.faults.suspects import Place, Spectrum
from graders.harness.grading import marking
from graders.harness.grading.budget import Budget
from graders.harness.grading.checks import Check
from graders.harness.grading.outcome import PASSED, CheckRun
from graders.harness.grading.submission_run import SubmissionRun
from graders.harness.grading.variants import Workbench
from graders.harness.intake import Submission
from graders.harness.intake.grouping import grouped
from graders.harness.protocol import values
from graders.harness.replay.prefetch import RecordedReplies
from graders.harness.replay.recording import Listed
from graders.harness.result import CauseKind, Flag, FlagCode, Result, Verdict, rounded
from graders.harness.sandbox.interface import Level, SandboxError
from graders.harness.session.plan import OWN
from graders.harness.session.timers import SubmissionOutOfTime

if TYPE_CHECKING:
    from graders.harness.grading.benches import Benches

MANY = 10
"""Failed checks from which one cause is looked for: of all checks, or of a task's.

Most exemplars of one fault fail two or three checks, and nine of ten fail fewer than ten. A program
that fails more has many faults, or one that hides everything else.
"""
SOME = 6
"""Failed checks of one subject from which one function is looked for beside other faults: a player
that never tries fails eight.
"""
SUBJECTS = 2
"""Subjects that are tried so, those of most failed checks."""
THIRD = Fraction(1, 3)
"""The part of all marks whose loss is enough, however few checks fail: no single fault is to cost
more.
"""
PROBES = 2
"""Checks that are tried first. With the reference's instead of the wrong function, all pass.

Functions are tried on them half by half: a single cause is in one half, and a program with several
is left after the first two tries.
"""
CERTAIN = frozenset({Verdict.FAILED, Verdict.RAISED, Verdict.MISSING})
"""Verdicts that do not depend on the machine's load."""
TENTH = 10
"""One in ten failed checks may fail for another reason."""
CPU_SECONDS = 10.0
WALL_SECONDS = 40.0
"""Time of all repairs of a submission, at most, within its own. On a busy machine, too, CPU time
ends the search of a program that computes.
"""


@dataclass(frozen=True, slots=True)
class Search:
    """The search for one cause of a submission's failed checks."""

    benches: Benches
    tools: Tools
    submission: Submission
    run: SubmissionRun
    """The run of all checks, which are decided."""
    code: localise.SubmittedCode
    """The submission's lines and functions."""
    spectra: Sequence[Spectrum] = ()
    """The lines that calls of the checks reach, as far as they are known."""
    named: Sequence[Named] = ()
    """The known faults that explain failures."""

    def flags(self) -> tuple[Flag, ...]:
        """Return a flag for one cause of all failures, else one for each task that has one."""
        runs, budget = self.run.results(), self.run.bench.budget
        failed = [check_run for check_run in runs if check_run.outcome.verdict.is_failure]
        if not failed or budget.is_exhausted():
            return ()
        causes = [check_run.outcome.cause for check_run in failed]
        if any(cause is not None and cause.kind is CauseKind.FILE_MISSING for cause in causes):
            return ()  # no change of a file makes up for another one
        if len(runs) < len(self.run.bench.recording.checks):
            return ()  # only some checks were run, and these give no marks to compare
        before = self._result(runs)
        is_dear = before.max_marks - before.marks > THIRD * before.max_marks
        if len(failed) < MANY and not is_dear:
            return ()
        time = budget.rest(CPU_SECONDS, WALL_SECONDS)
        with in_one_box(self.benches):
            found = tuple(self._found(failed, time, before))
        # the part that was tried depends on the machine
        return () if time.is_exhausted() else found

    def _found(self, failed: Sequence[CheckRun], time: Budget, before: Result) -> Iterator[Flag]:
        """Yield the flags, until the *time* is used up."""
        suspects, parts = self._suspects(failed)
        ids = [check_run.spec.id for check_run in failed]
        checks = [self.run.checks[id_] for id_ in ids if id_ in self.run.checks]
        cured: set[str] = set()
        for scope, is_subject in _scopes(checks):
            if is_subject and not cured.isdisjoint(check.id for check in scope):
                continue
            functions = [] if self._has_several(scope) else parts
            # a change of the whole program is no matter of one subject
            tries = itertools.chain(
                () if is_subject else suspects, self._cause(functions, scope, time)
            )
            flag = self._flag_of(scope, tries, time, before)
            if time.is_exhausted():
                return
            if flag is not None:
                yield flag
                cured |= {check.id for check in scope}
                if len(scope) == len(failed):
                    return

    def _has_several(self, scope: Sequence[Check]) -> bool:
        """Return whether known faults of different functions explain more checks of *scope* each
        than may fail for another reason.
        """
        ids = {check.id for check in scope}
        parts = [
            ({*one.functions}, ids & one.checks.keys())
            for one in self.named
            if one.functions and not (one.is_like or one.is_mutant)
        ]
        large = [one for one in parts if len(one[1]) > len(scope) // TENTH]
        return any(
            first[0].isdisjoint(second[0]) and first[1].isdisjoint(second[1])
            for first, second in itertools.combinations(large, 2)
        )

    def _suspects(self, failed: Sequence[CheckRun]) -> tuple[list[Repair], list[StandIn]]:
        """Return the repairs of the whole program, and the functions that may be the cause, with
        those of the reference in their place.
        """
        files, assignment = self.submission.files, self.benches.assignment
        rewritings = self.tools.rewritings
        # plain processes at level E can write files
        is_plain = self.benches.backend.level is Level.E
        parts = [
            suspect for suspect in self.tools.stand_ins if suspect.file in files and not is_plain
        ]
        if any(check_run.outcome.verdict is Verdict.TIMEOUT for check_run in failed):
            # every try of another function would run out of time again
            endless, rewritings = self._endless_functions(), []
            parts = [suspect for suspect in parts if suspect.name.split(".")[-1] in endless]
        single = list(repairs(assignment, files, rewritings, failed))
        return [
            *single,
            *pairs(suspect for suspect in single if self._changes(suspect, failed[0])),
        ], parts

    def _changes(self, repair: Repair, failed: CheckRun) -> bool:
        """Return whether the submission's replies in a *failed* check are others with *repair*.

        A rewriting that changes none has no part in a pair.
        """
        known = self.run.replies_of(failed.spec)
        if repair.rewriting is None or known is None:
            return False
        replies = [values.decode(payload)[2] for payload in known.results]
        return any(rewritten(reply, repair.rewriting) != reply for reply in replies)

    def _flag_of(
        self,
        scope: Sequence[Check],
        tries: Iterable[Repair],
        time: Budget,
        before: Result,
    ) -> Flag | None:
        """Return the flag of the first of *tries* with which nearly all of *scope* pass, if any."""
        others = len(scope) // TENTH
        for repair in tries:
            passing = self._passing(repair, _parts(scope), others, time)
            if time.is_exhausted():
                break
            if len(passing) >= len(scope) - others:
                after = self._result(_passed(passing, self.run.results()))
                return _flag(repair, self._with_task(scope), passing, before, after)
        return None

    def _with_task(self, scope: Sequence[Check]) -> list[Check]:
        """Return the failed checks of the tasks that *scope* has checks of."""
        tasks = {check.spec.task for check in scope}
        failed = [
            check_run.spec.id
            for check_run in self.run.results()
            if check_run.outcome.verdict.is_failure
        ]
        checks = [self.run.checks[id_] for id_ in failed if id_ in self.run.checks]
        return [check for check in checks if check.spec.task in tasks]

    def _endless_functions(self) -> set[str]:
        """Return the names of the functions in which the submission ran out of time."""
        names = set()
        for place in self.run.bench.imports.hangs.functions:
            match place:
                case (str(file), int(line)):
                    head = self.submission.files[file].split(b"\n")[line - 1]
                    words = head.decode(errors="replace").replace("(", " ").split()
                    names |= {*words[1:2]} if words[:1] == ["def"] else set()
        return names

    def _cause(
        self, suspects: Sequence[StandIn], scope: Sequence[Check], time: Budget
    ) -> Iterator[Repair]:
        """Yield the repair of the one function of *suspects* that helps the probes, if any."""
        files, probes = self.submission.files, _probes(scope)
        for check in probes:
            suspects = self._concerned(suspects, check)
        likely = self._likely(suspects, scope)
        for one in likely:
            yield of_functions(files, [one])
        if likely:  # behind these are functions only that leave no lines
            suspects = [one for one in suspects if not self._has(one)]
        together = False
        while len(suspects) > 1:
            middle = len(suspects) // 2
            first, second = suspects[:middle], suspects[middle:]
            if self._helps(of_functions(files, first), probes, time):
                suspects = first
            elif together or self._helps(of_functions(files, second), probes, time):
                suspects = second
            else:
                return
            together = True  # so if one half does not help, the other one does, or no function
        for suspect in suspects:
            yield of_functions(files, [suspect])

    def _likely(self, functions: Sequence[StandIn], scope: Sequence[Check]) -> list[StandIn]:
        """Return those of *functions* that have the likeliest places of the faults of *scope*, the
        likeliest first.
        """
        ids = {check.id for check in scope}
        spectra = [one for one in self.spectra if not one.is_wrong or one.check in ids]
        known = [
            function
            for one in self.named
            if not (one.is_like or one.is_mutant) and not ids.isdisjoint(one.checks)
            for function in one.functions
        ]
        places = localise.suspects(self.code, self.run, spectra, known)
        likely = (
            function
            for place in places
            for function in functions
            if place.file == function.file and _is_in(place.function, function.name)
        )
        return list(dict.fromkeys(likely))

    def _concerned(self, suspects: Sequence[StandIn], check: Check) -> list[StandIn]:
        """Return those of *suspects* that *check* may fail because of, by what is known of it.

        With the function of a sound file it fails as with all of that file. And its wrong calls
        reach the function, if the submission has it. A call of an object depends on those that
        have made the object, so that with ``[calls]`` the wrong one alone says nothing.
        """
        failure, sound = self.run.failures.get(check.id), {}
        if failure is not None and failure.outcome.verdict is Verdict.FAILED:
            variant = self.benches.assignment.manifest.variants.get(failure.variant)
            sound = variant.files if variant is not None else {}
        kept = [one for one in suspects if one.file not in sound]
        wrong = [one.places for one in self.spectra if one.is_wrong and one.check == check.id]
        places = frozenset[Place]().union(*wrong)
        reached = {(place[0], self.code.sources.name_at(place)) for place in places}
        if not reached or self.benches.assignment.manifest.calls:
            return kept
        return [
            one
            for one in kept
            if any(file == one.file and _is_in(name, one.name) for file, name in reached)
            or not self._has(one)
        ]

    def _has(self, function: StandIn) -> bool:
        """Return whether the submission has *function*."""
        return function.name in self.code.sources.functions(function.file)

    def _helps(self, repair: Repair, probes: Sequence[Check], time: Budget) -> bool:
        """Return whether all *probes* pass with *repair* on the examples on which they failed."""
        tried = self._reachable(repair, probes)
        if len(tried) < len(probes):
            return False
        try:
            with self._opened(repair, time) as bench:
                return all(PASSED.verdict in self._verdicts(bench, check) for check in tried)
        except SandboxError:
            return False

    def _passing(
        self,
        repair: Repair,
        parts: Iterator[Sequence[Check]],
        allowed: int,
        time: Budget,
    ) -> set[str]:
        """Return the checks of *parts* that pass with *repair*.

        No part is tried if none passes before, or more than *allowed* fail. With a function of the
        reference, a check is tried where it failed: right answers to all its examples can take
        longer than the grading of a program that fails them.
        """
        is_function = repair.kind == "function"
        passing_of = self._cured if is_function else self._passing_of
        passing: set[str] = set()
        tried = 0
        probes = next(parts)
        if self._is_in_vain(repair, probes, time):
            return passing
        try:
            with self._opened(repair, time) as bench:
                for checks in itertools.chain([probes], parts):
                    tried += len(checks)
                    part = self._reachable(repair, checks)
                    if checks is probes and not is_function:
                        part = [check for check in part if not self._fails(bench, check)]
                    left = allowed - (tried - len(passing) - len(part))
                    if left < 0:
                        break
                    passing |= passing_of(bench, part, left)
                    if not passing or tried - len(passing) > allowed:
                        break
        except SandboxError:
            return set()
        return passing

    @contextlib.contextmanager
    def _opened(self, repair: Repair, time: Budget) -> Iterator[Workbench]:
        """Return the workbench of the submission with *repair*. Raises SandboxError."""
        changed = replace(self.submission, files=dict(repair.files))
        with self.benches.of_submission(
            changed, self.run.bench.recording, budget=time, heard=repair.heard
        ) as bench:
            # its other functions hang as before
            bench.imports.hangs.share(self.run.bench.imports.hangs)
            yield bench

    def _reachable(self, repair: Repair, checks: Iterable[Check]) -> list[Check]:
        """Return those of *checks* that have a variant which *repair* changes, with these alone."""
        variants = self._reached(repair)
        return list(filter(None, (_only(check, variants) for check in checks)))

    def _reached(self, repair: Repair) -> frozenset[str]:
        """Return the variants of the program that *repair* changes.

        Another one has its own files instead of all that are changed: a check that fails there
        fails as before.
        """
        replaced = self.benches.assignment.manifest.variants
        before = self.submission.files
        changed = {name for name, data in repair.files.items() if data != before.get(name)}
        return frozenset(
            variant
            for variant in (OWN, *replaced)
            if variant == OWN or not changed or not changed <= replaced[variant].files.keys()
        )

    def _passing_of(self, bench: Workbench, part: Sequence[Check], allowed: int) -> set[str]:
        """Return the checks of *part* that pass on *bench*, up to *allowed* failures and one."""
        listed = [Listed(one.spec, one.title) for one in part]
        policy = replace(
            self.run.policy,
            search_calls=0,
            most_failures=allowed,
            # a prefetch that runs out of time saves nothing
            prefetch=not self.run.bench.imports.hangs.functions,
        )
        run = SubmissionRun(bench, policy, listed)
        run.run(part)
        return {one.spec.id for one in run.results() if one.outcome.verdict is Verdict.PASSED}

    def _cured(self, bench: Workbench, part: Iterable[Check], allowed: int) -> set[str]:
        """Return the checks of *part* that pass on *bench* where they failed, up to *allowed*
        failures and one.
        """
        cured: set[str] = set()
        failures = 0
        for check in part:
            if PASSED.verdict in self._verdicts(bench, check):
                cured.add(check.id)
            else:
                failures += 1
            if failures > allowed:
                break
        return cured

    def _fails(self, bench: Workbench, check: Check) -> bool:
        """Return whether *check* fails on *bench* for certain, whatever the machine's load.

        Most repairs change nothing, and one example takes a tenth of the time of all.
        """
        return all(verdict in CERTAIN for verdict in self._verdicts(bench, check))

    def _verdicts(self, bench: Workbench, check: Check) -> Iterator[Verdict]:
        """Yield the verdict of *check* in each variant, on the example on which the submission
        failed, or on the first if that is unknown. Raises SandboxError.
        """
        by_id = {check_run.spec.id: check_run.outcome for check_run in self.run.results()}
        failed_on = by_id[check.id].example.encode()
        examples = [failed_on] if failed_on else bench.raw_examples(check)[:1]
        for variant in check.spec.variants:
            yield verdict_on(bench, check, variant, examples)

    def _is_in_vain(self, repair: Repair, probes: Sequence[Check], time: Budget) -> bool:
        """Return whether rewritten output leaves all *probes* wrong, on the submission's replies.

        These are known, so that it takes no process.
        """
        if repair.rewriting is None or self.run.nondeterministic:
            return False
        bench = replace(self.run.bench, heard=repair.heard)
        with contextlib.suppress(SubmissionOutOfTime), time.clock():
            return all(
                replies is not None
                and len(check.spec.variants) == 1
                and bench.passes_on(check, RecordedReplies(replies)) is False
                for check in probes
                for replies in [self.run.replies_of(check.spec)]
            )
        return False

    def _result(self, runs: Sequence[CheckRun]) -> Result:
        return marking.mark(self.benches.assignment, self.submission.name, runs)


def verdict_on(bench: Workbench, check: Check, variant: str, examples: Sequence[bytes]) -> Verdict:
    """Return the verdict of a check on *examples* in *variant*. Raises SandboxError."""
    bench.begin(check, variant)
    session = bench.sandbox.session
    run = bench.runner.on_examples
    outcome, _ = run(check, bench.arguments(check), examples, session)
    session.end()
    return outcome.verdict


def _is_in(name: str, function: str) -> bool:
    """Return whether the function *name* is *function*, or inside it."""
    return name == function or name.startswith(f"{function}.")


def _only(check: Check, variants: Set[str]) -> Check | None:
    """Return *check* in those of its variants that are among *variants*; None if it has none."""
    kept = tuple(variant for variant in check.spec.variants if variant in variants)
    return replace(check, spec=replace(check.spec, variants=kept)) if kept else None


def _passed(passing: Set[str], runs: Sequence[CheckRun]) -> list[CheckRun]:
    """Return *runs* in which the checks *passing* pass."""
    return [
        replace(check_run, outcome=PASSED) if check_run.spec.id in passing else check_run
        for check_run in runs
    ]


def _flag(
    repair: Repair,
    scope: Sequence[Check],
    passing: Set[str],
    before: Result,
    after: Result,
) -> Flag:
    """Return the flag for *repair*, with which the checks *passing* of *scope* pass."""
    tasks = {check.spec.task for check in scope}
    names = {task.id: task.name for task in before.tasks}
    task = names[min(tasks)] if len(tasks) == 1 and len(names) > 1 else ""
    failed = [check for check in before.checks if check.verdict.is_failure]
    values = {
        "repair": repair.kind,
        **repair.values,
        "checks": len(passing),
        "passing": sorted(passing),
        "failed": len([check for check in failed if not task or check.task in tasks]),
        "task": task,
        "marks": rounded(before.marks),
        "repaired": rounded(after.marks),
        "full": rounded(before.max_marks),
    }
    return Flag(FlagCode.ONE_CAUSE, values)


def _scopes(failed: Sequence[Check]) -> Iterator[tuple[list[Check], bool]]:
    """Yield the failed checks: all of them, those of each task that has many, and those of each
    subject that has half of them, each with whether it is a subject. Checks of one subject have a
    word of their ids in common, as "player.smart-pass" and "player.smart-best". A smaller subject
    is one of many faults.
    """
    yield list(failed), False
    tasks = grouped(failed, lambda check: check.spec.task)
    many = [of_task for of_task in tasks.values() if MANY <= len(of_task) < len(failed)]
    yield from ((of_task, False) for of_task in many)
    words = [(word, check) for check in failed for word in re.split("[.-]", check.id)]
    subjects: list[list[Check]] = []
    for of_word in grouped(words, lambda pair: pair[0]).values():
        of_subject = [check for _, check in of_word]
        is_most = SOME <= len(of_subject) < len(failed) <= 2 * len(of_subject)
        if is_most and of_subject not in (*many, *subjects):
            subjects.append(of_subject)
    for of_subject in sorted(subjects, key=len, reverse=True)[:SUBJECTS]:
        yield of_subject, True


def _probes(scope: Sequence[Check]) -> list[Check]:
    """Return checks of *scope* that stand apart."""
    places = {index * len(scope) // PROBES for index in range(PROBES)}
    return [scope[place] for place in sorted(places)]


def _parts(scope: Sequence[Check]) -> Iterator[Sequence[Check]]:
    """Yield parts of *scope*: first the probes, then more and more."""
    probes = _probes(scope)
    yield probes
    rest = [check for check in scope if check not in probes]
    size = TENTH
    while rest:
        part, rest = rest[:size], rest[size:]
        size *= 2
        yield part
