"""Tests of the worker: its wire, its rules."""
