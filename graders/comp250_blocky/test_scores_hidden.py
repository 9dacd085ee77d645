"""Part III, the hidden checks: other levels and positions, marks, walls, laws without the reference."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky.laws import columns, groups, largest_group, picture_of, turned
from graders.blocky.laws import perimeter as perimeter_of
from graders.blocky.showing import shape
from graders.blocky.strategies import board_of, boards, few_colours
from graders.comp250_blocky import strategies as draw
from graders.comp250_blocky.boards import (
    attempted,
    calling,
    colour_name,
    returned,
    shown_board,
    shown_rows,
    told,
    unchanged,
    wire,
)
from graders.comp250_blocky.java_random import JavaRandom, random_cells
from graders.comp250_blocky.test_scores import (
    BLOB,
    PERIMETER,
    array,
    blob,
    explored,
    flatten_call,
    flattened,
    perimeter,
    sized,
    something_found,
)
from graders.harness import check, expect, fail, text, value


@check("flatten.deep", task="part-3", marks=1, visibility="hidden")
@given(board=boards(3, 4, full=True))
def test_flatten_deep(student, reference, board):
    """flatten works on boards of eight or sixteen rows."""
    # spec 3.8; of unit cells alone
    flattened(student, reference, board)


def in_time(student, depth, cells):
    """Return the array of flatten; fail unless it has a row for each row of unit cells. Callers check its contents."""
    what = f"flatten() of a board of {1 << depth} rows"
    slow = "each child need be asked for its array only once, and this board takes a right solution some milliseconds"
    with calling(what, slow=slow):
        rows = told(student.flatten(wire(board_of(cells, depth)), []))["result"]
    if (
        not isinstance(rows, list)
        or len(rows) != 1 << depth
        or not all(isinstance(row, list) for row in rows)
    ):
        form = shape(rows, rows=True)
        fail(
            f"{what} has {form}, but should have {1 << depth} rows of {1 << depth} cells."
            if form
            else f"{what} is {'null' if rows is None else 'not right'}, but should be an array of {1 << depth} rows."
        )
    return rows


@check("flatten.game-depth", task="part-3", marks=1, visibility="hidden")
def test_flatten_game_depth(student):
    """flatten works on a board of the game's usual depth, and is fast enough."""
    # spec 3.8: depth 6; code that flattens parts again for each cell never ends here. Many cells must be right, because
    # the time for an arbitrary array shows nothing
    cells = draw.full_cells(6, 1)
    rows, due = in_time(student, 6, cells), picture_of(cells, 64)
    pairs = (
        (mine, want)
        for row, line in zip(rows, due, strict=True)
        for mine, want in zip(row, line, strict=False)
    )
    right = sum(mine == want for mine, want in pairs)
    if right < 0.4 * 64 * 64:
        fail(f"flatten() of a board of 64 rows: {right} of {64 * 64} cells have the right colour.")


@check("flatten.large", task="part-3", marks=1, visibility="hidden")
def test_flatten_large(student):
    """flatten of a board of 256 rows is right, and fast enough."""
    # spec 4, 6: the course scored such boards under a time limit
    cells = random_cells(JavaRandom(901931), 0, 8)
    if in_time(student, 8, cells) != picture_of(cells, 256):
        fail("flatten() of a board of 256 rows is not the right array.")


@check("flatten.unchanged", task="part-3", marks=0.5, visibility="hidden")
@given(place=draw.any_blocks)
def test_flatten_unchanged(student, place):
    """flatten does not change the board."""
    # spec 3.8; other checks grade the contents of the array, and whether flatten works on any block
    board, path = place
    what = flatten_call(board)
    with calling(what, lambda: shown_board("board", board)):
        answer = told(student.flatten(wire(board), []))
    rows = answer["result"]
    found = (
        [cell for row in rows if isinstance(row, list) for cell in row]
        if isinstance(rows, list)
        else []
    )
    if not any(type(cell) is int for cell in found):
        fail(
            f"{what} should return an array of colours.",
            [shown_board("board", board), shown_rows("got", rows)],
        )
    unchanged(board, answer["board"], what)
    what = flatten_call(board, path)
    report = attempted(student, what, "flatten", wire(board), path)
    if report is not None:
        unchanged(board, told(report)["board"], what)


@check("flatten.unit-cell", task="part-3", marks=0.5, visibility="hidden")
@given(colour=draw.COLOURS, level=st.integers(1, 3), at=draw.OFFSETS)
def test_flatten_unit_cell(student, reference, colour, level, at):
    """flatten of a unit cell is an array of one row and one column, wherever the cell lies."""
    # spec 3.8, 4
    flattened(student, reference, draw.placed(board_of(colour, 0), *at, level))


@check("flatten.level-leaf", task="part-3", marks=1, visibility="hidden")
@given(colour=draw.COLOURS, level=st.integers(1, 4), depth=st.integers(1, 4))
def test_flatten_level_leaf(student, reference, colour, level, depth):
    """The number of rows of a flattened undivided block depends only on the levels below it, not on its own."""
    # spec 3.8, 4
    flattened(student, reference, draw.placed(board_of(colour, depth), 0, 0, level))


@check("flatten.elsewhere", task="part-3", marks=1.5, visibility="hidden")
@given(board=draw.elsewhere(boards(full=True), st.just(0)))
def test_flatten_elsewhere(student, reference, board):
    """flatten of a board does not depend on where the board lies."""
    # spec 3.8, 4; boards of level 0 and of unit cells, so that neither level nor large blocks matter here
    flattened(student, reference, board)


@check("flatten.level-tree", task="part-3", marks=1.5, visibility="hidden")
@given(board=boards(full=True), level=st.integers(1, 4), number=st.integers(0, 9))
def test_flatten_level_tree(student, reference, board, level, number):
    """flatten works for a divided block that is not the whole board: on a lower level, and as part of a board."""
    # spec 3.8, 4; both lie at (0, 0), because blocks elsewhere have their own check
    flattened(student, reference, draw.placed(board, 0, 0, level))
    flattened(student, reference, board, [1] * (1 + number % board["max_depth"]))


@check("perimeter.corners", task="part-3", marks=1, visibility="hidden", variants=PERIMETER)
@given(corners=st.tuples(*[st.booleans()] * 4), colour=draw.COLOURS, depth=st.integers(1, 3))
def test_perimeter_corners(student, reference, corners, colour, depth):
    """PerimeterGoal.score counts a cell in a corner twice, also on a board of four cells."""
    # spec 3.9
    cells = []
    for corner, wanted in enumerate(corners):
        cell = colour if wanted else (colour + 1) % 4
        for _ in range(depth - 1):
            cell = [cell if index == corner else (colour + 1) % 4 for index in range(4)]
        cells.append(cell)
    perimeter(student, reference, board_of(cells, depth), colour)
    perimeter(student, reference, board_of([colour] * 4, 1), colour)


@check("perimeter.laws", task="part-3", marks=0.5, visibility="hidden", variants=PERIMETER)
@given(board=few_colours())
def test_perimeter_laws(student, reference, board):
    """PerimeterGoal.score: the colours' scores add up to the four sides, and turning the board changes none of them."""
    # spec 3.9
    total = 0
    for colour in range(4):
        what = f"The PerimeterGoal for {colour_name(colour)}: score"
        got = perimeter(student, reference, board, colour)
        returned(board, got, perimeter_of(columns(board), colour), what)
        round_ = dict(board, cells=turned(board["cells"]))
        returned(
            round_,
            perimeter(student, reference, round_, colour),
            got,
            what + " of the board, turned,",
        )
        total += got
    expect(
        total,
        4 << board["max_depth"],
        "The scores of the four colours do not make up the four sides.",
    )


@check("undiscovered.walls", task="part-3", marks=2, visibility="hidden")
@given(rows=draw.squares, bits=draw.MARKS, number=draw.CELLS)
def test_undiscovered_walls(student, reference, rows, bits, number):
    """undiscoveredBlobSize neither counts cells that were visited before nor passes through them."""
    # spec 3.10, 4
    rows, cell = draw.framed(rows, draw.cell_of(rows, number))
    visited = [other for other in draw.cells_chosen(rows, bits) if other != cell]
    sized(student, reference, rows, rows[cell[0]][cell[1]], visited, cell)


@check("undiscovered.borders", task="part-3", marks=1, visibility="hidden")
@given(colour=draw.COLOURS, side=st.integers(3, 6), corner=st.integers(0, 3))
def test_undiscovered_borders(student, reference, colour, side, corner):
    """undiscoveredBlobSize counts cells in the first and last row and column as well."""
    # spec 3.10: cells at every border, around another colour. From a corner, no cell is met whose neighbours have all been
    # visited: another check grades that
    other = [colour, *[(colour + 1) % 4] * (side - 2), colour]
    rows = [[colour] * side, *[list(other) for _ in range(side - 2)], [colour] * side]
    sized(student, reference, rows, colour, [], [corner // 2 * (side - 1), corner % 2 * (side - 1)])


@check("undiscovered.visited-start", task="part-3", marks=1, visibility="hidden")
@given(rows=draw.squares, bits=draw.MARKS, number=draw.CELLS)
def test_undiscovered_visited_start(student, reference, rows, bits, number):
    """undiscoveredBlobSize returns 0 for a cell that was visited before."""
    # spec 3.10; the control finds a method that always returns 0
    i, j = cell = draw.cell_of(rows, number)
    visited = draw.cells_chosen(rows, bits)
    sized(
        student, reference, rows, rows[i][j], visited if cell in visited else [*visited, cell], cell
    )
    something_found(student, rows[i][j])


@check("undiscovered.many-walls", task="part-3", marks=1, visibility="hidden")
def test_undiscovered_many_walls(student, reference):
    """undiscoveredBlobSize works on arrays of 64 rows, of which 30 cells have been visited before."""
    # spec 4. Three arrays of two colours, and no property, because minimising such arrays takes very long
    for seed in (9, 64, 250):
        gen = JavaRandom(seed)
        cells = random_cells(gen, 0, 6)
        rows = [[colour % 2 for colour in row] for row in picture_of(cells, 64)]
        visited = [[gen.next(6), gen.next(6)] for _ in range(30)]
        start = next([i, j] for i in range(64) for j in range(64) if [i, j] not in visited)
        sized(student, reference, rows, rows[start[0]][start[1]], visited, start)


@check("undiscovered.marks", task="part-3", marks=1, visibility="hidden")
@given(rows=draw.squares, number=draw.CELLS)
def test_undiscovered_marks(student, rows, number):
    """undiscoveredBlobSize marks every cell that it counts, and no other cell of its colour."""
    # spec 3.10: the handout leaves marks on cells of other colours open; another check grades that visited cells block
    rows, (i, j) = draw.framed(rows, draw.cell_of(rows, number))
    cell = [i, j]
    colour = rows[i][j]
    (got,), marked = explored(student, rows, colour, [], [cell])
    group = next(group for group in groups(rows, colour) if (i, j) in group)
    marked = [mark for mark in marked if rows[mark[0]][mark[1]] == colour]
    expect(
        got,
        len(group),
        f"undiscoveredBlobSize({i}, {j}, ...) for the colour {colour_name(colour)} should return {len(group)}.",
        lambda: [*array(rows), value("expected", len(group)), value("got", got)],
    )
    if sorted(marked) != sorted([row, column] for row, column in group):
        marks = [
            ["x" if [y, x] in marked else "." for x in range(len(row))]
            for y, row in enumerate(rows)
        ]
        fail(
            f"undiscoveredBlobSize({i}, {j}, ...) for the colour {colour_name(colour)} does not mark what it counts, or marks "
            "other cells of its colour.",
            [
                *array(rows),
                text("marked cells of this colour", "\n".join(" ".join(row) for row in marks)),
            ],
        )


@check("undiscovered.large", task="part-3", marks=1, visibility="hidden")
def test_undiscovered_large(student):
    """undiscoveredBlobSize counts a blob of 64 times 64 cells."""
    # spec 7.3: the recursion is prescribed, so the blob is not larger
    rows = [[2] * 64 for _ in range(64)]
    (got,), _marked = explored(student, rows, 2, [], [[63, 63]])
    expect(
        got,
        4096,
        "undiscoveredBlobSize of 64 rows of 64 cells, all of its colour, should return 4096.",
    )


@check("undiscovered.not-square", task="part-3", marks=1, visibility="hidden")
@given(rows=draw.oblongs, number=draw.CELLS)
def test_undiscovered_not_square(student, reference, rows, number):
    """undiscoveredBlobSize works on arrays with more rows than columns, or fewer."""
    # spec 3.10: a "should". A third of the real submissions confuse rows and columns, so only one mark
    rows, cell = draw.framed(rows, draw.cell_of(rows, number))
    sized(student, reference, rows, rows[cell[0]][cell[1]], [], cell)


@check("blob.absent", task="part-3", marks=0.5, visibility="hidden", variants=BLOB)
@given(board=boards(colours=3))
def test_blob_absent(student, reference, board):
    """BlobGoal.score is 0 if its colour is not on the board, and above 0 if all of the board is of its colour."""
    # spec 3.11; other checks grade the exact score
    blob(student, reference, board, 3)
    one = board_of([3, 3, 3, 3], 1)
    with calling(f"The BlobGoal for {colour_name(3)}: score", lambda: shown_board("board", one)):
        got = told(student.blob(wire(one), 3, [[2, "YY"]], [[0, 0], [0, 0]]))["result"]
    if type(got) is not int or got <= 0:
        fail(
            f"The BlobGoal for {colour_name(3)}: score of a board of this colour alone should be above 0.",
            lambda: [shown_board("board", one), value("got", got)],
        )


@check("blob.laws", task="part-3", marks=1, visibility="hidden", variants=BLOB)
@given(target=draw.inner_targets)
def test_blob_laws(student, reference, target):
    """BlobGoal.score is the size of the largest group of cells side by side; turning the board does not change it."""
    # spec 3.11
    board, colour = target
    got = blob(student, reference, board, colour)
    what = f"The BlobGoal for {colour_name(colour)}: score"
    returned(board, got, largest_group(columns(board), colour), what)
    round_ = dict(board, cells=turned(board["cells"]))
    returned(round_, blob(student, reference, round_, colour), got, what + " of the board, turned,")


@check("blob.elsewhere", task="part-3", marks=1, visibility="hidden", variants=BLOB)
@given(board=draw.big_boards, at=draw.OFFSETS, colour=draw.COLOURS)
def test_blob_elsewhere(student, reference, board, at, colour):
    """BlobGoal.score works on larger boards, wherever they lie, and for one colour after the other."""
    # spec 3.11, 4
    board = draw.placed(board, *at)
    for each in (colour, (colour + 1) % 4):
        blob(student, reference, board, each)


@check("blob.edges", task="part-3", marks=0.5, visibility="hidden", variants=BLOB)
def test_blob_edges(student, reference):
    """BlobGoal.score finds a group that lies in a single row or column at the edge of the board."""
    # spec 3.11; two cells in the middle of each edge, nowhere else
    for first, second in ((0, 1), (1, 2), (2, 3), (3, 0)):
        quarters = [[0, 1, 2, 0] for _ in range(4)]
        quarters[first][second] = quarters[second][first] = 3
        blob(student, reference, board_of(quarters, 2), 3)
