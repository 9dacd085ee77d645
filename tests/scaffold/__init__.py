"""Tests of new assignments."""
