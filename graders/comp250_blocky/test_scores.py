"""Part III, the checks that students may run: the array of unit cells, and scores.

Variants also compute scores with a flatten, and for BlobGoal.score an undiscoveredBlobSize, that return values which
the judge sent with the call. So a fault of those methods costs only the marks of their own checks.
"""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky.showing import on
from graders.blocky.strategies import blob_targets, board_of, boards, corner_spot
from graders.comp250_blocky import strategies as draw
from graders.comp250_blocky.boards import (
    SHOWING,
    answers,
    attempted,
    calling,
    colour_name,
    origin,
    returned,
    same_rows,
    shown_board,
    told,
    unchanged,
    wire,
)
from graders.harness import check, expect, fail, text, value

PERIMETER, BLOB = ("own", "only-goal"), ("own", "only-blob-score")


def flatten_call(board, path=()):
    """Return a call in words, with all values of the block at *path*."""
    level = board.get("level", 0) + len(path)
    deepest = board.get("level", 0) + board["max_depth"]
    x, y = corner_spot(board, list(path))
    left, top = origin(board)
    kind = f"level {level}, maxDepth {deepest}, position ({left + x}, {top + y}), size {board['size'] >> len(path)}"
    name = on(list(path)) if path or level == 0 else "a block"
    return f"flatten() of {name} ({kind})"


def flattened(student, reference, board, path=()):
    """Fail unless flatten of the block at *path* returns the right array."""
    what = flatten_call(board, path)
    with calling(what, lambda: shown_board("board", board)):
        got = told(student.flatten(wire(board), list(path)))
    want = told(reference.flatten(wire(board), list(path)))
    same_rows(board, got["result"], want["result"], what)


@check("flatten.one-level", task="part-3", marks=1)
@given(board=boards(1, 1))
def test_flatten_one_level(student, reference, board):
    """flatten of four unit cells is an array of two rows, the upper one first, each from left to right."""
    # spec 3.8, 4
    flattened(student, reference, board)


@check("flatten.boards", task="part-3", marks=1.5)
@given(board=draw.full_boards)
def test_flatten_boards(student, reference, board):
    """flatten puts every unit cell of a board into its row and column."""
    # spec 3.8, 4; boards of unit cells alone
    flattened(student, reference, board)


@check("flatten.blocks", task="part-3", marks=1.5)
@given(board=boards(2, 3))
def test_flatten_blocks(student, reference, board):
    """flatten gives every unit cell the colour of the block in which it lies."""
    # spec 3.8, 4
    flattened(student, reference, board)


def perimeter(student, reference, board, colour):
    """Return the PerimeterGoal's score; fail unless it is right and the board unchanged."""
    rows = reference.rowsInLetters(wire(board))
    what = f"The PerimeterGoal for {colour_name(colour)}: score"
    with calling(what, lambda: shown_board("board", board)):
        got = told(student.perimeter(wire(board), colour, rows))
    returned(
        board, got["result"], told(reference.perimeter(wire(board), colour, rows))["result"], what
    )
    unchanged(board, got["board"], what)
    return got["result"]


@check("perimeter.boards", task="part-3", marks=0.5, variants=PERIMETER)
@given(target=blob_targets)
def test_perimeter_boards(student, reference, target):
    """PerimeterGoal.score counts the unit cells of its colour on the border of the board."""
    # spec 3.9, 4
    perimeter(student, reference, *target)


def explored(student, rows, colour, visited, cells):
    """Return the sizes that undiscoveredBlobSize returned for each cell, and the marked cells afterwards."""
    with calling(
        f"undiscoveredBlobSize({cells[0][0]}, {cells[0][1]}, ...)", lambda: array(rows, visited)[0]
    ):
        got = student.undiscovered(rows, colour, visited, cells)
    if not isinstance(got, dict) or set(got) != {"sizes", "visited"}:
        fail("The answer does not have the form of an answer.", [value("got", got)])
    marked = got["visited"]
    places = {repr([i, j]) for i, row in enumerate(rows) for j in range(len(row))}
    if not isinstance(marked, list) or not places.issuperset(map(repr, marked)):
        fail("The answer does not have the form of an answer.", [value("got", got)])
    return answers(got["sizes"], len(cells)), marked


def array(rows, visited=()):
    """Return exhibits of the arguments of a search; of a large array, its numbers only."""
    if len(rows) > 16:
        return [
            text(
                "unitCells",
                f"{len(rows)} rows of {len(rows[0])} cells, of which {len(visited)} are visited",
            )
        ]
    shown = [SHOWING.rows("unitCells", rows)]
    if visited:
        shown.append(text("visited before", " ".join(f"[{i}][{j}]" for i, j in visited)))
    return shown


def sized(student, reference, rows, colour, visited, cell):
    """Fail unless a search counts the right number of cells; return its marked cells, and those of the reference."""
    (got,), marked = explored(student, rows, colour, visited, [cell])
    (want,), due = explored(reference, rows, colour, visited, [cell])
    expect(
        got,
        want,
        f"undiscoveredBlobSize({cell[0]}, {cell[1]}, ...) for the colour {colour_name(colour)} should return {want}.",
        lambda: [*array(rows, visited), value("expected", want), value("got", got)],
    )
    return marked, due


def something_found(student, colour):
    """Fail if a search counts nothing at a single cell in the middle of an array. Other checks grade the number."""
    other = (colour + 1) % 4
    rows = [[other, other, other], [other, colour, other], [other, other, other]]
    report = attempted(
        student, "undiscoveredBlobSize(1, 1, ...)", "undiscovered", rows, colour, [], [[1, 1]]
    )
    if report is None:
        return
    sizes = answers(report.get("sizes") if isinstance(report, dict) else report, 1)
    if type(sizes[0]) is not int or sizes == [0]:
        fail(
            f"undiscoveredBlobSize(1, 1, ...) for the colour {colour_name(colour)} should return 1 for the cell in the middle, "
            f"which has that colour: it is not to return {sizes[0]!r} for every cell.",
            [*array(rows), value("got", sizes[0])],
        )


@check("undiscovered.other-colour", task="part-3", marks=2)
@given(rows=draw.squares, number=draw.CELLS, shift=st.integers(1, 3))
def test_undiscovered_other_colour(student, reference, rows, number, shift):
    """undiscoveredBlobSize returns 0 for a cell of another colour."""
    # spec 3.10, 4; the control finds a method that always returns 0
    i, j = cell = draw.cell_of(rows, number)
    sized(student, reference, rows, (rows[i][j] + shift) % 4, [], cell)
    something_found(student, rows[i][j])


@check("undiscovered.lone-cell", task="part-3", marks=2)
@given(
    colour=draw.COLOURS,
    others=st.lists(st.integers(1, 3), min_size=12, max_size=12),
    row=st.integers(1, 2),
)
def test_undiscovered_lone_cell(student, colour, others, row):
    """undiscoveredBlobSize returns 1 for a cell that has no neighbour of its colour."""
    # spec 3.10, 4; inside an array of four rows and three columns, so that no solution has to handle borders
    rows = [[(colour + others[3 * i + j]) % 4 for j in range(3)] for i in range(4)]
    rows[row][1] = colour
    (got,), _marked = explored(student, rows, colour, [], [[row, 1]])
    pair = [
        [colour if [i, j] == [1, 1] else cell for j, cell in enumerate(line)]
        for i, line in enumerate(rows)
    ]
    pair = [*pair[:2], [pair[2][0], colour, pair[2][2]], pair[3]]
    (more,), _marked = explored(student, pair, colour, [], [[row, 1]])
    if more == 1:  # a control: it always returns 1
        fail(
            f"undiscoveredBlobSize({row}, 1, ...) for the colour {colour_name(colour)} should not return 1 where two cells of "
            "that colour hang together.",
            array(pair),
        )
    expect(
        got,
        1,
        f"undiscoveredBlobSize({row}, 1, ...) for the colour {colour_name(colour)} should return 1.",
        lambda: [*array(rows), value("got", got)],
    )


@check("undiscovered.group", task="part-3", marks=2)
@given(rows=draw.squares, number=draw.CELLS)
def test_undiscovered_group(student, reference, rows, number):
    """undiscoveredBlobSize counts the cells of its colour that are connected by their sides."""
    # spec 3.10, 4; away from the borders, which have their own check
    rows, cell = draw.framed(rows, draw.cell_of(rows, number))
    sized(student, reference, rows, rows[cell[0]][cell[1]], [], cell)


def blob(student, reference, board, colour):
    """Return the BlobGoal's score; fail unless it is right and the board unchanged."""
    rows, groups = reference.rowsInLetters(wire(board)), reference.groups(wire(board), colour)
    what = f"The BlobGoal for {colour_name(colour)}: score"
    with calling(what, lambda: shown_board("board", board)):
        got = told(student.blob(wire(board), colour, rows, groups))
    returned(
        board,
        got["result"],
        told(reference.blob(wire(board), colour, rows, groups))["result"],
        what,
    )
    unchanged(board, got["board"], what)
    return got["result"]


def reaches_inside(groups):
    """Return whether one of the largest *groups*, numbers in rows, has a cell that is not at the edge."""
    sizes = Counter(number for row in groups for number in row if number >= 0)
    inside = {number for row in groups[1:-1] for number in row[1:-1]}
    return any(sizes[number] == max(sizes.values()) for number in inside & {*sizes})


@check("blob.boards", task="part-3", marks=0.5, variants=BLOB)
@given(target=blob_targets)
def test_blob_boards(student, reference, target):
    """BlobGoal.score is the size of the largest blob of its colour."""
    # spec 3.11, 4; another board if the largest blob is only at the edge, which has its own check
    board, colour = target
    if not reaches_inside(reference.groups(wire(board), colour)):
        board, colour = board_of([[0, 1, 0, 0], 1, [2, 2, 1, 2], 3], 2), 0
    blob(student, reference, board, colour)
