"""Checks of block.py that students may run: every method, most of its rules.

Here the order of the blocks decides about moves, so that moves do not depend on ``_update_children_positions``. The
checks in test_block_hidden.py grade the positions.
"""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky import strategies as draw
from graders.blocky.board import (
    CHILDREN,
    COLOUR,
    LEVEL,
    MAX_DEPTH,
    POSITION,
    SIZE,
    broken,
    cells_at,
    cells_of,
    is_tree,
    node_at,
    quoted,
    replaced,
)
from graders.blocky.layout import misfit, misplaced, tree
from graders.blocky.moving import pictured, turned_as_a_whole
from graders.blocky.showing import difference, on, on_pixels, told
from graders.csc148_2020_blocky.showing import (
    SHOWING,
    colour_name,
    refused,
    returned,
    same_board,
    same_cells,
    shown_board,
    shown_tree,
    unchanged,
)
from graders.csc148_2020_blocky.strategies import (
    shallow_leaf_places,
    unsmashable_places,
)
from graders.harness import check, fail, value

ORDER = ("own", "only-block-order")
SEEDS = st.integers(0, 9999)
EVEN = st.integers(0, 40).map(lambda number: 8 * number)


def not_always_refused(what, *calls):
    """Fail if all of *calls*, pairs of a board and the answer of a valid call, were refused.

    Other checks grade other faults of the answers.
    """
    for board, answer in calls:
        got = told(answer, "result", "board")
        if got["result"] is not False or got["board"] != tree(board):
            return
    fail(
        f"{what} refuses everything, also where it should do something.",
        [shown_board("a board", calls[0][0])],
    )


LEAF = draw.board_of(0, 1)
FOURS = tuple(draw.board_of(cells, 1) for cells in ([1, 1, 1, 1], [1, 2, 1, 1], [0, 1, 2, 1]))
"""Boards that can be combined: of one colour, three of one, two of one."""


def combines(student):
    """Return boards that can be combined, each with the submission's answer."""
    return [(board, student.combine(tree(board), [])) for board in FOURS]


@check("block.update-leaf", task="block", marks=1)
@given(quarter=st.sampled_from([3, 0, 2]), position=st.tuples(EVEN, EVEN))
def test_update_leaf(student, reference, quarter, position):
    """_update_children_positions gives a block without children its new position."""
    # spec 5.2, 15.1-7; for the upper left block, a position and an offset would be equal
    board, path = draw.QUARTERS, [quarter]
    what = f"_update_children_positions({position}) on {on(path)}"
    want = reference.update_positions(tree(board), path, position)
    same_board(board, student.update_positions(tree(board), path, position), want, what)


@check("block.update-tree", task="block", marks=2.5)
@given(place=draw.divided_places | draw.chain_roots(5), position=st.tuples(EVEN, EVEN))
def test_update_tree(student, reference, place, position):
    """_update_children_positions moves a block with everything in it, and changes nothing else."""
    # spec 5.2, 14.2-2, 15.1-7
    board, path = place
    what = f"_update_children_positions({position}) on {on(path)}"
    same_board(
        board,
        student.update_positions(tree(board), path, position),
        reference.update_positions(tree(board), path, position),
        what,
    )


def smashed(board, path, answer, what):
    """Return the smashed block; fail if anything else on the board has changed."""
    got = told(answer, "result", "board")["board"]
    if not is_tree(got):
        fail(f"{what}: there is {broken(got)}.", [shown_board("board before", board)])
    node, before = got, tree(board)
    for index in path:
        if len(node[CHILDREN]) != 4:
            fail(
                f"{what} changes other blocks.",
                [shown_board("board before", board), shown_tree("got", got)],
            )
        node = node[CHILDREN][index]
    for name, number in (
        ("position", POSITION),
        ("size", SIZE),
        ("level", LEVEL),
        ("max_depth", MAX_DEPTH),
    ):
        was = node_at(before, path)[number]
        if node[number] != was:
            fail(
                f"{what} changes the {name} of the block itself from {was!r} to {quoted(node[number], was)}."
            )
    rest = replaced(got, path, node_at(before, path))
    if rest != before:
        fail(
            f"{what} changes other blocks: {difference(rest, before)}",
            [shown_board("board before", board)],
        )
    return node


@check("block.smash-divides", task="block", marks=2)
@given(place=draw.big_leaf_places, seed=SEEDS)
def test_smash_divides(student, place, seed):
    """smash always divides its own block into four, for any random numbers, and returns True."""
    # spec 5.2, 11, 14.1-1, 15.1-2, 15.1-9, 15.1-11
    board, path = place
    what = f"smash() on {on(path)} (level {len(path)} of {board['max_depth']})"
    for answer in (
        student.smash(tree(board), path, seed),
        student.smash_with_draw(tree(board), path, seed, 0.999999),
    ):
        node = smashed(board, path, answer, what)
        if not node[CHILDREN]:
            fail(
                f"{what} leaves it undivided.",
                [shown_board("board before", board), value("returned", answer["result"])],
            )
        if node[COLOUR] is not None:
            fail(
                f"{what} leaves it its colour, though it is divided now.",
                [shown_board("board before", board)],
            )
        returned(board, answer["result"], True, what)


SMASHES = 6


@check("block.smash-children", task="block", marks=3)
@given(place=shallow_leaf_places, seed=SEEDS)
def test_smash_children(student, place, seed):
    """The blocks that smash makes have the right position, size, level, max_depth and a colour or children."""
    # spec 2, 5.2, 15.1-9; smash-divides grades a smash that leaves its block undivided (15.1-2)
    board, path = place
    what = f"smash() on {on(path)} (level {len(path)} of {board['max_depth']})"
    divided = False
    answers = student.smashes(
        tree(board), path, [SMASHES * seed + number for number in range(SMASHES)]
    )
    for answer in answers if isinstance(answers, list) else [answers]:
        node = smashed(board, path, answer, what)
        wrong = misplaced(node, tuple(path))
        for index, child in enumerate(node[CHILDREN]):
            divided = True
            for name, place_of, due in (
                ("level", LEVEL, node[LEVEL] + 1),
                ("max_depth", MAX_DEPTH, node[MAX_DEPTH]),
            ):
                if child[place_of] != due:
                    wrong = (
                        wrong
                        or f"A new block has the {name} {quoted(child[place_of], due)}, not {quoted(due)}."
                    )
            wrong = wrong or misfit(child, (*path, index))
        if wrong:
            fail(
                f"{what}: {wrong}",
                [shown_board("board before", board), shown_tree("the smashed block", node)],
            )
    if not divided:
        fail(
            f"{what} makes no new blocks, not once in {SMASHES} times.",
            [shown_board("board before", board)],
        )


@check("block.smash-refuses", task="block", marks=1)
@given(place=unsmashable_places, seed=SEEDS)
def test_smash_refuses(student, place, seed):
    """smash of a divided block or a unit cell changes nothing and returns False."""
    # spec 5.2
    board, path = place
    kind = "a divided block" if draw.is_divided(board, path) else "a unit cell"
    refused(board, student.smash(tree(board), path, seed), f"smash() on {on(path)}, {kind},")
    not_always_refused("smash", (LEAF, student.smash(tree(LEAF), [], seed)))


def ordered(student, reference, method, place, direction):
    """Fail unless a move puts the quarters of a block in order: by the order of lists, or by positions.

    Another check grades that both orders agree.
    """
    board, path = place
    want = getattr(reference, method)(tree(board), path, direction)
    got = told(getattr(student, method)(tree(board), path, direction), "result", "board")
    if pictured(got["board"]) == cells_of(want["board"]):
        got = dict(got, board=want["board"])
    same_cells(board, got, want, f"{method}({direction}) on {on(path)}")


@check("block.swap-sideways", task="block", marks=1, variants=ORDER)
@given(place=draw.flat_blocks)
def test_swap_sideways(student, reference, place):
    """swap(0) exchanges the left and the right half of a block."""
    # spec 5.2, 15.1-5, 15.1-6; swap-laws grades the insides of the quarters
    ordered(student, reference, "swap", place, 0)


@check("block.swap-upside-down", task="block", marks=1, variants=ORDER)
@given(place=draw.flat_blocks)
def test_swap_upside_down(student, reference, place):
    """swap(1) exchanges the upper and the lower half of a block."""
    # spec 5.2, 15.1-5, 15.1-6
    ordered(student, reference, "swap", place, 1)


@check("block.swap-refuses", task="block", marks=1, variants=ORDER)
@given(place=draw.leaf_places, direction=st.sampled_from([0, 1]))
def test_swap_refuses(student, place, direction):
    """swap of a block without children changes nothing and returns False."""
    # spec 5.2
    board, path = place
    refused(
        board,
        student.swap(tree(board), path, direction),
        f"swap({direction}) on {on(path)}, which has no children,",
    )
    not_always_refused("swap", (draw.QUARTERS, student.swap(tree(draw.QUARTERS), [], direction)))


@check("block.rotate-clockwise", task="block", marks=1, variants=ORDER)
@given(place=draw.flat_blocks)
def test_rotate_clockwise(student, reference, place):
    """rotate(1) turns four undivided children clockwise."""
    # spec 5.2, 15.1-5, 15.1-6
    ordered(student, reference, "rotate", place, 1)


@check("block.rotate-counter-clockwise", task="block", marks=1, variants=ORDER)
@given(place=draw.flat_blocks)
def test_rotate_counter_clockwise(student, reference, place):
    """rotate(3) turns four undivided children counter-clockwise."""
    # spec 5.2, 15.1-5, 15.1-6
    ordered(student, reference, "rotate", place, 3)


@check("block.rotate-deep", task="block", marks=2, variants=ORDER)
@given(place=draw.deep_places | draw.chain_roots(5), direction=st.sampled_from([1, 3]))
def test_rotate_deep(student, place, direction):
    """rotate also turns the inside of the children, so that the picture turns as a whole."""
    # spec 5.2, 15.1-4; other checks grade the direction
    board, path = place
    what = f"rotate({direction}) on {on(path)}"
    turned_as_a_whole(
        SHOWING,
        board,
        path,
        told(student.rotate(tree(board), path, direction), "board")["board"],
        what,
        clockwise=direction == 1,
    )


@check("block.rotate-refuses", task="block", marks=1, variants=ORDER)
@given(place=draw.leaf_places, direction=st.sampled_from([1, 3]))
def test_rotate_refuses(student, place, direction):
    """rotate of a block without children changes nothing and returns False."""
    # spec 5.2
    board, path = place
    refused(
        board,
        student.rotate(tree(board), path, direction),
        f"rotate({direction}) on {on(path)}, which has no children,",
    )
    not_always_refused(
        "rotate", (draw.QUARTERS, student.rotate(tree(draw.QUARTERS), [], direction))
    )


@check("block.paint-cell", task="block", marks=2)
@given(place=draw.unit_places, shift=st.integers(1, 3))
def test_paint_cell(student, reference, place, shift):
    """paint gives a unit cell another colour, and nothing else."""
    # spec 5.2, 2: on the game's board, which is 750 pixels wide, cells are not of one width
    board, path = dict(place[0], size=750), place[1]
    colour = (cells_at(board, path) + shift) % 4
    same_board(
        board,
        student.paint(tree(board), path, colour),
        reference.paint(tree(board), path, colour),
        f"paint({colour_name(colour)}) on {on(path)}, a unit cell of another colour{on_pixels(board)},",
    )


@check("block.paint-same", task="block", marks=1)
@given(place=draw.unit_places)
def test_paint_same(student, place):
    """paint returns False if the unit cell has that colour already."""
    # spec 5.2, 15.1-10
    board, path = place
    colour = cells_at(board, path)
    refused(
        board,
        student.paint(tree(board), path, colour),
        f"paint({colour_name(colour)}) on {on(path)}, which has that colour,",
    )
    not_always_refused("paint", (board, student.paint(tree(board), path, (colour + 1) % 4)))


def splits(*counts):
    """Return the colours of four children in every order and choice: (2, 1, 1) is two of one colour and two others."""
    found = set()
    for colours in permutations(range(4), len(counts)):
        four = [colour for colour, count in zip(colours, counts, strict=True) for _ in range(count)]
        found.update(permutations(four))
    return sorted(found)


def combinable(four):
    """Return (board, path) of the block with these four children: a whole board, or a quarter of one.

    The first colour decides between the two, so that every pattern of equal colours occurs in both.
    """
    if four[0] < 2:
        return draw.board_of(list(four), 1), []
    quarter = sum(four) % 4
    cells = [list(four) if index == quarter else (index + 1) % 4 for index in range(4)]
    return {"size": 750, "max_depth": 2, "cells": cells}, [quarter]  # the game's width


def wins(student, four, winner):
    """Fail unless combine makes a block with these four children a leaf of the colour *winner*."""
    board, path = combinable(four)
    after = draw.board_of(winner, 1)
    if path:
        after = dict(
            board,
            cells=[
                winner if index == path[0] else cell for index, cell in enumerate(board["cells"])
            ],
        )
    same_board(
        board,
        student.combine(tree(board), path),
        {"result": True, "board": tree(after)},
        f"combine() on {on(path)}{on_pixels(board)}",
    )


@check("block.combine-four", task="block", marks=1)
def test_combine_four(student):
    """combine joins four unit cells of one colour."""
    # spec 5.2, 15.1-1
    for four in splits(4):
        wins(student, four, four[0])


@check("block.combine-three", task="block", marks=1)
def test_combine_three(student):
    """combine joins four unit cells if three of them have one colour."""
    # spec 5.2, 15.1-1
    for four in splits(3, 1):
        wins(student, four, next(colour for colour in four if four.count(colour) == 3))


@check("block.combine-tie", task="block", marks=1)
def test_combine_tie(student):
    """combine changes nothing and returns False if no colour occurs most often."""
    # spec 5.2, 15.1-1
    for four in splits(2, 2) + splits(1, 1, 1, 1):
        board, path = combinable(four)
        refused(board, student.combine(tree(board), path), f"combine() on {on(path)}")
    not_always_refused("combine", *combines(student))


@check("block.copy-equal", task="block", marks=2)
@given(place=draw.any_places | draw.chain_roots(5))
def test_copy_equal(student, place):
    """create_copy makes a block that is equal in every attribute, at every level."""
    # spec 5.2, 15.1-12, 2: the game's board is 750 pixels wide, which cannot be halved exactly, and changes with every
    # move
    same_copy(student, *place)
    board = dict(place[0], size=750)
    same_copy(student, board, [], dict(draw.QUARTERS, size=750, max_depth=board["max_depth"]))


def same_copy(student, board, path, earlier=None):
    """Fail unless create_copy of the block at *path* is right, and the board unchanged.

    earlier: the same board before a move, of which a copy is made, too.
    """
    what = f"create_copy() on {on(path)}{on_pixels(board)}"
    if earlier:
        what += ", which was called before the last move as well"
    before = [tree(earlier)] if earlier else []
    answer = told(student.create_copy(tree(board), path, *before), "result", "board")
    due = node_at(tree(board), path)
    if answer["result"] != due:
        wrong = f"in the copy, {difference(answer['result'], due)}"
        if cells_of(due) != cells_of(answer["result"]) and is_tree(answer["result"]):
            wrong = "the copy has other blocks than the original, or has them in another order."
        fail(f"{what}: {wrong}", [shown_tree("expected", due), shown_tree("got", answer["result"])])
    unchanged(board, answer["board"], what)
