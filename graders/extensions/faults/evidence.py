"""Compares how a submission fails a check with how a known fault fails it."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from graders.extensions.faults.symptoms import Deviation, Symptom
from graders.harness.result import Verdict


class Evidence(enum.Enum):
    """The likeness of a submission and a fault in one check, the weakest first."""

    NONE = "none"
    PLACES = "places"
    """The same calls get wrong replies, though other ones."""
    BEGINNING = "beginning"
    """The first failing example is the same, and so is what is wrong with it; but not the rest."""
    FIRST = "first"
    """The same, and no more can be compared: the check was not prefetched, or the same calls raise
    the same exception.
    """
    PART = "part"
    """The submission gives the fault's wrong replies, and more wrong ones."""
    REPLIES = "replies"
    """All wrong replies are the same to the byte."""

    @property
    def rank(self) -> int:
        """Return its strength: the higher, the stronger."""
        return list(Evidence).index(self)


Calls = Mapping[str, frozenset[int]]
"""Variant -> numbers of calls. The end of a process counts as a call with a wrong reply. A check
that was not prefetched has the variant "" and one call.
"""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A submission's symptom of one check beside a fault's."""

    evidence: Evidence = Evidence.NONE
    shared: Calls = field(default_factory=dict)
    """The calls with the same wrong reply."""
    refuted: bool = False
    """Whether the submission's reply is right where the fault's is wrong, in every variant."""


NOTHING = Comparison()


def compare(symptom: Symptom, fault: Symptom) -> Comparison:
    """Return what a submission's *symptom* has in common with that of a *fault*."""
    if symptom.basis != fault.basis:
        return NOTHING
    variants = symptom.replies.keys() & fault.replies.keys()
    found = {
        variant: _compare(
            symptom.replies[variant],
            fault.replies[variant],
            same_end=symptom.name == fault.name,
        )
        for variant in variants
    }
    evidence = [one[0] for one in found.values()]
    best = max(evidence, key=lambda one: one.rank, default=Evidence.NONE)
    is_first = bool(symptom.first) and symptom.first == fault.first
    if is_first and best in (Evidence.NONE, Evidence.PLACES):
        # replies with an exception also say in which line, which differs between programs
        raises = best is Evidence.PLACES and symptom.verdict is Verdict.RAISED
        is_all = raises or not found
        first = Evidence.FIRST if is_all else Evidence.BEGINNING
        return Comparison(first, calls_of(symptom))
    shared = {variant: one[1] for variant, one in found.items() if one[0] == best}
    refuted = bool(found) and all(one[2] for one in found.values())
    return Comparison(best, shared, refuted)


def calls_of(symptom: Symptom) -> Calls:
    """Return the calls of *symptom* with a wrong reply, or without one."""
    calls = {
        variant: frozenset((*deviation.wrong, *_end(deviation)))
        for variant, deviation in symptom.replies.items()
        if deviation != Deviation()
    }
    return calls or {"": frozenset([0])}


def _end(deviation: Deviation) -> tuple[int, ...]:
    return () if deviation.end is None else (deviation.end,)


def _compare(
    own: Deviation, known: Deviation, *, same_end: bool
) -> tuple[Evidence, frozenset[int], bool]:
    """Compare the deviations in one variant; return the fields of a Comparison.

    same_end: whether the same exception ended both.
    """
    wrong, faults = own.until(known.end), known.until(own.end)
    same = frozenset(call for call, reply in faults.items() if wrong.get(call) == reply)
    other = faults.keys() & wrong.keys() - same
    ends_alike = same_end and own.end == known.end
    # calls behind the end of either process are unknown
    goes_further = known.end is not None and (own.end is None or own.end > known.end)
    refuted = bool(faults.keys() - wrong.keys()) or goes_further
    shared = same.union(_end(own) if ends_alike else ())
    evidence = Evidence.NONE
    if refuted:
        return evidence, shared, refuted
    if shared and wrong.keys() == same and ends_alike:
        evidence = Evidence.REPLIES
    elif shared and len(shared) >= len(other):
        evidence = Evidence.PART
    elif wrong and wrong.keys() == faults.keys() and ends_alike:
        evidence = Evidence.PLACES
    return evidence, shared, refuted
