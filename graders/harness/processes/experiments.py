"""Experiments: what extensions for authors run in a warm process instead of grading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graders.harness.errors import GraderError
from graders.harness.extensions import added
from graders.harness.grading.checks import Check
from graders.harness.grading.grader import Grader
from graders.harness.intake import Submission


@dataclass(frozen=True, slots=True)
class Experiment:
    """Runs the collected checks on a program in a way of its own; no marks come of it."""

    name: str
    run: Callable[[Grader, Submission, Sequence[Check], int], object]
    """Returns what it finds, for JSON. The number is ``times`` of the settings. The process is a
    fork for this program, so the grader may be changed. Raises SandboxError and GraderError.
    """


def experiment_of(name: str) -> Experiment:
    """Return the experiment *name*. Raises GraderError if no extension has it here."""
    experiments: dict[str, Experiment] = {
        experiment.name: experiment for experiment in added("experiments")
    }
    if name not in experiments:
        raise GraderError(f"no extension that is installed here has the experiment {name!r}")
    return experiments[name]
