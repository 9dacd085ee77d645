"""Tests of the comparison of a class's files."""
