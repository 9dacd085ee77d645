"""Attacks on the wall round a submission, run against every backend and level this machine offers."""
