"""A diagnosis of a submission by extensions: advice, on which no mark depends.

Extensions make diagnoses (:class:`graders.harness.grading.advising.Advisor`). Reports, the
gradebook, the page of a class, the desk and ``grader decide`` show them, whoever made them.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping

import msgspec


class Certainty(enum.Enum):
    """How far the name of a fault can be trusted."""

    CERTAIN = "certain"
    """Nothing of the fault is missing in the submission, nor is there more."""
    LIKELY = "likely"
    LIKE = "like"
    """The submission's fault may be only related to it."""


class KnownFault(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fault that a submission seems to have, and the evidence for it."""

    sentences: tuple[str, ...]
    """Faults of the program. Several if nothing tells them apart, the likeliest first."""
    ids: tuple[str, ...]
    """A name for each sentence, by which staff can mean the fault."""
    certainty: Certainty
    evidence: str
    checks: tuple[str, ...]
    """The failed checks that it explains, at least in part."""
    is_absence: bool = False
    """Whether something is not written, so that one of the checks shows as much as all of them."""

    @property
    def is_like(self) -> bool:
        """Return whether the fault is perhaps only related to the submission's."""
        return self.certainty is Certainty.LIKE

    @property
    def title(self) -> str:
        """Return one sentence of all: the first one is not repeated where another adds to it."""
        first, *others = self.sentences
        ends = (other.replace(f"{first};", "the same;", 1) for other in others)
        sentences = " / or: ".join((first, *ends))
        return f"like: {sentences}" if self.is_like else sentences


class Diagnosis(msgspec.Struct, frozen=True, omit_defaults=True):
    """The known faults of a submission, what they do not explain, and where to look."""

    faults: tuple[KnownFault, ...] = ()
    unexplained: dict[str, str] = {}
    """Failed check that no fault explains, not even in part -> a digest of how it failed."""
    hints: tuple[str, ...] = ()
    """Sentences that students may read, if the course wants it."""
    places: tuple[str, ...] = ()
    """Places in the submission where the faults may be, in a sentence each, the likeliest first."""

    def about(self, check: str) -> Diagnosis:
        """Return what explains *check*, and the hints."""
        faults = tuple(fault for fault in self.faults if check in fault.checks)
        rest = {id_: how for id_, how in self.unexplained.items() if id_ == check}
        return Diagnosis(faults, rest, self.hints)


def joined(diagnoses: Iterable[Diagnosis]) -> Diagnosis | None:
    """Return one diagnosis of several of the same submission; None for none."""
    whole = None
    for diagnosis in diagnoses:
        whole = diagnosis if whole is None else _both(whole, diagnosis)
    return whole


def _both(first: Diagnosis, second: Diagnosis) -> Diagnosis:
    rest = {**second.unexplained, **first.unexplained}
    faults = first.faults + second.faults
    explained = {check for fault in faults for check in fault.checks}
    return Diagnosis(
        faults,
        {check: how for check, how in rest.items() if check not in explained},
        first.hints + second.hints,
        first.places + second.places,
    )


def absences(diagnosis: Diagnosis | None) -> dict[str, KnownFault]:
    """Return the checks that fail because something is not written, each with the likeliest such
    fault.
    """
    faults = reversed(diagnosis.faults if diagnosis else ())
    sure = [fault for fault in faults if fault.is_absence and not fault.is_like]
    return {check: fault for fault in sure for check in fault.checks}


class FaultGroup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Submissions with the same fault."""

    title: str
    """The fault's sentence; of an unknown fault the checks that fail alike."""
    submissions: tuple[str, ...]
    faults: tuple[str, ...] = ()
    """The known faults that fit; none for an unknown one."""

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
            known.setdefault((fault.title, fault.ids), []).append(submission)
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
