"""Tests of the reports that are made from a result."""
