"""Hidden checks of goal.py: the finer rules, and simple counts that need no reference."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky import laws
from graders.blocky import strategies as draw
from graders.blocky.board import quoted
from graders.blocky.layout import tree
from graders.blocky.showing import told
from graders.csc148_2020_blocky.showing import colour_name, returned, shown_board
from graders.csc148_2020_blocky.strategies import inner_grids, symmetric_grids
from graders.csc148_2020_blocky.test_goal import (
    ALONE,
    COLOURS,
    generated,
    grid_text,
    nothing_seen,
    perimeter,
    same_grid,
    shown_grid,
)
from graders.harness import check, expect, fail, text, value


@check("goal.generate-keeps-list", task="goal", marks=0.5, visibility="hidden", variants=ALONE)
def test_generate_keeps_list(student):
    """generate_goals does not change COLOUR_LIST."""
    # spec 7.2, 15.2-4
    several = False
    for number in (2, 3, 4):
        for seed in range(6):
            goals, answer = generated(student, number, seed)
            several = several or len(goals) > 1
            if answer["kept"] is not True:
                fail(f"generate_goals({number}) changes COLOUR_LIST.")
    if not several:
        fail("generate_goals never makes more than one goal.")


@check("goal.flatten-leaf", task="goal", marks=1, visibility="hidden", variants=ALONE)
@given(colour=COLOURS, depth=st.integers(0, 3))
def test_flatten_leaf(student, reference, colour, depth):
    """_flatten of an undivided board fills the whole grid with its colour."""
    # spec 7.2, 15.2-5
    same_grid(student, reference, draw.board_of(colour, depth), [])


@check("goal.flatten-sub-block", task="goal", marks=0.5, visibility="hidden", variants=ALONE)
@given(place=draw.quarter_places)
def test_flatten_sub_block(student, reference, place):
    """_flatten of a part of the board is a grid of that part alone."""
    # spec 7.2, 14.3-3
    same_grid(student, reference, *place)


@check("goal.flatten-odd-size", task="goal", marks=0.5, visibility="hidden", variants=ALONE)
@given(board=draw.boards(2))
def test_flatten_odd_size(student, reference, board):
    """_flatten works on a board of 750 pixels, whose blocks cannot be halved exactly."""
    # spec 15.2-5
    same_grid(student, reference, dict(board, size=750), [])


def explored(student, grid, colour, k, visited):
    """Return the result and ``visited`` of ``_undiscovered_blob_size`` at (k, k); fail if the latter is no grid."""
    answer = told(
        student.undiscovered_blob_size(grid, colour, (k, k), visited), "result", "visited"
    )
    marks = answer["visited"]
    side = len(grid)
    if (
        not isinstance(marks, list)
        or len(marks) != side
        or any(not isinstance(m, list) or len(m) != side for m in marks)
    ):
        fail(
            "_undiscovered_blob_size spoils the form of visited.",
            [*shown_grid(grid, colour, k), value("visited", marks)],
        )
    return answer["result"], marks


@check("goal.blob-size-marks", task="goal", marks=1, visibility="hidden", variants=ALONE)
@given(grid=inner_grids, number=st.integers(0, 7))
def test_blob_size_marks(student, reference, grid, number):
    """_undiscovered_blob_size marks the cells of the group with 1, and no other cell with anything but 0."""
    # spec 7.2, 14.4-2, 15.2-6; blob-size-sides grades cells beyond a side of the grid
    side = len(grid)
    k = number % (side - 1)
    colour = grid[k][k]
    _size, marks = explored(student, grid, colour, k, nothing_seen(grid))
    due = reference.undiscovered_blob_size(grid, colour, (k, k), nothing_seen(grid))["visited"]
    for x in range(side):
        for y in range(side):
            beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            near = side - 1 in (x, y) or any(
                0 <= i < side and 0 <= j < side and due[i][j] == 1 for i, j in beside
            )
            allowed = [1] if due[x][y] == 1 else [0, -1] if near else [-1]
            if marks[x][y] not in allowed:
                fail(
                    f"_undiscovered_blob_size leaves {quoted(marks[x][y])} in visited[{x}][{y}], not {allowed[0]}.",
                    [*shown_grid(grid, colour, k), text("visited afterwards", grid_text(marks))],
                )


@check("goal.blob-size-other-colour", task="goal", marks=0.5, visibility="hidden", variants=ALONE)
@given(grid=symmetric_grids, number=st.integers(0, 7), shift=st.integers(1, 3))
def test_blob_size_other_colour(student, grid, number, shift):
    """_undiscovered_blob_size returns 0 for a cell of another colour, and marks it 0."""
    # spec 7.2, 15.2-6
    k = number % len(grid)
    colour = (grid[k][k] + shift) % 4
    size, marks = explored(student, grid, colour, k, nothing_seen(grid))
    shown = [
        *shown_grid(grid, colour, k),
        value("returned", size),
        text("visited afterwards", grid_text(marks)),
    ]
    expect(size, 0, "_undiscovered_blob_size should return 0 at a cell of another colour.", shown)
    expect(
        marks[k][k],
        0,
        "_undiscovered_blob_size should mark a cell of another colour with 0.",
        shown,
    )


@check("goal.blob-size-seen", task="goal", marks=0.5, visibility="hidden", variants=ALONE)
@given(grid=inner_grids, number=st.integers(0, 7))
def test_blob_size_seen(student, reference, grid, number):
    """_undiscovered_blob_size counts only this group, even if others have been visited before."""
    # spec 7.2; the group itself and its neighbours are marked as by a call of score (spec 14.4-4)
    k = number % (len(grid) - 1)
    colour = grid[k][k]
    own = reference.undiscovered_blob_size(grid, colour, (k, k), nothing_seen(grid))["visited"]
    visited = nothing_seen(grid)
    for other in range(len(grid)):
        if own[other][other] != 1 and visited[other][other] == -1:
            visited = reference.undiscovered_blob_size(grid, colour, (other, other), visited)[
                "visited"
            ]
    before = [list(line) for line in visited]
    want = reference.undiscovered_blob_size(grid, colour, (k, k), [list(line) for line in visited])[
        "result"
    ]
    size, _marks = explored(student, grid, colour, k, visited)
    expect(
        size,
        want,
        "_undiscovered_blob_size does not count this group alone.",
        lambda: [
            *shown_grid(grid, colour, k),
            text("visited before", grid_text(before)),
            value("expected", want),
            value("got", size),
        ],
    )


@check("goal.perimeter-levels", task="goal", marks=1, visibility="hidden", variants=ALONE)
@given(board=draw.few_colours(3), colour=COLOURS)
def test_perimeter_levels(student, reference, board, colour):
    """PerimeterGoal.score counts only the border cells of larger blocks (boards without its colour in a corner)."""
    # spec 7.2, 15.2-7
    perimeter(student, reference, draw.colour_without_corners(board, colour), colour)


def spot(board, colour):
    """Return a board of the same depth, with one unit cell of *colour*, inside it."""
    cells = colour
    for index in [2] * (board["max_depth"] - 1) + [0]:
        cells = [cells if other == index else (colour + 1) % 4 for other in range(4)]
    return dict(board, cells=cells)


def scores_by_law(student, reference, kind, board, colour, due):
    """Return the score of *board*; fail unless it follows the law *due*.

    The same goal scores the same board three times: after a quarter turn the score is the same, and when only one cell
    of the colour is left, the law holds again. A game does so after each move (spec 6.2).
    """
    stages = [board, dict(board, cells=laws.turned(board["cells"])), spot(board, colour)]
    trees = [tree(stage) for stage in stages]
    grids = [reference.flatten(stage, [])["result"] for stage in trees]
    groups = [reference.blob_groups(stage, colour) for stage in trees] if kind == "BlobGoal" else []
    what = f"The {kind} for {colour_name(colour)}"
    got = student.scores(kind, colour, trees, grids, groups)
    if not isinstance(got, list) or len(got) != len(stages):
        fail("The answer does not have the form of an answer.", [value("got", got)])
    here, there, last = got
    returned(board, here, due(laws.columns(board), colour), f"{what}: score")
    expect(
        there,
        here,
        f"{what} scores a board differently when it is turned and scored again.",
        lambda: [
            shown_board("board", board),
            value("score", here),
            shown_board("turned", stages[1]),
            value("score when turned", there),
        ],
    )
    returned(
        stages[2],
        last,
        due(laws.columns(stages[2]), colour),
        f"{what}: score, after two other scores,",
    )
    return here


@check("goal.perimeter-laws", task="goal", marks=0.5, visibility="hidden", variants=ALONE)
@given(board=draw.boards())
def test_perimeter_laws(student, reference, board):
    """PerimeterGoal.score: the scores of the four colours add up to the four sides; turning the board changes none."""
    # spec 7.2, 15.2-7
    grid = laws.columns(board)
    total = 0
    for colour in range(4):
        total += scores_by_law(student, reference, "PerimeterGoal", board, colour, laws.perimeter)
    expect(
        total,
        4 * len(grid),
        "The perimeter scores of the four colours do not make up the four sides.",
        [shown_board("board", board)],
    )


@check("goal.blob-monochrome", task="goal", marks=0.5, visibility="hidden", variants=ALONE)
def test_blob_monochrome(student, reference):
    """BlobGoal.score of a board of one colour is the number of its cells."""
    # spec 15.2-8; not deeper than 3, at which slow but right solutions need less than a second (spec 14.3-5, 14.3-6)
    cells = 2
    for depth in range(1, 4):
        cells = [cells] * 4
        board = draw.board_of(cells, depth)
        grid, groups = (
            reference.flatten(tree(board), [])["result"],
            reference.blob_groups(tree(board), 2),
        )
        got = told(student.blob_score(tree(board), 2, grid, groups), "result")["result"]
        returned(
            board,
            got,
            4**depth,
            f"The BlobGoal for {colour_name(2)}: score of a board of that colour",
        )


@check("goal.blob-laws", task="goal", marks=0.5, visibility="hidden", variants=ALONE)
@given(target=draw.blob_targets)
def test_blob_laws(student, reference, target):
    """BlobGoal.score is the size of the largest group of cells side by side; turning the board does not change it."""
    # spec 7.2, 15.2-1
    board, colour = target
    scores_by_law(student, reference, "BlobGoal", board, colour, laws.largest_group)
