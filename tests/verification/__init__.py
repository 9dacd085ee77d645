"""Tests of what proves a grader."""
