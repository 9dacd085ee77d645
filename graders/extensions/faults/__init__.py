"""Names the faults of a submission that fails checks, and the lines and the one cause of them.

- `symptoms`: how a check failed, as data; `noting` makes it of a submission's run.
- `dictionary`: the symptoms of each known fault, kept beside the checks. Its faults are the faulty
  exemplars and some mutants.
- `evidence` compares the symptoms of a submission with a fault's, check by check; `diagnose` finds
  the smallest set of faults that explains the failed checks; `reading` makes a diagnosis of it.
- `evident` finds faults that the failed checks show by themselves, and `slips` those of the output
  that hide others.
- `localise` finds `suspects`, the lines of wrong calls; `one_cause` tries `repairs`.
- `advisor` does all this while and after a submission is graded.

- The part *dictionary* of ``grader refresh``.
- ``grader exemplars --from`` makes an exemplar, and so a known fault, of a submission.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension

if TYPE_CHECKING:
    from graders.extensions.shared.refresh_parts import RefreshPart
    from graders.harness.grading.advising import Advisor


def _advice() -> Sequence[Advisor]:
    from graders.extensions.faults.advisor import FaultAdvisor

    return [FaultAdvisor()]


def _parts() -> Sequence[RefreshPart]:
    from graders.extensions.faults.dictionary_part import PARTS

    return PARTS


EXTENSION = Extension(
    "faults",
    modes=lambda: [("exemplars", "graders.extensions.faults.extract_mode:extract")],
    parts=_parts,
    advice=_advice,
)
