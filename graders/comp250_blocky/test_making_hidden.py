"""Part I, the hidden checks."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky.board import (
    CHILDREN,
    COLOUR,
    LEVEL,
    MAX_DEPTH,
    POSITION,
    SIZE,
    where,
)
from graders.blocky.laws import flat
from graders.blocky.strategies import board_of, boards, chains
from graders.comp250_blocky import strategies as draw
from graders.comp250_blocky.boards import (
    NAMES,
    answers,
    calling,
    colour_told,
    displaced,
    first_odd,
    fresh,
    shown_board,
    smashed_inside,
    told,
    tree_of,
    tree_told,
    unchanged,
    wire,
)
from graders.comp250_blocky.java_random import JavaRandom, random_cells
from graders.comp250_blocky.test_making import (
    block_of,
    constructed,
    drawn,
    leaves_kept,
    same_colours,
    same_entries,
    size_accepted,
    size_refused,
    update_call,
    updated,
)
from graders.harness import check, expect, fail, text, value


@check("constructor.start-level", task="part-1", marks=1, visibility="hidden")
@given(seed=draw.SEEDS, level=st.integers(1, 4), below=st.integers(0, 2))
def test_constructor_start_level(student, reference, seed, level, below):
    """The constructor works for a block that is not the whole board: its chance depends on its level."""
    # spec 3.1, 4
    same_colours(student, reference, level, level + below, seed)


@check("constructor.fields", task="part-1", marks=1, visibility="hidden")
@given(seed=draw.SEEDS, level=st.integers(0, 2), below=st.integers(1, 3))
def test_constructor_fields(student, seed, level, below):
    """Every new block has the right level and maximum depth, a colour or four children, and no size or place yet."""
    # spec 3.1; other checks grade which blocks are divided
    trees, what = constructed(student, level, level + below, seed, 8)
    if level == 0 and not any(
        tree[CHILDREN] for tree in trees
    ):  # the only division that is certain
        fail(f"{what}, eight times, should divide a block.")

    def look(node, path):
        place = where(path).replace(" of the board", "").replace("whole board", "block itself")
        due = {LEVEL: level + len(path), MAX_DEPTH: level + below, POSITION: (0, 0), SIZE: 0}
        for part, name in (
            (LEVEL, "level"),
            (MAX_DEPTH, "maxDepth"),
            (POSITION, "position"),
            (SIZE, "size"),
        ):
            expect(node[part], due[part], f"{what}: the {name} of the {place} is wrong.")
        if node[CHILDREN] and node[COLOUR] is not None:
            fail(
                f"{what}: the {place} is divided, but has a colour.",
                [text("colour", colour_told(node[COLOUR]))],
            )
        if not node[CHILDREN] and type(node[COLOUR]) is not int:
            fail(
                f"{what}: the {place} is not divided, but has no colour of the game.",
                [text("colour", colour_told(node[COLOUR]))],
            )
        if node[CHILDREN] and node[LEVEL] >= node[MAX_DEPTH]:
            fail(f"{what}: the {place} is divided, though it is on the deepest level.")
        for index, child in enumerate(node[CHILDREN]):
            look(child, [*path, index])

    for tree in trees:
        look(tree, [])


@check("constructor.deep", task="part-1", marks=3, visibility="hidden")
@given(seed=draw.SEEDS, depth=st.integers(3, 6))
def test_constructor_deep(student, reference, seed, depth):
    """The constructor makes exactly the board that the generator's numbers say, each subtree before the next one."""
    # spec 3.1-3
    same_colours(student, reference, 0, depth, seed)


@check("constructor.stream", task="part-1", marks=1, visibility="hidden")
@given(seed=draw.SEEDS, level=st.integers(0, 2), below=st.integers(0, 2))
def test_constructor_stream(student, reference, seed, level, below):
    """The constructor draws only the random numbers that it needs: a second and a third block are right, too."""
    # spec 3.1-2: no double on the deepest level
    level = max(level, 1 - below)
    same_colours(student, reference, level, level + below, seed, 3)


@check("update.tree", task="part-1", marks=1.5, visibility="hidden")
@given(board=boards() | draw.game_chains, first=draw.POWERS, second=draw.POWERS, at=draw.OFFSETS)
def test_update_tree(student, reference, board, first, second, at):
    """updateSizeAndPosition puts the blocks of all levels in their places, also when it is called again."""
    # spec 3.2
    depth = board["max_depth"] + 1
    updated(student, reference, board, [[first << depth, *at], [second << depth, at[1], at[0]]])


@check("update.old-places", task="part-1", marks=0.5, visibility="hidden")
@given(board=boards(2, 2), size=draw.sizes(6), at=draw.OFFSETS, old=draw.OFFSETS)
def test_update_old_places(student, board, size, at, old):
    """updateSizeAndPosition works whatever sizes and places the blocks had before: it is there to change them."""
    # spec 3.2, 3.5-3.7: boards as a game leaves them, with unit cells of 25 pixels, and in the middle of a move or a
    # smash, whose blocks still lack their right positions. Such a move leaves the block itself its size and place, so
    # these are arguments, too; there the size is a power of two. Other checks grade the result for a new board
    turned = displaced, "whose children have just been turned and still have their old positions"
    smashed = smashed_inside, "whose upper right child is new and has no size yet"
    odd, usual = draw.placed(draw.with_units(board, 25), *old), draw.placed(board, *old)
    left, above = (draw.placed(board, *at) for at in ((-1 - old[0], old[1]), (old[0], -1 - old[1])))
    for each, call, which, states in (
        (left, [size, *at], "", ((wire, "which lies left of 0"),)),
        (above, [size, *at], "", ((wire, "which lies above 0"),)),
        (odd, [size, *at], "", ((wire, "with unit cells of 25 pixels"), turned, smashed)),
        (
            usual,
            [usual["size"], *old],
            "which has this size and place already, ",
            (turned, smashed),
        ),
    ):
        due = after_update(student, each, call, fresh, "as the constructor makes it")
        for state, words in states:
            got = after_update(student, each, call, state, f"{which}{words}")
            if got != due:
                what = f"{update_call(*call)} on {block_of(each)}, {which}{words}"
                fail(
                    f"{what}, does not do the same as on a new board. {first_odd(got, due)}",
                    [shown_board("board", each)],
                )


def after_update(student, board, call, state, words):
    """Return the tree after updateSizeAndPosition on a board in a state; fail if it is refused."""
    what = f"{update_call(*call)} on {block_of(board)}, {words}"
    with calling(what, lambda: shown_board("board", board)):
        (answer,) = answers(student.updates(state(board), [call]), 1)
    answer = told(answer)
    if answer["result"] is not None:
        fail(f"{what}, should not throw an exception.", lambda: [shown_board("board", board)])
    tree = tree_told(answer["board"], what)
    leaves_kept(board, tree, f"{what},")
    return tree


@check("update.negative-place", task="part-1", marks=0.5, visibility="hidden")
@given(board=boards(1, 2), size=draw.sizes(3), x=st.integers(-9, -1), y=st.integers(-9, 9))
def test_update_negative_place(student, reference, board, size, x, y):
    """updateSizeAndPosition works at any place, also at one with negative coordinates."""
    # spec 3.2
    updated(student, reference, board, [[size, x, y]])


@check("update.levels", task="part-1", marks=0.5, visibility="hidden")
@given(board=boards(1, 2, divided=False), level=st.integers(1, 3), power=draw.POWERS)
def test_update_levels(student, reference, board, level, power):
    """updateSizeAndPosition works on a block that is not the whole board: only the levels below it count."""
    # spec 3.2
    updated(
        student,
        reference,
        draw.placed(board, 5, 7, level),
        [[2 * power << board["max_depth"], 0, 0]],
    )


@check("update.odd-cells", task="part-1", marks=1, visibility="hidden")
@given(board=boards(1, 3), number=st.integers(0, 15))
def test_update_odd_cells(student, reference, board, number):
    """updateSizeAndPosition takes a size that makes the unit cells one pixel wide, or any odd number of pixels."""
    # spec 3.2: only 2^(maxDepth - level) must divide the size. This is the only check of sizes that are no powers of two
    for cell in (1, 2 * number + 1):
        updated(student, reference, board, [[cell << board["max_depth"], 0, 0]])


@check("update.unit-cell", task="part-1", marks=0.5, visibility="hidden")
@given(colour=draw.COLOURS, level=st.integers(1, 3), power=draw.POWERS)
def test_update_unit_cell(student, reference, colour, level, power):
    """For a block on the deepest level updateSizeAndPosition takes every size from 1 on."""
    # spec 3.2; another check grades larger odd sizes
    for size in (1, power):
        updated(
            student,
            reference,
            draw.placed(board_of(colour, 0), 5, 7, level),
            [[size, 3, 4]],
            own=True,
        )


@check("update.refuses-deep", task="part-1", marks=0.5, visibility="hidden")
@given(board=boards(full=True), level=st.integers(1, 3), number=st.integers(0, 60))
def test_update_refuses_deep(student, board, level, number):
    """updateSizeAndPosition refuses every size that the unit cells of a board do not divide, and every negative one."""
    # spec 3.2; boards of unit cells, so that tests on every level of the tree agree
    depth = board["max_depth"]
    for each in (board, draw.placed(board, 0, 0, level)):
        size_refused(student, each, draw.indivisible(number, depth))
        size_refused(student, each, -(number + 1) << depth)
    size_refused(
        student, draw.placed(board_of(0, 0), 0, 0, level), -(number + 1)
    )  # a unit cell accepts any other size
    size_accepted(student, board, 2 << number % 4 + depth)


@check("update.refuses-undivided", task="part-1", marks=0.5, visibility="hidden")
@given(board=draw.leaf_boards, level=st.integers(0, 3), number=st.integers(0, 60))
def test_update_refuses_undivided(student, board, level, number):
    """updateSizeAndPosition of a block that is not divided, but could be, refuses odd sizes and negative ones."""
    # spec 3.2: odd sizes, so that tests on every level of the tree agree
    board, depth = draw.placed(board, 0, 0, level), board["max_depth"]
    size_refused(student, board, 2 * number + 3)
    size_refused(student, board, -(number + 1) << depth)
    size_accepted(student, board, 2 << number % 4 + depth)


@check("update.refuses-shallow", task="part-1", marks=0.5, visibility="hidden")
@given(board=draw.shallow_boards, level=st.integers(0, 2), number=st.integers(0, 60))
def test_update_refuses_shallow(student, board, level, number):
    """updateSizeAndPosition refuses a size that the maximum depth forbids, even if no block is divided that far."""
    # spec 3.2: a "should" that more than half of the real submissions miss
    board, depth = draw.placed(board, 0, 0, level), board["max_depth"]
    size_refused(student, board, draw.indivisible(number, depth))
    size_accepted(student, board, 2 << number % 4 + depth)


@check("draw.colours", task="part-1", marks=1, visibility="hidden")
@given(board=boards(2, 3))
def test_draw_colours(student, board):
    """getBlocksToDraw returns a filled square in the colour of each undivided block, and a frame in FRAME_COLOR."""
    # spec 3.3, 4
    leaves = flat(board["cells"])
    entries, _got = drawn(student, board)
    fills = Counter(entry[0] for entry in entries if entry[-1] == 0)
    if fills != Counter(leaves):
        fail(
            "getBlocksToDraw does not return the right number of filled squares of each colour.",
            lambda: [
                shown_board("board", board),
                text(
                    "expected",
                    "\n".join(f"{leaves.count(index)} {name}" for index, name in enumerate(NAMES)),
                ),
                text(
                    "got", "\n".join(f"{fills[index]} {name}" for index, name in enumerate(NAMES))
                ),
            ],
        )
    frames = Counter(entry[0] for entry in entries if entry[-1] != 0)
    if frames != {4: len(leaves)}:
        fail(
            f"getBlocksToDraw should return {len(leaves)} frames, all in FRAME_COLOR.",
            lambda: [shown_board("board", board), value("got, by colour", dict(frames))],
        )


@check("draw.squares", task="part-1", marks=1, visibility="hidden")
@given(board=draw.elsewhere(boards(1, 3, divided=False) | chains(4)))
def test_draw_squares(student, reference, board):
    """getBlocksToDraw returns the right squares of a block on any level, wherever it lies."""
    # spec 3.3, 4; draw.large grades deeper boards, on which some programs never end
    same_entries(student, reference, board)


@check("draw.large", task="part-1", marks=2, visibility="hidden")
def test_draw_large(student):
    """getBlocksToDraw leaves out no block of a board of the game's usual depth, and is fast enough."""
    # spec 2.6, 6: code that asks the children for their lists repeatedly never ends here. Other checks grade the
    # list, so each block may have as many squares as on a small board. As many marks as the course's test of such a
    # board had
    small = board_of([[0, 1, 2, 3], 1, 2, 3], 2)
    squares = max(1, len(drawn(student, small)[0]) // len(flat(small["cells"])))
    cells = random_cells(JavaRandom(22222), 0, 6)
    slow = "each child need be asked for its list only once, and this board takes a right solution a millisecond"
    entries, _got = drawn(student, board_of(cells, 6), slow=slow)
    leaves = len(flat(cells))
    if len(entries) < squares * leaves:
        fail(
            f"getBlocksToDraw returns {len(entries)} squares, for a board of {leaves} blocks that are not divided; on a "
            f"small board it returns {squares} for each."
        )


def leaf_squares(node):
    """Return (x, y, size) of each block of a tree that is not divided."""
    if not node[CHILDREN]:
        return [(*node[POSITION], node[SIZE])]
    return [square for child in node[CHILDREN] for square in leaf_squares(child)]


@check("draw.again", task="part-1", marks=0.5, visibility="hidden")
@given(board=boards(divided=False))
def test_draw_again(student, board):
    """getBlocksToDraw returns a new list of the same squares each time, and does not change the board."""
    # spec 3.3
    entries, got = drawn(student, board)
    again = got["again"]
    if not {(*square, square[-1]) for square in leaf_squares(tree_of(board))} & {
        entry[1:5] for entry in entries
    }:
        fail(
            "getBlocksToDraw returns the square of no block of the board.",
            lambda: [shown_board("board", board)],
        )
    if got["fresh"] is not True:
        fail(
            "getBlocksToDraw returns the same list object twice.",
            lambda: [shown_board("board", board)],
        )
    if not isinstance(again, list) or sorted(map(repr, again)) != sorted(map(repr, got["result"])):
        number = len(again) if isinstance(again, list) else again
        fail(
            f"getBlocksToDraw returns {len(entries)} squares, but other ones when it is called again ({number}).",
            lambda: [shown_board("board", board)],
        )
    unchanged(board, got["board"], "getBlocksToDraw")
