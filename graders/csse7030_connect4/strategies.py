"""Strategies: games as lists of commands, and positions. Plain data, limited to cases that the handout settles."""

from __future__ import annotations

from hypothesis import strategies as st

from graders.csse7030_connect4.boards import SIZE, played

# Mostly moves, some in capitals, and some lines that make no move. No number begins with a zero except 0 itself, and
# none has two digits, because editions and right solutions differ there (spec 0, 5).
_LETTERS = "aaaaaaaaaaaaaaaaaaaaaarrrrrrAAAAARR"
_OTHERS = ("h", "H", "zz", "a0", f"a{SIZE + 1}", "r-1", "", "h ", "a", "x3")


_BYTES = st.binary(min_size=30, max_size=90)
_LENGTHS = st.integers(1, 90)
"""Number of bytes that count, from the end: small examples leave out the beginning of a game."""
_WIDTHS = st.sampled_from([4, 5, 3, 8, 2, 6])
"""Games in a few columns fill them and end with lines; wide ones go on for long."""


def _command(byte: int, width: int) -> str:
    if byte >= 240:
        return _OTHERS[byte % len(_OTHERS)]
    return (
        f"{_LETTERS[byte // 7]}{byte * 5 % 7 * width // 7 + 1 if width < SIZE else byte % SIZE + 1}"
    )


games = st.builds(
    lambda data, length, width: [_command(byte, width) for byte in data[-length:]],
    _BYTES,
    _LENGTHS,
    _WIDTHS,
)
"""Lines to type in one game; it may end before them, or wait for more."""

positions = st.builds(
    lambda data, length, width: played(
        [byte // width * SIZE + byte % width for byte in data[-length:]]
    ),
    _BYTES,
    _LENGTHS,
    _WIDTHS,
)
"""Boards as they come about in a game that may have been won by the last move."""
