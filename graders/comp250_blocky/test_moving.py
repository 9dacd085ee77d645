"""Part II, the checks that students may run: selecting blocks, and moves.

Here the order of the blocks decides about moves, so that moves do not depend on updateSizeAndPosition. The checks in
test_moving_hidden.py grade the positions.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky.board import (
    CHILDREN,
    COLOUR,
    broken,
    cells_at,
    cells_of,
    is_tree,
    node_at,
    replaced,
)
from graders.blocky.laws import CLOCKWISE, COUNTER_CLOCKWISE, LEFT_RIGHT, TOP_BOTTOM
from graders.blocky.letters import place_of
from graders.blocky.showing import difference, on
from graders.blocky.strategies import board_of, boards, flat_blocks, inner_spot
from graders.comp250_blocky import strategies as draw
from graders.comp250_blocky.boards import (
    RAISED,
    REFUSED,
    answers,
    attempted,
    calling,
    compared,
    received,
    same_cells,
    shown_board,
    shown_tree,
    shown_value,
    told,
    tree_of,
    wire,
)
from graders.harness import check, fail, text

ORDER = ("own", "order-only")
SOUND_SMASH, SMASH_ASKS = ("own", "sound-blocks"), ("placed", "constructed")
SHIFTS = {
    ("reflect", 0): TOP_BOTTOM,
    ("reflect", 1): LEFT_RIGHT,
    ("rotate", 0): COUNTER_CLOCKWISE,
    ("rotate", 1): CLOCKWISE,
}
"""For each move: the index that each new child had before (spec 3.5, 3.6)."""
SPOTS = st.tuples(st.integers(0, 99), st.integers(0, 99))
"""Numbers that select an inner pixel of a block."""


def selected(student, board, path, points, level):
    """Return the result of getSelectedBlock for each point: a path, None, REFUSED, or another text from the driver."""
    what = f"{call_of(points[0], level)}{'' if len(points) == 1 else ' and so on'}{_whose(path)}"
    with calling(what, lambda: shown_board("board", board)):
        got = told(student.select(wire(board), path, [list(point) for point in points], level))
    return answers(got["result"], len(points))


def call_of(point, level):
    """Return a call in words."""
    return f"getSelectedBlock({point[0]}, {point[1]}, {level})"


def _whose(path):
    return f" on {on(list(path))}" if path else ""


def shown_place(found):
    """Return an exhibit of a result of getSelectedBlock."""
    if isinstance(found, list):
        path = [index for index in found if type(index) is int and 0 <= index < 4]
        return text("got", f"{on(path)} ({place_of(path)})")
    return text(
        "got",
        "null"
        if found is None
        else "an IllegalArgumentException"
        if found == REFUSED
        else repr(found),
    )


def finds(student, board, point, level, due, path=()):
    """Fail unless getSelectedBlock on the block at *path* finds the block at the path *due*."""
    (found,) = selected(student, board, list(path), [point], level)
    if found != due:
        fail(
            f"{call_of(point, level)}{_whose(path)} should return {on(due)}.",
            lambda: [shown_board("board", board), shown_place(found)],
        )


def level_accepted(student, board, point, level, path=()):
    """Fail if getSelectedBlock refuses a level. Other checks grade its result, and other exceptions."""
    if selected_or_raised(student, board, list(path), point, level) == REFUSED:
        fail(
            f"{call_of(point, level)}{_whose(path)} should not throw an exception.",
            lambda: [shown_board("board", board)],
        )


def refuses(student, board, point, level):
    """Return whether getSelectedBlock refuses a level."""
    return selected(student, board, [], [point], level) == [REFUSED]


def selected_or_raised(student, board, path, point, level):
    """Return the result of getSelectedBlock as a control, or RAISED."""
    what = f"{call_of(point, level)}{_whose(path)}"
    report = attempted(student, what, "select", wire(board), path, [list(point)], level)
    return RAISED if report is None else answers(told(report)["result"], 1)[0]


def level_refused(student, board, point, level, path=()):
    """Fail unless getSelectedBlock refuses a level."""
    (found,) = selected(student, board, list(path), [point], level)
    if found != REFUSED:
        fail(
            f"{call_of(point, level)} on a block of level {board.get('level', 0) + len(path)} should throw an "
            "IllegalArgumentException.",
            lambda: [shown_board("board", board), shown_place(found)],
        )


@check("select.refuses", task="part-2", marks=2)
@given(board=boards(), spot=SPOTS, beyond=st.integers(1, 5))
def test_select_refuses(student, board, spot, beyond):
    """getSelectedBlock refuses a level that is negative, or deeper than the deepest one."""
    # spec 3.4-1, 4
    point = inner_spot(board, [], spot)
    level_refused(student, board, point, -beyond)
    level_refused(student, board, point, board["max_depth"] + beyond)
    level_accepted(student, board, point, 0)


@check("select.child", task="part-2", marks=2)
@given(board=boards(), index=st.integers(0, 3), spot=SPOTS)
def test_select_child(student, board, index, spot):
    """getSelectedBlock finds the child of the whole board in which a point lies."""
    # spec 3.4-3, 4
    finds(student, board, inner_spot(board, [index], spot), 1, [index])
    finds(student, board, (0, 0), 1, [1])


@check("select.inner", task="part-2", marks=1)
@given(place=draw.any_blocks | draw.game_chain_ends, spot=SPOTS)
def test_select_inner(student, place, spot):
    """getSelectedBlock finds the block that contains a point, on any level, and returns the board's own object."""
    # spec 3.4-3, 4
    board, path = place
    finds(student, board, inner_spot(board, path, spot), len(path), path)


def moved(student, board, method, path, direction):
    """Return the tree after a move, and the move in words; fail if it was refused."""
    what = f"{method}({direction}) on {on(path)}"
    with calling(what, lambda: shown_board("board", board)):
        (answer,) = answers(student.moves(wire(board), [[method, path, direction]]), 1)
    answer = told(answer)
    if answer["result"] is not None:
        fail(f"{what} should not throw an exception.", lambda: [shown_board("board", board)])
    return answer["board"], what


def reordered(student, reference, board, method, path, direction):
    """Fail unless a move puts the blocks in the right order; their positions do not matter."""
    tree, what = moved(student, board, method, path, direction)
    want, _what = moved(reference, board, method, path, direction)
    same_cells(board, tree, cells_of(want), what)


def direction_refused(student, board, method, path, direction):
    """Fail unless a move refuses a direction. Changes before the exception are ignored."""
    with calling(f"{method}({direction}) on {on(path)}", lambda: shown_board("board", board)):
        (answer,) = answers(student.moves(wire(board), [[method, path, direction]]), 1)
    if told(answer)["result"] != REFUSED:
        fail(
            f"{method}({direction}) on {on(path)} should throw an IllegalArgumentException.",
            lambda: [shown_board("board", board)],
        )


def nothing_refused(student, method, direction):
    """Fail unless a move refuses a direction on a block without any values."""
    what = f"new Block().{method}({direction})"
    due = f"{what} should throw an IllegalArgumentException"
    with calling(due):
        got = student.moveNothing(method, direction)
    if got != REFUSED:
        fail(f"{due}.")


CELLS = board_of([0, 1, 2, 3], 1)


def refuses_directions(student, method):
    """Fail unless a move refuses every direction except 0 and 1.

    The control moves a divided block: it must not refuse both directions. Another check grades moves of leaves.
    """
    for path in ([], [0]):  # first, because there no exception hides that a direction is accepted
        for direction in draw.NO_DIRECTIONS:
            direction_refused(student, CELLS, method, path, direction)
    for direction in draw.NO_DIRECTIONS:
        nothing_refused(student, method, direction)
    steps = [[method, [], 0], [method, [], 1]]
    report = attempted(
        student, f"{method}(0) and {method}(1) on {on([])}", "moves", wire(CELLS), steps
    )
    if report is not None and all(
        told(answer)["result"] == REFUSED for answer in answers(report, 2)
    ):
        fail(
            f"{method} refuses every direction, also 0 and 1.",
            lambda: [shown_board("board", CELLS)],
        )


@check("reflect.refuses", task="part-2", marks=1, variants=ORDER)
def test_reflect_refuses(student):
    """reflect refuses any direction but 0 and 1, also on a block without children."""
    # spec 3.5, 4
    refuses_directions(student, "reflect")


@check("reflect.order", task="part-2", marks=0.5, variants=ORDER)
@given(place=flat_blocks, direction=draw.DIRECTIONS)
def test_reflect_order(student, reference, place, direction):
    """reflect exchanges the upper and the lower, or the left and the right, of four undivided children."""
    # spec 3.5, 4
    reordered(student, reference, place[0], "reflect", place[1], direction)


@check("rotate.refuses", task="part-2", marks=1, variants=ORDER)
def test_rotate_refuses(student):
    """rotate refuses any direction but 0 and 1, also on a block without any values."""
    # spec 3.6, 4
    refuses_directions(student, "rotate")


@check("rotate.order", task="part-2", marks=0.5, variants=ORDER)
@given(place=flat_blocks, direction=draw.DIRECTIONS)
def test_rotate_order(student, reference, place, direction):
    """rotate turns four undivided children, clockwise or counter-clockwise."""
    # spec 3.6, 4
    reordered(student, reference, place[0], "rotate", place[1], direction)


def smashed(student, board, path, seed, result=False):
    """Return the tree of the smashed block without its colour, the whole answer, and the call in words.

    Fails unless smash divided the block again, and left the other cells of the board unchanged. result: fails also
    unless it returned true, which is one check's subject.
    """
    what = f"smash() on {on(path)} (level {board.get('level', 0) + len(path)})"
    with calling(what, lambda: shown_board("board before", board)):
        answer = told(student.smash(wire(board), path, seed, 0), "steps")
    tree = answer["board"]
    if answer["result"] == REFUSED:
        fail(f"{what} should not throw an exception.", lambda: [shown_board("board", board)])
    if result and answer["result"] is not True:
        fail(
            f"{what} should return true.",
            lambda: [shown_board("board", board), shown_value("got", answer["result"])],
        )
    if not is_tree(tree):
        fail(f"{what}: there is {broken(tree)}.", lambda: [shown_board("board before", board)])
    node = tree
    for index in path:
        if len(node[CHILDREN]) != 4:
            fail(f"{what} changes other blocks.", lambda: [shown_tree("got", tree)])
        node = node[CHILDREN][index]
    if not node[CHILDREN]:
        fail(f"{what} does not divide it.", lambda: [shown_board("board before", board)])
    if answer["steps"] == 0 and cells_of(node) == cells_at(board, path):
        fail(
            f"{what} does not make new blocks in it.", lambda: [shown_board("board before", board)]
        )
    if cells_of(replaced(tree, path, node_at(tree_of(board), path))) != board["cells"]:
        fail(f"{what} changes other blocks.", lambda: compared(board, tree_of(board), tree))
    return [*node[:COLOUR], None, *node[COLOUR + 1 :]], answer, what


def higher(place):
    """Return a place on a board whose blocks could be divided once more.

    So a block that can be smashed is not directly above the unit cells: smash.result alone grades those.
    """
    board, path = place
    return dict(board, size=2 * board["size"], max_depth=board["max_depth"] + 1), path


@check("smash.result", task="part-2", marks=1, variants=ORDER)
@given(place=draw.smashable_places, seed=draw.SEEDS)
def test_smash_result(student, place, seed):
    """smash divides a block and returns true, but false if there is nothing to smash."""
    # spec 3.7, 4
    smashed(student, *place, seed, result=True)
    with calling("new Block().smash()"):
        got = student.smashNothing()
    if got is not False:
        fail("new Block().smash() should return false.", [shown_value("got", got)])


@check("smash.children", task="part-2", marks=1, variants=ORDER)
@given(place=draw.smashable_parents, seed=draw.SEEDS)
def test_smash_children(student, reference, place, seed):
    """The four children that smash makes are the next four blocks that the constructor makes."""
    # spec 3.7, 4; blocks of the submission's own constructor are right, too: other checks grade a wrong constructor, and
    # blocks that were not divided
    board, path = higher(place)
    node, _answer, what = smashed(student, board, path, seed)
    new = board.get("level", 0) + len(path) + 1, board.get("level", 0) + board["max_depth"]
    want = [cells_of(received(tree)) for tree in answers(reference.construct(*new, seed, 4), 4)]
    got = [cells_of(child) for child in node[CHILDREN]]
    if got != want and got != [
        cells_of(received(tree)) for tree in answers(student.construct(*new, seed, 4), 4)
    ]:
        due = tree_of(dict(board, max_depth=board["max_depth"] - len(path), cells=want))
        fail(
            f"{what}, with the seed {seed}, does not make the right children: {difference(node, due, tuple(path))}",
            lambda: [
                shown_board("board before", board),
                shown_tree("expected in its place", due),
                shown_tree("got in its place", node),
            ],
        )
