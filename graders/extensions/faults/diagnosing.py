"""Measures how well the dictionary names the faults of programs whose faults are known.

Four kinds of programs: each faulty exemplar; a faulty exemplar laid over a right one, so that the
same fault stands in another program; pairs and triples of faulty exemplars. And each faulty
exemplar once more, with its own entry left out of the dictionary (*left out*): its fault is unknown
then, so that every name is wrong, unless that fault behaves the same in every check. Where a mutant
is named, its function is right or wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import msgspec

from graders.extensions.faults.composition import draw
from graders.extensions.faults.diagnose import Explanation, Named, diagnose
from graders.extensions.faults.dictionary import Dictionary, is_mutant, load
from graders.extensions.faults.hypotheses import verified
from graders.extensions.faults.making import faulty, name_of
from graders.extensions.faults.noting import noted
from graders.extensions.faults.symptoms import Symptoms
from graders.harness.course.run.batch import GradedSubmission
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.intake.grouping import parted
from graders.harness.result import Verdict
from graders.harness.verification.exemplars import (
    Exemplar,
    as_submissions,
    load_exemplars,
)
from graders.harness.verification.gradings import Gradings, whole_result

PAIRS = 300
"""Pairs that are composed, if there are that many."""
SEEDS = {"in a right program": "right", "pairs": "pair", "triples": "triple"}
OTHERS = 3
"""Pairs for each triple, and for each fault in a right program."""
OF_FAILED = 85
"""Per cent of failed checks that must be named, of programs with one fault and of pairs."""
OF_ONE = 97
"""Per cent of the shown names that must be right, of programs with one fault."""
OF_PAIRS = 90
"""The same of pairs."""


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """Mutants and likenesses, which are shown beside the names of exemplars."""

    mutants: int = 0
    """Mutants shown where no exemplar fits; they are not among the names."""
    mutants_right: int = 0
    """Those among them in a function of the program's faults, as far as students have it, too."""
    likes: int = 0
    """Exemplars shown as only like the program's faults."""
    likes_right: int = 0


class Figures(Beside, frozen=True):
    """How well the faults of some programs were named."""

    kind: str
    programs: int
    failed: int
    """Failed checks, without those whose cause says all."""
    explained: int
    """Failed checks that a shown fault explains, at least in part."""
    shown: int
    """Names of exemplars shown; faults that nothing tells apart count as one, and those that are
    only like the program's are no names.
    """
    right: int
    ambiguous: int
    """Names shown that are several faults."""
    faults: int
    """Faults in the programs that have an effect."""
    found: int
    """Those among them that are shown, be it as a likeness."""
    certain: int = 0
    """Names shown as certain."""
    certain_right: int = 0
    verified: int = 0
    """Programs that a composition of the named faults equals in every reply."""

    def line(self) -> str:
        """Return the figures in a line."""
        parts = [
            f"{self.programs} programs",
            f"{_share(self.explained, self.failed)} failed checks named",
            f"{_share(self.right, self.shown)} names right",
            f"{_share(self.certain_right, self.certain)} certain names right",
            f"{self.ambiguous} ambiguous",
            f"{self.found} of {self.faults} faults found",
        ]
        if self.likes:
            parts.append(f"{_share(self.likes_right, self.likes)} likes right")
        if self.mutants:
            parts.append(f"{_share(self.mutants_right, self.mutants)} mutants in the function")
        if self.verified:
            parts.append(f"{self.verified} programs verified")
        return f"{self.kind}: {', '.join(parts)}"


@dataclass(frozen=True, slots=True)
class _Case:
    """A program with known faults, and how it behaves."""

    faults: frozenset[str]
    symptoms: Symptoms
    passed: frozenset[str]

    def diagnosis(self, dictionary: Dictionary) -> Explanation:
        return diagnose(self.symptoms, self.passed, dictionary)


@dataclass(frozen=True, slots=True)
class Measured:
    """All figures of an assignment, and what is wrong with its dictionary."""

    figures: tuple[Figures, ...]
    stale: tuple[str, ...]
    """Entries that are out of date, a line each."""
    lost: tuple[str, ...]
    """Programs that could not be graded."""

    def short_of_aims(self) -> Iterator[str]:
        """Yield a line for each aim that is missed."""
        aims = {"one fault": OF_ONE, "in a right program": OF_ONE, "pairs": OF_PAIRS}
        for one in self.figures:
            if one.kind in aims and _percent(one.explained, one.failed) < OF_FAILED:
                yield f"{one.kind}: fewer than {OF_FAILED} % of the failed checks are named"
            if one.kind in aims and _percent(one.right, one.shown) < aims[one.kind]:
                yield f"{one.kind}: fewer than {aims[one.kind]} % of the names are right"


def measure(gradings: Gradings, number: int) -> Measured:
    """Measure on all faulty exemplars, *number* pairs, and fewer other compositions. Without a
    dictionary there are no figures. Raises GraderBroken.
    """
    assignment = gradings.assignment
    dictionary = load(assignment)
    exemplars = faulty(assignment)
    if not dictionary.faults:
        return Measured((), (), ())
    right = [one for one in load_exemplars(assignment.grader) if one.kind == "right"]
    graded = gradings.graded_in_full(as_submissions(exemplars, assignment), "faults")
    lost: list[str] = []
    singles = _cases({exemplar.id: [exemplar.id] for exemplar in exemplars}, graded, lost)
    figures = [_figures("one fault", singles, dictionary, dictionary)]
    apart = [
        _figures("left out", [case], dictionary.without(*case.faults), dictionary)
        for case in singles
    ]
    figures.append(_sum(apart))
    kinds = {
        "in a right program": (right, exemplars),
        "pairs": (exemplars, exemplars),
        "triples": (exemplars, exemplars, exemplars),
    }
    for kind, groups in kinds.items():
        if not all(groups):
            continue
        share = 1 if kind == "pairs" else OTHERS
        faults: dict[str, list[str]] = {}
        programs: dict[str, Submission] = {}
        compositions = draw(groups, assignment, -(-number // share), SEEDS[kind])
        for parts, files in compositions:
            name = " + ".join(part.name for part in parts)
            faults[name] = [part.id for part in parts if part.kind == "faulty"]
            programs[name] = submission_from_bytes(name, files, assignment)
        cases = _cases(faults, gradings.graded_in_full(programs, kind), lost)
        of_kind = _figures(kind, cases, dictionary, dictionary)
        if kind != "pairs":
            figures.append(of_kind)
            continue
        verified_pairs = _verified(gradings, exemplars, singles + cases, dictionary)
        figures.append(msgspec.structs.replace(of_kind, verified=verified_pairs))
        figures.append(_one_unknown(cases, dictionary))
    stale = tuple(_stale(gradings, dictionary, graded))
    return Measured(tuple(figures), stale, tuple(lost))


def _one_unknown(cases: Iterable[_Case], dictionary: Dictionary) -> Figures:
    """Return how well the other fault of each pair is named if one of them is unknown."""
    none = _figures("one of two unknown", (), dictionary, dictionary)
    each = [
        _figures(none.kind, [case], dictionary.without(id_), dictionary)
        for case in cases
        for id_ in sorted(case.faults)
    ]
    return _sum([none, *each])


def _verified(
    gradings: Gradings,
    exemplars: Iterable[Exemplar],
    cases: Sequence[_Case],
    dictionary: Dictionary,
) -> int:
    """Return how many programs of several faults their hypothesis equals."""
    behaviours = {tuple(sorted(case.faults)): case.symptoms for case in cases}
    several = [case for case in cases if len(case.faults) > 1]
    diagnoses = [(case.diagnosis(dictionary), case.symptoms) for case in several]
    by_id = {exemplar.id: exemplar for exemplar in exemplars}
    return sum(map(bool, verified(gradings, by_id, diagnoses, behaviours)))


def _stale(
    gradings: Gradings, dictionary: Dictionary, graded: Mapping[str, GradedSubmission]
) -> Iterator[str]:
    """Yield a line for each fault or check of the dictionary that is out of date."""
    assignment = gradings.assignment
    for exemplar in faulty(assignment):
        fault, named = dictionary.faults.get(exemplar.id), name_of(exemplar, assignment)
        if fault is None or (fault.diagnosis, fault.hint) != (
            named.diagnosis,
            named.hint,
        ):
            yield f"{exemplar.id} has changed since, or is new"
    changed: set[str] = set()
    for name in graded.keys() & dictionary.faults.keys():
        entries = dictionary.faults[name].entries
        for check, symptom in noted(graded[name].noted).symptoms.items():
            if check not in entries or entries[check].symptom.basis != symptom.basis:
                changed.add(check)
    yield from (f"{check} has changed since, or is new" for check in sorted(changed))
    if any(map(is_mutant, dictionary.stale)):
        yield "the reference has changed since, so that no mutant is named"


def _cases(
    faults: Mapping[str, Iterable[str]],
    graded: Mapping[str, GradedSubmission],
    lost: list[str],
) -> list[_Case]:
    """Return the programs that were graded; add the others to *lost*."""
    cases = []
    for name, of_program in faults.items():
        result = whole_result(graded[name])
        if result is None:
            lost.append(f"{name}: {graded[name].message}")
            continue
        passed = frozenset(check.id for check in result.checks if check.verdict is Verdict.PASSED)
        cases.append(_Case(frozenset(of_program), noted(graded[name].noted).symptoms, passed))
    return cases


def _figures(
    kind: str, cases: Iterable[_Case], dictionary: Dictionary, everything: Dictionary
) -> Figures:
    """Return how well *dictionary* names the faults of *cases*; *everything*: nothing left out."""
    total = Figures(kind, 0, 0, 0, 0, 0, 0, 0, 0)
    for case in cases:
        diagnosis = case.diagnosis(dictionary)
        twins = _behaving_like(case.faults, everything)
        mutants, exemplars = parted(diagnosis.faults, lambda one: one.is_mutant)
        likes, names = parted(exemplars, lambda one: one.is_like)
        certain = [one for one in names if one.is_certain]
        functions = set(
            chain.from_iterable(
                everything.faults[id_].functions for id_ in case.faults & everything.faults.keys()
            )
        )
        effective = {id_ for id_ in case.faults if _has_effect(id_, everything)}
        shown = set().union(*map(_ids, exemplars))
        found = sum(bool(shown & _behaving_like({id_}, everything)) for id_ in effective)
        one = Figures(
            kind,
            1,
            len(case.symptoms),
            len(diagnosis.named),
            len(names),
            _right(names, twins),
            sum(len(one.known) > 1 for one in names),
            len(effective),
            found,
            len(certain),
            _right(certain, twins),
            mutants=len(mutants),
            mutants_right=sum(not functions.isdisjoint(m.functions) for m in mutants),
            likes=len(likes),
            likes_right=_right(likes, twins),
        )
        total = _sum([total, one])
    return total


def _ids(named: Named) -> set[str]:
    """Return the faults that fit."""
    return {known.fault for known in named.known}


def _right(named: Iterable[Named], faults: set[str]) -> int:
    """Return how many of *named* are one of *faults*."""
    return sum(not faults.isdisjoint(_ids(one)) for one in named)


def _sum(parts: list[Figures]) -> Figures:
    first, *_ = parts
    sums = {
        name: sum(getattr(part, name) for part in parts) for name in Figures.__struct_fields__[1:]
    }
    return Figures(first.kind, **sums)


def _behaving_like(ids: Iterable[str], dictionary: Dictionary) -> set[str]:
    """Return *ids*, and the faults that behave exactly like one of them in every check."""
    known = [dictionary.faults[id_] for id_ in ids if id_ in dictionary.faults]
    patterns = [_pattern(dictionary, fault.id) for fault in known]
    alike = {id_ for id_ in dictionary.faults if _pattern(dictionary, id_) in patterns}
    return alike | set(ids)


def _pattern(dictionary: Dictionary, id_: str) -> dict[str, object]:
    entries = dictionary.faults[id_].entries
    return {check: entry.symptom for check, entry in entries.items()} or {id_: ""}


def _has_effect(id_: str, dictionary: Dictionary) -> bool:
    return id_ in dictionary.faults and bool(dictionary.faults[id_].entries)


def _percent(part: int, whole: int) -> int:
    """Return the percentage, rounded down; 100 of nothing."""
    return 100 * part // whole if whole else 100


def _share(part: int, whole: int) -> str:
    """Return a part of a whole, with the percentage."""
    return f"{part} of {whole} ({_percent(part, whole)} %)"
