"""Verifies a diagnosis: composes the faults that it names, and compares how the program behaves.

If a reference with exactly these faults fails the same checks with the same symptoms, the diagnosis
is right beyond doubt: no test of the grader tells the two programs apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, islice, product

from graders.extensions.faults.composition import composed
from graders.extensions.faults.diagnose import Explanation
from graders.extensions.faults.noting import noted
from graders.extensions.faults.symptoms import Symptoms
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.verification.exemplars import Exemplar
from graders.harness.verification.gradings import Gradings, whole_result

Faults = tuple[str, ...]
"""Ids of faults in one program, sorted."""

MOST = 2
"""Hypotheses that are tried for one submission; ambiguous faults make several."""


def hypotheses(diagnosis: Explanation) -> list[Faults]:
    """Return the sets of faults that *diagnosis* may mean, the likeliest first."""
    choices = [[known.fault for known in fault.known] for fault in diagnosis.faults]
    sets = (tuple(sorted(set(chosen))) for chosen in product(*choices))
    return list(islice(dict.fromkeys(sets), MOST)) if choices else []


def verified(
    gradings: Gradings,
    exemplars: Mapping[str, Exemplar],
    diagnoses: Sequence[tuple[Explanation, Symptoms]],
    behaviours: Mapping[Faults, Symptoms],
) -> list[Faults]:
    """Return for each diagnosis the faults of which a composition behaves exactly alike; () if none
    does.

    behaviours: of compositions that have been graded; others are graded now. Raises GraderBroken.
    """
    assignment = gradings.assignment
    wanted = set(chain.from_iterable(hypotheses(diagnosis) for diagnosis, _ in diagnoses))
    programs: dict[str, Submission] = {}
    names: dict[str, Faults] = {}
    for faults in sorted(wanted - behaviours.keys()):
        if not exemplars.keys() >= set(faults):  # a mutant is no overlay
            continue
        files = composed([exemplars[fault] for fault in faults], assignment)
        if files is not None:
            name = " + ".join(faults)
            names[name] = faults
            programs[name] = submission_from_bytes(name, files, assignment)
    known = dict(behaviours)
    for name, done in gradings.graded_in_full(programs, "hypotheses").items():
        if whole_result(done) is not None:
            known[names[name]] = noted(done.noted).symptoms
    return [
        next(
            (faults for faults in hypotheses(diagnosis) if known.get(faults) == symptoms),
            (),
        )
        for diagnosis, symptoms in diagnoses
    ]
