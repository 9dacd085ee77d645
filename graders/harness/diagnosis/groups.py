"""Groups the submissions of a class by what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from graders.harness.diagnosis.diagnose import Diagnosis


class FaultGroup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Submissions with the same fault."""

    title: str
    """The fault's sentence; of an unknown fault the checks that fail alike."""
    submissions: tuple[str, ...]
    faults: tuple[str, ...] = ()
    """The known faults that fit; none if there is no exemplar of it yet."""

    @property
    def sentence(self) -> str:
        """Return what the submissions have in common."""
        if self.faults:
            return self.title
        return f"the same wrong answers, no exemplar yet: {self.title}"


def grouped(diagnoses: Mapping[str, Diagnosis]) -> list[FaultGroup]:
    """Return the groups of a class, the largest first. diagnoses: by submission.

    A known fault is a group from one submission on, an unknown one from two on: they fail the same
    checks with the same wrong answers.
    """
    known: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    unknown: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for submission, diagnosis in sorted(diagnoses.items()):
        for fault in diagnosis.faults:
            ids = tuple(one.fault for one in fault.known)
            known.setdefault((fault.title, ids), []).append(submission)
        if diagnosis.unexplained:
            pattern = tuple(sorted(diagnosis.unexplained.items()))
            unknown.setdefault(pattern, []).append(submission)
    groups = [FaultGroup(title, tuple(who), ids) for (title, ids), who in known.items()]
    groups += [
        FaultGroup(", ".join(check for check, _ in pattern), tuple(who))
        for pattern, who in unknown.items()
        if len(who) > 1
    ]
    return sorted(groups, key=lambda one: (-len(one.submissions), not one.faults, one.title))
