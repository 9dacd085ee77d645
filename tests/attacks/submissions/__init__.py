"""Hostile submissions, graded end to end on every backend and level of this machine, and each in a weak build too."""
