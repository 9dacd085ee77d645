"""Submissions in Java: a toy assignment of them, and attacks."""
