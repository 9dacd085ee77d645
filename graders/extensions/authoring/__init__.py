"""Tools for authors beyond the harness's own proofs.

- ``grader try`` runs one check while it is written.
- ``grader distil`` selects the few examples of each property that find faults.
- ``grader import`` makes checks of tests for pytest or unittest.
- ``grader costs`` prints the cost of each fault.
- The claims *examples*, *lazy*, *helpers*, *chance*, *controls* and *costs* of ``grader verify``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension

if TYPE_CHECKING:
    from graders.harness.processes.experiments import Experiment
    from graders.harness.verification.claims import Claim


def _claims() -> Sequence[Claim]:
    from graders.extensions.authoring.claims import CLAIMS

    return CLAIMS


def _experiments() -> Sequence[Experiment]:
    from graders.extensions.authoring.experiments import EXPERIMENTS

    return EXPERIMENTS


COMMANDS = (
    "graders.extensions.authoring.try_command:try_",
    "graders.extensions.authoring.distil_command:distil",
    "graders.extensions.authoring.import_command:import_",
    "graders.extensions.authoring.costs_command:costs",
)

EXTENSION = Extension(
    "authoring", commands=lambda: COMMANDS, claims=_claims, experiments=_experiments
)
