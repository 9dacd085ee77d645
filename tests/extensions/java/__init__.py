"""Tests of Java in the sandbox."""
