"""Formats for platforms, one module each.

All take a `View`, so they cannot write what its reader may not see.
"""
