"""Tests of the harness: by phase, plus attacks and end to end."""
