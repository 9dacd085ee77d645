"""Tests of the grader of CSSE7030 Semester 1 2024, assignment 1."""
