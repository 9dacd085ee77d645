"""Reference of Connect 4: each function by itself (spec 2, 5, 6, 7)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from connect4_game import SIZES, expected_win, game, rows_of, shown, support, watch
from hypothesis import given
from hypothesis import strategies as st

FORMAT, COLUMN = "INVALID_FORMAT_MESSAGE", "INVALID_COLUMN_MESSAGE"
PIECES = st.sampled_from("XO")


@st.composite
def settled_boards(draw: st.DrawFn, size: int | None = None) -> list[str]:
    """Boards without floating pieces; a game can have no others."""
    side = size or draw(st.sampled_from(SIZES))
    columns = st.text("XO", max_size=side)
    return [draw(columns).rjust(side, "-") for _ in range(side)]


@st.composite
def sparse_boards(draw: st.DrawFn) -> list[str]:
    """Boards with floating pieces, many without a winner."""
    side = draw(st.sampled_from(SIZES))
    return [draw(st.text("XO-----", min_size=side, max_size=side)) for _ in range(side)]


# The support file.


def test_the_names_and_texts_of_the_support_file() -> None:
    """All of them, exactly, and no other name."""
    names = {name: value for name, value in vars(support()).items() if not name.startswith("__")}
    assert names == {
        "PLAYER_1_PIECE": "X",
        "PLAYER_2_PIECE": "O",
        "BLANK_PIECE": "-",
        "COLUMN_SEPARATOR": "|",
        "BOARD_SIZE": 8,
        "REQUIRED_WIN_LENGTH": 4,
        "PLAYER_1_MOVE_MESSAGE": "Player 1 to move",
        "PLAYER_2_MOVE_MESSAGE": "Player 2 to move",
        "PLAYER_1_VICTORY_MESSAGE": "Player 1 wins!",
        "PLAYER_2_VICTORY_MESSAGE": "Player 2 wins!",
        "DRAW_MESSAGE": "Its a Draw!",
        "ENTER_COMMAND_MESSAGE": "Please enter action (h to see valid commands): ",
        "INVALID_FORMAT_MESSAGE": "Invalid command. Enter 'h' for valid command format",
        "INVALID_COLUMN_MESSAGE": "Invalid column, please enter a number between 1 and 8 inclusive",
        "FULL_COLUMN_MESSAGE": "You can't add a piece to a full column!",
        "EMPTY_COLUMN_MESSAGE": "You can't remove a piece from an empty column!",
        "HELP_MESSAGE": "Valid commands: \n"
        "- aX: Add piece to top of column X (X must be a valid integer)\n"
        "- rX: Remove a piece from bottom of column X (X must be a valid integer)\n"
        "- h: Display help text\n"
        "- q: Quit current game\n",
        "CONTINUE_MESSAGE": "Would you like to play again? (y/n): ",
    }


def test_message_for_a_column_names_the_size() -> None:
    """The size is fixed when the support file is loaded."""
    assert (
        support(10).INVALID_COLUMN_MESSAGE
        == "Invalid column, please enter a number between 1 and 10 inclusive"
    )


# Hours, boards, columns.


def test_hours_are_a_float() -> None:
    """The function does not ask for them."""
    hours, screen = watch(game().num_hours)
    assert type(hours) is float
    assert screen == ""


@pytest.mark.parametrize("size", SIZES)
def test_a_new_board_is_empty_and_new(size: int) -> None:
    """A change to one board does not show in the next."""
    board = game(size).generate_initial_board()
    assert board == ["-" * size] * size
    board[0] = "X" * size
    assert game(size).generate_initial_board() == ["-" * size] * size


@pytest.mark.parametrize("size", SIZES)
def test_full_and_empty_columns(size: int) -> None:
    """A column without blanks is full, one with only blanks is empty."""
    for pieces in range(size + 1):
        column = ("XO" * size)[:pieces].rjust(size, "-")
        assert game(size).is_column_full(column) is (pieces == size)
        assert game(size).is_column_empty(column) is (pieces == 0)


# The picture.


@pytest.mark.parametrize(
    ("size", "labels"),
    [
        (4, " 1 2 3 4 \n"),
        (8, " 1 2 3 4 5 6 7 8 \n"),
        (9, " 1 2 3 4 5 6 7 8 9 \n"),
        (10, " 1 2 3 4 5 6 7 8 9 10 \n"),
    ],
)
def test_the_picture_of_an_empty_board(size: int, labels: str) -> None:
    """The labels begin and end with a space; nothing is padded (spec 7)."""
    _, screen = watch(game(size).display_board, ["-" * size] * size)
    assert screen == ("|" + "-|" * size + "\n") * size + labels


def test_a_picture_with_other_characters() -> None:
    """Columns go from left to right and from top to bottom, for any characters."""
    result, screen = watch(game(4).display_board, ["abcd", "    ", "--XO", "#-e!"])
    assert result is None
    assert screen == shown("|a| |-|#|\n|b| |-|-|\n|c| |X|e|\n|d| |O|!|\n 1 2 3 4 $\n")


@pytest.mark.slow
@given(board=settled_boards())
def test_a_picture_can_be_read_back(board: list[str]) -> None:
    """Each row is between separators. The board is unchanged."""
    before = list(board)
    _, screen = watch(game(len(board)).display_board, board)
    *grid, labels, rest = screen.split("\n")
    assert rows_of([row[1::2] for row in grid]) == board == before
    assert {row[::2] for row in grid} == {"|" * (len(board) + 1)}
    assert labels.split(" ") == ["", *map(str, range(1, len(board) + 1)), ""]
    assert rest == ""


# Commands.


@pytest.mark.parametrize(
    ("size", "commands", "fault"),
    [
        (8, ["a1", "r1", "a8", "A1", "R8", "h", "H", "q", "Q", "a01", "a008"], None),
        (8, ["", "a", "r", "A", "R", "1", "g", "x", "b3", "1r", "1a", "help", "quit"], FORMAT),
        (8, ["a3 ", " a1", "a 1", "h ", " h", "a\t1", " "], FORMAT),
        (8, ["h1", "q1", "hh", "hq", "add1", "a1please", "aa1", "a1a", "a1r1", "a9x"], FORMAT),
        (8, ["a-1", "r-1", "a+1", "a1.0", "a1.", "a1_0", "aa", "ab", "a?", "a-"], FORMAT),
        (8, ["a\u0661", "a\uff11", "a\u00b2", "\uff41" + "1"], FORMAT),
        (8, ["a0", "r0", "a9", "r9", "a10", "a11", "a99", "a123", "r12", "a00"], COLUMN),
        (4, ["a4", "R4", "h"], None),
        (4, ["a5", "r5", "a10"], COLUMN),
        (10, ["a10", "R10", "a9", "a1"], None),
        (10, ["a11", "r0", "a100"], COLUMN),
    ],
)
def test_worked_commands(size: int, commands: list[str], fault: str | None) -> None:
    """The table of spec 5: one message at most."""
    message = f"{getattr(support(size), fault)}\n" if fault else ""
    for command in commands:
        assert watch(game(size).check_input, command) == (fault is None, message), command


@pytest.mark.slow
@given(
    command=st.text("arAR", max_size=1).flatmap(
        lambda letter: st.text("0123456789aq -.", max_size=3).map(letter.__add__)
    ),
    size=st.sampled_from(SIZES),
)
def test_commands(command: str, size: int) -> None:
    """A regular expression gives the expected result."""
    match = re.fullmatch("[hHqQ]|[aArR]([0-9]+)", command)
    fault = (
        FORMAT
        if not match
        else COLUMN
        if match[1] and int(match[1]) not in range(1, size + 1)
        else None
    )
    message = f"{getattr(support(size), fault)}\n" if fault else ""
    assert watch(game(size).check_input, command) == (fault is None, message)


def test_an_action_is_the_typed_text() -> None:
    """After any number of messages and prompts."""
    assert watch(game().get_action, answers=["H"]) == (
        "H",
        "Please enter action (h to see valid commands): H\n",
    )
    answers = ["", "a9", " q", "R3"]
    prompt = support().ENTER_COMMAND_MESSAGE
    messages = [
        support().INVALID_FORMAT_MESSAGE,
        support().INVALID_COLUMN_MESSAGE,
        support().INVALID_FORMAT_MESSAGE,
    ]
    said = [
        f"{prompt}{answer}\n{message}\n" for answer, message in zip(answers, messages, strict=False)
    ]
    assert watch(game().get_action, answers=answers) == ("R3", "".join(said) + f"{prompt}R3\n")


# Moves.


def test_worked_moves() -> None:
    """A piece of another kind counts like any (spec 6)."""
    board = ["-----XOX", "--------", "XOXOXOXO", *["-" * 8] * 5]
    assert watch(game().add_piece, board, "e", 0) == (True, "")
    assert board[0] == "----eXOX"
    assert watch(game().add_piece, board, "O", 1) == (True, "")
    assert board[1] == "-------O"
    assert watch(game().remove_piece, board, 2) == (True, "")
    assert board[2] == "-XOXOXOX"
    assert watch(game().remove_piece, board, 1) == (True, "")
    assert board[1] == "--------"


@pytest.mark.slow
@given(board=settled_boards(), piece=PIECES, column=st.integers(0, 9))
def test_add_piece(board: list[str], piece: str, column: int) -> None:
    """The column gets one piece on top, and no other column changes. A full column gets a message and stays."""
    column %= len(board)
    before = list(board)
    answer = watch(game(len(board)).add_piece, board, piece, column)
    if "-" in before[column]:
        assert answer == (True, "")
        assert board[column].strip("-") == piece + before[column].strip("-")
    else:
        assert answer == (False, "You can't add a piece to a full column!\n")
        assert board[column] == before[column]
    assert {len(text) for text in board} == {len(board)}
    assert board[:column] + board[column + 1 :] == before[:column] + before[column + 1 :]


@pytest.mark.slow
@given(board=settled_boards(), column=st.integers(0, 9))
def test_remove_piece(board: list[str], column: int) -> None:
    """The column loses its bottom piece, and no other column changes. An empty column gets a message and stays."""
    column %= len(board)
    before = list(board)
    answer = watch(game(len(board)).remove_piece, board, column)
    if before[column].strip("-"):
        assert answer == (True, "")
        assert board[column].strip("-") == before[column].strip("-")[:-1]
    else:
        assert answer == (False, "You can't remove a piece from an empty column!\n")
        assert board[column] == before[column]
    assert {len(text) for text in board} == {len(board)}
    assert board[:column] + board[column + 1 :] == before[:column] + before[column + 1 :]


@pytest.mark.slow
@given(pieces=st.lists(PIECES, min_size=1, max_size=8))
def test_piece_added_first_is_removed_first(pieces: list[str]) -> None:
    """A column is a queue."""
    board = game().generate_initial_board()
    for piece in pieces:
        assert game().add_piece(board, piece, 5)
    for piece in pieces:
        assert board[5][-1] == piece
        assert game().remove_piece(board, 5)
    assert board == game().generate_initial_board()


# Wins.


@pytest.mark.parametrize("size", SIZES)
def test_every_line_of_every_length_wins(size: int) -> None:
    """The lines are at every position and in every direction, for both players; three do not win."""
    for length in range(3, size + 1):
        for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
            for x in range(size):
                for y in range(size):
                    cells = [(x + k * dx, y + k * dy) for k in range(length)]
                    if not all(0 <= a < size and 0 <= b < size for a, b in cells):
                        continue
                    for piece in "XO":
                        board = [
                            "".join(piece if (a, b) in cells else "-" for b in range(size))
                            for a in range(size)
                        ]
                        assert game(size).check_win(board) == (piece if length >= 4 else None), (
                            board
                        )


@pytest.mark.parametrize(
    ("board", "winner"),
    [
        (["XXXX", "OOOO", "----", "----"], "-"),
        (["XXXXOOOO", *["-" * 8] * 7], "-"),
        (["X-------", "X------O", "X------O", "X------O", "-------O", *["-" * 8] * 3], "-"),
        (["XXXX", "XXXX", "XOOX", "XOOX"], "X"),
        (["XXOO", "OOXX", "XXOO", "OOXX"], None),
        (["---X", "XXX-", "----", "----"], None),
        (["XX-X", "X---", "----", "X--X"], None),
        (["----", "-O--", "--O-", "---O"], None),
        (["O---", "-O--", "--O-", "---O"], "O"),
    ],
)
def test_worked_wins(board: list[str], winner: str | None) -> None:
    """Draws, also in one column or row; many lines; a full board; lines that do not wrap round an edge."""
    assert watch(game(len(board)).check_win, board) == (winner, "")


@pytest.mark.slow
@given(board=st.one_of(settled_boards(), sparse_boards()))
def test_wins(board: list[str]) -> None:
    """Sets of cells give the same winner. It stays if the board is turned, and changes with exchanged pieces."""
    check: Any = game(len(board)).check_win
    winner = expected_win(board)
    before = list(board)
    assert watch(check, board) == (winner, "")
    assert board == before
    assert {
        check(board[::-1]),
        check([column[::-1] for column in board]),
        check(rows_of(board)),
    } == {winner}
    swapped = str.maketrans("XO", "OX")
    assert check([column.translate(swapped) for column in board]) == (
        winner.translate(swapped) if winner else None
    )
