"""Times as platforms write them beside ISO 8601, without a zone."""

from __future__ import annotations

from datetime import datetime

import pytest

from graders.harness.intake.moments import parsed


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2026-02-05-22-31-11", 11),  # Blackboard
        ("Thursday, 5 February 2026, 10:31 PM", 0),  # Moodle
        ("Thursday, February 5, 2026, 10:31 PM", 0),
        ("Thursday, 5 February 2026, 22:31", 0),
        ("Thursday, February 5, 2026, 22:31", 0),
        ("Feb 5, 2026 1031 PM", 0),  # Brightspace
        ("Feb. 5, 2026 10:31 PM", 0),
        ("February 5, 2026 1031 pm", 0),
    ],
)
def test_times_of_platforms_are_read(text: str, seconds: int) -> None:
    assert parsed(text) == datetime(2026, 2, 5, 22, 31, seconds)


def test_hour_of_one_digit_is_not_the_first_of_two() -> None:
    assert parsed("Feb 5, 2026 131 PM") == datetime(2026, 2, 5, 13, 31)
    assert parsed("Feb 5, 2026 1201 AM") == datetime(2026, 2, 5, 0, 1)
