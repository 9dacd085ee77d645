"""Tests of what leaves the repository."""
