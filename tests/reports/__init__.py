"""Tests of what is made of a result."""
