"""Hidden checks of block.py: positions of blocks after a move, the dice, laws without a reference."""

from __future__ import annotations

import math
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky import strategies as draw
from graders.blocky.board import CHILDREN, COLOUR, cells_at, cells_of, is_tree, node_at
from graders.blocky.laws import flat
from graders.blocky.layout import misplaced, tree
from graders.blocky.moving import (
    changed_the_list,
    moved_at_all,
    placed,
    quarters,
    swapped_as_they_are,
)
from graders.blocky.showing import on, on_pixels, told
from graders.csc148_2020_blocky.showing import (
    SHOWING,
    colour_name,
    refused,
    same_board,
    shown_board,
    shown_cells,
    shown_tree,
    unchanged,
)
from graders.csc148_2020_blocky.strategies import (
    uncombinable_places,
    unpaintable_places,
)
from graders.csc148_2020_blocky.test_block import (
    ORDER,
    combines,
    not_always_refused,
    smashed,
    splits,
    wins,
)
from graders.harness import check, fail, text, value

SOUND = ("own", "only-block")
BELOW = draw.divided_places | draw.deep_places | draw.chain_roots(5)
"""Divided blocks, many with blocks far below, because a move also changes the positions of these."""


def leaf_levels(node):
    """Return the set of depths of the leaves below *node*."""
    return {1 + level for child in node[CHILDREN] for level in leaf_levels(child)} or {0}


FURTHEST = (
    *((3, 0.0, 1, (3, 3)), (5, 0.0, 1, (5, 5)), (4, 0.999999, 3, (1, 2)), (4, 0.7, 3, (2, 3))),
    *((4, 0.79, 1, (1, 2)), (4, 0.77, 1, (2, 3)), (4, 0.61, 1, (2, 3)), (4, 0.6, 1, (3, 4))),
    *((5, 0.48, 1, (3, 4)), (5, 0.47, 1, (4, 5))),
)
"""(max_depth, every draw, seeds, level of all leaves). The formula has the child's level, or the parent's.

The draws lie on both sides of exp(-0.25), exp(-0.5) and exp(-0.75). A game's board has 5 levels at most.
"""


@check("block.smash-chance", task="block", marks=2, visibility="hidden")
def test_smash_chance(student):
    """smash divides the new blocks further by the rule of chance."""
    # spec 5.2, 14.1-1, 15.1-9: a program uses one of the two levels throughout
    possible = {0, 1}
    for depth, number, seeds, due in FURTHEST:
        for seed in range(
            seeds
        ):  # by the rule, seeds change only the colours; no other dice make 64 cells
            node, what = smashed_with(student, depth, number, seed)
            levels = leaf_levels(node)
            fitting = {rule for rule, level in enumerate(due) if levels == {level}}
            if not fitting:
                fail(f"{what} {wrong_levels(levels, set(due))}", [shown_tree("got", node)])
            possible &= fitting
            if not possible:
                fail(
                    f"smash() {other_rule(student)}",
                    [text("what smash() does", "\n".join(each_number(student)))],
                )


def smashed_with(student, depth, number, seed):
    """Return the smashed board of maximum depth *depth* when every draw gives *number*, and the call in words."""
    board = draw.board_of(0, depth)
    what = f"smash() on the whole board of maximum depth {depth}, when random.random() always gives {number},"
    return smashed(board, [], student.smash_with_draw(tree(board), [], seed, number), what), what


def other_rule(student):
    """Return the rule of a program that follows none of the two, in words."""
    seen = [
        (depth, number, leaf_levels(smashed_with(student, depth, number, 0)[0]))
        for depth, number, _seeds, _due in FURTHEST
    ]
    without_draw = ((1,), (2,), (3,), (4,), (1, 3), (2, 4))
    for always, rule in product(without_draw, (0, 1)):
        if all(levels == {reached(depth, number, rule, always)} for depth, number, levels in seen):
            named = f"level{'s' * (len(always) > 1)} {' and '.join(map(str, always))}"
            return f"divides the blocks of {named} whatever number random.random() gives."
    return (
        "does not follow one rule for all numbers: for some it divides blocks as the formula says with the level of the "
        "block that is divided, for others as with the level of the block above it."
    )


def reached(depth, number, rule, always):
    """Return the level of all leaves if every draw gives *number*, and blocks of the levels *always* need none.

    rule: 0 if the formula has the block's own level, 1 if it has that of the block above.
    """
    level = 1
    while level < depth and (level in always or number < math.exp(-0.25 * (level - rule))):
        level += 1
    return level


def each_number(student):
    """Yield for each number of FURTHEST a line on the blocks that are not divided, and on those that should not be."""
    for depth, number, _seeds, (own, above) in FURTHEST:
        node, _what = smashed_with(student, depth, number, 0)
        levels = ", ".join(map(str, sorted(leaf_levels(node))))
        yield (
            f"depth {depth}, all numbers {number}: divides down to level {levels}; "
            f"right: {own} by the block's own level, {above} by that of the block above it"
        )


def wrong_levels(levels, due):
    """Return what smash does wrong, for the *levels* of the leaves that it makes instead of all on one of *due*."""
    if max(levels) > max(due):
        return f"divides a block of level {max(due)}, which should not be divided for this number."
    if min(levels) < min(due):
        return f"does not divide a block of level {min(levels)}, which should be divided for this number."
    return f"divides only some of the blocks of level {min(levels)}, though the number is the same for all."


@check("block.smash-colours", task="block", marks=1, visibility="hidden")
def test_smash_colours(student):
    """smash gives each new undivided block a random colour out of COLOUR_LIST."""
    # spec 5.2, 15.1-9
    board = draw.board_of(0, 1)
    what = "smash() on a board of maximum depth 1"
    fours = []
    answers = student.smashes(tree(board), [], list(range(24)))
    for answer in answers if isinstance(answers, list) else [answers]:
        node = smashed(board, [], answer, what)
        fours.append([child[COLOUR] for child in node[CHILDREN]])
    seen = [colour for four in fours for colour in four]
    for colour in seen:
        if type(colour) is not int:
            fail(
                f"{what} makes a block of a colour that is not in COLOUR_LIST.",
                [SHOWING.coloured("got", colour)],
            )
    if set(seen) != {0, 1, 2, 3}:
        used = SHOWING.coloured("colours", sorted(set(seen)))
        fail(f"{what}, done {len(fours)} times, does not use every colour.", [used])
    if all(len(set(four)) <= 1 for four in fours):
        fail(f"{what} gives all four children the same colour every time.")


@check("block.update-odd-size", task="block", marks=0.5, visibility="hidden")
def test_update_odd_size(student, reference):
    """_update_children_positions uses the positions of the provided method, also on a board of 750 pixels."""
    # spec 14.7, 15.1-8: the quarters of a board of 750 pixels cannot be halved exactly
    board = {"size": 750, "max_depth": 2, "cells": [[0, 1, 2, 3]] * 4}
    for path, position in (([], (8, 16)), ([1], (375, 0))):
        what = f"On a board of 750 pixels, _update_children_positions({position}) on {on(path)}"
        want = reference.update_positions(tree(board), path, position)
        same_board(board, student.update_positions(tree(board), path, position), want, what)


@check("block.smash-odd-size", task="block", marks=1, visibility="hidden")
def test_smash_odd_size(student):
    """smash uses the sizes and positions of the provided methods, also on a board of 750 pixels."""
    # spec 14.7, 15.1-8
    for seed, path in enumerate(([], [1], [2], [1, 2])):
        cells = 1
        for index in reversed(path):
            cells = [cells if other == index else 0 for other in range(4)]
        board = {"size": 750, "max_depth": 3, "cells": cells}
        what = f"On a board of 750 pixels, smash() on {on(path)}"
        node = smashed(board, path, student.smash_with_draw(tree(board), path, seed, 0.0), what)
        if not node[CHILDREN]:
            fail(f"{what} leaves it undivided.")
        wrong = misplaced(node, tuple(path), True)
        if wrong:
            fail(f"{what}: {wrong}")


def moved(student, method, place, direction):
    """Fail unless every block has its right position after a move, and the quarters have changed places."""
    path = place[1]
    for board in (place[0], dict(place[0], size=750)):  # the game's board cannot be halved exactly
        what = f"{method}({direction}) on {on(path)}{on_pixels(board)}"
        answer = told(getattr(student, method)(tree(board), path, direction), "result", "board")
        placed(SHOWING, board, path, answer["board"], what)


@check(
    "block.swap-positions",
    task="block",
    marks=1.5,
    visibility="hidden",
    variants=SOUND,
    asks=("update_positions",),
)
@given(place=BELOW, direction=st.sampled_from([0, 1]))
def test_swap_positions(student, place, direction):
    """After a swap, the position of every block matches its place in the tree."""
    # spec 5.2, 15.1-5
    moved(student, "swap", place, direction)


@check(
    "block.rotate-positions",
    task="block",
    marks=1.5,
    visibility="hidden",
    variants=SOUND,
    asks=("update_positions",),
)
@given(place=BELOW, direction=st.sampled_from([1, 3]))
def test_rotate_positions(student, place, direction):
    """After a rotation, the position of every block matches its place in the tree."""
    # spec 5.2, 15.1-5
    moved(student, "rotate", place, direction)


def after_each(student, board, steps):
    """Return the tree after each of several moves. Other checks grade what the moves return."""
    answers = student.moves(tree(board), steps)
    if not isinstance(answers, list) or len(answers) != len(steps):
        fail("The answer does not have the form of an answer.", [value("got", answers)])
    return [told(answer, "board")["board"] for answer in answers]


def same_as(board, got, cells, what):
    """Fail unless the tree *got* has these cells."""
    if cells_of(got) != cells:
        fail(
            what,
            lambda: [
                shown_board("board before", board),
                shown_cells("expected", cells, board["max_depth"]),
                shown_tree("got", got),
            ],
        )


@check("block.swap-laws", task="block", marks=1, visibility="hidden", variants=ORDER)
@given(place=draw.divided_places, direction=st.sampled_from([0, 1]))
def test_swap_laws(student, place, direction):
    """A swap puts each quarter in a neighbour's place unchanged, and a second one undoes it."""
    # spec 5.2, 15.1-6; swap-sideways and swap-upside-down grade the axis
    board, path = place
    once, twice = after_each(student, board, [["swap", path, direction]] * 2)
    swapped_as_they_are(SHOWING, board, path, once, f"swap({direction}) on {on(path)}")
    same_as(
        board,
        twice,
        board["cells"],
        f"swap({direction}) on {on(path)}, done twice, does not restore the board.",
    )


@check("block.rotate-laws", task="block", marks=1, visibility="hidden", variants=ORDER)
@given(place=draw.divided_places, direction=st.sampled_from([1, 3]))
def test_rotate_laws(student, place, direction):
    """A rotation changes the board; turning back, or four turns, restore it."""
    # spec 5.2, 15.1-6; rotate-deep grades the insides, and rotate-clockwise the direction
    board, path = place
    back = 4 - direction
    steps = [["rotate", path, direction], ["rotate", path, back]] + [
        ["rotate", path, direction]
    ] * 4
    trees = after_each(student, board, steps)
    what = f"rotate({direction}) on {on(path)}"
    if not moved_at_all(cells_at(board, path), quarters(SHOWING, board, path, trees[0], what)):
        changed_the_list(board, trees[0], what)
        fail(f"{what} changes nothing.", [shown_board("board", board)])
    same_as(
        board,
        trees[1],
        board["cells"],
        f"{what} and then rotate({back}) does not restore the board.",
    )
    same_as(
        board, trees[5], board["cells"], f"{what}, done four times, does not restore the board."
    )


@check("block.paint-refuses", task="block", marks=1, visibility="hidden")
@given(place=unpaintable_places, colour=st.integers(0, 3))
def test_paint_refuses(student, place, colour):
    """paint of a block larger than a unit cell changes nothing and returns False."""
    # spec 5.2, 15.1-10
    board, path = place
    refused(
        board,
        student.paint(tree(board), path, colour),
        f"paint({colour_name(colour)}) on {on(path)}, larger than a unit cell,",
    )
    not_always_refused("paint", (draw.QUARTERS, student.paint(tree(draw.QUARTERS), [0], 3)))


@check("block.combine-two", task="block", marks=2, visibility="hidden")
def test_combine_two(student):
    """combine joins four unit cells if two have one colour and the others differ, in any order."""
    # spec 5.2, 15.1-1
    for four in splits(2, 1, 1):
        wins(student, four, next(colour for colour in four if four.count(colour) == 2))


@check("block.combine-level", task="block", marks=1, visibility="hidden")
@given(place=uncombinable_places)
def test_combine_level(student, place):
    """combine of a block that is not divided into four unit cells changes nothing and returns False."""
    # spec 5.2, 15.1-3
    board, path = place
    refused(
        board,
        student.combine(tree(board), path),
        f"combine() on {on(path)}, which is not divided into unit cells,",
    )
    not_always_refused("combine", *combines(student))


@check("block.copy-independent", task="block", marks=1, visibility="hidden")
@given(place=draw.any_places)
def test_copy_independent(student, place):
    """create_copy shares no block and no list of children with the original."""
    # spec 5.2, 15.1-12; copy-equal grades the attributes
    board, path = place
    what = f"create_copy() on {on(path)}"
    names = ("result", "board", "shared_blocks", "shared_lists", "board_afterwards")
    answer = told(student.create_copy(tree(board), path), *names)
    if not is_tree(answer["result"]) or len(flat(cells_of(answer["result"]))) < len(
        flat(cells_of(node_at(tree(board), path)))
    ):
        fail(f"{what} does not make a copy of everything.", [shown_board("board", board)])
    if answer["shared_blocks"] != 0:
        fail(f"{what}: blocks of the original are part of the copy.", [shown_board("board", board)])
    if answer["shared_lists"] != 0:
        fail(
            f"{what}: the copy uses a list of children of the original.",
            [shown_board("board", board)],
        )
    unchanged(board, answer["board_afterwards"], f"{what}, and then changing the copy,")
