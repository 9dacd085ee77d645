"""Tests of the code that both sides of the wall share."""
