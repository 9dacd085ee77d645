"""Habits of printing are taken out of what a program shows, and nothing else is."""

from __future__ import annotations

import pytest

from graders.ics32_columns.rewritings import no_terminal_codes

FIELD = "|[X]   |\n|   *Y*|\n ------ \n"


@pytest.mark.parametrize(
    "shown",
    [
        FIELD,
        f"\x1b[2J\x1b[H{FIELD}",
        f"\x1bc{FIELD}",
        FIELD.replace("X", "\x1b[1;31mX\x1b[0m"),
        f"\x1b[?25l{FIELD}",
    ],
    ids=["as it should be", "cleared", "reset", "coloured", "cursor hidden"],
)
def test_terminal_codes_are_taken_out(shown: str) -> None:
    assert no_terminal_codes(shown, ()) == FIELD
