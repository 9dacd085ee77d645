"""Tests of what both sides of the wall share."""
