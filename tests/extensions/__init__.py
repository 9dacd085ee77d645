"""Tests of the extensions of this repository, a folder each."""
