"""Hidden checks of the functions that read or print a board."""

from __future__ import annotations

from graders.csse7030_connect4 import boards
from graders.csse7030_connect4.showing import (
    HIDDEN,
    SIZED_HIDDEN,
    calm,
    exactly,
    function,
    once_at_least,
    result,
    result_and_output,
)
from graders.csse7030_connect4.test_board import numbers, rows
from graders.harness import check, fail, run_of, value


@check("initial.new-list", **HIDDEN)
def test_new_list(student):
    """generate_initial_board returns a new list each time: a change of one board does not change the next."""
    # spec 6
    column = "-" * (boards.SIZE - 1) + "X"
    run = run_of(student.boards_apart(boards.SIZE, column))
    calm(run, "generate_initial_board()")
    made = run.end[1]
    if (
        not isinstance(made, list)
        or len(made) != 2
        or not isinstance(made[1], list)
        or len(made[1]) != boards.SIZE
    ):
        fail("generate_initial_board should return a list.", [value("got", made)])
    if made[0] != [column] * boards.SIZE:
        fail(
            "Moves leave no trace on a board that generate_initial_board has made.",
            [value("got", made[0])],
        )
    if any("X" in str(part) for part in made[1]):
        fail(
            "A board begins with the pieces of the one before.",
            [value("board made after moves", made[1])],
        )


@check("initial.other-sizes", **SIZED_HIDDEN)
def test_initial_sizes(student, reference):
    """generate_initial_board returns boards of any size."""
    # spec 0, 6
    function(student, reference, "generate_initial_board", [[]], result, boards.OTHER_SIZES)


@check("full.other-sizes", **SIZED_HIDDEN)
def test_full_sizes(student, reference):
    """is_column_full works for columns of any size."""
    # spec 0, 6
    for size in boards.OTHER_SIZES:
        function(
            student, reference, "is_column_full", boards.fillings(size), result_and_output, [size]
        )


@check("empty.other-sizes", **SIZED_HIDDEN)
def test_empty_sizes(student, reference):
    """is_column_empty works for columns of any size."""
    # spec 0, 6
    for size in boards.OTHER_SIZES:
        function(
            student, reference, "is_column_empty", boards.fillings(size), result_and_output, [size]
        )


@check("display.any-character", **HIDDEN)
def test_display_characters(student, reference):
    """display_board prints any characters that are on the board."""
    # spec 6, 7
    shown = [boards.scattered(seed, "ab XO-#") for seed in range(4)]
    function(student, reference, "display_board", shown, rows)


def nothing_else(one):
    """Compare the number of lines, the end of the last one, the result, and the board."""
    yield "lines", one.text.count("\n")
    yield "last", one.text[-1:]
    yield "returned", exactly(one.result)
    yield "board", one.after[0]


@check("display.nothing-else", **HIDDEN)
def test_display_nothing_else(student, reference):
    """display_board prints no extra lines, returns None and does not change the board."""
    # spec 7
    once_at_least(
        student,
        "display_board",
        boards.USUAL[1:],
        lambda one: one.returned and "X" in one.text and "O" in one.text,
        "display_board never shows a piece, so there is nothing for anything else to stand beside.",
    )
    function(student, reference, "display_board", boards.USUAL, nothing_else)


@check("display.labels-other-sizes", **SIZED_HIDDEN)
def test_display_label_sizes(student, reference):
    """display_board prints the numbers of boards of any size."""
    # spec 0, 7
    for size in boards.OTHER_SIZES[:-1]:
        function(student, reference, "display_board", [boards.filled(7, size)], numbers, [size])
