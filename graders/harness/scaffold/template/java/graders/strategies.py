"""What properties draw: plain data, and nothing that the handout leaves open."""

from __future__ import annotations

from hypothesis import strategies as st

DAY = 24 * 60

MINUTES = st.sampled_from([0, 59, 60, DAY - 1, DAY, DAY + 1]) | st.integers(0, 7 * DAY)
"""Any number of minutes: the places where something changes, more often than chance would have them, and others."""

TIMES = st.builds("{}:{:02}".format, st.integers(0, 23), st.integers(0, 59))
"""Any time that a clock shows."""
