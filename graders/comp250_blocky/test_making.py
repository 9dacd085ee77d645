"""Part I, the checks that students may run: making a board, its sizes and positions, the squares to draw.

The given constructor of seven arguments builds boards, so that no method depends on another method (spec 7.1).
"""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky.board import COLOUR, cells_of, is_tree
from graders.blocky.laws import flat
from graders.blocky.showing import difference
from graders.blocky.strategies import board_of, boards
from graders.comp250_blocky import strategies as draw
from graders.comp250_blocky.boards import (
    REFUSED,
    answers,
    attempted,
    blanked,
    calling,
    compared,
    first_odd,
    first_unlike,
    fresh,
    shown_board,
    shown_tree,
    shown_value,
    told,
    tree_told,
    wire,
    without_colours,
)
from graders.harness import check, fail, text


def constructed(student, level, max_depth, seed, times=1):
    """Return the trees that the constructor makes, and the call in words."""
    what = f"With the seed {seed}, new Block({level}, {max_depth})"
    with calling(what):
        made = answers(student.construct(level, max_depth, seed, times), times)
    return [tree_told(tree, what) for tree in made], what


def same_colours(student, reference, level, max_depth, seed, times=1):
    """Fail unless the constructor divides the right blocks and gives the others the right colours."""
    made, what = constructed(student, level, max_depth, seed, times)
    due, _what = constructed(reference, level, max_depth, seed, times)
    for number, (tree, want) in enumerate(zip(made, due, strict=True)):
        if cells_of(tree) != cells_of(want):
            which = (
                what
                if number == 0
                else f"{what}, called for the {('second', 'third')[number - 1]} time,"
            )
            fail(
                f"{which} does not make the right blocks: {first_unlike(tree, want)}.",
                [shown_tree("expected", want), shown_tree("got", tree)],
            )


@check("constructor.children", task="part-1", marks=1)
@given(seed=draw.SEEDS, depth=st.integers(1, 3))
def test_constructor_children(student, reference, seed, depth):
    """The constructor divides the right blocks of a board, whatever their colours."""
    # spec 3.1-2, 4; a superfluous call of nextDouble shows here, too
    ((tree,), what), ((want,), _what) = (
        constructed(each, 0, depth, seed) for each in (student, reference)
    )
    if without_colours(tree) != without_colours(want):
        fail(
            f"{what} does not divide the right blocks: {first_unlike(tree, want, colours=False)}.",
            [shown_tree("got", blanked(tree))],
        )


@check("constructor.colours", task="part-1", marks=2)
@given(seed=draw.SEEDS, depth=st.integers(1, 3))
def test_constructor_colours(student, reference, seed, depth):
    """The constructor gives the blocks that are not divided the colours that the generator picks."""
    # spec 3.1-4, 4
    same_colours(student, reference, 0, depth, seed)


def update_call(size, x, y):
    """Return a call in words."""
    return f"updateSizeAndPosition({size}, {x}, {y})"


def block_of(board):
    """Return the root block of a board in words, as the end of "updateSizeAndPosition(...) on ..."."""
    level = board.get("level", 0)
    return f"a block of level {level} with the maximum depth {level + board['max_depth']}"


def updated(student, reference, board, calls, own=False):
    """Fail unless updateSizeAndPosition, called once for each [size, x, y], puts every block at its right position.

    The board is new: its blocks have no sizes and positions yet. own: compare only the size and position of the block
    itself; otherwise, compare everything else.
    """
    with calling(
        f"{' and '.join(update_call(*call) for call in calls)} on {block_of(board)}",
        lambda: shown_board("board", board),
    ):
        got = answers(student.updates(fresh(board), calls), len(calls))
    want = answers(reference.updates(fresh(board), calls), len(calls))
    for call, mine, due in zip(calls, got, want, strict=True):
        what = f"{update_call(*call)} on {block_of(board)}"
        mine, due = told(mine), told(due)
        if mine["result"] is not None:
            fail(f"{what} should not throw an exception.", lambda: [shown_board("board", board)])
        tree = tree_told(mine["board"], what)
        seen = (
            [*tree[:COLOUR], *due["board"][COLOUR:]]
            if own
            else [*due["board"][:COLOUR], *tree[COLOUR:]]
        )
        if seen != due["board"]:
            fail(
                f"{what}: {first_odd(seen, due['board']) or difference(seen, due['board'])}",
                lambda due=due, mine=mine: compared(board, due["board"], mine["board"]),
            )


@check("update.one-level", task="part-1", marks=2)
@given(board=boards(1, 1), size=draw.sizes(2), at=draw.OFFSETS)
def test_update_one_level(student, reference, board, size, at):
    """updateSizeAndPosition gives the four children of a block their sizes and places."""
    # spec 3.2, 4; sizes are powers of two, here and wherever this method is graded, because others have their own check
    updated(student, reference, board, [[size, *at]])


@check("update.own", task="part-1", marks=1)
@given(board=boards(1, 2), leaf=draw.lower_leaves, size=draw.sizes(6), at=draw.OFFSETS)
def test_update_own(student, reference, board, leaf, size, at):
    """updateSizeAndPosition gives the block itself its size and place, also one that is not divided."""
    # spec 3.2, 4; the size fits the leaf's maximum depth as a whole board's, too: another check grades levels
    for each in (board, leaf):
        updated(student, reference, each, [[size, *at]], own=True)


def result_of_update(student, board, size):
    """Return the result of updateSizeAndPosition with *size* at (0, 0)."""
    with calling(
        f"{update_call(size, 0, 0)} on {block_of(board)}", lambda: shown_board("board", board)
    ):
        return told(student.update(fresh(board), size, 0, 0))["result"]


def size_refused(student, board, size):
    """Fail unless updateSizeAndPosition refuses a size. Changes before the exception are ignored (spec 3.2)."""
    if result_of_update(student, board, size) != REFUSED:
        fail(
            f"{update_call(size, 0, 0)} on {block_of(board)} should throw an IllegalArgumentException.",
            lambda: [shown_board("board", board)],
        )


def size_accepted(student, board, size):
    """Fail if updateSizeAndPosition refuses a size. Other checks grade its effect, and other exceptions."""
    what = f"{update_call(size, 0, 0)} on {block_of(board)}"
    report = attempted(student, what, "update", fresh(board), size, 0, 0)
    if report is None:
        return
    answer = told(report)
    if answer["result"] == REFUSED:
        fail(
            f"{what} should not throw an exception.",
            lambda: [shown_board("board", board)],
        )
    leaves_kept(board, answer["board"], what)


def leaves_kept(board, tree, what):
    """Fail unless *tree* has the leaves of *board*, in any order: so the answer is about that board."""
    cells = cells_of(tree)
    if not is_tree(tree, 12) or sorted(map(repr, flat(cells))) != sorted(
        map(repr, flat(board["cells"]))
    ):
        fail(
            f"{what} changes more than sizes and positions.",
            lambda: [shown_board("board before", board), shown_tree("got", tree)],
        )


@check("update.refuses", task="part-1", marks=1)
def test_update_refuses(student):
    """updateSizeAndPosition refuses a negative size, and a size that cannot be halved down to the unit cells."""
    # spec 3.2, 4: -1, and 3 with the maximum depth 2; the accepted size is only a control
    for cells in ([0, 1, 2, 3], [[0, 1, 2, 3], 1, 2, 3]):
        board = board_of(cells, 2)
        for size in (-1, 3):
            size_refused(student, board, size)
    size_accepted(student, board, 16)


def drawn(student, board, path=(), slow=""):
    """Return the result of getBlocksToDraw as a list of tuples, and the whole report; fail if it is no such list.

    slow: see :func:`boards.calling`.
    """
    with calling("getBlocksToDraw()", lambda: shown_board("board", board), slow=slow):
        got = told(student.draw(wire(board), list(path)), "again", "fresh")
    entries = got["result"]
    if not isinstance(entries, list) or any(
        not isinstance(entry, list) or len(entry) != 6 for entry in entries
    ):
        fail(
            "getBlocksToDraw should return an ArrayList of BlockToDraw.",
            [shown_board("board", board), shown_value("got", entries)],
        )
    return [
        tuple(tuple(part) if isinstance(part, list) else part for part in entry)
        for entry in entries
    ], got


@check("draw.counts", task="part-1", marks=2)
@given(board=boards(divided=False))
def test_draw_counts(student, board):
    """getBlocksToDraw returns a filled square and a frame for each block that is not divided, and nothing else."""
    # spec 3.3, 4
    leaves = len(flat(board["cells"]))
    entries, _got = drawn(student, board)
    strokes = Counter(entry[-1] for entry in entries)
    if strokes != {0: leaves, 3: leaves}:
        fail(
            f"getBlocksToDraw should return {2 * leaves} squares, {leaves} with stroke 0 and {leaves} with stroke 3.",
            lambda: [
                shown_board("board", board),
                text(
                    "got",
                    "\n".join(f"{times} with stroke {stroke}" for stroke, times in strokes.items())
                    or "none",
                ),
            ],
        )


def same_entries(student, reference, board, path=()):
    """Fail unless getBlocksToDraw returned the right entries, in any order."""
    got, want = (Counter(drawn(each, board, path)[0]) for each in (student, reference))
    if got != want:
        fail(
            "getBlocksToDraw does not return the right squares.",
            lambda: [
                shown_board("board", board),
                text("missing", listed(want - got)),
                text("too many", listed(got - want)),
            ],
        )


COLOURS = ("RED", "GREEN", "BLUE", "YELLOW", "FRAME_COLOR", "HIGHLIGHT_COLOR")


def listed(entries):
    """Return entries as lines of text."""
    lines = []
    for (colour, x, y, width, height, stroke), times in sorted(entries.items(), key=repr):
        name = COLOURS[colour] if type(colour) is int and 0 <= colour < len(COLOURS) else colour
        lines.append(f"{times} x {name}, {width} by {height} at ({x}, {y}), stroke {stroke}")
    return "\n".join(lines[:12]) or "nothing"


@check("draw.leaf", task="part-1", marks=2)
@given(board=draw.leaf_boards)
def test_draw_leaf(student, reference, board):
    """getBlocksToDraw of a block that is not divided returns its square in its colour, and the frame of its square."""
    # spec 3.3, 4
    same_entries(student, reference, board)
