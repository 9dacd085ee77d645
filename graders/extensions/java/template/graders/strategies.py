"""Strategies for properties: plain data, within the limits of the handout."""

from __future__ import annotations

from hypothesis import strategies as st

NUMBERS = st.sampled_from([0, 9, 10, 99, 100, 999]) | st.integers(0, 10**6)
"""Any number, with special values more often than by chance."""

WORDS = st.text("abcXYZ", max_size=8)
"""Any word, including the empty one."""
