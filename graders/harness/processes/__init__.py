"""Grading of one submission as a job: in a warm process of a pool, or in this process."""
