"""Compares how a submission fails a check with how a known fault fails it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from graders.extensions.faults.symptoms import Symptom


class Evidence(enum.Enum):
    """The likeness of a submission and a fault in one check, the weakest first."""

    NONE = "none"
    ASSERTION = "assertion"
    """On some example the same is wrong, with other values."""
    EXAMPLES = "examples"
    """The same is wrong on the same examples, on some with other values."""
    FORM = "form"
    """The same kinds of wrong answers, which few known faults give, on whatever examples: as those
    of a program that draws otherwise.
    """
    PART = "part"
    """The submission has all the wrong answers of the fault, and more."""
    SAME = "same"
    """The same is wrong on the same examples, with the same values."""


HALF = 2


@dataclass(frozen=True, slots=True)
class Comparison:
    """A submission's symptom of one check beside a fault's."""

    evidence: Evidence = Evidence.NONE
    shared: frozenset[int] = frozenset()
    """The examples that the fault explains."""
    refuted: bool = False
    """Whether the submission is right on an example on which the fault is wrong."""


NOTHING = Comparison()


def compare(symptom: Symptom, fault: Symptom) -> Comparison:
    """Return what a submission's *symptom* has in common with that of a *fault*."""
    if symptom.basis != fault.basis:
        return NOTHING
    symptoms, known = symptom.within(fault.judged), fault.within(symptom.judged)
    both = symptoms.keys() & known.keys()
    same = frozenset(number for number in both if symptoms[number].data == known[number].data)
    alike = frozenset(
        number for number in both if symptoms[number].assertion == known[number].assertion
    )
    if known.keys() - symptoms.keys():
        return Comparison(Evidence.ASSERTION if alike else Evidence.NONE, alike, refuted=True)
    if same and same == symptoms.keys():
        return Comparison(Evidence.SAME, same)
    if alike and alike == symptoms.keys():
        return Comparison(Evidence.EXAMPLES, alike)
    if same and 2 * len(same) >= len(known):
        return Comparison(Evidence.PART, same)
    return Comparison(Evidence.ASSERTION if alike else Evidence.NONE, alike)


def of_form(symptom: Symptom, fault: Symptom) -> Comparison:
    """Return what a submission's *symptom* has in common with that of a *fault* by the kinds of
    wrong answers: at least half of the fault's, and no others.
    """
    forms, known = symptom.forms, fault.forms
    if (
        symptom.basis != fault.basis
        or not forms
        or not forms <= known
        or HALF * len(forms) < len(known)
    ):
        return NOTHING
    return Comparison(Evidence.FORM, frozenset(symptom.failed))
