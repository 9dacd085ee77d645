"""Tests of what an assignment consists of."""
