"""Hidden checks of goal.py: the finer rules, and simple counts that need no reference."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky import laws
from graders.blocky import strategies as draw
from graders.blocky.layout import tree
from graders.csc148_2018_blocky import strategies as own
from graders.csc148_2018_blocky.showing import colour_name, returned, shown_board
from graders.csc148_2018_blocky.test_block import divided_down, grid_text
from graders.csc148_2018_blocky.test_goal import (
    ALONE,
    COLOURS,
    explored,
    groups,
    nothing_seen,
    place_in,
    scored,
    shown_grid,
)
from graders.harness import check, expect, fail, text, value

HIDDEN = {"task": "goal", "visibility": "hidden", "variants": ALONE}


@check("goal.blob-size-marks", marks=1, **HIDDEN)
@given(grid=own.grids, number=st.integers(0, 15))
def test_blob_size_marks(student, grid, number):
    """_undiscovered_blob_size marks the cells of the group with 1, and no other cell with anything but 0."""
    # spec 4, 9.7: neighbours of another colour may stay at -1
    x, y = place_in(grid, number)
    colour = grid[x][y]
    _size, marks = explored(student, grid, colour, (x, y), nothing_seen(grid))
    group = next(group for group in laws.groups(grid, colour) if (x, y) in group)
    for i, line in enumerate(marks):
        for j, mark in enumerate(line):
            allowed = [1] if (i, j) in group else [0, -1] if grid[i][j] != colour else [-1]
            if mark not in allowed:
                fail(
                    f"_undiscovered_blob_size leaves {mark!r} in visited[{i}][{j}], not {allowed[0]}.",
                    [
                        *shown_grid(grid, colour, (x, y)),
                        text("visited afterwards", grid_text(marks)),
                    ],
                )


@check("goal.blob-size-other-colour", marks=1, **HIDDEN)
@given(grid=own.grids, number=st.integers(0, 15), shift=st.integers(1, 3))
def test_blob_size_other_colour(student, grid, number, shift):
    """_undiscovered_blob_size returns 0 for a cell of another colour, also beside a group, and marks none with 1."""
    # spec 4, 10-28; the last call uses the cell's own colour, so that always 0 does not pass
    x, y = place_in(grid, number)
    colour = (grid[x][y] + shift) % 4
    size, marks = explored(student, grid, colour, (x, y), nothing_seen(grid))
    shown = [
        *shown_grid(grid, colour, (x, y)),
        value("returned", size),
        text("visited afterwards", grid_text(marks)),
    ]
    expect(size, 0, "_undiscovered_blob_size should return 0 at a cell of another colour.", shown)
    expect(
        1 in [mark for line in marks for mark in line],
        False,
        "It should mark no cell with 1 then.",
        shown,
    )
    own_size, _marks = explored(student, grid, grid[x][y], (x, y), nothing_seen(grid))
    if own_size == 0:
        fail(
            "_undiscovered_blob_size finds nothing, not even at a cell of its colour.",
            shown_grid(grid, grid[x][y], (x, y)),
        )


@check("goal.blob-size-seen", marks=1, **HIDDEN)
@given(grid=own.grids, number=st.integers(0, 15))
def test_blob_size_seen(student, grid, number):
    """_undiscovered_blob_size returns 0 for a group visited before, and still counts the other groups."""
    # spec 4
    x, y = place_in(grid, number)
    colour = grid[x][y]
    found = laws.groups(grid, colour)
    group = next(group for group in found if (x, y) in group)
    visited = [[1 if (i, j) in group else -1 for j in range(len(grid))] for i in range(len(grid))]
    size, _marks = explored(student, grid, colour, (x, y), [list(line) for line in visited])
    shown = [
        *shown_grid(grid, colour, (x, y)),
        text("visited before", grid_text(visited)),
        value("returned", size),
    ]
    expect(
        size, 0, "_undiscovered_blob_size should return 0 at a cell that was visited before.", shown
    )
    fresh = [
        [-1 if mark == 1 else 1 if grid[i][j] == colour else 0 for j, mark in enumerate(m)]
        for i, m in enumerate(visited)
    ]
    size, _marks = explored(student, grid, colour, (x, y), fresh)
    expect(
        size,
        len(group),
        "_undiscovered_blob_size does not count the one group that was not visited.",
    )


@check("goal.perimeter-levels", marks=1, **HIDDEN)
@given(board=draw.few_colours(3), colour=COLOURS)
def test_perimeter_levels(student, reference, board, colour):
    """PerimeterGoal.score counts the border cells of larger blocks, too (boards without its colour in a corner)."""
    # spec 4: compared with its score of the same picture in unit cells, which perimeter-sides grades
    board = draw.colour_without_corners(board, colour)
    in_cells = dict(board, cells=divided_down(board["cells"], board["max_depth"]))
    got, due = (
        scored(student, reference, "PerimeterGoal", each, colour) for each in (board, in_cells)
    )
    returned(board, got, due, f"The PerimeterGoal for {colour_name(colour)}: score")
    whole = draw.board_of([colour] * 4, 1)
    if not scored(student, reference, "PerimeterGoal", whole, colour):
        fail(
            f"The PerimeterGoal for {colour_name(colour)}: score is nothing also where the whole board has that colour."
        )


def same_when_turned(student, reference, kind, board, colour, here):
    """Fail unless *here* is also the score of the board after a quarter turn."""
    round_ = dict(board, cells=laws.turned(board["cells"]))
    there = scored(student, reference, kind, round_, colour)
    expect(
        there,
        here,
        f"The {kind} for {colour_name(colour)} scores a board differently when it is turned.",
        lambda: [
            shown_board("board", board),
            value("score", here),
            shown_board("turned", round_),
            value("score when turned", there),
        ],
    )
    lists = [
        groups(reference, each, colour) if kind == "BlobGoal" else [] for each in (board, round_)
    ]
    boards = [[tree(each), found] for each, found in zip((board, round_), lists, strict=True)]
    got = student.scores(kind, colour, boards, reference.cells(board["max_depth"]))
    expect(
        got,
        [here, there],
        f"A {kind} for {colour_name(colour)} that scores two boards should count each of them by itself.",
        lambda: [
            shown_board("first board", board),
            shown_board("second board", round_),
            value("scores by a goal for each", [here, there]),
            value("scores by one goal", got),
        ],
    )


@check("goal.perimeter-laws", marks=1, **HIDDEN)
@given(board=draw.boards(deepest=2), colour=COLOURS)
def test_perimeter_laws(student, reference, board, colour):
    """PerimeterGoal.score is the count along the four sides; turning the board, or an earlier score, does not change it."""
    # spec 4
    got = scored(student, reference, "PerimeterGoal", board, colour)
    returned(
        board,
        got,
        laws.perimeter(laws.columns(board), colour),
        f"The PerimeterGoal for {colour_name(colour)}: score",
    )
    same_when_turned(student, reference, "PerimeterGoal", board, colour, got)


@check("goal.blob-laws", marks=1, **HIDDEN)
@given(target=draw.blob_targets)
def test_blob_laws(student, reference, target):
    """BlobGoal.score is the size of the largest blob; turning the board, or an earlier score, does not change it."""
    # spec 4
    board, colour = target
    got = scored(student, reference, "BlobGoal", board, colour)
    due = laws.largest_group(laws.columns(board), colour)
    returned(board, got, due, f"The BlobGoal for {colour_name(colour)}: score")
    same_when_turned(student, reference, "BlobGoal", board, colour, got)


@check("goal.blob-monochrome", marks=0.5, **HIDDEN)
def test_blob_monochrome(student, reference):
    """BlobGoal.score of a board of one colour is the number of its cells."""
    # spec 9.7: not deeper than 4, because the recursion that the handout asks for is deep enough then
    for depth in range(1, 5):
        board = draw.board_of([2] * 4, depth)
        got = scored(student, reference, "BlobGoal", board, 2)
        returned(
            board,
            got,
            4**depth,
            f"The BlobGoal for {colour_name(2)}: score of a board of that colour",
        )
