"""Reference of Columns: whole games, typed into standard input; every character of the output is compared."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from columns_games import play, read_picture, typed
from columns_pictures import PICTURES

FIRST = """
4 / 3 / EMPTY / F 3 X Y Z / _*4 / F 1 Y Z X / _*2 / R / > / > / _*2 / F 1 T Z S / _*3 / R / _*2 / F 1 V W Z / _*2
""".strip()
FIRST_SHOWN = """
start         F 3 X Y Z     _             _             _             _             F 1 Y Z X     _             _
|         |   |      [Z]|   |      [Y]|   |      [X]|   |         |   |         |   |[X]      |   |[Z]      |   |[Y]      |
|         |   |         |   |      [Z]|   |      [Y]|   |      |X||   |       X |   |       X |   |[X]    X |   |[Z]    X |
|         |   |         |   |         |   |      [Z]|   |      |Y||   |       Y |   |       Y |   |       Y |   |[X]    Y |
|         |   |         |   |         |   |         |   |      |Z||   |       Z |   |       Z |   |       Z |   |       Z |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------     ---------     ---------

R             >             >             _             _             F 1 T Z S     _             _             _
|[X]      |   |   [X]   |   |   [X]   |   |         |   |         |   |[S]      |   |[Z]      |   |[T]      |   |         |
|[Y]    X |   |   [Y] X |   |   [Y] X |   |   |X| X |   |    X  X |   |    X  X |   |[S] X  X |   |[Z] X  X |   ||T| X  X |
|[Z]    Y |   |   [Z] Y |   |   [Z] Y |   |   |Y| Y |   |    Y  Y |   |    Y  Y |   |    Y  Y |   |[S] Y  Y |   ||Z| Y  Y |
|       Z |   |       Z |   |       Z |   |   |Z| Z |   |    Z  Z |   |    Z  Z |   |    Z  Z |   |    Z  Z |   ||S| Z  Z |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------     ---------     ---------

R             _             _             F 1 V W Z     _             _
|         |   |         |   |         |   |[Z]      |   ||W|      |   | W       |
||S| X  X |   | S  X  X |   |         |   |         |   ||Z|      |   | Z       |
||T| Y  Y |   | T  Y  Y |   | S  X  X |   | S  X  X |   | S  X  X |   | S  X  X |
||Z| Z  Z |   |*Z**Z**Z*|   | T  Y  Y |   | T  Y  Y |   | T  Y  Y |   | T  Y  Y |
 ---------     ---------     ---------     ---------     ---------     ---------
                                                                      GAME OVER
"""
SECOND = "4\n4\nCONTENTS\n Y X\nS V \nTXYS\nX XY\n\n\nF 2 X Y Z\nQ\n"
SECOND_SHOWN = """\
|            |
| S     V  X |
| T  Y  Y  S |
|*X**X**X* Y |
 ------------ 
|            |
|          X |
| S     V  S |
| T *Y**Y**Y*|
 ------------ 
|            |
|            |
| S        X |
| T     V  S |
 ------------ 
|   [Z]      |
|            |
| S        X |
| T     V  S |
 ------------ 
"""  # noqa: W291


def test_first_example_of_the_handout(solved: Any) -> None:
    """Spec 7: the game ends by itself, with a line after the last display."""
    text, shown = read_picture(FIRST_SHOWN)
    assert typed(FIRST) + "Q\n" == text.replace("CONTENTS\n   \n   \n   \n   \n", "EMPTY\n")
    assert play(solved, typed(FIRST)) == (shown, "")


def test_second_example_of_the_handout(solved: Any) -> None:
    """Spec 7: contents that fall, match, fall and match again."""
    assert play(solved, SECOND) == (SECOND_SHOWN, "")


@pytest.mark.parametrize("name", PICTURES)
def test_picture(solved: Any, name: str) -> None:
    """Every display of a worked example is printed, and nothing is read after the end of the game."""
    text, shown = read_picture(PICTURES[name])
    got, unread = play(solved, text)
    assert got == shown
    assert unread == ("Q\n" if shown.endswith("GAME OVER\n") else "")


@pytest.mark.parametrize(
    ("game", "shown"),
    [
        ("4 / 3 / EMPTY / Q", "|         |\n" * 4 + " --------- \n"),
        ("4 / 12 / EMPTY / F 12 S T V / Q", ("|" + " " * 36 + "|\n") * 4 + " " + "-" * 36 + " \n"),
    ],
)
def test_first_display_comes_before_the_first_command(solved: Any, game: str, shown: str) -> None:
    """Spec 2 and 3: trailing spaces included; a column may have two digits."""
    got, _ = play(solved, typed(game))
    assert got.startswith(shown)
    assert "F 12" not in game or got.splitlines()[5] == "|" + " " * 33 + "[V]|"


@pytest.mark.parametrize(
    ("contents", "fallen"),
    [
        (["S..T", ".V..", "X...", "...Y", ".Z.."], ["....", "....", "....", "SV.T", "XZ.Y"]),
        (["XXX.", "....", "S...", "T.V.", "...."], ["....", "....", "X...", "S.X.", "TXV."]),
        (["X...", ".X..", "....", "..X.", "STV."], ["....", "....", "....", "***.", "STV."]),
        (["....", "....", "....", "....", "...."], ["....", "....", "....", "....", "...."]),
    ],
)
def test_contents_fall_before_anything_is_shown(
    solved: Any, contents: list[str], fallen: list[str]
) -> None:
    """Spec 4: matches count after the fall only."""
    got, _ = play(solved, typed(" / ".join(["5", "4", "CONTENTS", *contents, "Q"])))
    lines = [
        "".join("*" if row[at] == "*" else row[at + 1] for at in range(1, 13, 3))
        for row in got.splitlines()[:5]
    ]
    assert [line.replace(" ", ".") for line in lines] == fallen


@pytest.mark.parametrize(
    "commands", ["Q", "_ / Q", "R / Q", "< / > / Q", "F 2 S T V / F 2 S T V / _ / R / < / > / Q"]
)
def test_every_command_but_quit_leads_to_one_display(solved: Any, commands: str) -> None:
    """Spec 2: even a command without effect."""
    got, _ = play(solved, typed("4 / 3 / EMPTY / " + commands))
    assert got.count("\n") == 5 * len(commands.split(" / "))


def test_last_line_needs_no_end(solved: Any) -> None:
    """Spec 2: a final newline after Q is not needed."""
    assert play(solved, "4\n3\nEMPTY\nQ") == play(solved, "4\n3\nEMPTY\nQ\n")


def test_full_top_row_does_not_end_the_game(solved: Any) -> None:
    """Spec 6: a faller that fits does not end it."""
    got, unread = play(
        solved, typed("4 / 3 / CONTENTS / .SX / .TY / .VZ / STS / F 1 V X T / _*3 / Q")
    )
    assert got.splitlines()[-5:] == [
        "| V  S  X |",
        "| X  T  Y |",
        "| T  V  Z |",
        "| S  T  S |",
        " --------- ",
    ]
    assert unread == ""


@pytest.mark.slow
def test_program_runs_from_its_own_folder(solved: Any) -> None:
    """It ends with status 0 and an empty stderr."""
    for text, shown in [
        (SECOND, SECOND_SHOWN),
        read_picture(PICTURES["game over with one jewel visible"]),
    ]:
        ended = subprocess.run(
            [sys.executable, "-B", "project4.py"],
            cwd=solved.folder,
            input=text.encode(),
            capture_output=True,
            check=False,
        )
        assert (ended.stdout.decode(), ended.stderr, ended.returncode) == (shown, b"", 0)
