"""Grader of COMP 250 Winter 2023, assignment 3 (Blocky, in Java)."""
