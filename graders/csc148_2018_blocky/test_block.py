"""Checks of block.py that students may run: every method, most of its rules.

Here the order of the blocks decides about moves, so that moves do not depend on ``update_block_locations``. The checks
in test_block_hidden.py grade the positions.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky import strategies as draw
from graders.blocky.board import (
    CHILDREN,
    COLOUR,
    LEVEL,
    POSITION,
    SIZE,
    broken,
    broken_at,
    cells_of,
    is_tree,
    node_at,
    replaced,
    where,
)
from graders.blocky.layout import tree
from graders.blocky.moving import pictured, turned_as_a_whole
from graders.blocky.showing import difference, on, told
from graders.csc148_2018_blocky import strategies as own
from graders.csc148_2018_blocky.showing import (
    SHOWING,
    colour_name,
    refused,
    returned,
    same_cells,
    shown_board,
    shown_tree,
    unchanged,
)
from graders.harness import check, expect, fail, text, value

ORDER = ("own", "only-block-order")
SEEDS = st.integers(0, 9999)
EVEN = st.integers(0, 40).map(lambda number: 8 * number)
SWAPS = st.sampled_from([0, 1])
TURNS = st.sampled_from([1, 3])


# The constructor.


def made(student, level, colour, inner, keywords=False):
    """Return the attributes of a new block, and the call in words."""
    what = f"Block({level}, {'None' if colour is None else colour_name(colour)}"
    what += ")" if inner is None else ", [four blocks])"
    got = told(
        student.new_block(level, colour, inner, keywords),
        *("position", "size", "level", "max_depth", "highlighted", "colour", "parent", "children"),
        *("own children", "spoilt"),
    )
    return got, what


NEW = ((0, 1, None), (1, 2, None), (2, None, [0, 1, 2, 3]), (0, None, [3, 3, 1, 0]), (3, 0, None))
"""(level, colour, colours of the children). A solution may keep or drop a colour beside children (spec 3.3)."""


@check("block.init-values", task="block", marks=1)
def test_init_values(student):
    """A new Block has the given level and colour, no parent, and no size or place yet."""
    # spec 3.3, 10-21, 10-22
    for level, colour, inner in NEW:
        for keywords in (False, True):
            got, what = made(student, level, colour, inner, keywords)
            due = {
                "level": level,
                "position": (0, 0),
                "size": 0,
                "max_depth": 0,
                "highlighted": False,
            }
            for name, number in {**due, "colour": colour}.items():
                if got[name] != number:
                    fail(f"{what}: its {name} should be {number!r}.", [value("got", got[name])])
            if got["parent"] is not True:
                there = (
                    f"it is {got['parent']}"
                    if got["parent"] == "not there"
                    else "it is another object"
                )
                fail(f"{what}: its parent should be None, but {there}.")


@check("block.init-children", task="block", marks=1)
def test_init_children(student):
    """A new Block has the given children, or an empty list of its own."""
    # spec 3.3, 10-19; the caller's list or a copy of it, both are right
    for level, colour, inner in NEW:
        got, what = made(student, level, colour, inner)
        due = 0 if inner is None else 4
        expect(got["children"], due, f"{what}: its children should be a list of {due}.")
        expect(
            got["own children"],
            True,
            f"{what}: its children should be the given ones, in their order.",
        )
        if inner is None:
            expect(
                got.get("shares a list"),
                False,
                f"{what}: two new blocks use one and the same list of children.",
            )


# Rectangles.


def same_rectangles(student, reference, board, path, highlighted, of_tuples=False):
    """Fail unless the rectangles of the block at *path* are the right ones, in any order, and the board is unchanged.

    of_tuples: they must contain no lists.
    """
    what = f"rectangles_to_draw() of {on(path)}"
    if highlighted:
        what += f" with {' and '.join(on(lit) for lit in highlighted)} highlighted"
    whole = tree(board)
    answer = told(student.rectangles(whole, path, highlighted), "result", "board")
    got, want = answer["result"], reference.rectangles(whole, path, highlighted)["result"]
    shown = [
        shown_board("board", board),
        SHOWING.squares("expected", want),
        SHOWING.squares("got", got),
    ]
    if isinstance(got, list | tuple) and not of_tuples:
        got = [tupled(item) for item in got]
    if not isinstance(got, list | tuple) or any(not is_rectangle(item) for item in got):
        fail(
            f"{what} should be a list of tuples (colour, (x, y), (width, height), line), all of it tuples.",
            shown,
        )
    if len(got) != len(want):
        fail(f"{what} should have {len(want)} items, not {len(got)}.", shown)
    rest = list(want)
    for item in got:
        if item not in rest:
            fail(f"{what}: an item is wrong, or is there too often (their order is free).", shown)
        rest.remove(item)
    unchanged(board, answer["board"], what)


def tupled(item):
    """Return *item* with all lists converted to tuples."""
    return tuple(map(tupled, item)) if isinstance(item, list | tuple) else item


def is_rectangle(item):
    """Return whether *item* has the form of a rectangle."""
    return (
        isinstance(item, tuple)
        and len(item) == 4
        and isinstance(item[1], tuple)
        and isinstance(item[2], tuple)
    )


@check("block.rectangles-leaf", task="block", marks=1)
@given(place=own.leaf_places)
def test_rectangles_leaf(student, reference, place):
    """rectangles_to_draw of a leaf gives one filled rectangle and one frame, as tuples."""
    # spec 3.3; lists instead of tuples lose only these marks
    same_rectangles(student, reference, *place, [], of_tuples=True)


@check("block.rectangles-tree", task="block", marks=1.5)
@given(place=draw.divided_places | draw.chain_roots(5))
def test_rectangles_tree(student, reference, place):
    """rectangles_to_draw of a divided block gives the rectangles of its leaves, and does not change the board."""
    # spec 3.3, 10-25
    same_rectangles(student, reference, *place, [])


# Swapping and turning.


def ordered(student, reference, method, place, direction):
    """Fail unless a move puts the quarters of a block in order: by the order of lists, or by positions.

    Another check grades that both orders agree.
    """
    board, path = place
    whole = tree(board)
    want = getattr(reference, method)(whole, path, direction, None)
    got = told(getattr(student, method)(whole, path, direction, None), "result", "board")
    if pictured(got["board"]) == cells_of(want["board"]):
        got = dict(got, board=want["board"])
    same_cells(board, got, want, f"{method}({direction}) on {on(path)}")


@check("block.swap-sideways", task="block", marks=1, variants=ORDER)
@given(place=draw.flat_blocks)
def test_swap_sideways(student, reference, place):
    """swap(0) exchanges the left and the right half of a block."""
    # spec 3.3, 10-11
    ordered(student, reference, "swap", place, 0)


@check("block.swap-upside-down", task="block", marks=1, variants=ORDER)
@given(place=draw.flat_blocks)
def test_swap_upside_down(student, reference, place):
    """swap(1) exchanges the upper and the lower half of a block."""
    # spec 3.3, 10-10, 10-11
    ordered(student, reference, "swap", place, 1)


@check("block.swap-leaf", task="block", marks=0.5, variants=ORDER)
@given(place=own.leaf_places, direction=SWAPS)
def test_swap_leaf(student, place, direction):
    """swap does not change a block without children, and the blocks beside it can still be swapped."""
    # spec 3.3; the second move finds a swap that never changes anything
    board, path = place
    what = f"swap({direction}) on {on(path)}, which has no children,"
    stays(student, board, ["swap", path, direction], what)


@check("block.rotate-clockwise", task="block", marks=1, variants=ORDER)
@given(place=draw.flat_blocks)
def test_rotate_clockwise(student, reference, place):
    """rotate(1) turns four undivided children clockwise."""
    # spec 3.3, 10-9
    ordered(student, reference, "rotate", place, 1)


@check("block.rotate-counter-clockwise", task="block", marks=1, variants=ORDER)
@given(place=draw.flat_blocks)
def test_rotate_counter_clockwise(student, reference, place):
    """rotate(3) turns four undivided children counter-clockwise."""
    # spec 3.3, 10-9
    ordered(student, reference, "rotate", place, 3)


@check("block.rotate-deep", task="block", marks=2, variants=ORDER)
@given(place=own.deep_places | draw.chain_roots(5), direction=TURNS)
def test_rotate_deep(student, place, direction):
    """rotate also turns the inside of the children, so that the picture turns as a whole."""
    # spec 3.3, 10-8; other checks grade the direction
    board, path = place
    got = told(student.rotate(tree(board), path, direction, None), "board")["board"]
    what = f"rotate({direction}) on {on(path)}"
    turned_as_a_whole(SHOWING, board, path, got, what, clockwise=direction == 1)


@check("block.rotate-leaf", task="block", marks=0.5, variants=ORDER)
@given(place=own.leaf_places, direction=TURNS)
def test_rotate_leaf(student, place, direction):
    """rotate does not change a block without children, and the blocks beside it can still be turned."""
    # spec 3.3; the second move finds a rotation that never changes anything
    board, path = place
    what = f"rotate({direction}) on {on(path)}, which has no children,"
    stays(student, board, ["rotate", path, direction], what)


def stays(student, board, step, what):
    """Fail unless the move *step* on a leaf keeps the order of the board, and some move on QUARTERS changes that one.

    Such a change may be one of the positions alone, because other checks grade that both agree.
    """
    method, _path, _direction = step
    answers = student.moves(tree(board), [step], None)
    got = cells_after(answers, 1)[0]
    if got != board["cells"]:
        shown = told(answers[0], "board")["board"]
        fail(
            f"{what} changes the board.",
            [shown_board("board before", board), shown_tree("got", shown)],
        )
    quarters = draw.QUARTERS
    for direction in DIRECTIONS[method]:
        answers = student.moves(tree(quarters), [[method, [], direction]], None)
        if cells_after(answers, 1) != [quarters["cells"]] or answers[0]["board"] != tree(quarters):
            return
    fail(f"{method} never changes anything.", [shown_board("a board", quarters)])


DIRECTIONS = {"swap": (0, 1), "rotate": (1, 3)}


def cells_after(answers, number):
    """Return the cells after each of *number* moves; fail unless the answers have the right form."""
    if not isinstance(answers, list) or len(answers) != number:
        fail("The answer does not have the form of an answer.", [value("got", answers)])
    return [cells_of(told(answer, "board")["board"]) for answer in answers]


# Places.


def unplaced(node):
    """Return a tree whose blocks have no positions: a board that was built, but never located."""
    return [(0, 0), 0, *node[COLOUR:CHILDREN], [unplaced(child) for child in node[CHILDREN]]]


def updated(student, board, path, top_left):
    """Return the block at *path* after ``update_block_locations`` on it, its size, and the call in words."""
    size = board["size"] >> len(path)
    what = f"update_block_locations({top_left}, {size}) on {on(path)}"
    got = told(student.update(unplaced(tree(board)), path, top_left, size), "board")["board"]
    node = got
    for index in path:
        node = node[CHILDREN][index] if is_tree(node) and node[CHILDREN] else None
    if not is_tree(node):
        fail(f"{what}: there is {broken(got) or 'a block missing'}.", [shown_board("board", board)])
    return node, size, what


@check("block.update-own", task="block", marks=1)
@given(place=own.any_places, top_left=st.tuples(EVEN, EVEN))
def test_update_own(student, place, top_left):
    """update_block_locations gives the block itself its position and size, whether it is a leaf or divided."""
    # spec 3.3, 10-4
    board, path = place
    node, size, what = updated(student, board, path, top_left)
    for name, index, due in (("position", POSITION, top_left), ("size", SIZE, size)):
        expect(node[index], due, f"{what}: its own {name} should be {due}.")


@check("block.update-below", task="block", marks=2.5)
@given(place=draw.divided_places | draw.chain_roots(5), top_left=st.tuples(EVEN, EVEN))
def test_update_below(student, reference, place, top_left):
    """update_block_locations places all blocks inside the block, quarter by quarter."""
    # spec 3.1, 3.3; update-own grades the block itself
    board, path = place
    node, size, what = updated(student, board, path, top_left)
    want = node_at(reference.update(unplaced(tree(board)), path, top_left, size)["board"], path)
    for index, child in enumerate(want[CHILDREN]):
        same_places(
            board, node[CHILDREN][index] if node[CHILDREN] else None, child, [*path, index], what
        )


def same_places(board, got, want, path, what):
    """Fail unless the blocks of a tree have the right positions and sizes."""
    if not is_tree(got) or len(got[CHILDREN]) != len(want[CHILDREN]):
        fail(f"{what} changes the board.", [shown_board("board", board)])
    for name, index in (("position", POSITION), ("size", SIZE)):
        if got[index] != want[index]:
            fail(
                f"{what}: the {where(path)} has the {name} {got[index]!r}, not {want[index]!r}.",
                [shown_board("board", board)],
            )
    for index, child in enumerate(want[CHILDREN]):
        same_places(board, got[CHILDREN][index], child, [*path, index], what)


SPOTS = st.tuples(st.integers(0, 99), st.integers(0, 99))


def finds(student, board, spot, level, due):
    """Fail unless ``get_selected_block`` finds the block at the path *due*."""
    got = student.selected(tree(board), spot, level)
    if got == due:
        return
    fail(
        f"get_selected_block({spot}, {level}) should return the {where(due)} (level {len(due)}).",
        lambda: [
            shown_board("board", board),
            shown_block(got),
        ],
    )


def shown_block(got):
    """Return an exhibit of a result of ``get_selected_block``: its place in words, or the driver's text."""
    is_path = isinstance(got, list) and all(type(index) is int and 0 <= index < 4 for index in got)
    return text("got", on(got) if is_path else str(got))


@check("block.selected-levels", task="block", marks=1)
@given(place=draw.leaf_places | draw.chain_ends(5), level=st.integers(0, 5), spot=SPOTS)
def test_selected_levels(student, place, level, spot):
    """get_selected_block returns the board's own block at a place, at the requested level."""
    # spec 3.3; only points inside blocks, because a line between two may belong to either (spec 9.2)
    board, path = place
    level %= len(path) + 1
    finds(student, board, draw.inner_spot(board, path, spot), level, path[:level])


@check("block.selected-leaf", task="block", marks=1)
@given(place=draw.big_leaf_places, deeper=st.integers(1, 3), spot=SPOTS)
def test_selected_leaf(student, place, deeper, spot):
    """get_selected_block returns the leaf at a place if the requested level is deeper."""
    # spec 3.3, 10-24
    board, path = place
    finds(
        student,
        board,
        draw.inner_spot(board, path, spot),
        min(len(path) + deeper, board["max_depth"]),
        path,
    )


# Flattening.


def grid_text(grid):
    """Return a grid of columns as text: rows from top to bottom."""
    if not isinstance(grid, list) or any(not isinstance(column, list) for column in grid):
        return repr(grid)
    if len({len(column) for column in grid}) > 1:
        return repr(grid)
    return "\n".join(" ".join(str(cell) for cell in row) for row in zip(*grid, strict=True))


def same_grid(student, reference, board, path, whole=None):
    """Fail unless flattening the block at *path* returns the right grid, and leaves the board unchanged."""
    what = f"flatten() of {on(path)}"
    before = tree(board) if whole is None else whole
    answer = told(student.flatten(before, path), "result", "board")
    want = reference.flatten(before, path)["result"]
    if answer["result"] != want:
        wrong, grids = SHOWING.wrong_grid(want, answer["result"])
        fail(
            f"{what} {wrong}",
            lambda: [
                shown_board("board", board),
                value("size of the board in pixels", before[SIZE]),
                value("its max_depth", board["max_depth"]),
                *grids,
            ],
        )
    if answer["board"] != before:
        fail(f"{what} changes the board.", [shown_board("board before", board)])


@check("block.flatten-cells", task="block", marks=1.5)
@given(board=draw.boards(deepest=2, full=True))
def test_flatten_cells(student, reference, board):
    """flatten of a board of unit cells is a list of its columns, each from top to bottom."""
    # spec 3.3, 10-5, 10-7
    same_grid(student, reference, board, [])


@check("block.flatten-levels", task="block", marks=1.5)
@given(board=draw.boards(2) | draw.chains(4))
def test_flatten_levels(student, reference, board):
    """flatten handles blocks of different levels side by side: a larger block fills several cells."""
    # spec 3.3, 9.6. flatten-cells grades the columns and rows, so a program that exchanges them on a board of unit cells
    # may do so here. Deeper boards, and deep boards of unit cells, take a right but slow program too long
    shallow = board if board["max_depth"] <= 3 else draw.QUARTERS
    in_cells = dict(shallow, cells=divided_down(shallow["cells"], shallow["max_depth"]))
    grids = [told(student.flatten(tree(one), []), "result")["result"] for one in (board, in_cells)]
    columns, columns_in_cells = (
        reference.flatten(tree(one), [])["result"] for one in (board, shallow)
    )
    due = (
        exchanged(columns)
        if grids[1] == exchanged(columns_in_cells) != columns_in_cells
        else columns
    )
    same_levels(board, grids[0], due)


def same_levels(board, got, due):
    """Fail unless the grid of the whole board is the right one."""
    if got != due:
        wrong, grids = SHOWING.wrong_grid(due, got)
        fail(
            f"flatten() of the board {wrong}",
            [
                shown_board("board", board),
                value("its max_depth", board["max_depth"]),
                *grids,
            ],
        )


def exchanged(columns):
    """Return the rows of a grid that is given by columns, and the other way round."""
    return [list(row) for row in zip(*columns, strict=True)]


def divided_down(cells, levels):
    """Return the same picture with all leaves *levels* levels below."""
    if not levels:
        return cells
    return [
        divided_down(cell, levels - 1)
        for cell in (cells if isinstance(cells, list) else [cells] * 4)
    ]


# Chance.


KINDS = ((0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (2, 2), (0, 0), (1, 1))
"""(level, max_depth) of random blocks."""


def by_chance(student, level, max_depth, seed, draw_always=None):
    """Return the tree that ``random_init`` makes, and the call in words; fail if it makes no tree."""
    what = f"random_init({level}, {max_depth})"
    got = told(student.random_block(level, max_depth, seed, draw_always, False, None), "board")[
        "board"
    ]
    if not is_tree(got):
        fail(f"{what}: there is {broken(got)}.")
    return got, what


def nodes(node):
    """Return all blocks of a tree."""
    return [node, *(below for child in node[CHILDREN] for below in nodes(child))]


@check("block.random-shape", task="block", marks=1.5)
def test_random_shape(student):
    """random_init makes a block of the given level; levels inside it rise by one each, up to max_depth."""
    # spec 3.4, 10-17, 10-19; random-chance grades how often it divides
    divided = 0
    for level, max_depth in KINDS:
        for seed in range(6):
            got, what = by_chance(student, level, max_depth, seed)
            expect(got[LEVEL], level, f"{what} makes a block of another level.")
            for node in nodes(got):
                for child in node[CHILDREN]:
                    expect(
                        child[LEVEL],
                        node[LEVEL] + 1,
                        f"{what}: a block in a block of level {node[LEVEL]}.",
                    )
                if node[CHILDREN] and not node[LEVEL] < max_depth:
                    fail(f"{what} divides a block of level {node[LEVEL]}.")
            divided += bool(got[CHILDREN])
    if not divided:
        fail("random_init never divides a block.")


@check("block.random-colours", task="block", marks=1)
def test_random_colours(student):
    """random_init gives each leaf a random colour out of COLOUR_LIST."""
    # spec 3.4
    seen = []
    for seed in range(20):
        got, what = by_chance(student, 0, 2, seed)
        leaves = [node for node in nodes(got) if not node[CHILDREN]]
        for leaf in leaves:
            if type(leaf[COLOUR]) is not int:
                shown = SHOWING.coloured("colour", leaf[COLOUR])
                fail(f"{what} makes a leaf whose colour is not in COLOUR_LIST.", [shown])
        seen += [leaf[COLOUR] for leaf in leaves]
    if set(seen) != {0, 1, 2, 3}:
        names = [colour_name(colour) for colour in sorted(set(seen))]
        fail(
            f"random_init(0, 2) uses {len(names)} of four colours for {len(seen)} leaves.",
            [value("colours", names)],
        )


# Smashing.


def smashed(student, board, path, seed, draw_always=None, reference=None, strict=True):
    """Return the smashed block, the answer, and the call in words; fail if anything else on the board has changed.

    reference: makes blocks for a sound ``random_init``, in the variants that have one. strict: fail if any part is
    broken; otherwise, the block must only exist, and its parts may be broken.
    """
    depth = board["max_depth"]
    what = f"smash() on {on(path)} (level {len(path)} of {depth})"
    before = tree(board)
    helpers = [None, None]
    if reference is not None:
        seeds = [seed, seed + 1, seed + 2] if draw_always is None else [seed]
        made = reference.random_blocks(depth, seeds, draw_always)
        deep_enough = [
            entry for entry in made if entry[0] >= len(path)
        ]  # only the block itself changes
        helpers = [reference.places(depth, board["size"]), deep_enough]
    answer = told(
        student.smash(before, path, seed, draw_always, *helpers), "result", "board", "parents"
    )
    node = got = answer["board"]
    if strict and not is_tree(got):
        fail(f"{what}: there is {broken(got)}.", [shown_board("board before", board)])
    for index in path:
        if not is_whole(node) or len(node[CHILDREN]) != 4:
            fail(
                f"{what} changes other blocks.",
                [shown_board("board before", board), shown_tree("got", got)],
            )
        node = node[CHILDREN][index]
    if not is_whole(node):
        fail(
            f"{what}: there is {broken_at(node, tuple(path))}.",
            [shown_board("board before", board)],
        )
    rest = replaced(got, path, node_at(before, path))
    if strict and rest != before:
        fail(
            f"{what} changes other blocks: {difference(rest, before)}",
            [shown_board("board before", board)],
        )
    return node, answer, what


def is_whole(node):
    """Return whether a block was reported with a list of children."""
    return isinstance(node, list) and len(node) == 6 and isinstance(node[CHILDREN], list)


FEW_SEEDS = st.integers(0, 7)
"""Few seeds, because each needs an answer of the reference."""


@check("block.smash-divides", task="block", marks=2, variants=ORDER)
@given(place=own.smashable_places, seed=FEW_SEEDS)
def test_smash_divides(student, reference, place, seed):
    """smash always gives a block four new children, for any random numbers, and returns True."""
    # spec 3.3, 10-12, 10-14
    board, path = place
    changed = False
    for number in range(3):
        node, answer, what = smashed(student, board, path, seed + number, None, reference)
        returned(board, answer["result"], True, what)
        if not node[CHILDREN]:
            fail(f"{what} leaves it undivided.", [shown_board("board before", board)])
        changed = changed or [cells_of(child) for child in node[CHILDREN]] != cells_at_path(
            board, path
        )
    if not changed:
        fail(
            f"{what} leaves its children unchanged in each of three calls.",
            [shown_board("board before", board)],
        )


def cells_at_path(board, path):
    """Return the cells of the block at *path*."""
    return cells_of(node_at(tree(board), path))


@check("block.smash-refuses", task="block", marks=1, variants=ORDER)
@given(place=own.unsmashable_places, seed=FEW_SEEDS)
def test_smash_refuses(student, reference, place, seed):
    """smash of the whole board or a unit cell changes nothing and returns False."""
    # spec 3.3, 10-15
    board, path = place
    refused(
        board,
        student.smash(tree(board), path, seed, None, None, None),
        f"smash() on {on(path)}{', a unit cell,' if path else ''}",
    )
    other = draw.board_of([0, 1, 2, 3], 2)
    helpers = reference.places(2, other["size"]), reference.random_blocks(2, [seed], None)
    got = told(student.smash(tree(other), [0], seed, None, *helpers), "result", "board")
    if got["result"] is False and got["board"] == tree(other):
        fail(
            "smash() refuses every block, also one that can be divided.",
            [shown_board("a board", other)],
        )
