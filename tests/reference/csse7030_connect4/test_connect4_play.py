"""Reference of Connect 4: playing it in a terminal, on a board of any size."""

from __future__ import annotations

import subprocess
import sys

import pytest
from connect4_game import REFERENCE, SIZES, support

from graders.extensions.authoring.playing import PlayError, play


def run(words: list[str], typed: str) -> str:
    """Return the game's output for this typed text."""
    return subprocess.run(
        [sys.executable, "-B", "play.py", *words],
        cwd=REFERENCE,
        input=typed,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.slow
@pytest.mark.parametrize("words", [[], ["--size", "4"], ["--size", "10"]])
def test_the_size_can_be_chosen(words: list[str]) -> None:
    """Board, labels and messages are those of the size; the default is 8."""
    size = int(words[1]) if words else 8
    screen = run(words, f"a{size}\na{size + 1}\nq\nn\n")
    assert screen.startswith("|" + "-|" * size + "\n")
    assert f" {size} \nPlayer 2 to move\n" in screen
    assert support(size).INVALID_COLUMN_MESSAGE in screen
    assert screen.endswith(support(size).CONTINUE_MESSAGE)


def test_end_of_input_ends_the_program() -> None:
    """There is no traceback."""
    assert run([], "a1\n").endswith(f"{support().ENTER_COMMAND_MESSAGE}\n")


def test_size_that_is_not_offered_is_refused() -> None:
    """The error is one line that names the offered sizes."""
    with pytest.raises(
        PlayError, match=rf"^csse7030_connect4: play: error: .*{SIZES[0]}.*{SIZES[-1]}"
    ) as caught:
        play("csse7030_connect4", ["--size", "3"])
    assert "\n" not in str(caught.value)
