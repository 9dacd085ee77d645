"""Tests of grading a class: warm processes, batches, the store, interruptions."""
