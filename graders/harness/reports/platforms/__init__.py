"""Formats of the platforms that results are handed to, each in a module of its own.

All take a `View`, so what its reader may not see is not there to be written.
"""
