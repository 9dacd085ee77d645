"""Finds the smallest set of known faults that explains a submission's failed checks.

A fault explains a check as far as the submission fails it on the same examples in the same way.
Faults are taken one after the other, each time the one that explains most of what is left; a fault
that would fail checks which the submission passes has to explain more. Faults that explain the same
equally well are shown together, because nothing tells them apart; mutants are not, beside an
exemplar. A function that is not written comes first: all that it hides resembles something else.

A wrong answer that many faults give says little: a name needs one that few give, and is certain
only by several. One that two faults give names neither. Writings of a fault have one sentence, and
count as one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain

import msgspec

from graders.extensions.faults.dictionary import UNWRITTEN, Dictionary, Fault, is_made, is_mutant
from graders.extensions.faults.evidence import (
    NOTHING,
    Comparison,
    Evidence,
    compare,
    of_form,
)
from graders.extensions.faults.symptoms import Symptom, digest
from graders.harness.diagnosis import Certainty
from graders.harness.intake.grouping import grouped

WEIGHTS: Mapping[Evidence, float] = {
    Evidence.NONE: 0.0,
    Evidence.ASSERTION: 0.1,
    Evidence.EXAMPLES: 0.6,
    Evidence.FORM: 0.8,
    Evidence.PART: 0.9,
    Evidence.SAME: 1.0,
}
"""Evidence -> its weight, if it explains all of a check."""

ALONE: Mapping[Evidence, float] = {
    Evidence.NONE: -4.0,
    Evidence.ASSERTION: -0.4,
    Evidence.EXAMPLES: 0.6,
    Evidence.FORM: 0.6,
    Evidence.PART: 0.0,
    Evidence.SAME: 1.0,
}
"""The same in a check that no other fault of the diagnosis fails, so that none hides this one."""

STRONG = frozenset({Evidence.EXAMPLES, Evidence.FORM, Evidence.PART, Evidence.SAME})
"""Evidence without which no fault is named."""

WEAK = frozenset({Evidence.NONE, Evidence.ASSERTION, Evidence.EXAMPLES})
"""Evidence in whose place answers of the same kind count, in examples that are drawn."""

TELLING = STRONG - {Evidence.EXAMPLES}
"""Evidence that tells faults apart in a check of one example, which may fail in any way."""

FEW = 3
"""Known faults that share a wrong answer, at most, for it to count as a coincidence."""

COINCIDENCES = 2
"""Coincidences, at least, of a fault that is certain; one without any is only a likeness."""

HALF = 2
"""A part of a fault's wrong answers in a check is no coincidence if it is less than half."""

QUARTER = 4
"""A name needs a quarter of the checks that its fault fails, at least; other faults hide the rest.
"""

TENTH = 10
"""One in ten checks of a fault may fail otherwise, by another one."""

AGAINST = 0.75
"""The weight of a check that the fault fails and the submission passes."""

LEAST = 0.3
"""The least gain of a fault that is shown, in checks."""

SAME = 1e-9


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """A known fault, for reports."""

    fault: str
    diagnosis: str
    hint: str = ""
    functions: tuple[str, ...] = ()
    """The reference's functions that are wrong with this fault."""


class Named(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fault of a submission, and the evidence for it."""

    known: tuple[Known, ...]
    """The faults that fit, the best first; more than one if nothing tells them apart."""
    checks: dict[str, Evidence]
    """Check that it explains -> the evidence."""
    certainty: Certainty = Certainty.LIKE

    @property
    def is_certain(self) -> bool:
        """Return whether nothing of the fault is missing in the submission, nor more is there."""
        return self.certainty is Certainty.CERTAIN

    @property
    def is_like(self) -> bool:
        """Return whether the fault is perhaps only related to the submission's."""
        return self.certainty is Certainty.LIKE

    @property
    def is_mutant(self) -> bool:
        """Return whether no exemplar fits."""
        return all(is_mutant(known.fault) for known in self.known)

    @property
    def is_unwritten(self) -> bool:
        """Return whether only functions fit that are not written."""
        return all(one.fault.startswith(UNWRITTEN) for one in self.known)

    @property
    def is_made(self) -> bool:
        """Return whether a mutant fits, or a function that is not written, and no exemplar."""
        return all(is_made(known.fault) for known in self.known)

    @property
    def functions(self) -> tuple[str, ...]:
        """Return the functions that are wrong with the faults that fit."""
        return tuple(dict.fromkeys(chain.from_iterable(known.functions for known in self.known)))


class Explanation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The known faults of a submission, and what they do not explain."""

    faults: tuple[Named, ...] = ()
    unexplained: dict[str, str] = {}
    """Failed check that no fault explains, not even in part -> a digest of how it failed."""

    @property
    def names_all(self) -> bool:
        """Return whether known faults explain all failures, and none is only like its own."""
        return not self.unexplained and not any(fault.is_like for fault in self.faults)

    @property
    def named(self) -> frozenset[str]:
        """Return the failed checks that a fault explains, at least in part."""
        return frozenset(chain.from_iterable(fault.checks for fault in self.faults))


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A fault, compared with the submission in every check that both fail."""

    fault: Fault
    found: Mapping[str, Comparison]
    against: tuple[str, ...]
    rarities: tuple[int, ...]
    """Of each coincidence, an answer with the same values or of the same kind that few faults give,
    how many give it.
    """

    @property
    def coincidences(self) -> int:
        """The number of coincidences."""
        return len(self.rarities)

    @property
    def weight(self) -> float:
        """The weight of all evidence."""
        return sum(WEIGHTS[comparison.evidence] for comparison in self.found.values())

    @property
    def is_fit(self) -> bool:
        """Return whether the fault may be named: nobody has looked at a mutant, so that it must not
        be only like it, and a function that is not written gives no answers of its own.
        """
        if self.fault.is_mutant:
            return bool(self.found) and self.certainty() is not Certainty.LIKE
        evidence = {comparison.evidence for comparison in self.found.values()}
        return bool(evidence) and not (self.fault.is_unwritten and Evidence.EXAMPLES in evidence)

    @property
    def is_first(self) -> bool:
        """Return whether the fault comes before all others."""
        return self.fault.is_unwritten and self.certainty() is not Certainty.LIKE

    @property
    def is_sure(self) -> bool:
        """Return whether the fault is more than a likeness, and no mutant."""
        return not self.fault.is_mutant and self.certainty() is not Certainty.LIKE

    @property
    def equal(self) -> list[str]:
        """The checks that have all the wrong answers of the fault, and no other ones."""
        return [check for check, one in self.found.items() if one.evidence is Evidence.SAME]

    def gain(self, left: _Left, equal: Container[str]) -> float:
        """Return how much of what is *left* the fault explains, in checks; 0 if all evidence is
        weak. equal: the checks in which a fault gives the submission's wrong answers.
        """
        gain, is_strong = 0.0, False
        for check, comparison in self.found.items():
            part = left.part(check, comparison)
            is_other = comparison.evidence is Evidence.EXAMPLES and check in equal
            weight = WEIGHTS[Evidence.ASSERTION if is_other else comparison.evidence]
            gain += weight * part
            is_strong |= bool(part) and comparison.evidence in STRONG
        if not is_strong:
            return 0.0
        return gain - AGAINST * len(self.against)

    def certainty(self, hidden: Set[str] = frozenset()) -> Certainty:
        """Return how far the name of the fault can be trusted.

        hidden: checks in which another fault hides this one.
        """
        evidence = {
            check: self.found.get(check, NOTHING).evidence
            for check, entry in self.fault.entries.items()
            if not entry.by_chance
        }
        weak = {check for check, strength in evidence.items() if strength not in STRONG} - hidden
        if len(weak) * TENTH <= len(evidence) and self.coincidences > len(weak):
            weak = set()  # of so many there are some that another fault hides
        is_refuted = any(comparison.refuted for comparison in self.found.values())
        is_whole = set(evidence.values()) == {Evidence.SAME}
        is_pattern = is_whole and len(evidence) >= COINCIDENCES
        is_common = not (self.coincidences or self.fault.is_unwritten or is_pattern)
        telling = [
            match
            for match in self.found.values()
            if match.evidence in TELLING or len(match.shared) > 1
        ]
        # whole games differ in any way: two coincidences in fifty of them are chance
        is_common |= len(telling) * TENTH < len(self.found) and not self.fault.is_unwritten
        if self.against or is_refuted or is_common or weak:
            return Certainty.LIKE
        is_certain = is_whole and self.coincidences >= COINCIDENCES
        return Certainty.CERTAIN if is_certain else Certainty.LIKELY

    def explained(self, left: _Left) -> dict[str, Evidence]:
        """Return the checks of which the fault explains something that is *left*."""
        return {
            check: comparison.evidence
            for check, comparison in self.found.items()
            if WEIGHTS[comparison.evidence] and left.part(check, comparison)
        }


class _Left:
    """The failed examples of each check that no fault explains yet."""

    def __init__(self, symptoms: Mapping[str, Symptom]) -> None:
        self._whole = {check: len(symptom.failed) for check, symptom in symptoms.items()}
        self._left = {check: set(symptom.failed) for check, symptom in symptoms.items()}

    def part(self, check: str, found: Comparison) -> float:
        """Return the part of *check* that *found* explains beyond what is explained already."""
        return len(self._left[check] & found.shared) / self._whole[check]

    def take(self, check: str, found: Comparison) -> None:
        """Count what *found* explains as explained."""
        self._left[check] -= found.shared


_Choice = tuple[list[_Candidate], dict[str, Evidence]]
"""Faults that nothing tells apart, and the checks that they explain."""


def diagnose(
    symptoms: Mapping[str, Symptom],
    passed: Iterable[str],
    dictionary: Dictionary,
    without: Container[str] = (),
) -> Explanation:
    """Return what explains the *symptoms* of a submission that *passed* some checks.

    without: ids of faults that it cannot have.
    """
    passes = frozenset(passed)
    kinds = _kinds(symptoms, dictionary)
    writings = grouped(
        (fault for fault in dictionary.faults.values() if fault.id not in without),
        lambda fault: fault.diagnosis,
    )
    candidates = [
        candidate
        for some in writings.values()
        if (
            candidate := _of_writings(
                [_candidate(one, symptoms, passes, dictionary.holders, kinds) for one in some]
            )
        ).is_fit
    ]
    while True:
        chosen = list(_chosen(candidates, symptoms))
        refuted = _refuted(chosen, dictionary.broad)
        if not refuted:
            break
        candidates = [one for one in candidates if one not in refuted]
    broad = dictionary.broad
    named = [_named(alike, checks, _hidden(alike, chosen) | broad) for alike, checks in chosen]
    # what is only like the submission's fault hides nothing for certain
    sure = [one for one, name in zip(chosen, named, strict=True) if not name.is_like]
    named = [_named(alike, checks, _hidden(alike, sure) | broad) for alike, checks in chosen]
    unexplained = symptoms.keys() - {check for fault in named for check in fault.checks}
    named = [_cautious(one, unexplained) for one in named]
    shown = [
        one
        for one, (alike, _) in zip(named, chosen, strict=True)
        if not one.is_like or _is_near(one, alike)
    ]
    explained = {check for fault in shown for check in fault.checks}
    return Explanation(
        tuple(shown),
        {
            check: digest(msgspec.json.encode(symptom))
            for check, symptom in symptoms.items()
            if check not in explained
        },
    )


def _is_near(named: Named, alike: Iterable[_Candidate]) -> bool:
    """Return whether a likeness is worth a look: of those without equal answers in any check, or
    with a check that speaks against them, most are wrong.
    """
    return Evidence.SAME in named.checks.values() and any(not one.against for one in alike)


def _subject(check: str, other: str) -> str:
    """Return what *check* begins with, and *other* if both are of one subject: "player.random" if
    both go on behind a hyphen, else "player".
    """
    return check.partition("-" if "-" in other and "-" in check else ".")[0]


def _cautious(named: Named, unexplained: Iterable[str]) -> Named:
    """Return *named*, and less certain if an unexplained check is of the subject of its checks:
    then the submission's fault may be a related one that does more.
    """
    near = sum(
        any(_subject(check, other) == _subject(other, check) for check in named.checks)
        for other in unexplained
    )
    if TENTH * near <= len(named.checks) and not (near and named.is_certain):
        return named
    is_likely = named.is_certain or named.is_made
    certainty = Certainty.LIKELY if is_likely else Certainty.LIKE
    return msgspec.structs.replace(named, certainty=certainty)


def _chosen(candidates: list[_Candidate], symptoms: Mapping[str, Symptom]) -> Iterator[_Choice]:
    """Yield the faults that explain most of what is left, one after the other."""
    left = _Left(symptoms)
    equal = {check for one in candidates if one.is_sure for check in one.equal}
    while candidates:
        gains = [(one.gain(left, equal), one) for one in candidates]
        gains = [(gain, one) for gain, one in gains if gain >= LEAST]
        if not gains:
            return
        firsts = [pair for pair in gains if pair[1].is_first]
        if any(one.is_sure for _, one in gains):
            # without one equal answer, a fault must not hide another one that is sure
            gains = [(gain, one) for gain, one in gains if one.is_sure or one.equal]
        gains = firsts or gains
        most = max(gain for gain, _ in gains)
        best = [candidate for gain, candidate in gains if gain > most - SAME]
        checks = best[0].explained(left)
        alike = [one for one in best if one.explained(left) == checks]
        yield alike, checks
        for check in checks:
            for one in alike:
                left.take(check, one.found[check])
        sentences = {one.fault.diagnosis for one in alike}
        candidates = [one for one in candidates if one.fault.diagnosis not in sentences]


def _refuted(chosen: Sequence[_Choice], broad: Set[str]) -> list[_Candidate]:
    """Return the first of the *chosen* faults, with those like it, that the checks which it alone
    of them fails speak against; none if nothing does.
    """
    for alike, _ in reversed(chosen):
        first = alike[0]
        others = {
            check for group, _ in chosen if group is not alike for check in group[0].fault.entries
        }
        balance = sum(
            (WEIGHTS if check in others or check in broad else ALONE)[match.evidence]
            for check, match in first.found.items()
            if check not in first.against and not first.fault.entries[check].by_chance
        )
        if balance - AGAINST * len(first.against) < LEAST:
            return alike
    return []


def _kinds(
    symptoms: Mapping[str, Symptom], dictionary: Dictionary
) -> Mapping[tuple[str, str], int]:
    """Return the checks, each with the sentence of a fault that fails it by the same kinds of wrong
    answers, and how many faults do; without those of many, or of most that break the same rule.
    """
    found: dict[str, set[str]] = {check: set() for check in symptoms}
    others: dict[str, set[str]] = {check: set() for check in symptoms}
    for fault in dictionary.faults.values():
        for check in symptoms.keys() & fault.entries.keys():
            symptom, known = symptoms[check], fault.entries[check].symptom
            if of_form(symptom, known) is not NOTHING:
                found[check].add(fault.diagnosis)
            elif not symptom.assertions.isdisjoint(known.assertions):
                others[check].add(fault.diagnosis)
    return {
        (check, sentence): len(some)
        for check, some in found.items()
        if len(some) <= min(FEW, len(others[check]))
        for sentence in some
    }


def _candidate(
    fault: Fault,
    symptoms: Mapping[str, Symptom],
    passed: frozenset[str],
    holders: Mapping[tuple[str, str], int],
    kinds: Mapping[tuple[str, str], int],
) -> _Candidate:
    found = {}
    against = []
    same: set[tuple[str, str]] = set()
    of_kind: list[int] = []
    for check, entry in fault.entries.items():
        symptom = symptoms.get(check)
        if symptom is not None:
            comparison = compare(symptom, entry.symptom)
            is_drawn = len(symptom.failed) == 1 or comparison.evidence is not Evidence.EXAMPLES
            number = kinds.get((check, fault.diagnosis), 0)
            by_form = of_form(symptom, entry.symptom)
            if number and is_drawn and comparison.evidence in WEAK and by_form is not NOTHING:
                comparison = by_form
                of_kind.append(number)
            if comparison is not NOTHING:
                found[check] = comparison
            if comparison.refuted and not entry.by_chance:
                against.append(check)
            known = entry.symptom.within(symptom.judged)
            is_much = HALF * len(comparison.shared) >= len(known)
            for number in comparison.shared if is_much else ():
                answer = symptom.failed[number].data
                if number in known and answer == known[number].data:
                    same.add((check, answer))
        elif check in passed and not entry.by_chance:
            against.append(check)
    rarities = [holders[reply] for reply in same if holders[reply] <= FEW] + of_kind
    return _Candidate(fault, found, tuple(against), tuple(rarities))


def _of_writings(some: list[_Candidate]) -> _Candidate:
    """Return one candidate of *some* that are writings of one fault: what speaks for any of them
    speaks for it, and what one of them passes does not speak against it.
    """
    best = max(some, key=lambda one: one.weight - AGAINST * len(one.against))
    if len(some) == 1:
        return best
    found = dict(best.found)
    for check, comparison in chain.from_iterable(one.found.items() for one in some):
        if WEIGHTS[comparison.evidence] > WEIGHTS[found.get(check, NOTHING).evidence]:
            found[check] = comparison
    against = [check for check in best.against if all(check in one.against for one in some)]
    found = {check: replace(one, refuted=check in against) for check, one in found.items()}
    entries = {
        check: msgspec.structs.replace(
            entry,
            by_chance=found.get(check, NOTHING).evidence not in STRONG
            and (entry.by_chance or any(check not in one.fault.entries for one in some)),
        )
        for one in (*some, best)
        for check, entry in one.fault.entries.items()
    }
    rarities = max((one.rarities for one in some), key=len)
    return _Candidate(replace(best.fault, entries=entries), found, tuple(against), rarities)


def _hidden(alike: list[_Candidate], chosen: Sequence[_Choice]) -> set[str]:
    """Return the checks in which other *chosen* faults than *alike* explain much."""
    return {
        check
        for group, checks in chosen
        if group is not alike
        for check, found in checks.items()
        if found in STRONG
    }


def _named(alike: list[_Candidate], explained: dict[str, Evidence], hidden: Set[str]) -> Named:
    # a person has written what an exemplar does; nobody has looked at a mutant
    kinds = [(candidate.fault.is_mutant, candidate.fault.is_unwritten) for candidate in alike]
    least = [candidate for candidate, kind in zip(alike, kinds, strict=True) if kind == min(kinds)]
    ordered = sorted(least, key=lambda candidate: (len(candidate.against), candidate.fault.id))
    known = [_known(candidate.fault) for candidate in ordered]
    best = min((candidate.certainty(hidden) for candidate in ordered), key=list(Certainty).index)
    if QUARTER * len(explained) < len(ordered[0].fault.entries):
        best = Certainty.LIKE
    rarities = [number for candidate in ordered for number in candidate.rarities]
    strong = [evidence for evidence in explained.values() if evidence in STRONG]
    is_poor = max(len(strong), len(ordered[0].rarities)) < COINCIDENCES
    mutants = sum(candidate.fault.is_mutant for candidate in alike)
    if is_poor and min(rarities, default=0) > 1 + mutants:
        best = Certainty.LIKE  # another fault gives its one rare answer, too
    return Named(tuple(known), explained, best)


def _known(fault: Fault) -> Known:
    return Known(fault.id, fault.diagnosis, fault.hint, fault.functions)
