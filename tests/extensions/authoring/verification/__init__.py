"""Tests of the proof of a grader."""
