"""Tests of the grader of ICS 32 Winter 2018, project 4, part 1."""
