"""Mutants: programs made from the reference by one change, to test whether checks detect it.

There are two kinds, made from one table of languages (:mod:`languages`):

- a *change* (:mod:`changes`) alters an operator, a constant, a condition, a statement or a returned
  value. A check has to fail.
- a recursive function *ends early* (:mod:`depths`): below some level its calls do nothing. A check
  has to be that deep.

A file of the assignment gives the reasons for exceptions (:mod:`reasons`).

Existing tools do not fit. cosmic-ray and mutmut support only Python and run tests in their own way.
universalmutator changes everything that its regular expressions match, even docstrings and
annotations, thousands of times in a file. So mutants are made here, on trees by tree-sitter.
"""

from graders.extensions.shared.mutants.changes import mutants_of
from graders.extensions.shared.mutants.depths import mutants_by_depth
from graders.extensions.shared.mutants.sources import Mutant, sample

__all__ = ["Mutant", "mutants_by_depth", "mutants_of", "sample"]
