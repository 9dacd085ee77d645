"""The display of the submitted program is taken apart, so that one slip of format fails one check of it."""

from __future__ import annotations

from typing import Any

import pytest

from graders.csse7030_connect4 import test_shown as public
from graders.csse7030_connect4 import test_shown_hidden as hidden
from graders.csse7030_connect4.reactions import taken_apart
from graders.harness.assignment.check import CheckFailed, Misbehaved

PROMPT = "Please enter action (h to see valid commands): "
BOARD = "|-|-|\n|X|O|\n 1 2 \n"
TURN = f"{BOARD}Player 1 to move\n{PROMPT}"


def test_reaction_is_taken_apart() -> None:
    mine = taken_apart(f"\n{BOARD}\nPlayer 1 to move\n{PROMPT}")
    assert mine.rows == ["|-|-|", "|X|O|"]
    assert (mine.numbers, mine.words, mine.prompt) == (" 1 2 ", ["Player 1 to move"], PROMPT)
    assert (mine.players, len(mine.lines), len(mine.said)) == ((1, 1), 6, 4)


def test_last_of_several_boards_counts() -> None:
    mine = taken_apart(f"|-|-|\n|-|-|\n 1 2 \n{TURN}")
    assert mine.rows == ["|-|-|", "|X|O|"]
    assert len(mine.lines) == 7


def test_question_with_a_line_break_is_no_other_line() -> None:
    mine = taken_apart(f"{BOARD}Player 1 to move\n{PROMPT}\n")
    assert (mine.words, mine.prompt, len(mine.lines)) == (["Player 1 to move"], "", 4)


class Player:
    """A program that shows *texts*, one after each typed line."""

    def __init__(self, shown: Any, end: tuple[Any, ...] = ("returned", None)) -> None:
        self.shown, self.end = shown, end

    def play(self, _size: int, lines: list[str]) -> list[Any]:
        """Return the run of a game."""
        texts = [self.shown(number) for number in range(len(lines) + 1)]
        events = [["printed", texts[0]]]
        for line, text in zip(lines, texts[1:], strict=True):
            events += [["typed", line], ["printed", text]]
        return [list(self.end), events]


def right(number: int) -> str:
    """Return the right reaction to the typed line of this number."""
    return f"|{number}|\n 1 \nPlayer {number % 2 + 1} to move\n{PROMPT}"


CHECKS = {
    "boards": public.test_boards,
    "numbers": public.test_numbers,
    "turns": public.test_turns,
    "prompts": public.test_prompts,
    "nothing-else": hidden.test_nothing_else,
}


@pytest.mark.parametrize(
    ("old", "new", "failing", "words"),
    [
        ("", "", "", ""),
        ("|\n 1", "|\n\n 1", "nothing-else", "shows 4 lines, 1 of them empty, where 3 are due"),
        (" 1 \n", "1 \n", "numbers", "the line below the board is '1 ', not ' 1 '"),
        ("|1|", "|9|", "boards", "After 'a1' the program shows row 1 of the board as '|9|'"),
        ("to move", "to move.", "turns", "the program says 'Player 1 to move.'"),
        ("): ", "):", "prompts", "the text before the cursor is"),
    ],
)
def test_one_slip_fails_one_check(old: str, new: str, failing: str, words: str) -> None:
    failed = {}
    for name, check in CHECKS.items():
        try:
            check(Player(lambda number: right(number).replace(old, new)), Player(right))
        except CheckFailed as error:
            failed[name] = error.message
    assert list(failed) == ([failing] if failing else [])
    assert words in failed.get(failing, "")


def test_crash_before_the_last_move_is_reported() -> None:
    """The exception is the message, and the lines up to it are shown."""
    end = ("raised", "IndexError", "no such row", ["a1.py", 3], "")
    player = Player(right, end)
    short = player.play(8, ["a1", "a1"])
    player.play = lambda _size, _lines: short  # type: ignore[method-assign]
    with pytest.raises(Misbehaved) as caught:
        public.test_boards(player, Player(right))
    assert caught.value.exhibits


def test_program_that_ends_early_is_told_where() -> None:
    player = Player(right)
    short = player.play(8, ["a1", "a1"])
    player.play = lambda _size, _lines: short  # type: ignore[method-assign]
    with pytest.raises(CheckFailed, match="After 'a1', 'a1' the program ends"):
        public.test_boards(player, Player(right))
