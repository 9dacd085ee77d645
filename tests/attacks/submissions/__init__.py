"""Hostile submissions, graded end to end on every backend and level here, and each let loose on a weak build too."""
