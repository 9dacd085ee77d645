"""What properties draw: plain data, and nothing that the handout leaves open."""

from __future__ import annotations

from hypothesis import strategies as st

DAY = 24 * 60

MINUTES = st.sampled_from([0, 59, 60, DAY - 1, DAY, DAY + 1]) | st.integers(0, 7 * DAY)
"""Any number of minutes: the places where something changes, more often than chance would have them, and others."""

MINUTES_OF_ONE_DAY = st.integers(0, DAY - 1)
"""For the program: a clock that does not begin anew has cost the function its marks already."""
