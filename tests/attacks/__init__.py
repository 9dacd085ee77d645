"""Attacks on the grader, by number of the catalogue of attack classes, each shown to be held, and open elsewhere."""
