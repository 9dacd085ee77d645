"""Checks of the file and of the functions that look at a board, for students to run."""

from __future__ import annotations

from graders.csse7030_connect4 import boards
from graders.csse7030_connect4.showing import (
    PUBLIC,
    PURPOSE,
    SIZED,
    SOUND,
    calm,
    function,
    plays,
    result_and_output,
    seen,
)
from graders.harness import Run, check, fail, run_of, sides, to_lines, value


@check("file.silent-import", **PUBLIC, **SOUND)
def test_silent_import(student, reference):
    """Importing a1.py prints nothing, reads no input, and defines a game to play."""
    # spec 11: no call outside of functions except main() in the guard
    answer = student.imported(boards.SIZE)
    if not isinstance(answer, dict) or set(answer) != {"events", "game"}:
        fail("The answer does not have the form of an answer.", [value("got", answer)])
    run: Run = run_of([["returned", None], answer["events"]])
    if run.events:
        fail("Importing a1.py already prints something, or plays.", sides([], to_lines(run.events)))
    if answer["game"] is not True:
        fail("There is no play_game in a1.py.")
    plays(student, reference, "a1 q")


@check("hours.float", **PUBLIC)
def test_hours(student):
    """num_hours returns a float."""
    # spec 6
    (told,) = seen(student.num_hours(boards.SIZE), [[]])
    calm(told.run, "num_hours()")
    if type(told.result) is not float or told.run.events:
        fail(
            "num_hours should return a float, and do nothing else.",
            [value("returned", told.result)],
        )


@check("initial.board", **PURPOSE)
def test_initial_board(student, reference):
    """generate_initial_board returns a list of empty columns, as many as each column is high."""
    # spec 6
    function(student, reference, "generate_initial_board", [[]], result_and_output)


@check("full.levels", **PURPOSE)
def test_full(student, reference):
    """is_column_full returns whether a column is full, for any number of pieces in it."""
    # spec 6
    function(student, reference, "is_column_full", boards.fillings(), result_and_output)


@check("empty.levels", **PURPOSE)
def test_empty(student, reference):
    """is_column_empty returns whether a column is empty, for any number of pieces in it."""
    # spec 6
    function(student, reference, "is_column_empty", boards.fillings(), result_and_output)


def rows(one):
    """Compare as many lines from the top as the board has rows."""
    count = len(one.after[0]) if isinstance(one.after[0], list) else 0
    yield "rows", one.text.split("\n")[:count]


def numbers(one):
    """Compare the last line that is not empty."""
    yield "numbers", next((line for line in reversed(one.text.split("\n")) if line), "")


@check("display.grid", **PURPOSE)
def test_display_grid(student, reference):
    """display_board prints the rows of the board, the top row first."""
    # spec 7
    function(student, reference, "display_board", boards.USUAL, rows)


@check("display.labels", **PUBLIC)
def test_display_labels(student, reference):
    """display_board prints the numbers of the columns below, with a space before and after each."""
    # spec 7: the line begins and ends with a space
    function(student, reference, "display_board", boards.USUAL, numbers)


@check("display.other-sizes", **SIZED)
def test_display_sizes(student, reference):
    """display_board prints the rows of boards of any size."""
    # spec 0, 7
    for size in boards.OTHER_SIZES:
        function(student, reference, "display_board", [boards.filled(7, size)], rows, [size])


@check("display.two-digit-label", **SIZED)
def test_display_ten(student, reference):
    """display_board prints the number 10 below the tenth column, like the others."""
    # spec 7: no padding anywhere
    function(student, reference, "display_board", [boards.filled(7, 10)], numbers, [10])
