"""Autograders: one package per assignment, and the harness that runs them."""
