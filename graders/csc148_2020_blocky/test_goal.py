"""Checks of goal.py that students may run."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky import strategies as draw
from graders.blocky.layout import tree
from graders.blocky.showing import on, told
from graders.csc148_2020_blocky.showing import (
    SHOWING,
    colour_name,
    returned,
    shown_board,
    unchanged,
)
from graders.csc148_2020_blocky.strategies import inner_grids, symmetric_grids
from graders.harness import check, expect, fail, text, value

ALONE = ("own", "only-goal")
COLOURS = st.integers(0, 3)
KINDS = ("PerimeterGoal", "BlobGoal")


def generated(student, number, seed):
    """Return [type, colour, whether it is a Goal] for each goal of ``generate_goals(number)``, and the whole answer."""
    answer = told(student.generate_goals(number, seed), "goals", "kept")
    goals = answer["goals"]
    if not isinstance(goals, list) or any(
        not isinstance(goal, list) or len(goal) != 3 for goal in goals
    ):
        fail(f"generate_goals({number}) should return a list of goals.", [value("got", goals)])
    return goals, answer


@check("goal.generate-number", task="goal", marks=1, variants=ALONE)
def test_generate_number(student):
    """generate_goals makes the requested number of goals."""
    # spec 7.2
    for number in range(5):
        for seed in range(6):
            goals, _answer = generated(student, number, seed)
            if len(goals) != number:
                fail(f"generate_goals({number}) makes {len(goals)} goals.")
            for kind, _colour, is_goal in goals:
                if is_goal is not True or kind not in KINDS:
                    fail(
                        f"generate_goals({number}) makes something that is no PerimeterGoal or BlobGoal.",
                        [value("type", kind)],
                    )


def first_draws():
    """Return numbers of goals, and seeds. Two checks begin with these calls, so the calls are made once."""
    return [(number, seed) for number in (1, 2, 3, 4) for seed in range(20)]


@check("goal.generate-one-type", task="goal", marks=1, variants=ALONE)
def test_generate_one_type(student):
    """generate_goals makes goals of one type, and chooses that type at random."""
    # spec 7.2, 15.2-4
    seen = []
    for number, seed in first_draws():
        kinds = [kind for kind, _colour, _is_goal in generated(student, number, seed)[0]]
        if any(kind != kinds[0] for kind in kinds):
            fail(f"generate_goals({number}) mixes types of goals.", [value("types", kinds)])
        seen += kinds[:1]
    for kind in KINDS:
        if kind not in seen:
            fail(f"generate_goals never makes a {kind}, called {len(seen)} times.")


@check("goal.generate-colours", task="goal", marks=1, variants=ALONE)
def test_generate_colours(student):
    """generate_goals gives its goals different random colours out of COLOUR_LIST."""
    # spec 7.2, 15.2-4
    seen = set()
    for number, seed in (*first_draws(), *((1, seed) for seed in range(20, 60))):
        colours = [colour for _kind, colour, _is_goal in generated(student, number, seed)[0]]
        for colour in colours:
            if type(colour) is not int:
                fail(
                    f"generate_goals({number}) makes a goal whose colour is not in COLOUR_LIST.",
                    [SHOWING.coloured("colour", colour)],
                )
        if len(set(colours)) != len(colours):
            fail(
                f"generate_goals({number}) uses a colour twice.",
                [value("colours", [colour_name(c) for c in colours])],
            )
        if number == 1:
            seen.update(colours)
    for colour in range(4):
        if colour not in seen:
            fail(
                f"generate_goals(1), called 60 times, never makes a goal of the colour {colour_name(colour)}."
            )


def grid_text(grid):
    """Return a grid of columns as text: rows from top to bottom."""
    if not isinstance(grid, list) or any(not isinstance(column, list) for column in grid):
        return repr(grid)
    if len({len(column) for column in grid}) > 1:
        return repr(grid)
    return "\n".join(" ".join(str(cell) for cell in row) for row in zip(*grid, strict=True))


def same_grid(student, reference, board, path, *earlier):
    """Fail unless flattening the block at *path* returns the right grid, and leaves the board unchanged.

    earlier: if given, the tree of the board before a move; it is flattened, too.
    """
    what = f"_flatten of {on(path)}{', again after a move,' if earlier else ''}"
    answer = told(student.flatten(tree(board), path, *earlier), "result", "board")
    want = reference.flatten(tree(board), path)["result"]
    if answer["result"] != want:
        wrong, grids = SHOWING.wrong_grid(want, answer["result"])
        fail(
            f"{what} {wrong}",
            lambda: [
                shown_board("board", board),
                value("its max_depth", board["max_depth"]),
                *grids,
            ],
        )
    unchanged(board, answer["board"], what)


@check("goal.flatten-cells", task="goal", marks=2, variants=ALONE)
@given(board=draw.boards(full=True))
def test_flatten_cells(student, reference, board):
    """_flatten of a board of unit cells is a list of its columns, each from top to bottom, also after a move."""
    # spec 7.2, 14.3-1, 15.2-5; a game flattens the same board after every move (spec 6.2)
    same_grid(student, reference, board, [])
    upside_down = dict(board, cells=board["cells"][::-1])
    same_grid(student, reference, upside_down, [], tree(board))


@check("goal.flatten-levels", task="goal", marks=2, variants=ALONE)
@given(board=draw.boards(2) | draw.chains(4))
def test_flatten_levels(student, reference, board):
    """_flatten handles blocks of different levels side by side."""
    # spec 7.2, 14.3-6, 15.2-5: right but slow programs take five seconds for a board of five levels
    same_grid(student, reference, board, [])


def nothing_seen(grid):
    """Return a new ``visited`` for *grid*."""
    return [[-1] * len(grid) for _ in grid]


def shown_grid(grid, colour, k):
    """Return the exhibits of a call of ``_undiscovered_blob_size``."""
    return [
        SHOWING.columns("grid", grid),
        SHOWING.coloured("target colour", colour),
        value("position", (k, k)),
    ]


def told_number(got):
    """Return a result as a number of cells in words."""
    return f"{got} cells" if type(got) is int and got != 1 else "1 cell" if got == 1 else repr(got)


def counts_group(student, reference, grid, k):
    """Fail unless ``_undiscovered_blob_size`` counts the group of the cell (k, k)."""
    colour = grid[k][k]
    answer = told(
        student.undiscovered_blob_size(grid, colour, (k, k), nothing_seen(grid)), "result"
    )
    want = reference.undiscovered_blob_size(grid, colour, (k, k), nothing_seen(grid))["result"]
    expect(
        answer["result"],
        want,
        f"_undiscovered_blob_size at {(k, k)} counts {told_number(answer['result'])}; its group has {want}.",
        lambda: [
            *shown_grid(grid, colour, k),
            value("expected", want),
            value("got", answer["result"]),
        ],
    )


@check("goal.blob-size-group", task="goal", marks=1.5, variants=ALONE)
@given(grid=inner_grids, number=st.integers(0, 7))
def test_blob_size_group(student, reference, grid, number):
    """_undiscovered_blob_size counts the cells of the group that a cell belongs to."""
    # spec 7.2, 14.4-3; blob-size-sides grades the far sides of the grid, and indices beyond the near sides
    counts_group(student, reference, grid, number % (len(grid) - 1))


@check("goal.blob-size-sides", task="goal", marks=1, variants=ALONE)
@given(grid=symmetric_grids, number=st.integers(0, 7))
def test_blob_size_sides(student, reference, grid, number):
    """_undiscovered_blob_size counts groups at the sides of the grid, from any cell, and nothing on the opposite side."""
    # spec 7.2, 14.4-3, 15.2-1
    counts_group(student, reference, grid, number % len(grid))


@check("goal.blob-size-outside", task="goal", marks=0.5, variants=ALONE)
def test_blob_size_outside(student):
    """_undiscovered_blob_size returns 0 for a position outside the grid, on any side."""
    # spec 7.2, 14.4-1, 15.2-1, 15.2-2
    grid = [[1] * 4 for _ in range(4)]
    for position in ((4, 0), (0, 4), (4, 4), (3, 4), (-1, 0), (0, -1), (-1, -1), (2, -1)):
        answer = told(
            student.undiscovered_blob_size(grid, 1, position, nothing_seen(grid)), "result"
        )
        expect(
            answer["result"],
            0,
            f"_undiscovered_blob_size should return 0 for the position {position} outside a grid of 4 by 4.",
        )
    answer = told(student.undiscovered_blob_size(grid, 1, (1, 1), nothing_seen(grid)), "result")
    if answer["result"] == 0:
        fail(
            "_undiscovered_blob_size finds nothing on a grid of one colour.",
            [text("grid", grid_text(grid))],
        )


def perimeter(student, reference, board, colour):
    """Fail unless the perimeter score is right and the board unchanged."""
    grid = reference.flatten(tree(board), [])["result"]
    what = f"The PerimeterGoal for {colour_name(colour)}: score"
    answer = told(student.perimeter_score(tree(board), colour, grid), "result", "board")
    returned(
        board,
        answer["result"],
        reference.perimeter_score(tree(board), colour, grid)["result"],
        what,
    )
    unchanged(board, answer["board"], what)


@check("goal.perimeter-sides", task="goal", marks=2, variants=ALONE)
@given(board=draw.few_colours(2, full=True), colour=COLOURS)
def test_perimeter_sides(student, reference, board, colour):
    """PerimeterGoal.score counts the cells of its colour on all four sides (boards without that colour in a corner)."""
    # spec 7.2, 15.2-7
    perimeter(student, reference, draw.colour_without_corners(board, colour), colour)


@check("goal.perimeter-corners", task="goal", marks=1, variants=ALONE)
@given(corners=st.tuples(*[st.booleans()] * 4), colour=COLOURS, depth=st.integers(1, 3))
def test_perimeter_corners(student, reference, corners, colour, depth):
    """PerimeterGoal.score counts a cell in a corner twice."""
    # spec 7.2, 15.2-7
    other = (colour + 1) % 4
    cells = []
    for corner, wanted in enumerate(corners):
        cell = colour if wanted else other
        for _ in range(depth - 1):
            cell = [cell if index == corner else other for index in range(4)]
        cells.append(cell)
    perimeter(student, reference, draw.board_of(cells, depth), colour)


def blob(student, reference, board, colour):
    """Fail unless the blob score is right and the board unchanged."""
    grid, groups = (
        reference.flatten(tree(board), [])["result"],
        reference.blob_groups(tree(board), colour),
    )
    what = f"The BlobGoal for {colour_name(colour)}: score"
    answer = told(student.blob_score(tree(board), colour, grid, groups), "result", "board")
    returned(
        board,
        answer["result"],
        reference.blob_score(tree(board), colour, grid, groups)["result"],
        what,
    )
    unchanged(board, answer["board"], what)


@check("goal.blob-largest", task="goal", marks=2, variants=ALONE)
@given(target=draw.blob_targets)
def test_blob_largest(student, reference, target):
    """BlobGoal.score is the size of the largest blob of its colour."""
    # spec 7.2, 15.2-1
    blob(student, reference, *target)


@check("goal.blob-absent", task="goal", marks=0.5, variants=ALONE)
@given(board=draw.boards(colours=3))
def test_blob_absent(student, reference, board):
    """BlobGoal.score is 0 if its colour is not on the board."""
    # spec 7.2, 15.2-3; the last board has this colour alone; other checks grade its exact score
    blob(student, reference, board, 3)
    one = draw.board_of([3] * 4, 1)
    given_along = reference.flatten(tree(one), [])["result"], reference.blob_groups(tree(one), 3)
    if told(student.blob_score(tree(one), 3, *given_along), "result")["result"] == 0:
        fail(
            f"The BlobGoal for {colour_name(3)}: score is 0 also where the whole board has that colour."
        )


PLACEHOLDERS = ("UNWRITTEN", "DESCRIPTION")


@check("goal.descriptions", task="goal", marks=0.5, variants=ALONE)
def test_descriptions(student):
    """Both goals describe themselves."""
    # spec 7.2, 14.9: any text other than the starter's
    for colour in range(4):
        answers = student.descriptions(colour)
        if not isinstance(answers, list) or len(answers) != 2:
            fail("The answer does not have the form of an answer.", [value("got", answers)])
        for kind, answer in zip(KINDS, answers, strict=True):
            if not isinstance(answer, str) or not answer.strip() or answer.strip() in PLACEHOLDERS:
                fail(
                    f"{kind}.description should return a text of your own.", [value("got", answer)]
                )
