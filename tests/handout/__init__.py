"""Tests of everything that leaves the repository."""
