"""Tools for authors beyond the harness's own proofs.

- ``grader try`` runs one check while it is written.
- ``grader import`` makes checks of tests for pytest or unittest.
- The part *examples* of ``grader refresh``: the few of each property that find faults.
- The claims *examples*, *lazy*, *helpers*, *chance*, *controls* and *costs* of ``grader verify``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension

if TYPE_CHECKING:
    from graders.harness.commands.refresh import RefreshPart
    from graders.harness.processes.experiments import Experiment
    from graders.harness.verification.claims import Claim


def _claims() -> Sequence[Claim]:
    from graders.extensions.authoring.claims import CLAIMS

    return CLAIMS


def _experiments() -> Sequence[Experiment]:
    from graders.extensions.authoring.experiments import EXPERIMENTS

    return EXPERIMENTS


def _parts() -> Sequence[RefreshPart]:
    from graders.extensions.authoring.distil_part import PARTS

    return PARTS


COMMANDS = (
    "graders.extensions.authoring.try_command:try_",
    "graders.extensions.authoring.import_command:import_",
)

EXTENSION = Extension(
    "authoring",
    commands=lambda: COMMANDS,
    parts=_parts,
    claims=_claims,
    experiments=_experiments,
)
