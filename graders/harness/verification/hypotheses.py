"""Verifies a diagnosis: composes the faults that it names, and compares how the program behaves.

If a reference with exactly these faults fails the same checks with the same symptoms, the diagnosis
is right beyond doubt: no test of the grader tells the two programs apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, product

from graders.harness.diagnosis.diagnose import Diagnosis
from graders.harness.diagnosis.symptoms import Symptoms
from graders.harness.intake import submission_from_bytes
from graders.harness.verification.composition import composed
from graders.harness.verification.exemplars import Exemplar
from graders.harness.verification.gradings import Gradings, whole_result

MOST = 2
"""Hypotheses that are tried for one submission; ambiguous faults make several."""


def hypotheses(diagnosis: Diagnosis) -> list[tuple[str, ...]]:
    """Return the sets of faults that *diagnosis* may mean, the likeliest first."""
    choices = [[known.fault for known in fault.known] for fault in diagnosis.faults]
    sets = (tuple(sorted(set(chosen))) for chosen in product(*choices))
    return list(islice(dict.fromkeys(sets), MOST)) if choices else []


def verified(
    gradings: Gradings,
    exemplars: Mapping[str, Exemplar],
    diagnoses: Mapping[str, tuple[Diagnosis, Symptoms]],
) -> dict[str, tuple[str, ...]]:
    """Return the faults of each submission of which a composition behaves exactly alike.

    diagnoses: by submission. Each composition is graded once. Raises GraderBroken.
    """
    assignment = gradings.assignment
    wanted = {
        faults
        for diagnosis, _ in diagnoses.values()
        for faults in hypotheses(diagnosis)
    }
    programs = {}
    for faults in sorted(wanted):
        files = composed([exemplars[fault] for fault in faults], assignment)
        if files is not None:
            name = " + ".join(faults)
            programs[name] = submission_from_bytes(name, files, assignment)
    graded = gradings.graded_in_full(programs, "hypotheses")
    behaviours = {
        name: done.symptoms for name, done in graded.items() if whole_result(done)
    }
    return {
        submission: faults
        for submission, (diagnosis, symptoms) in diagnoses.items()
        for faults in reversed(hypotheses(diagnosis))
        if behaviours.get(" + ".join(faults)) == symptoms
    }
