"""Mutants: programs made from the reference by one change, to see whether the checks notice.

There are two kinds, made from one table of languages
(:mod:`graders.harness.verification.mutants.languages`):

- a *change* (:mod:`graders.harness.verification.mutants.changes`) alters an operator, a constant, a
  condition, a statement or a returned value. A check has to fail.
- a *stub* (:mod:`graders.harness.verification.mutants.stubs`) has one function that does no work,
  which is known as extreme mutation. No check that looks at the function may pass.

The reasons why a check may not notice are in files of the assignment
(:mod:`graders.harness.verification.mutants.reasons`).

cosmic-ray and mutmut know Python alone and run tests their own way, and universalmutator changes
whatever its regular expressions match, docstrings and annotations too, thousands of times in a
file. So mutants are made here, on the tree that tree-sitter makes of a source.
"""

from graders.harness.verification.mutants.changes import mutants_of
from graders.harness.verification.mutants.sources import Mutant, sample
from graders.harness.verification.mutants.stubs import stubs_of

__all__ = ["Mutant", "mutants_of", "sample", "stubs_of"]
