"""Tests of the grader of COMP 250 Winter 2023, assignment 3."""
