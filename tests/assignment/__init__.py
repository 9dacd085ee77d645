"""Tests of the parts of an assignment."""
