"""A misbehaving process ends for the right reason, completely, and without harm to the next."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.attacks.boundary.stand import (
    FORKED,
    LIMITS,
    SETTINGS,
    SPIN_SECONDS,
    Setting,
    Stand,
    marked,
)
from tests.attacks.table import MISBEHAVIOUR, Misbehaviour

# the cause of a spawned process's end is not always known
KNOWN = [setting for setting in (*SETTINGS, FORKED) if setting.backend != "spawned"]


@pytest.mark.parametrize("deed", MISBEHAVIOUR, ids=lambda deed: deed.name)
@pytest.mark.parametrize("setting", marked(*KNOWN))
def test_ends_for_the_right_reason(
    setting: Setting, deed: Misbehaviour, stand_of: Callable[[Setting], Stand]
) -> None:
    """The cause of its end is exact, no process is left, and the next connection works."""
    cpu_seconds = SPIN_SECONDS if deed.seen[0] == "cpu" else LIMITS.cpu_seconds
    result = stand_of(setting).ask("misbehave", deed.name, deed.slow, cpu_seconds)
    assert result["seen"] in deed.seen, result
    assert result["left"] == []
    assert result["healthy"]
    assert result["seconds"] < 2.0
    assert result["cpu"] < cpu_seconds + 0.3
