"""Formats for platforms, one module each.

All take a `RedactedResult`, so they cannot write what its reader may not see.
"""
