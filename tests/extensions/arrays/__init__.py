"""Tests of packages for submissions, and of values of numpy and pandas."""
