"""Makes the diagnosis of a graded submission, with the hints that its student may read.

A hint comes from a second diagnosis, which knows nothing but the public checks: a fault that only
hidden checks show gives none. So a hint tells no more than the public checks do.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from graders.extensions.faults.diagnose import Explanation, Named, diagnose
from graders.extensions.faults.dictionary import UNWRITTEN, Dictionary, DictionaryError, load
from graders.extensions.faults.evident import LEAST, Evident
from graders.extensions.faults.noting import Noted
from graders.extensions.faults.sentences import evidence, suspect_line
from graders.extensions.faults.suspects import Suspects
from graders.extensions.faults.symptoms import Symptoms
from graders.harness.assignment.manifest import Assignment
from graders.harness.diagnosis import Certainty, Diagnosis, KnownFault
from graders.harness.reports.diagnosed import listed
from graders.harness.result import CheckResult, Result, Verdict, Visibility


def of_result(result: Result, noted: Noted, assignment: Assignment) -> Diagnosis | None:
    """Return the diagnosis of the submission with *result*; None if there is nothing to tell.

    The dictionary is read for the first submission with symptoms only.
    """
    if not noted.symptoms:
        return None
    places = tuple(map(suspect_line, noted.suspects))
    dictionary = dictionary_of(assignment)
    found = _of(result.checks, noted, dictionary)
    public = [check for check in result.checks if check.visibility is Visibility.PUBLIC]
    faults = tuple(_faults(found, noted, dictionary))
    if noted.behind:
        faults = (*faults, *_behind(result, noted, dictionary, faults))
    if not (faults or dictionary.faults or places):
        return None
    explained = {check for fault in faults for check in fault.checks}
    return Diagnosis(
        faults,
        {check: how for check, how in found.unexplained.items() if check not in explained},
        _hints(_of(public, noted, dictionary)),
        places,
    )


def _faults(found: Explanation, noted: Noted, dictionary: Dictionary) -> Iterator[KnownFault]:
    """Yield the names of exemplars, then what the checks show by themselves beyond these, then what
    the submission's faults are only like, or a mutant, where the checks do not show them.
    """
    names = [
        fault
        for fault in found.faults
        if not (
            fault.is_like or fault.is_mutant or any(_is_seen(one, fault) for one in noted.evident)
        )
    ]
    named = {check for fault in names for check in fault.checks}
    seen_faults = [one for one in noted.evident if len({*one.checks} - named) >= LEAST]
    seen = {check for one in seen_faults for check in one.checks}
    for fault in names:
        yield _known(fault, noted.suspects, dictionary)
    for one in seen_faults:
        how = f"seen in {listed(one.checks)}"
        yield KnownFault((one.sentence,), (one.id,), Certainty.CERTAIN, how, one.checks)
    for fault in found.faults:
        if fault not in names and not seen.issuperset(fault.checks):
            yield _known(fault, noted.suspects, dictionary)


def _behind(
    result: Result, noted: Noted, dictionary: Dictionary, faults: Iterable[KnownFault]
) -> Iterator[KnownFault]:
    """Yield the names of what slips of the output hide, without those that are among *faults*."""
    passed = [one.id for one in result.checks if one.verdict is Verdict.PASSED]
    found = diagnose(noted.behind, [*passed, *noted.cured], dictionary, noted.absent)
    known = {sentence for fault in faults for sentence in fault.sentences}
    for fault in found.faults:
        name = _known(fault, noted.suspects, dictionary)
        if not (fault.is_like or fault.is_mutant or known.intersection(name.sentences)):
            yield name


def _is_seen(seen: Evident, fault: Named) -> bool:
    """Return whether a known *fault* explains only checks in which the same is *seen*: nothing
    else is known of these, and a fault of few of them is not the one behind all.
    """
    rest = len(seen.checks) - len(fault.checks)
    return fault.checks.keys() <= {*seen.checks} and (rest >= LEAST or not fault.is_certain)


def _known(fault: Named, suspects: Suspects, dictionary: Dictionary) -> KnownFault:
    sentences = tuple(dict.fromkeys(sentence.diagnosis for sentence in fault.known))
    return KnownFault(
        sentences,
        tuple(dictionary.writings[sentence] for sentence in sentences),
        fault.certainty,
        evidence(fault, suspects),
        tuple(fault.checks),
        all(one.fault.startswith(UNWRITTEN) for one in fault.known),
    )


def explained(symptoms: Symptoms, passed: Collection[str], assignment: Assignment) -> Explanation:
    """Return what explains the *symptoms* of a submission that passes *passed*."""
    return diagnose(symptoms, passed, dictionary_of(assignment))


def absent(files: Mapping[str, bytes], assignment: Assignment) -> tuple[str, ...]:
    """Return the faults that are functions not written, of functions that no file even has."""
    code = b"\n".join(files.values())
    return tuple(
        fault.id
        for fault in dictionary_of(assignment).faults.values()
        if fault.is_unwritten
        and not re.search(
            rb"\b%s\s*\(" % re.escape(fault.functions[0].split(".")[-1].encode()), code
        )
    )


_loaded: dict[Path, Dictionary] = {}
_problems: dict[Path, str] = {}


def dictionary_of(assignment: Assignment) -> Dictionary:
    """Return the dictionary of *assignment*, empty if it is damaged; this process reads it once."""
    place = assignment.grader
    if place not in _loaded:
        try:
            _loaded[place] = load(assignment)
        except DictionaryError as error:  # no mark depends on it
            _loaded[place], _problems[place] = Dictionary(), str(error)
    return _loaded[place]


def remark(assignment: Assignment) -> str:
    """Return a remark on a dictionary that was read, and is damaged or in part stale; or ""."""
    place = assignment.grader
    stale = _loaded[place].stale if place in _loaded else ()
    if not stale:
        return _problems.get(place, "")
    more = f" and {len(stale) - 1} more" if len(stale) > 1 else ""
    return (
        f"{stale[0]}{more} changed since the dictionary was made, so no report names "
        f"them: run `grader refresh {assignment.id} --only dictionary`"
    )


def _of(
    checks: Iterable[CheckResult],
    noted: Noted,
    dictionary: Dictionary,
) -> Explanation:
    verdicts = {check.id: check.verdict for check in checks}
    failed = {id_: one for id_, one in noted.symptoms.items() if id_ in verdicts}
    passed = [id_ for id_, verdict in verdicts.items() if verdict is Verdict.PASSED]
    return diagnose(failed, passed, dictionary, noted.absent)


def _hints(found: Explanation) -> tuple[str, ...]:
    """Return the hints of the faults that nothing else can be."""
    sure = [fault for fault in found.faults if not fault.is_like]
    hints = [
        fault.known[0].hint for fault in sure if len({one.diagnosis for one in fault.known}) == 1
    ]
    return tuple(dict.fromkeys(filter(None, hints)))
