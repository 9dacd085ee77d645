"""Times in the forms of platforms, and their zones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graders.harness.errors import GraderError
from graders.harness.intake.moments import first_in, last_in, parsed, zone_of

EVENING = datetime(2026, 2, 5, 22, 31)


@pytest.mark.parametrize(
    ("text", "seconds", "offset"),
    [
        ("2026-02-05 22:31:11.482000000 Z", 11.482, 0),  # Gradescope's metadata
        ("2026-02-05 22:31:11 -0600", 11, -6),  # Gradescope's scores
        ("2026-02-05T22:31:11.482-07:00", 11.482, -7),
        ("2026-02-05 22:31:11 UTC", 11, 0),
        ("2026-02-05T22:31:00Z", 0, 0),
        ("2026-02-05 22:31", 0, None),  # GitHub's description of its API
    ],
)
def test_times_of_iso_8601_are_read(text: str, seconds: float, offset: int | None) -> None:
    moment = parsed(text)
    assert moment is not None and moment.replace(tzinfo=None) == EVENING + timedelta(
        seconds=seconds
    )
    assert moment.utcoffset() == (None if offset is None else timedelta(hours=offset))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "2026-02-05",
        "5. Mai 2026, 22:31",
        "5 févr. 2026 22:31",
        "2026-02-31 10:00",
        "10/2/2026 23:59",
        "17",
        "12:30",
    ],
)
def test_other_forms_and_languages_are_no_times(text: str) -> None:
    """A day alone is no time: whoever handed in at noon would be late from midnight on."""
    assert parsed(text) is None


@pytest.mark.parametrize(
    "name", ["EST", "EDT", "Toronto", "../etc/passwd", "America/Nowhere", "", "America/\0"]
)
def test_zone_needs_its_whole_name(name: str) -> None:
    with pytest.raises(GraderError, match="is no known time zone"):
        zone_of(name)


def test_hour_that_comes_twice_is_read_for_the_student() -> None:
    """Clocks in Toronto are set back on 1 November 2026 at 2:00. A submission is in the first hour, a deadline in the second."""
    twice, zone = datetime(2026, 11, 1, 1, 30), zone_of("America/Toronto")
    assert first_in(twice, zone) == datetime(2026, 11, 1, 5, 30, tzinfo=UTC)
    assert last_in(twice, zone) == datetime(2026, 11, 1, 6, 30, tzinfo=UTC)
