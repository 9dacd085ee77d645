"""What properties draw: plain data, and nothing that the handout leaves open."""

from __future__ import annotations

from hypothesis import strategies as st

NUMBERS = st.sampled_from([0, 9, 10, 99, 100, 999]) | st.integers(0, 10**6)
"""Any number: the places where something changes, more often than chance would have them, and
others.
"""

SMALL_NUMBERS = st.integers(0, 99)
"""For the program: a function that is wrong for large numbers has cost its marks already."""
