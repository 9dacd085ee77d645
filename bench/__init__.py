"""Benchmarks: figures measured in one run on one machine, so that their ratios are comparable."""
