"""Grader of CSSE7030 Semester 1 2024, assignment 1 (Connect 4 (ish))."""
