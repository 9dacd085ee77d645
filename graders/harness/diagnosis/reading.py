"""Makes the diagnosis of a graded submission, with the hints that its student may read.

A hint comes from a second diagnosis, which knows nothing but the public checks: a fault that only
hidden checks show gives none. So a hint tells no more than the public checks do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from graders.harness.diagnosis.diagnose import Diagnosis, diagnose
from graders.harness.diagnosis.dictionary import Dictionary
from graders.harness.diagnosis.symptoms import Symptoms
from graders.harness.result import CheckResult, Result, Verdict, Visibility


def of_result(
    result: Result, symptoms: Symptoms, dictionary: Dictionary
) -> Diagnosis | None:
    """Return the diagnosis of the submission with *result*; None if there is nothing to tell."""
    if not symptoms or not dictionary.faults:
        return None
    diagnosis = _of(result.checks, symptoms, dictionary)
    public = _of(filter(_is_public, result.checks), symptoms, dictionary)
    return msgspec.structs.replace(diagnosis, hints=_hints(public))


def _of(
    checks: Iterable[CheckResult],
    symptoms: Mapping[str, object],
    dictionary: Dictionary,
) -> Diagnosis:
    verdicts = {check.id: check.verdict for check in checks}
    failed = {id_: one for id_, one in symptoms.items() if id_ in verdicts}
    passed = [id_ for id_, verdict in verdicts.items() if verdict is Verdict.PASSED]
    return diagnose(failed, passed, dictionary)


def _is_public(check: CheckResult) -> bool:
    return check.visibility is Visibility.PUBLIC


def _hints(diagnosis: Diagnosis) -> tuple[str, ...]:
    """Return the hints of the faults that nothing else can be."""
    hints = [fault.known[0].hint for fault in diagnosis.faults if len(fault.known) == 1]
    return tuple(dict.fromkeys(filter(None, hints)))
