"""Tests of the graders of the assignments."""
