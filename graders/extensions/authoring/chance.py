"""Claim *chance*: how often a check that draws by chance misses a fault, or fails a right program.

A check draws by chance if the driver's operations that it calls set a seed: the reference fails it
when none can be set. A *redraw* runs such checks with other seeds
(:mod:`graders.extensions.authoring.redraws`); all else, distilled examples too, is as in a
grading. So a redraw shows what happens to a program with the same fault that uses its random
numbers differently.

- An *escape* is a redraw in which a program with a fault passes every check that it fails without
  one. All checks of a redraw have the same seeds, so no independence of checks is assumed. At most
  1 of 100 redraws may escape, unless ``chance.toml`` gives a reason. A program that also fails a
  check without chance never escapes.
- A right program may fail in no redraw. That shows only an upper bound of the probability: with
  95 % confidence, 3 divided by the number of runs. So 1 in 100,000 is shown by counting the draws
  of a check, not by redraws.
- Right programs also get many newly drawn examples of the properties. In Java nothing else is
  drawn: an example holds the seed, which determines the right answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from graders.extensions.authoring.experiments import OTHER_SEEDS, SEEDS
from graders.extensions.authoring.reasons import load_escape_reasons
from graders.extensions.authoring.redraws import IN_FULL, Redraws
from graders.extensions.authoring.trials import recorded, redraw_all, try_all
from graders.extensions.authoring.verification.claims import ClaimResult, claim_result
from graders.extensions.shared.exemplars import (
    Exemplar,
    as_submission,
    as_submissions,
    load_exemplars,
)
from graders.extensions.shared.gradings import (
    Gradings,
    reference_mutants,
    submissions_of,
    whole_result,
)
from graders.extensions.shared.mutants import sample
from graders.harness.intake import Submission
from graders.harness.processes.jobs import Settings
from graders.harness.result import CheckResult, not_passed

REDRAWS = 100
"""Redraws of a program with a fault that only checks by chance find."""
MORE_REDRAWS = 400
"""Redraws of such a program if it escapes one of those."""
RIGHT_REDRAWS = 25
"""Redraws of a right program."""
DRAWN = 200
"""Examples drawn of each property for a right program."""
MOST = Fraction(1, 100)
"""Maximum part of the redraws in which a fault may escape."""


class Escape(msgspec.Struct, frozen=True):
    """How often a check, and all checks together, miss a fault that they find in a grading."""

    check: str
    fault: str
    """A mutant or exemplar."""
    missed: int
    """Redraws in which the check passes,"""
    of: int
    """of this number."""
    escaped: int
    """Redraws in which every check passes,"""
    redraws: int
    """of this number. A fault that a check finds without chance does not escape."""

    @property
    def part(self) -> Fraction:
        """The part of the redraws that the check misses."""
        return Fraction(self.missed, max(1, self.of))

    @property
    def of_all(self) -> Fraction:
        """The part of the redraws that all checks miss."""
        return Fraction(self.escaped, max(1, self.redraws))


def chance(
    gradings: Gradings,
    reference: Submission,
    killers: Mapping[str, CheckResult],
    limit: int | None,
) -> ClaimResult:
    """Return the result of the claim.

    killers: mutant -> the first check that fails on it. limit: number of exemplars with a fault,
    and of right programs, evenly spread; None for all. Raises GraderBroken.
    """
    trials = _Trials(gradings, limit)
    seeding = trials.seeding(reference)
    faults = trials.faulty_exemplars(seeding) | trials.mutants(seeding, killers)
    redraws = trials.redrawn_faults(faults, seeding)
    escapes = sorted(
        _escapes(faults, redraws),
        key=lambda escape: (-escape.of_all, -escape.part, escape.fault, escape.check),
    )
    reasons = load_escape_reasons(gradings.assignment.grader)
    often = {escape.fault: escape for escape in escapes if escape.of_all > MOST}
    unexplained = [fault for fault in often if not reasons.allow(fault)]
    wrong = [
        f"{name}: escapes {often[name].escaped} of {often[name].redraws} redraws"
        for name in unexplained
    ]
    right = trials.right()
    right_redraws = trials.redrawn(right, seeding, RIGHT_REDRAWS, "right ones redrawn")
    failed_redraws = list(_wrongly_failed(right_redraws))
    failed_examples, drawn = trials.wrongly_failed_examples(right)
    wrong += [*failed_redraws, *failed_examples]
    if limit is None:
        wrong += reasons.unused(often)
    runs = sum(trial.number for trial in right_redraws.values())
    parts = ["no check draws by chance"]
    if seeding:
        excused = len(often) - len(unexplained)
        parts = [
            f"{len(seeding)} checks draw by chance",
            f"of {len(redraws)} programs with a fault, {len(unexplained)} escape more than "
            "1 of 100 redraws" + (f" ({excused} more with a reason)" if excused else ""),
        ]
        if not failed_redraws:
            parts.append(f"{len(right)} right ones fail in {_none_of(runs, 'redraws')}")
    if not failed_examples:
        parts.append(f"right programs fail on {_none_of(drawn, 'newly drawn examples')}")
    result = claim_result("chance", "; ".join(parts), wrong)
    return msgspec.structs.replace(result, rows=tuple(escapes))


def _none_of(number: int, what: str) -> str:
    """Return that something never happened in *number* trials, and how often it may happen."""
    most = f" (with 95 % confidence, fewer than {300 / number:.2g} %)" if number else ""
    return f"none of {number:,} {what}{most}"


@dataclass(frozen=True, slots=True)
class _Fault:
    """A program with a fault."""

    submission: Submission
    by_chance: frozenset[str]
    """Checks with marks that it fails, and that draw by chance."""
    certain: frozenset[str]
    """Other checks with marks that it fails."""


@dataclass(frozen=True, slots=True)
class _Trials:
    """The programs of one assignment, and their trials."""

    gradings: Gradings
    limit: int | None

    def _settings(self, **changes: object) -> Settings:
        return msgspec.structs.replace(self.gradings.settings, **changes)

    def seeding(self, reference: Submission) -> tuple[str, ...]:
        """Return the checks that draw by chance."""
        if self.gradings.assignment.manifest.java is not None:
            return ()  # its seeds determine the right answer, so no other seed is a fair one
        gradings = self.gradings
        trials = redraw_all(
            self._settings(experiment=SEEDS),
            {reference.name: reference},
            1,
            gradings.messages,
            "seeds",
        )
        return tuple(sorted(trials[reference.name].failed))

    def faulty_exemplars(self, seeding: Collection[str]) -> dict[str, _Fault]:
        """Return the exemplars that a check in *seeding* must find."""
        found = {}
        for exemplar in self._exemplars("faulty", "attack"):
            by_chance = exemplar.must_fail.intersection(seeding)
            certain = exemplar.must_fail.difference(seeding)
            if by_chance:
                submission = as_submission(exemplar, self.gradings.assignment)
                found[exemplar.id] = _Fault(submission, by_chance, certain)
        return found

    def mutants(
        self, seeding: Collection[str], killers: Mapping[str, CheckResult]
    ) -> dict[str, _Fault]:
        """Return the mutants that only checks in *seeding* fail."""
        assignment = self.gradings.assignment
        wanted = {
            name for name, killer in killers.items() if killer.id in seeding or not killer.max_marks
        }
        mutants = [mutant for mutant in reference_mutants(assignment) if mutant.name in wanted]
        submissions = submissions_of(assignment, mutants) if seeding else {}
        found = {}
        for name, done in self.gradings.graded_in_full(submissions, "faults").items():
            result = whole_result(done)
            checks = not_passed(result.checks) if result is not None else []
            failed = frozenset(check.id for check in checks if check.max_marks)
            if failed and failed.issubset(seeding):
                found[name] = _Fault(submissions[name], failed, frozenset())
        return found

    def right(self) -> dict[str, Submission]:
        """Return right programs."""
        exemplars = self._exemplars("right", "style")
        return as_submissions(exemplars, self.gradings.assignment)

    def _exemplars(self, *kinds: str) -> list[Exemplar]:
        exemplars = [
            exemplar
            for exemplar in load_exemplars(self.gradings.assignment.grader)
            if exemplar.kind in kinds and not exemplar.runs_short
        ]
        return sample(exemplars, self.limit)

    def redrawn_faults(
        self, faults: Mapping[str, _Fault], seeding: tuple[str, ...]
    ) -> dict[str, Redraws]:
        """Return the verdicts of *seeding* on *faults*, with other seeds."""
        sure, unsure = (
            {
                name: fault.submission
                for name, fault in faults.items()
                if bool(fault.certain) is is_certain
            }
            for is_certain in (True, False)
        )
        redraws = self.redrawn(sure, seeding, IN_FULL, "faults redrawn")
        redraws |= self.redrawn(unsure, seeding, REDRAWS, "faults redrawn")
        escaped = {name: submission for name, submission in unsure.items() if redraws[name].escaped}
        title = "escaped faults redrawn"
        return redraws | self.redrawn(escaped, seeding, MORE_REDRAWS, title)

    def redrawn(
        self,
        programs: Mapping[str, Submission],
        seeding: tuple[str, ...],
        number: int,
        title: str,
    ) -> dict[str, Redraws]:
        """Return the verdicts of *seeding* on *programs*, with other seeds."""
        if not seeding or not programs:
            return {}
        settings = self._settings(experiment=OTHER_SEEDS, times=number, only=seeding)
        gradings = self.gradings
        return redraw_all(settings, programs, gradings.jobs, gradings.messages, title)

    def wrongly_failed_examples(self, right: Mapping[str, Submission]) -> tuple[list[str], int]:
        """Return a line for each property that a right program fails on newly drawn examples, and
        the number of examples of all programs.
        """
        gradings = self.gradings
        settings = self._settings(grade_by="all", pool=DRAWN)
        trials = try_all(
            settings,
            right,
            gradings.jobs,
            gradings.messages,
            "on drawn examples",
            cpu_seconds=None,
        )
        lines = [
            f"{name}: fails {check} on a newly drawn example"
            for name, trial in trials.items()
            for check in sorted(trial.failing)
        ]
        examples = recorded(settings).examples.values()
        return lines, len(right) * sum(map(len, examples))


def _escapes(faults: Mapping[str, _Fault], redraws: Mapping[str, Redraws]) -> Iterator[Escape]:
    for name, trial in redraws.items():
        fault = faults[name]
        escaped = 0 if fault.certain else trial.escaped
        for check, failed in trial.failed.items():
            if check in fault.by_chance:
                missed = trial.in_full - failed
                yield Escape(check, name, missed, trial.in_full, escaped, trial.number)


def _wrongly_failed(redraws: Mapping[str, Redraws]) -> Iterator[str]:
    for name, trial in redraws.items():
        for check, failed in trial.failed.items():
            if failed:
                yield f"{name}: fails {check} in {failed} of {trial.number} redraws"
