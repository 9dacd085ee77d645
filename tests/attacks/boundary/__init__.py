"""Attacks on the walls around a submission, run against every backend and level that this machine offers."""
