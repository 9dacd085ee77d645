"""Grader of new_assignment."""
