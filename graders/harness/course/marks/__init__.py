"""Decisions of staff about a class, and the marks that follow."""
