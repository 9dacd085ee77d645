"""Tests of the desk and the sheet."""
