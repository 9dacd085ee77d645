"""Tools for authors of graders.

- ``grader new`` writes a small assignment to start from (`scaffold`).
- ``grader verify`` proves a grader, claim by claim (`verification`), and ``grader exemplars`` shows
  the submissions that its checks must judge rightly.
- ``grader refresh`` writes what is made from the reference: starter, scenarios, distilled examples,
  and the parts that other extensions add.
- ``grader play`` opens the reference's game.
- ``grader try`` runs one check while it is written.
- ``grader import`` makes checks of tests for pytest or unittest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension

if TYPE_CHECKING:
    from graders.extensions.shared.refresh_parts import RefreshPart
    from graders.harness.processes.experiments import Experiment


def _experiments() -> Sequence[Experiment]:
    from graders.extensions.authoring.experiments import EXPERIMENTS

    return EXPERIMENTS


def _parts() -> Sequence[RefreshPart]:
    from graders.extensions.authoring.distil_part import PARTS

    return PARTS


COMMANDS = (
    "graders.extensions.authoring.play_command:play",
    "graders.extensions.authoring.exemplars_command:exemplars",
    "graders.extensions.authoring.verify_command:verify",
    "graders.extensions.authoring.refresh_command:refresh",
    "graders.extensions.authoring.new_command:new",
    "graders.extensions.authoring.try_command:try_",
    "graders.extensions.authoring.import_command:import_",
)

EXTENSION = Extension(
    "authoring",
    commands=lambda: COMMANDS,
    parts=_parts,
    experiments=_experiments,
)
