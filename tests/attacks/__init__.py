"""Attacks on the grader, numbered as in the catalogue: each is shown to be held, and to succeed where nothing holds it."""
