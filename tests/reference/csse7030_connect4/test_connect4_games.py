"""Reference of Connect 4: whole games, at a terminal and through pipes (spec 8, 9, 14)."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import deque
from itertools import chain
from pathlib import Path

import pytest
from connect4_game import (
    REFERENCE,
    SIZES,
    AsksTooMuch,
    expected_win,
    game,
    shown,
    support,
    watch,
)
from hypothesis import given
from hypothesis import strategies as st

EMPTY_4 = "|-|-|-|-|\n" * 4 + " 1 2 3 4 \n"
PROMPT = "Please enter action (h to see valid commands): "
FULL_4 = "a3 a1 a1 a2 a3 a4 a3 a4 a2 a1 a1 a2 a2 a4 a4 a3"
"""Moves after which a board of size 4 is full and has no line."""


def session(size: int, answers: list[str]) -> tuple[list[str], str]:
    """Return the answers that are read, and the screen, if a player types these and then quits.

    This uses other means than the reference: a queue for the pieces of a column, a number for the turn.
    """
    texts = support(size)
    typed = chain(answers, ["q", "n"] * 2)
    read: list[str] = []
    screen: list[str] = []

    def ask(prompt: str) -> str:
        read.append(next(typed))
        screen.append(f"{prompt}{read[-1]}")
        return read[-1]

    playing = True
    while playing:
        columns: list[deque[str]] = [deque() for _ in range(size)]
        turn, winner, shows = 0, None, True
        while True:
            board = ["".join(reversed(column)).rjust(size, "-") for column in columns]
            if shows:
                screen.extend(
                    "|" + "".join(f"{column[row]}|" for column in board) for row in range(size)
                )
                screen.append("".join(f" {number}" for number in range(1, size + 1)) + " ")
                winner = expected_win(board)
                if winner:
                    screen.append(
                        {"X": "Player 1 wins!", "O": "Player 2 wins!", "-": "Its a Draw!"}[winner]
                    )
                    break
                screen.append(f"Player {turn % 2 + 1} to move")
            command = ask(PROMPT).lower()
            shows = command == "h"
            if command == "q":
                break
            if shows:
                screen.extend(texts.HELP_MESSAGE.split("\n"))
                continue
            letter, number = command[:1], command[1:]
            column = columns[int(number) - 1] if number in map(str, range(1, size + 1)) else None
            if letter not in {"a", "r"} or not number.isdecimal():
                screen.append(texts.INVALID_FORMAT_MESSAGE)
            elif column is None:
                screen.append(texts.INVALID_COLUMN_MESSAGE)
            elif letter == "a" and len(column) == size:
                screen.append(texts.FULL_COLUMN_MESSAGE)
            elif letter == "r" and not column:
                screen.append(texts.EMPTY_COLUMN_MESSAGE)
            else:
                if letter == "a":
                    column.append("XO"[turn % 2])
                else:
                    column.popleft()
                turn += 1
                shows = True
        playing = ask(texts.CONTINUE_MESSAGE) in {"y", "Y"}
    return read, "".join(f"{line}\n" for line in screen)


def moves(size: int) -> st.SearchStrategy[str]:
    """Commands, most of them moves, in few columns so that these fill up and lines occur."""
    crowded = st.builds("{}{}".format, st.sampled_from("aaaaarAR"), st.integers(1, min(size, 5)))
    anywhere = st.builds("{}{}".format, st.sampled_from("aarA"), st.integers(0, size + 1))
    others = st.sampled_from(["h", "H", "", "a", "r-1", "a1 ", "xx", "q", "y", "Y"])
    return st.one_of(crowded, crowded, crowded, anywhere, others)


@pytest.mark.slow
@given(
    given_answers=st.sampled_from(SIZES).flatmap(
        lambda size: st.tuples(st.just(size), st.lists(moves(size), max_size=80))
    )
)
def test_sessions(given_answers: tuple[int, list[str]]) -> None:
    """The typed text is random, at every size."""
    size, answers = given_answers
    read, screen = session(size, answers)
    assert watch(game(size).main, answers=read) == (None, screen)


@pytest.mark.parametrize(
    ("answers", "end"),
    [
        (
            "a1 a2 a2 a3 a3 a4 a4 a1 r1 Y Q n",
            "|-|-|-|-|\n|-|-|-|-|\n|-|X|X|X|\n|O|O|O|O|\n 1 2 3 4 $\nPlayer 2 wins!\n"
            "Would you like to play again? (y/n): Y\n"
            f"{EMPTY_4}Player 1 to move\n{PROMPT}Q\nWould you like to play again? (y/n): n\n",
        ),
        (
            "a1 a2 a2 a3 a3 a4 a4 a1 a1 a4 r1 -",
            f"Player 1 to move\n{PROMPT}r1\n"
            "|-|-|-|-|\n|-|-|-|O|\n|X|X|X|X|\n|O|O|O|O|\n 1 2 3 4 $\nIts a Draw!\n"
            "Would you like to play again? (y/n): \n",
        ),
        (
            "- a5 a10 rx r2 h q n",
            f"{EMPTY_4}Player 1 to move\n"
            f"{PROMPT}\nInvalid command. Enter 'h' for valid command format\n"
            f"{PROMPT}a5\nInvalid column, please enter a number between 1 and 4 inclusive\n"
            f"{PROMPT}a10\nInvalid column, please enter a number between 1 and 4 inclusive\n"
            f"{PROMPT}rx\nInvalid command. Enter 'h' for valid command format\n"
            f"{PROMPT}r2\nYou can't remove a piece from an empty column!\n"
            f"{PROMPT}h\n"
            "Valid commands: $\n"
            "- aX: Add piece to top of column X (X must be a valid integer)\n"
            "- rX: Remove a piece from bottom of column X (X must be a valid integer)\n"
            "- h: Display help text\n"
            "- q: Quit current game\n\n"
            f"{EMPTY_4}Player 1 to move\n{PROMPT}q\nWould you like to play again? (y/n): n\n",
        ),
    ],
    ids=["loss through a pop", "draw", "faults and help"],
)
def test_worked_sessions(answers: str, end: str) -> None:
    """The ends of those of spec 14, at size 4; `-` stands for an empty answer."""
    _, screen = watch(
        game(4).main, answers=["" if answer == "-" else answer for answer in answers.split()]
    )
    assert screen.endswith(shown(end))


@pytest.mark.parametrize(
    ("size", "winner"), [(4, 1), *((size, winner) for size in SIZES[2:] for winner in (1, 2))]
)
@pytest.mark.parametrize(
    "answers",
    [
        "a1 a2 a1 a2 a1 a2 a1",
        "a1 a1 a2 a2 a3 a3 a4",
        "a1 a2 a2 a3 a3 a4 a3 a4 a4 a1 a4",
        "a4 a3 a3 a2 a2 a1 a2 a1 a1 a4 a1",
    ],
    ids=["vertical", "horizontal", "rising", "falling"],
)
def test_wins(answers: str, size: int, winner: int) -> None:
    """The lines have each direction; the second player wins by the same moves after another first move."""
    before = [f"a{size}"] * (winner - 1)
    _, screen = watch(game(size).play_game, answers=[*before, *answers.split()])
    assert screen.endswith(f" {size} \nPlayer {winner} wins!\n")


def test_game_continues_on_a_full_board() -> None:
    """There is no stalemate, because pieces can still be popped."""
    _, screen = watch(game(4).play_game, answers=[*FULL_4.split(), "a1", "r2", "q"])
    *_, full, refused, popped, quitting = screen.split(PROMPT)
    assert "-" not in full
    assert refused == "a1\nYou can't add a piece to a full column!\n"
    assert popped.splitlines()[1][3] == "-"
    assert quitting == "q\n"


@pytest.mark.parametrize("answers", [["q"], ["Q"], ["a1", "q"], ["a1", "a2", "Q"]])
def test_quitting_prints_nothing(answers: list[str]) -> None:
    _, screen = watch(game().play_game, answers=answers)
    assert screen.endswith(f" to move\n{PROMPT}{answers[-1]}\n")


@pytest.mark.parametrize("answer", ["n", "N", "", "yes", "Yes", "Yy", "yY", "x", " y", "y "])
def test_only_y_plays_again(answer: str) -> None:
    """Any other answer ends the program without a message."""
    _, screen = watch(game().main, answers=["q", "y", "q", "Y", "q", answer])
    assert screen.endswith(f"Would you like to play again? (y/n): {answer}\n")
    assert screen.count("Player 1 to move") == 3


def test_program_that_asks_too_much_is_detected() -> None:
    """The terminal of these tests raises."""
    with pytest.raises(AsksTooMuch):
        watch(game().main, answers=["q"])


@pytest.mark.parametrize("size", [4, 8, 10])
def test_through_pipes(size: int, tmp_path: Path) -> None:
    """As a separate program with input from a pipe: the same screen without the typed text (spec 9)."""
    answers = [
        "a1",
        f"a{size}",
        f"a{size}",
        "H",
        "zz",
        f"a{size + 1}",
        "r2",
        "r1",
        "q",
        "Y",
        "a2",
        "Q",
        "",
    ]
    (tmp_path / "a1.py").write_bytes((REFERENCE / "a1.py").read_bytes())
    text = (REFERENCE / "a1_support.py").read_text(encoding="utf-8")
    (tmp_path / "a1_support.py").write_text(
        text.replace("BOARD_SIZE = 8", f"BOARD_SIZE = {size}"), encoding="utf-8"
    )
    ended = subprocess.run(
        [sys.executable, "-B", "a1.py"],
        cwd=tmp_path,
        input="".join(f"{answer}\n" for answer in answers),
        capture_output=True,
        text=True,
        check=True,
    )
    read, screen = session(size, answers)
    assert read == answers
    assert (ended.stdout, ended.stderr) == (re.sub(r"\): .*\n", "): ", screen), "")


@pytest.mark.parametrize(
    "path", sorted((REFERENCE / "gameplay").iterdir()), ids=lambda path: path.stem
)
def test_example_games(path: Path) -> None:
    """Each example in gameplay/ equals the reference's output, up to the last answer."""
    size = int(path.stem.rpartition("_")[2]) if path.stem.startswith("7030") else 8
    screen = path.read_text(encoding="utf-8") + "\n"
    lines = screen.split("\n")
    answers = [
        line.split("): ", maxsplit=1)[1]
        for line in lines
        if line.startswith((PROMPT, "Would you like"))
    ]
    assert watch(game(size).main, answers=answers) == (None, screen)


def test_example_games_show_everything() -> None:
    """Both players win, draws, every message and both kinds of letters."""
    texts = "\n".join(
        path.read_text(encoding="utf-8") for path in (REFERENCE / "gameplay").iterdir()
    )
    names = [name for name in vars(support()) if name.endswith("_MESSAGE")]
    assert [name for name in names if getattr(support(), name).strip() not in texts] == []
    assert [letter for letter in "ahqrAHQR" if f"{PROMPT}{letter}" not in texts] == []
