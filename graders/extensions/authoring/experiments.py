"""Experiments on a program in a warm process, instead of grading it: for `distil` and *chance*."""

from __future__ import annotations

from collections.abc import Sequence

from graders.extensions.authoring.failing_examples import FailingExamples, try_examples
from graders.extensions.authoring.lines_reached import lines_reached, traced
from graders.extensions.authoring.redraws import (
    Redraws,
    failing,
    redraw,
    salted,
    without_seeds,
)
from graders.harness.grading.checks import Check
from graders.harness.grading.grader import Grader
from graders.harness.intake import Submission
from graders.harness.processes.experiments import Experiment


def _kills(
    grader: Grader, submission: Submission, checks: Sequence[Check], _times: int
) -> FailingExamples:
    search = grader.options.examples is None
    with grader.bench(submission, grader.recorded()) as bench:
        return try_examples(bench, checks, search=search)


def _reach(
    grader: Grader, submission: Submission, checks: Sequence[Check], _times: int
) -> dict[str, list[list[str]]]:
    benches = grader.benches
    benches.programs = frozenset()  # the process that ran a program is asked for its lines
    with benches.of_submission(submission, grader.recorded(), changed=traced) as bench:
        return lines_reached(bench, checks)


def _seeds(grader: Grader, submission: Submission, checks: Sequence[Check], _times: int) -> Redraws:
    recording = grader.recorded()
    with grader.benches.of_submission(submission, recording, changed=without_seeds) as bench:
        return Redraws(0, 0, 0, dict.fromkeys(failing(bench, checks), 0))


def _redraws(
    grader: Grader, submission: Submission, checks: Sequence[Check], times: int
) -> Redraws:
    benches, recording = grader.benches, grader.recorded()
    return redraw(
        lambda index: benches.of_submission(
            submission, recording, changed=lambda program: salted(program, index)
        ),
        checks,
        times,
    )


KILLS, REACH, SEEDS, OTHER_SEEDS = "kills", "reach", "seeds", "other-seeds"
"""Names: the examples that fail, the lines that each example reaches, the checks that need seeds,
and the verdicts in a number of redraws.
"""
EXPERIMENTS = (
    Experiment(KILLS, _kills),
    Experiment(REACH, _reach),
    Experiment(SEEDS, _seeds),
    Experiment(OTHER_SEEDS, _redraws),
)
