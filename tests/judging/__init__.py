"""Tests of judging one submission."""
