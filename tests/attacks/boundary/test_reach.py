"""The reach of a submission: each attack is held at the levels in the table, and succeeds at the others."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tests.attacks.boundary.stand import SETTINGS, Setting, Stand, marked
from tests.attacks.table import REACH, Row


@pytest.mark.parametrize("row", [row for row in REACH if row.exists()], ids=lambda row: row.id)
@pytest.mark.parametrize("setting", marked(*SETTINGS))
def test_table_says_the_truth(
    setting: Setting, row: Row, stand_of: Callable[[Setting], Stand]
) -> None:
    """The box still works after the attack."""
    stand = stand_of(setting)
    result = stand.ask("reach", row.name, row.call)
    if setting.level in row.held:
        assert result["outcome"] == "held", result["text"]
        assert result["left"] == []
    elif result["outcome"] == "held" and (not row.anywhere or os.geteuid() != 0):
        pytest.skip(f"to succeed it needs {row.why_not or 'root'}: {result['text']}")
    else:
        assert result["outcome"] == "open", result["text"]
    assert result["healthy"]
