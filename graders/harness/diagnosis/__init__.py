"""Names the faults of a submission that fails checks.

- `symptoms`: how a check failed, as data. Grading notes it for every failed check.
- `dictionary`: the symptoms of each known fault, kept beside the checks. Its faults are the faulty
  exemplars; `grader dictionary` writes it.
- `evidence` compares the symptoms of a submission with a fault's, check by check.
- `diagnose` finds the smallest set of faults that explains a submission's failed checks.
- `groups`: submissions of a class with the same faults.
- `hints`: what students may read of a diagnosis.

Everything here is a pure function of symptoms and dictionary: no program runs.
"""
