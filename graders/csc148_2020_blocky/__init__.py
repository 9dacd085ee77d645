"""Grader of CSC148 Winter 2020, assignment 2 (Blocky)."""
