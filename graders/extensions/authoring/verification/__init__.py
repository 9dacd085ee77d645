"""Proofs of a grader before it is used: exemplars, mutants, recorded scenarios."""
