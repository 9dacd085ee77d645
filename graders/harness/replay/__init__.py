"""Recordings of the reference, and how submissions are replayed against it."""
