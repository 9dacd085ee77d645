"""Checks of goal.py that students may run."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky import strategies as draw
from graders.blocky.layout import tree
from graders.blocky.showing import told
from graders.csc148_2018_blocky import strategies as own
from graders.csc148_2018_blocky.showing import SHOWING, colour_name, returned, unchanged
from graders.harness import check, expect, fail, value

ALONE = ("own", "only-goal")
COLOURS = st.integers(0, 3)
KINDS = ("PerimeterGoal", "BlobGoal")


def nothing_seen(grid):
    """Return a new ``visited`` for *grid*."""
    return [[-1] * len(grid) for _ in grid]


def shown_grid(grid, colour, position):
    """Return the exhibits of a call of ``_undiscovered_blob_size``."""
    return [
        SHOWING.columns("grid", grid),
        SHOWING.coloured("target colour", colour),
        value("(column, row)", position),
    ]


def explored(student, grid, colour, position, visited):
    """Return the result and ``visited`` of ``_undiscovered_blob_size``; fail if the latter is no longer a grid."""
    answer = told(
        student.undiscovered_blob_size(grid, colour, position, visited), "result", "visited"
    )
    marks, side = answer["visited"], len(grid)
    if (
        not isinstance(marks, list)
        or [len(m) if isinstance(m, list) else 0 for m in marks] != [side] * side
    ):
        shown = shown_grid(grid, colour, position)
        fail(
            "_undiscovered_blob_size spoils the form of visited.", [*shown, value("visited", marks)]
        )
    return answer["result"], marks


def place_in(grid, number):
    """Return the position in *grid* that *number* selects."""
    return number // len(grid) % len(grid), number % len(grid)


@check("goal.blob-size-group", task="goal", marks=2, variants=ALONE)
@given(grid=own.grids, number=st.integers(0, 15))
def test_blob_size_group(student, reference, grid, number):
    """_undiscovered_blob_size counts the cells of the group that a cell belongs to."""
    # spec 4
    x, y = place_in(grid, number)
    colour = grid[x][y]
    size, _marks = explored(student, grid, colour, (x, y), nothing_seen(grid))
    want = reference.undiscovered_blob_size(grid, colour, (x, y), nothing_seen(grid))["result"]
    expect(
        size,
        want,
        "_undiscovered_blob_size does not count the cells of the group.",
        lambda: [*shown_grid(grid, colour, (x, y)), value("expected", want), value("got", size)],
    )


@check("goal.blob-size-outside", task="goal", marks=1, variants=ALONE)
def test_blob_size_outside(student):
    """_undiscovered_blob_size returns 0 for a position off the board, on any side."""
    # spec 4, 10-27; the last position is on the board, so that a helper that always returns 0 does not pass
    grid = [[1] * 4 for _ in range(4)]
    for position in ((4, 0), (0, 4), (4, 4), (3, 4), (-1, 0), (0, -1), (-1, -1), (2, -1)):
        size, _marks = explored(student, grid, 1, position, nothing_seen(grid))
        expect(
            size,
            0,
            f"_undiscovered_blob_size should return 0 for the position {position} off a 4 by 4 board.",
        )
    size, _marks = explored(student, grid, 1, (3, 0), nothing_seen(grid))
    if size == 0:
        fail("_undiscovered_blob_size finds nothing on a board of one colour.")


def groups(reference, board, colour):
    """Return the cells of each group of a colour on *board*, as the reference's ``_undiscovered_blob_size`` finds them."""
    grid = reference.flatten(tree(board), [])["result"]
    marks, found = nothing_seen(grid), []
    cells = [
        (x, y) for x, column in enumerate(grid) for y, cell in enumerate(column) if cell == colour
    ]
    for x, y in cells:
        if marks[x][y] != 1:
            seen, marks = (
                marks,
                reference.undiscovered_blob_size(grid, colour, (x, y), marks)["visited"],
            )
            found.append([(i, j) for i, j in cells if marks[i][j] == 1 and seen[i][j] != 1])
    return found


def scored(student, reference, kind, board, colour):
    """Return the submission's score; fail if the board has changed."""
    cells = reference.cells(board["max_depth"])
    lists = groups(reference, board, colour) if kind == "BlobGoal" else []
    answer = told(student.score(kind, colour, tree(board), cells, lists), "result", "board")
    unchanged(board, answer["board"], f"The {kind} for {colour_name(colour)}: score")
    return answer["result"]


def right_score(student, reference, kind, board, colour):
    """Fail unless the score equals the reference's."""
    got = scored(student, reference, kind, board, colour)
    want = reference.score(kind, colour, tree(board), None, None)["result"]
    returned(board, got, want, f"The {kind} for {colour_name(colour)}: score")


@check("goal.perimeter-sides", task="goal", marks=2.5, variants=ALONE)
@given(board=draw.few_colours(2, full=True), colour=COLOURS)
def test_perimeter_sides(student, reference, board, colour):
    """PerimeterGoal.score counts the cells of its colour on all four sides (boards without that colour in a corner)."""
    # spec 4
    right_score(
        student, reference, "PerimeterGoal", draw.colour_without_corners(board, colour), colour
    )


@check("goal.perimeter-corners", task="goal", marks=1.5, variants=ALONE)
@given(corners=st.tuples(*[st.booleans()] * 4), colour=COLOURS, depth=st.integers(1, 2))
def test_perimeter_corners(student, reference, corners, colour, depth):
    """PerimeterGoal.score counts a cell in a corner twice: once for each of its sides."""
    # spec 4; perimeter-sides grades cells outside corners
    other = (colour + 1) % 4
    counts = [alone(student, reference, colour, quarter, cell) for quarter, cell in SIDES]
    if not any(counts):
        fail(
            f"The PerimeterGoal for {colour_name(colour)}: score is 0 for a cell on any side of the board."
        )
    cells = []
    for corner, wanted in enumerate(corners):
        cell = colour if wanted else other
        for _ in range(depth - 1):
            cell = [cell if index == corner else other for index in range(4)]
        cells.append(cell)
    board = draw.board_of(cells, depth)
    due = sum(
        counts[side] for corner, wanted in enumerate(corners) if wanted for side in BESIDE[corner]
    )
    got = scored(student, reference, "PerimeterGoal", board, colour)
    returned(board, got, due, f"The PerimeterGoal for {colour_name(colour)}: score")


SIDES = ((1, 0), (0, 3), (3, 2), (2, 1))
"""A cell of four by four on the upper, right, lower and left side, in no corner: its quarter, and its index there."""
BESIDE = ((0, 1), (0, 3), (2, 3), (1, 2))
"""For each corner, its two sides as indices of SIDES."""


def alone(student, reference, colour, quarter, cell):
    """Return the score of a single cell of *colour* on a board of sixteen cells."""
    other = (colour + 1) % 4
    inner = [colour if index == cell else other for index in range(4)]
    board = draw.board_of([inner if index == quarter else [other] * 4 for index in range(4)], 2)
    count = scored(student, reference, "PerimeterGoal", board, colour)
    if type(count) is not int:
        fail(
            f"The PerimeterGoal for {colour_name(colour)}: score is not a whole number.",
            [value("got", count)],
        )
    return count


@check("goal.blob-largest", task="goal", marks=2.5, variants=ALONE)
@given(target=draw.blob_targets)
def test_blob_largest(student, reference, target):
    """BlobGoal.score is the size of the largest blob of its colour."""
    # spec 4
    right_score(student, reference, "BlobGoal", *target)


@check("goal.blob-absent", task="goal", marks=0.5, variants=ALONE)
@given(board=draw.boards(deepest=2, colours=3))
def test_blob_absent(student, reference, board):
    """BlobGoal.score is 0 if its colour is not on the board."""
    # spec 4; the last board has this colour alone; other checks grade its exact score
    right_score(student, reference, "BlobGoal", board, 3)
    if not scored(student, reference, "BlobGoal", draw.board_of([3] * 4, 1), 3):
        fail(
            f"The BlobGoal for {colour_name(3)}: score is 0 also where the whole board has that colour."
        )


@check("goal.descriptions", task="goal", marks=0.5, variants=ALONE)
def test_descriptions(student):
    """Both goals describe themselves."""
    # spec 4: any text
    for colour in range(4):
        answers = student.descriptions(colour)
        if not isinstance(answers, list) or len(answers) != 2:
            fail("The answer does not have the form of an answer.", [value("got", answers)])
        for kind, answer in zip(KINDS, answers, strict=True):
            if not isinstance(answer, str) or not answer.strip():
                fail(f"{kind}.description should return a text.", [value("got", answer)])
