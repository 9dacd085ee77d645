"""Strategies for properties: plain data, within the limits of the handout."""

from __future__ import annotations

from hypothesis import strategies as st

NUMBERS = st.sampled_from([0, 9, 10, 99, 100, 999]) | st.integers(0, 10**6)
"""Any number, with special values more often than by chance."""

SMALL_NUMBERS = st.integers(0, 99)
"""For the program; a function that is wrong for large numbers has already lost its marks."""
