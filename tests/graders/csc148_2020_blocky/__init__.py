"""Tests of the grader of CSC148 Winter 2020, assignment 2."""
