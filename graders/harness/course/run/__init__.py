"""Grading a class."""
