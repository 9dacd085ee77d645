"""Part II, the hidden checks: finer rules of selecting, whole trees, positions of blocks, laws."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky.board import (
    CHILDREN,
    COLOUR,
    cells_at,
    cells_of,
    is_tree,
    node_at,
    paths,
)
from graders.blocky.laws import leaves, picture_of, turned_picture, with_cells
from graders.blocky.showing import difference, fault, on
from graders.blocky.showing import told as answered
from graders.blocky.strategies import (
    board_of,
    boards,
    corner_spot,
    deep_places,
    divided_places,
    flat_blocks,
    inner_spot,
)
from graders.comp250_blocky import strategies as draw
from graders.comp250_blocky.boards import (
    answers,
    attempted,
    blanked,
    calling,
    compared,
    first_odd,
    in_place,
    origin,
    same_cells,
    shown_board,
    shown_tree,
    shown_value,
    told,
    tree_of,
    unchanged,
    wire,
)
from graders.comp250_blocky.test_moving import (
    ORDER,
    SHIFTS,
    SMASH_ASKS,
    SOUND_SMASH,
    SPOTS,
    call_of,
    finds,
    higher,
    level_accepted,
    level_refused,
    moved,
    refuses,
    reordered,
    selected,
    selected_or_raised,
    shown_place,
    smashed,
)
from graders.harness import check, fail, text

SOUND = ("own", "sound-places")
PLACED = ("placed",)
SMASHABLE = board_of([[0, 1, 2, 3], 1, 2, 3], 2)
"""A board of which a divided block and a leaf can be smashed."""
SELECTIONS = 200_000
"""Number of selections in the check of speed."""


@check("select.outside", task="part-2", marks=1, visibility="hidden")
@given(
    board=draw.elsewhere(boards()),
    beyond=st.integers(1, 50),
    along=st.integers(0, 200),
    level=draw.LEVELS,
)
def test_select_outside(student, board, beyond, along, level):
    """getSelectedBlock returns null for a point that is not in the block, wherever the block lies."""
    # spec 3.4-2, 4; without points on the far edges, which have their own check; with a control
    x, y = origin(board)
    size = board["size"]
    beside, below = x + along % size, y + along % size
    level = board["level"] + level % (board["max_depth"] + 1)
    outside = [(x - beyond, below), (beside, y - beyond), (x - beyond, y - beyond)]
    outside += [(x + size + beyond, below), (beside, y + size + beyond)]
    for point, got in zip(outside, selected(student, board, [], outside, level), strict=True):
        if got is not None:
            fail(
                f"{call_of(point, level)} should return null, for a board that goes from {(x, y)} "
                f"to {(x + size, y + size)}.",
                lambda got=got: [shown_board("board", board), shown_place(got)],
            )
    if selected_or_raised(student, board, [], (beside, below), board["level"]) is None:
        fail(
            f"{call_of((beside, below), board['level'])} should not return null, for a board that goes from {(x, y)} "
            f"to {(x + size, y + size)}.",
            lambda: [shown_board("board", board)],
        )


@check("select.whole", task="part-2", marks=0.5, visibility="hidden")
@given(board=draw.elsewhere(boards()), index=st.integers(0, 3), spot=SPOTS)
def test_select_whole(student, board, index, spot):
    """getSelectedBlock finds the block itself, and its child, wherever the block lies and on any level."""
    # spec 3.4-3, 4
    (x, y), (right, down) = origin(board), inner_spot(board, [], spot)
    finds(student, board, (x + right, y + down), board["level"], [])
    finds(student, board, (x, y), board["level"], [])
    below = selected_or_raised(student, board, [], (x + right, y + down), board["level"] + 1)
    if below == []:  # a control: it is not always the block itself
        fail(
            f"{call_of((x + right, y + down), board['level'] + 1)} should not return the block itself, which is divided.",
            lambda: [shown_board("board", board)],
        )
    at_origin = dict(board, x=0, y=0)
    point, level = inner_spot(at_origin, [index], spot), board["level"] + 1
    if selected_or_raised(student, at_origin, [], point, level) == [
        index
    ]:  # else another check grades this
        finds(student, board, (x + point[0], y + point[1]), level, [index])


@check("select.levels", task="part-2", marks=0.5, visibility="hidden")
@given(place=divided_places, spot=SPOTS)
def test_select_levels(student, place, spot):
    """getSelectedBlock works on a block that is part of a board; levels above its own are refused."""
    # spec 3.4-1; other checks grade its results on deeper levels
    board, path = place
    point = inner_spot(board, path, spot)
    finds(student, board, point, len(path), path, path)
    for level in range(len(path)):
        level_refused(student, board, point, level, path)


@check("select.level-first", task="part-2", marks=0.5, visibility="hidden")
@given(board=boards(), beyond=st.integers(1, 5), along=st.integers(0, 200))
def test_select_level_first(student, board, beyond, along):
    """getSelectedBlock refuses a level that does not exist, even if the point is not in the block."""
    # spec 3.4-1: the level comes first. Another check grades a level that is accepted for a point inside
    size = board["size"]
    inside = size // 2 - 1, size // 2 - 1
    bad = [
        level
        for level in (-beyond, board["max_depth"] + beyond)
        if refuses(student, board, inside, level)
    ]
    if not bad:
        level_refused(student, board, inside, -beyond)
    for point in ((size + 50, along % size), (along % size, -50)):
        for level in bad:
            level_refused(student, board, point, level)
    level_accepted(student, board, inside, 0)


@check("select.leaf", task="part-2", marks=1, visibility="hidden")
@given(place=draw.large_leaves, spot=SPOTS)
def test_select_leaf(student, place, spot):
    """getSelectedBlock returns the block that is not divided, if the wanted level lies below it."""
    # spec 3.4-3
    board, path = place
    lone = board_of(0, 2)
    for level in range(len(path), board["max_depth"] + 1):
        finds(student, board, inner_spot(board, path, spot), level, path)
    finds(student, lone, inner_spot(lone, [], spot), 1, [])


@check("select.every-pixel", task="part-2", marks=0.5, visibility="hidden")
@given(board=boards(1, 1), level=st.integers(0, 1))
def test_select_every_pixel(student, board, level):
    """getSelectedBlock finds a block of the wanted level for every pixel: one that contains or touches it."""
    # spec 3.4: other checks grade points on midlines, and levels below a leaf
    points = [(x, y) for x in range(board["size"]) for y in range(board["size"])]
    here = [path for path in paths(board["cells"]) if len(path) == level]
    for point, found in zip(points, selected(student, board, [], points, level), strict=True):
        good = found in here
        if good:
            left, top = corner_spot(board, found)
            size = board["size"] >> level
            good = left <= point[0] <= left + size and top <= point[1] <= top + size
        if not good:
            fail(
                f"{call_of(point, level)} does not return a block with that point, on a board of "
                f"{board['size']} pixels.",
                lambda found=found: [shown_board("board", board), shown_place(found)],
            )


@check("select.edges", task="part-2", marks=0.5, visibility="hidden")
@given(board=boards(full=True), index=st.integers(0, 3))
def test_select_edges(student, board, index):
    """A point between two blocks belongs to the right or lower one; a point on the far edge belongs to none."""
    # spec 3.4: a "should", and half of the real submissions differ. Another check grades points that are further
    # outside
    size = board["size"]
    finds(student, board, corner_spot(board, [index]), 1, [index])
    beyond = selected(student, board, [], [(size + 9, 1), (1, size + 9)], 0)
    if beyond != [None, None]:
        return
    for point in ((size, 0), (0, size), (size, size - 1)):
        (found,) = selected(student, board, [], [point], 0)
        if found is not None:
            fail(
                f"{call_of(point, 0)} should return null, on a board of {size} pixels.",
                lambda found=found: [shown_board("board", board), shown_place(found)],
            )


def chain(levels):
    """Return a board whose lower right block is divided on each level, and *levels* times below the first one."""
    cells = [0, 1, 2, 3]
    for _ in range(levels):
        cells = [0, 1, 2, cells]
    return board_of(cells, levels + 1)


@check("select.height", task="part-2", marks=1, visibility="hidden")
def test_select_height(student):
    """getSelectedBlock finds blocks in time in proportion to the board's height: it searches only those with the point."""
    # spec 3.4: the handout requires O(h). What counts is how the time grows from a board of depth 2, not how long a call
    # takes: by the height, it is up to three or four times as long; for a search of all cells, or with two calls on each
    # level, thirty times and more. Other checks grade which block is right, so no point is at the edge of a cell.
    most = 12
    for small, large, points in (
        (
            dict(chain(1), size=12),
            dict(chain(7), size=768),
            [[766, 766], [763, 766], [766, 763], [763, 763]],
        ),
        (
            {"size": 16, "max_depth": 2, "cells": draw.full_cells(2)},
            {"size": 512, "max_depth": 7, "cells": draw.full_cells(7)},
            [[1, 1], [510, 9], [302, 333], [77, 501]],
        ),
    ):
        shift = (large["size"] // small["size"]).bit_length() - 1
        few = [[x >> shift, y >> shift] for x, y in points]
        depth = large["max_depth"]
        what = f"getSelectedBlock(..., {depth}) on a board of depth {depth}, {large['size']} pixels wide"
        slow = "only the child with the point may be searched, and only once"
        with calling(what, slow=slow):
            report = student.selectGrowth(wire(small), few, wire(large), points, most, SELECTIONS)
        answer = answered(report, "result", "grows")
        found = answers(answer["result"], len(points))
        unit = large["size"] >> depth
        due = [[x // unit * unit, y // unit * unit, unit, depth] for x, y in points]
        if not any(got == want for got, want in zip(found, due, strict=True)):
            fail(
                f"{what}: not one of {len(points)} calls finds the unit cell in which the point lies.",
                [text("points", str(points)), text("got", str(found).replace("None", "null"))],
            )
        if answer["grows"] is not False:
            fail(
                f"{what} takes more than {most} times as long as on a board of depth 2. In proportion to the height, it "
                "would take about three times as long: on each level, only the child with the point may be searched, and "
                "only once.",
            )


@check("reflect.deep", task="part-2", marks=1.5, visibility="hidden", variants=ORDER)
@given(place=deep_places | draw.game_chain_roots, direction=draw.DIRECTIONS)
def test_reflect_deep(student, reference, place, direction):
    """reflect also mirrors the inside of the children, on all levels."""
    # spec 3.5
    reordered(student, reference, place[0], "reflect", place[1], direction)


@check("rotate.deep", task="part-2", marks=1.5, visibility="hidden", variants=ORDER)
@given(place=deep_places | draw.game_chain_roots, direction=draw.DIRECTIONS)
def test_rotate_deep(student, reference, place, direction):
    """rotate also turns the inside of the children, on all levels."""
    # spec 3.6
    reordered(student, reference, place[0], "rotate", place[1], direction)


def quarters_placed(student, method, board, path, direction):
    """Fail unless every block has its right position after a move, and the quarters have changed places.

    Other checks grade the order of blocks inside the quarters, and a divided block that has a colour.
    """
    tree, what = moved(student, board, method, path, direction)
    tree = blanked(tree)
    in_place(board, tree, what)
    old, new = cells_at(board, path), cells_of(node_at(tree, path))
    right = isinstance(new, list) and all(
        leaves(cell) == leaves(old[before])
        for cell, before in zip(new, SHIFTS[method, direction], strict=True)
    )
    if not right:
        fail(
            f"{what} does not put the quarters where they belong.",
            lambda: [shown_board("board before", board), shown_tree("got", tree)],
        )


@check("reflect.places", task="part-2", marks=1.5, visibility="hidden", variants=SOUND, asks=PLACED)
@given(place=divided_places, at=draw.OFFSETS, unit=draw.UNITS, direction=draw.DIRECTIONS)
def test_reflect_places(student, place, at, unit, direction):
    """After reflect, every block on every level has the right size and place."""
    # spec 3.5
    quarters_placed(
        student, "reflect", draw.with_units(draw.placed(place[0], *at), unit), place[1], direction
    )


@check("rotate.places", task="part-2", marks=1.5, visibility="hidden", variants=SOUND, asks=PLACED)
@given(place=divided_places, at=draw.OFFSETS, unit=draw.UNITS, direction=draw.DIRECTIONS)
def test_rotate_places(student, place, at, unit, direction):
    """After rotate, every block on every level has the right size and place."""
    # spec 3.6
    quarters_placed(
        student, "rotate", draw.with_units(draw.placed(place[0], *at), unit), place[1], direction
    )


def after_each(student, board, steps):
    """Return the tree after each of several moves; fail if one of them was refused."""
    found = []
    with calling(
        f"{steps[0][0]} on {on(steps[0][1])}, several times",
        lambda: shown_board("board before", board),
    ):
        told_of = answers(student.moves(wire(board), steps), len(steps))
    for answer, (method, path, direction) in zip(told_of, steps, strict=True):
        answer = told(answer)
        if answer["result"] is not None:
            fail(f"{method}({direction}) on {on(path)} should not throw an exception.")
        found.append(answer["board"])
    return found


def left_as_it_is(student, method, board, path, direction):
    """Fail unless a move of an undivided block leaves the whole board unchanged."""
    tree, what = moved(student, board, method, path, direction)
    unchanged(board, tree, f"{what}, which is not divided,")


@check("reflect.laws", task="part-2", marks=1, visibility="hidden", variants=SOUND, asks=PLACED)
@given(place=flat_blocks, leaf=draw.leaves, direction=draw.DIRECTIONS)
def test_reflect_laws(student, place, leaf, direction):
    """reflect mirrors the picture, a second reflect restores it, and an undivided block does not change."""
    # spec 3.5; without the reference. Another check grades what is inside the children
    left_as_it_is(student, "reflect", *leaf, direction)
    board, path = place
    what = f"reflect({direction}) on {on(path)}"
    once, twice = after_each(student, board, [["reflect", path, direction]] * 2)
    same_cells(board, twice, board["cells"], f"{what}, done twice, does not restore the board")
    side = 1 << board["max_depth"] - len(path)
    rows = picture_of(cells_at(board, path), side)
    mirrored = rows[::-1] if direction == 0 else [row[::-1] for row in rows]
    if not is_tree(once) or picture_of(cells_of(node_at(once, path)), side) != mirrored:
        fail(
            f"{what} does not mirror the picture.",
            lambda: [shown_board("board before", board), shown_tree("got", once)],
        )


@check("rotate.laws", task="part-2", marks=1, visibility="hidden", variants=SOUND, asks=PLACED)
@given(place=flat_blocks, leaf=draw.leaves, direction=draw.DIRECTIONS)
def test_rotate_laws(student, place, leaf, direction):
    """rotate turns the picture, four turns restore it, and an undivided block does not change."""
    # spec 3.6, 4; without the reference. Another check grades what is inside the children
    left_as_it_is(student, "rotate", *leaf, direction)
    board, path = place
    what = f"rotate({direction}) on {on(path)}"
    trees = after_each(
        student, board, [["rotate", path, direction]] * 4 + [["rotate", path, 1 - direction]]
    )
    same_cells(
        board, trees[3], board["cells"], f"{what}, done four times, does not restore the board"
    )
    side = 1 << board["max_depth"] - len(path)
    old = cells_at(board, path)
    for tree, clockwise in ((trees[0], direction == 1), (trees[4], direction == 0)):
        due = turned_picture(picture_of(old, side), clockwise)
        if not is_tree(tree) or picture_of(cells_of(node_at(tree, path)), side) != due:
            fail(
                f"{what} does not turn the picture by a quarter, or turning back does not.",
                lambda tree=tree: [shown_board("board before", board), shown_tree("got", tree)],
            )


def smashes_some_block(student, seed):
    """Fail if smash neither returns true nor changes the board, for a divided block and for a leaf of level 1 of 3."""
    board, _path = higher((SMASHABLE, []))
    results = []
    for path in ([0], [1]):
        report = attempted(student, f"smash() on {on(path)}", "smash", wire(board), path, seed, 0)
        answer = {"result": "an exception"} if report is None else told(report)
        if answer["result"] is True or answer.get("board", tree_of(board)) != tree_of(board):
            return
        results.append(answer["result"])
    fail(
        f"smash() should return true on {on([0])}, or on {on([1])}.",
        [
            shown_board("board before", board),
            *(shown_value("got", result) for result in results),
        ],
    )


@check(
    "smash.refuses",
    task="part-2",
    marks=1,
    visibility="hidden",
    variants=SOUND_SMASH,
    asks=SMASH_ASKS,
)
@given(place=draw.unsmashable_places, seed=draw.SEEDS)
def test_smash_refuses(student, place, seed):
    """smash of the whole board or a unit cell changes nothing, draws no random number, and returns false."""
    # spec 3.7; with a control, whose new blocks other checks grade
    board, path = place
    what = f"smash() on {on(path)} (level {len(path)} of {board['max_depth']})"
    with calling(what, lambda: shown_board("board before", board)):
        answer = told(student.smash(wire(board), path, seed, 0), "steps")
    if answer["result"] is not False:
        fail(
            f"{what} should return false.",
            lambda: [shown_board("board", board), shown_value("got", answer["result"])],
        )
    unchanged(board, answer["board"], what)
    if answer["steps"] != 0:
        fail(f"{what} takes numbers from the generator.", lambda: [shown_board("board", board)])
    smashes_some_block(student, seed)


@check(
    "smash.tree",
    task="part-2",
    marks=0.5,
    visibility="hidden",
    variants=SOUND_SMASH,
    asks=SMASH_ASKS,
)
@given(place=draw.smashable_parents, level=st.integers(0, 1), seed=draw.SEEDS)
def test_smash_tree(student, reference, place, level, seed):
    """smash makes random blocks, which may be divided further, in the order of the children."""
    # spec 3.7
    board, path = higher(place)
    board = draw.placed(board, 8, 16, level)
    node, _answer, what = smashed(student, board, path, seed)
    want, _answer, _what = smashed(reference, board, path, seed)
    if cells_of(node) != cells_of(want):
        fail(
            f"{what}, with the seed {seed}, does not make the right blocks: {difference(node, want, tuple(path))}",
            lambda: [
                shown_board("board before", board),
                shown_tree("expected in its place", want),
                shown_tree("got in its place", node),
            ],
        )


@check(
    "smash.places",
    task="part-2",
    marks=1,
    visibility="hidden",
    variants=SOUND_SMASH,
    asks=SMASH_ASKS,
)
@given(
    place=draw.smashable_parents | draw.game_chain_parents,
    leaf=draw.smashable_leaves,
    at=draw.OFFSETS,
    seed=draw.SEEDS,
)
def test_smash_places(student, place, leaf, at, seed):
    """The blocks that smash makes have the right sizes, places and levels, however deep they are."""
    # spec 3.7; other checks grade the colours, and whether a block that was not divided before can be smashed
    board, path = higher(place)
    board = draw.placed(board, *at)
    node, answer, what = smashed(student, board, path, seed)
    new_blocks_placed(board, path, answer["board"], node, what)
    board, path = draw.placed(leaf[0], *at), leaf[1]
    what = f"smash() on {on(path)}"
    report = attempted(student, what, "smash", wire(board), path, seed, 0)
    tree = None if report is None else told(report)["board"]
    node = below(tree, path)
    if _reaches(node, 0) and is_tree(node):
        new_blocks_placed(board, path, tree, node, what)


def new_blocks_placed(board, path, tree, node, what):
    """Fail unless the blocks inside *node*, the block at *path*, have the right sizes, places and levels."""
    node = blanked(node)
    if found := fault(node, tuple(path)):
        fail(
            f"{what}: there is {found}.",
            lambda: [shown_board("board before", board), shown_tree("got", tree)],
        )
    due = tree_of(dict(board, cells=with_cells(board["cells"], path, cells_of(node))))
    odd = first_odd(node, node_at(due, path), tuple(path))
    if odd:
        fail(
            f"{what} does not put the new blocks in place. {odd}",
            lambda: compared(board, due, tree),
        )


def below(node, path):
    """Return the block at *path* in a reported tree whose other parts may be broken; None if there is none."""
    for index in path:
        node = node[CHILDREN][index] if _reaches(node, index) else None
    return node


def _reaches(node, index):
    """Return whether *node* has a child of this index; other parts of it may be broken."""
    return (
        isinstance(node, list)
        and len(node) == 6
        and isinstance(node[CHILDREN], list)
        and index < len(node[CHILDREN])
    )


@check(
    "smash.clears-colour",
    task="part-2",
    marks=1,
    visibility="hidden",
    variants=SOUND_SMASH,
    asks=SMASH_ASKS,
)
@given(place=draw.smashable_leaves, seed=draw.SEEDS)
def test_smash_clears_colour(student, place, seed):
    """After smash, a block that was undivided before has no colour."""
    # spec 3.7: a "should" that three of four real submissions miss, so only one mark
    board, path = higher(place)
    what = f"smash() on {on(path)}"
    with calling(what, lambda: shown_board("board before", board)):
        answer = told(student.smash(wire(board), path, seed, 0))
    node = below(answer["board"], path)
    if not _reaches(node, 0):
        fail(f"{what} does not divide it.", lambda: [shown_board("board before", board)])
    if node[COLOUR] is not None:
        fail(
            f"{what} leaves it its colour, though it is divided now.",
            lambda: [shown_board("board before", board)],
        )
