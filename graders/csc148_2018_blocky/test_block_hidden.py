"""Hidden checks of block.py: positions of blocks after a move, links and limits, chance, rare cases."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky import laws
from graders.blocky import strategies as draw
from graders.blocky.board import (
    CHILDREN,
    COLOUR,
    LEVEL,
    MAX_DEPTH,
    POSITION,
    SIZE,
    cells_at,
    cells_of,
    is_tree,
    where,
)
from graders.blocky.layout import child_places, child_size, tree
from graders.blocky.moving import (
    changed_the_list,
    moved_at_all,
    placed,
    quarters,
    swapped_as_they_are,
)
from graders.blocky.showing import difference, on, told
from graders.csc148_2018_blocky import strategies as own
from graders.csc148_2018_blocky import turns
from graders.csc148_2018_blocky.showing import SHOWING, shown_board, shown_cells, shown_tree
from graders.csc148_2018_blocky.test_block import (
    FEW_SEEDS,
    KINDS,
    NEW,
    ORDER,
    SPOTS,
    SWAPS,
    TURNS,
    by_chance,
    finds,
    made,
    nodes,
    same_grid,
    same_rectangles,
    shown_block,
    smashed,
    unplaced,
)
from graders.harness import check, expect, fail, text, value

SOUND = ("own", "only-block")


@check("block.init-spoils-nothing", task="block", marks=0.5, visibility="hidden")
def test_init_spoils_nothing(student):
    """A new Block changes nothing about the children it is given, except that it may become their parent."""
    # spec 3.3, 9.5, 10-20
    count = 0
    for level, colour, inner in NEW:
        if inner is not None:
            got, what = made(student, level, colour, inner)
            count += got["own children"] is True
            expect(got["spoilt"], [], f"{what} changes the children with these indices.")
    if not count:
        fail("Block(...) does not take children.")


@check("block.rectangles-highlighted-leaf", task="block", marks=1, visibility="hidden")
@given(place=own.leaf_places)
def test_rectangles_highlighted_leaf(student, reference, place):
    """rectangles_to_draw of a highlighted leaf gives one item more, and keeps the other two."""
    # spec 3.3, 10-25
    board, path = place
    same_rectangles(student, reference, board, [], [path])


@check("block.rectangles-highlighted-divided", task="block", marks=0.5, visibility="hidden")
@given(place=own.divided_places)
def test_rectangles_highlighted_divided(student, reference, place):
    """rectangles_to_draw of a board in which a divided block is highlighted gives one item more."""
    # spec 3.3, 10-25
    board, path = place
    same_rectangles(student, reference, board, [], [path])


# Positions of blocks after a move.


def moved(student, reference, method, place, direction):
    """Fail unless every block has its right position after a move, and the quarters have changed places."""
    board, path = place
    what = f"{method}({direction}) on {on(path)}"
    places = reference.places(board["max_depth"], board["size"])
    got = told(getattr(student, method)(tree(board), path, direction, places), "board")["board"]
    placed(SHOWING, board, path, got, what)


DEEP_AND_FLAT = own.divided_places | draw.deep_places | draw.chain_roots(5)
"""Deep boards, because a move may place the blocks of some levels only."""


def answers_for_now(student, asked, call, calls=()):
    """Fail unless a method answers for the board as it is now, also if it was called before a move.

    Its own answer for a new board is the right one here, so that other checks grade answers. call: in words; calls:
    the arguments of several calls.
    """
    board = draw.board_of([[0, 1, 2, 3], 1, [3, 3, 0, 1], 2], 2)
    got = student.again(tree(board), asked, *([calls] if calls else []))
    if got is None:
        fail(
            f"{call} and swap(0) leave no board of which {call} could be asked again.",
            [shown_board("board before swap(0)", board)],
        )
    if not isinstance(got, list) or len(got) != 2:
        fail("The answer does not have the form of an answer.", [value("got", got)])
    now, new = got
    if not isinstance(new, list) or len(set(map(repr, new))) < 2:
        fail(
            f"{call} does not find different blocks.",
            [
                shown_board("board before swap(0)", board),
                value("got", new[:4] if isinstance(new, list) else new),
            ],
        )
    if now != new:
        fail(
            f"{call}, called before swap(0) and again after it, does not return what it returns for a new board like the "
            "one after the swap.",
            [shown_board("board before swap(0)", board), *differing(now, new, calls)],
        )


def differing(now, new, calls):
    """Return exhibits of what differs in two lists of answers: by call if there are calls, else in any order."""
    if calls and isinstance(now, list) and len(now) == len(new):
        lines = [
            f"{', '.join(map(repr, call))}: {found_in_words(got)}, on a new board {found_in_words(due)}"
            for call, got, due in zip(calls, now, new, strict=True)
            if got != due
        ]
        return [text("calls", "\n".join(lines[:4]))]
    found = now if isinstance(now, list) else []
    return [
        text(
            "missing", "\n".join(str(each) for each in new if each not in found)[:600] or "nothing"
        ),
        text(
            "too many", "\n".join(str(each) for each in found if each not in new)[:600] or "nothing"
        ),
    ]


def found_in_words(path):
    """Return the result of get_selected_block in words."""
    known = isinstance(path, list) and all(type(index) is int and 0 <= index < 4 for index in path)
    return on(path) if known else "no block of the board"


@check("block.rectangles-after-moves", task="block", marks=0.5, visibility="hidden")
def test_rectangles_after_moves(student):
    """rectangles_to_draw returns those of the board as it is now, also if it was called before a move."""
    # spec 3.3
    answers_for_now(student, "rectangles_to_draw", "rectangles_to_draw()")


@check("block.selected-after-moves", task="block", marks=0.5, visibility="hidden")
def test_selected_after_moves(student):
    """get_selected_block finds the blocks of the board as it is now, also if it was called before a move."""
    # spec 3.3
    spots = [((x, y), level) for x in (3, 11, 19, 27) for y in (3, 11, 19, 27) for level in (0, 1)]
    answers_for_now(
        student, "get_selected_block", "get_selected_block(...) for a point in each cell", spots
    )


@check("block.swap-places", task="block", marks=1.5, visibility="hidden", variants=SOUND)
@given(place=DEEP_AND_FLAT, direction=SWAPS)
def test_swap_places(student, reference, place, direction):
    """After a swap, the position of every block matches its place in the tree."""
    # spec 3.3
    moved(student, reference, "swap", place, direction)


@check("block.rotate-places", task="block", marks=1.5, visibility="hidden", variants=SOUND)
@given(place=DEEP_AND_FLAT, direction=TURNS)
def test_rotate_places(student, reference, place, direction):
    """After a rotation, the position of every block matches its place in the tree."""
    # spec 3.3
    moved(student, reference, "rotate", place, direction)


def after_each(student, board, steps):
    """Return the report after each of several moves."""
    answers = student.moves(tree(board), steps, None)
    if not isinstance(answers, list) or len(answers) != len(steps):
        fail("The answer does not have the form of an answer.", [value("got", answers)])
    return [told(answer, "board", "parents") for answer in answers]


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


def still_linked(board, answers, what):
    """Fail unless every block still has the parent that encloses it."""
    for answer in answers:
        found = [
            place for place in loose(answer) if place != []
        ]  # checks of the constructor grade the board's
        if found:
            fail(
                f"{what}: a block has not the block that encloses it as its parent.",
                [shown_board("board before", board), value("places of such blocks", found)],
            )


def loose(answer):
    """Return the paths of the blocks whose parent is not the block that encloses them; None encloses the board.

    The tree says which block encloses which, and the answer the number of each block's parent, level by level.
    """
    found, due = [([], answer["board"])], [None]
    for number, (path, node) in enumerate(found):
        children = node[CHILDREN] if isinstance(node, list) and len(node) == 6 else []
        for index, child in enumerate(children if isinstance(children, list) else []):
            found.append(([*path, index], child))
            due.append(number)
    got = answer["parents"]
    if not isinstance(got, list) or len(got) != len(due):
        return [path for path, _ in found]
    return [path for (path, _), mine, right in zip(found, got, due, strict=True) if mine != right]


@check("block.swap-laws", task="block", marks=0.5, visibility="hidden", variants=ORDER)
@given(place=own.divided_places, direction=SWAPS)
def test_swap_laws(student, place, direction):
    """A swap puts each quarter in a neighbour's place unchanged; links to parents stay; a second one undoes it."""
    # spec 3.3, 9.5, 10-11; swap-sideways and swap-upside-down grade the axis
    board, path = place
    what = f"swap({direction}) on {on(path)}"
    once, twice = answers = after_each(student, board, [["swap", path, direction]] * 2)
    swapped_as_they_are(SHOWING, board, path, once["board"], what)
    same_as(
        board, twice["board"], board["cells"], f"{what}, done twice, does not restore the board."
    )
    still_linked(board, answers, what)


@check("block.rotate-laws", task="block", marks=0.5, visibility="hidden", variants=ORDER)
@given(place=own.divided_places, direction=TURNS)
def test_rotate_laws(student, place, direction):
    """A rotation changes the board and leaves links to parents; turning back, or four turns, restore it."""
    # spec 3.3, 9.5, 10-9; rotate-deep grades the insides, and rotate-clockwise the direction
    board, path = place
    back = 4 - direction
    what = f"rotate({direction}) on {on(path)}"
    steps = [
        ["rotate", path, number]
        for number in (direction, back, direction, direction, direction, direction)
    ]
    answers = after_each(student, board, steps)
    old, new = cells_at(board, path), quarters(SHOWING, board, path, answers[0]["board"], what)
    if not moved_at_all(old, new):
        changed_the_list(board, answers[0]["board"], what)
        fail(f"{what} changes nothing.", [shown_board("board", board)])
    same_as(
        board,
        answers[1]["board"],
        board["cells"],
        f"{what} and then rotate({back}) does not restore the board.",
    )
    same_as(
        board,
        answers[5]["board"],
        board["cells"],
        f"{what}, done four times, does not restore the board.",
    )
    still_linked(board, answers, what)


# Places.


@check("block.update-keeps", task="block", marks=1, visibility="hidden")
@given(place=own.any_places)
def test_update_keeps(student, place):
    """update_block_locations changes no colour, level, max_depth or order, and no block outside."""
    # spec 3.3, 10-26; max_depth is one level more than the board may use
    board, path = place
    size = board["size"] >> len(path)
    before = tree(dict(board, max_depth=board["max_depth"] + 1))
    quarters = unplaced(tree(draw.QUARTERS))
    got = told(student.update(unplaced(before), path, (8, 8), size), "board")["board"]
    moved_at_all = told(student.update(quarters, [], (8, 8), 16), "board")["board"]
    what = f"update_block_locations((8, 8), {size}) on {on(path)}"
    if unplaced_or_broken(got) != unplaced(before):
        told_of = difference(unplaced_or_broken(got), unplaced(before))
        same_picture = cells_of(got) == board["cells"]
        shown = [
            shown_board("board before", board),
            *([] if same_picture else [shown_tree("got", got)]),
        ]
        fail(f"{what} changes more than places. {told_of}", shown)
    if outside(got, path) != outside(unplaced(before), path):
        fail(f"{what} moves other blocks, too.", [shown_board("board before", board)])
    if moved_at_all == quarters:
        fail("update_block_locations changes nothing at all.")


def unplaced_or_broken(got):
    """Return a tree without its positions; a broken one unchanged."""
    return unplaced(got) if is_tree(got) else got


def outside(node, path):
    """Return the positions and sizes of all blocks of a tree except those in the block at *path*."""
    if not path:
        return []
    return [
        node[POSITION],
        node[SIZE],
        *(
            outside(child, path[1:] if index == path[0] else [0] * 9)
            for index, child in enumerate(node[CHILDREN])
        ),
    ]


@check("block.update-odd-size", task="block", marks=0.5, visibility="hidden")
@given(board=draw.boards(3, full=True))
def test_update_odd_size(student, board):
    """update_block_locations of a board of 750 pixels is right to a pixel for each level."""
    # spec 9.1: solutions may round halves in any way; update-own grades the board itself
    got = told(student.update(unplaced(tree(board)), [], (0, 0), 750), "board")["board"]

    def close(node, x, y, size, path):
        if not is_tree(node):
            fail("update_block_locations((0, 0), 750) changes the board.")
        position = node[POSITION]
        numbers = [*position, node[SIZE]] if isinstance(position, tuple | list) else []
        sound = len(numbers) == 3 and all(type(number) in (int, float) for number in numbers)
        if not sound or (
            path
            and any(not abs(numbers[i] - due) <= len(path) for i, due in enumerate((x, y, size)))
        ):
            fail(
                f"update_block_locations((0, 0), 750) puts the {where(path)} at {position!r}, {node[SIZE]!r} wide; "
                f"it belongs at about ({x}, {y}), {size} wide.",
            )
        half = size / 2
        for index, child in enumerate(node[CHILDREN]):
            close(
                child,
                x + half * (index in (0, 3)),
                y + half * (index in (2, 3)),
                half,
                [*path, index],
            )

    close(got, 0, 0, 750, [])


LEFT, TOP = {0: 1, 1: 1, 2: 2, 3: 2}, {0: 0, 1: 1, 2: 1, 3: 0}
"""For each child, the child beside it that has part of the board's left or upper side."""


@check("block.selected-edge", task="block", marks=0.5, visibility="hidden")
@given(place=own.leaf_places, spot=SPOTS, side=st.sampled_from(["left", "top"]))
def test_selected_edge(student, place, spot, side):
    """get_selected_block finds blocks at the outermost pixels on the left and at the top, too, at every level."""
    # spec 3.1, 10-24
    board, towards = place
    path = []
    for index in towards:
        if not draw.is_divided(board, path):
            break
        path.append(LEFT[index] if side == "left" else TOP[index])
    x, y = draw.inner_spot(board, path, spot)
    for level in range(len(path) + 1):
        finds(student, board, (0, y) if side == "left" else (x, 0), level, path[:level])


@check("block.selected-boundary", task="block", marks=0.5, visibility="hidden")
@given(
    place=own.deep_places, deeper=st.sampled_from([1, 0, 1, 2]), spot=SPOTS, across=st.booleans()
)
def test_selected_boundary(student, place, deeper, spot, across):
    """On the line between two blocks, get_selected_block finds either of them, at the right level."""
    # spec 9.2, 10-24
    board, path = place
    (x, y), half = draw.corner_spot(board, path), board["size"] >> len(path) + 1
    along = 1 + spot[0] % (2 * half - 2)
    point = (x + half, y + along) if across else (x + along, y + half)
    level = min(len(path) + deeper, board["max_depth"])
    got = student.selected(tree(board), point, level)
    touching = [
        found
        for found in turns.every_path(board["cells"])
        if touches(board, found, point)
        and (len(found) == level or (len(found) < level and is_leaf(board, found)))
    ]
    if got not in touching:
        fail(
            f"get_selected_block({point}, {level}) should return one of the blocks at that place, of level {level} or "
            "the leaf there.",
            lambda: [
                shown_board("board", board),
                text("blocks that would do", "\n".join(map(on, touching))),
                shown_block(got),
            ],
        )


def touches(board, path, point):
    """Return whether a point lies in a block, or on its edge."""
    corner, size = draw.corner_spot(board, path), board["size"] >> len(path)
    return all(0 <= number - start <= size for number, start in zip(point, corner, strict=True))


def is_leaf(board, path):
    """Return whether the block at *path* is undivided."""
    return not draw.is_divided(board, path)


BEYOND = st.sampled_from([(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1)])


@check("block.selected-outside", task="block", marks=0.5, visibility="hidden")
@given(
    board=draw.boards(deepest=2),
    level=st.integers(0, 2),
    spot=SPOTS,
    side=BEYOND,
    far=st.sampled_from([0, 1, 74]),
)
def test_selected_outside(student, board, level, spot, side, far):
    """get_selected_block returns some block of the board even for a place outside it."""
    # spec 3.3, 9.2; any block is right, and so it is for a point on the edge of the board itself
    size = board["size"]
    place = [spot[0] % size, spot[1] % size]
    for axis in (0, 1):
        if side[axis]:
            place[axis] = size + far if side[axis] > 0 else -1 - far
    level = min(level, board["max_depth"])
    what = f"get_selected_block({tuple(place)}, {level}) on a board of {size} pixels"
    got = student.selected(tree(board), tuple(place), level)
    if not isinstance(got, list):
        fail(
            f"{what} should return a block of the board.",
            [shown_board("board", board), shown_block(got)],
        )


# Flattening.


@check("block.flatten-leaf", task="block", marks=0.5, visibility="hidden")
@given(place=draw.big_leaf_places)
def test_flatten_leaf(student, reference, place):
    """flatten of a leaf is a square of its colour, as many cells wide as its level and max_depth say."""
    # spec 3.3
    same_grid(student, reference, *place)


@check("block.flatten-part", task="block", marks=0.5, visibility="hidden")
@given(place=draw.quarter_places)
def test_flatten_part(student, reference, place):
    """flatten of a part of the board is a grid of that part alone; of a unit cell, a list of one list."""
    # spec 3.3, 10-7; compared with a part of the whole board's grid, of which other checks grade the columns and rows
    board, path = place
    whole, got = tree(board), told(student.flatten(tree(board), path), "result")["result"]
    x, y = (part // draw.UNIT for part in draw.corner_spot(board, path))
    side = 1 << board["max_depth"] - len(path)
    grid = own_grid(student, board, whole) or reference.flatten(whole, [])["result"]
    parts = [[line[j : j + side] for line in grid[i : i + side]] for i, j in ((x, y), (y, x))]
    if got not in parts:
        fail(
            f"flatten() of {on(path)} is not that part of the grid of the whole board; it is shown "
            "as a board, each list a column.",
            [
                shown_board("board", board),
                SHOWING.columns("expected", parts[0]),
                SHOWING.columns("got", got),
            ],
        )


def own_grid(student, board, whole):
    """Return the result of ``flatten`` for the board with the tree *whole*; None if it is no grid of its colours."""
    grid, side = told(student.flatten(whole, []), "result")["result"], 1 << board["max_depth"]
    if (
        not isinstance(grid, list)
        or [len(line) if isinstance(line, list) else 0 for line in grid] != [side] * side
    ):
        return None
    due = sorted(cell for line in laws.columns(board) for cell in line)
    return (
        grid
        if sorted((cell for line in grid for cell in line), key=repr) == sorted(due, key=repr)
        else None
    )


@check("block.flatten-unplaced", task="block", marks=1, visibility="hidden")
@given(board=draw.boards(2))
def test_flatten_unplaced(student, reference, board):
    """flatten does not depend on the blocks' positions, on whether they were placed at all, or on an earlier call."""
    # spec 3.3, 10-6: compared with the grid of the located board, of which other checks grade the columns
    whole = tree(board)
    due = own_grid(student, board, whole) or reference.flatten(whole, [])["result"]
    got = told(student.flatten(unplaced(whole), []), "result")["result"]
    if got != due:
        fail(
            "flatten() of a board whose blocks have position (0, 0) and size 0 is not what it is of the same board in "
            "its place.",
            [
                shown_board("board", board),
                SHOWING.columns("in its place", due),
                SHOWING.columns("without one", got),
            ],
        )
    again = student.again(whole, "flatten")
    if isinstance(again, list) and len(again) == 2 and again[0] != again[1]:
        fail(
            "flatten() of a board that was flattened and then swapped is not what it is of a new board like that.",
            [
                shown_board("board before swap(0)", board),
                SHOWING.columns("of a new board", again[1]),
                SHOWING.columns("got", again[0]),
            ],
        )


# Chance.


HIDDEN = {"task": "block", "visibility": "hidden"}


@check("block.random-divided-colour", marks=0.5, **HIDDEN)
def test_random_divided_colour(student):
    """random_init gives divided blocks no colour."""
    # spec 3.1, 3.4, 10-18
    divided = 0
    for seed in range(20):
        got, what = by_chance(student, 0, 3, seed)
        for node in nodes(got):
            divided += bool(node[CHILDREN])
            if node[CHILDREN] and node[COLOUR] is not None:
                fail(
                    f"{what} gives a divided block a colour.",
                    [SHOWING.coloured("colour", node[COLOUR])],
                )
    if not divided:
        fail("random_init(0, 3) never divides a block.")


@check("block.random-max-depth", marks=1, **HIDDEN)
def test_random_max_depth(student):
    """random_init gives every block its max_depth."""
    # spec 3.1, 3.4, 10-3
    for level, max_depth in KINDS[:5]:
        for seed in range(6):
            got, what = by_chance(student, level, max_depth, seed)
            for node in nodes(got):
                expect(node[MAX_DEPTH], max_depth, f"{what} makes a block of another max_depth.")


@check("block.random-parents", marks=1, variants=SOUND, **HIDDEN)
def test_random_parents(student, reference):
    """A board of random_init, placed by update_block_locations, links every block to the block that encloses it."""
    # spec 3.4, 9.5, 10-22, 10-23
    places, divided = reference.places(3, 64), 0
    for seed in range(12):
        answer = told(student.random_block(0, 3, seed, None, True, places), "board", "parents")
        what = "random_init(0, 3)"
        if not is_tree(answer["board"]):
            fail(f"{what} does not make a board.", [shown_tree("got", answer["board"])])
        divided += bool(answer["board"][CHILDREN])
        if loose(answer):
            fail(
                f"{what}: a block has not the block that encloses it as its parent (None for the whole board).",
                [shown_tree("got", answer["board"]), value("places of such blocks", loose(answer))],
            )
    if not divided:
        fail("random_init(0, 3) never divides a board.")


def leaf_levels(node, what):
    """Return the levels of the leaves of a tree; fail if one has none."""
    found = [inner[LEVEL] for inner in nodes(node) if not inner[CHILDREN]]
    for level in found:
        if type(level) is not int:
            fail(f"{what}: there is a leaf whose level is no number.", [value("its level", level)])
    return set(found)


@check("block.random-chance", marks=1.5, **HIDDEN)
def test_random_chance(student):
    """random_init divides blocks by the rule of chance, at every level."""
    # spec 3.4, 9.3, 10-16: with fixed draws, all solutions make the same shape; a whole board is always divided
    for level, max_depth, always, due in (
        *((0, 4, 0.0, 4), (0, 5, 0.0, 5), (0, 4, 0.5, 3), (0, 4, 0.7, 2), (0, 4, 0.9999, 1)),
        *(
            (1, 4, 0.5, 2),
            (1, 4, 0.77, 1),
            (1, 4, 0.79, 0),
            (2, 4, 0.6, 1),
            (2, 4, 0.61, 0),
            (3, 4, 0.48, 0),
        ),
    ):
        got, what = by_chance(student, level, max_depth, 1, always)
        depths = {leaf - level for leaf in leaf_levels(got, what)}
        if depths != {due}:
            fail(
                f"{what}, when random.random() always gives {always}, should divide its blocks {due} times.",
                [value("got, how often its leaves are divided", sorted(depths))],
            )


# Smashing.


@check("block.smash-colour", marks=1, variants=ORDER, **HIDDEN)
@given(place=own.smashable_leaf_places, seed=FEW_SEEDS)
def test_smash_colour(student, reference, place, seed):
    """A smashed leaf has no colour."""
    # spec 3.3, 10-1; its children may be wrong
    node, _answer, what = smashed(student, *place, seed, None, reference, strict=False)
    shown = [shown_board("board before", place[0])]
    if not node[CHILDREN]:
        fail(f"{what} leaves it undivided.", shown)
    if node[COLOUR] is not None:
        kept = SHOWING.coloured("its colour", node[COLOUR])
        fail(f"{what} leaves it its colour, though it is divided now.", [*shown, kept])


@check("block.smash-links", marks=1, variants=SOUND, **HIDDEN)
@given(place=own.smashable_places, seed=FEW_SEEDS)
def test_smash_links(student, reference, place, seed):
    """The blocks that smash makes have the block that encloses them as their parent."""
    # spec 3.3, 10-2; for any number of blocks
    node, answer, what = smashed(student, *place, seed, None, reference, strict=False)
    if not node[CHILDREN]:
        fail(f"{what} makes no blocks.", [shown_board("board before", place[0])])
    still_linked(place[0], [answer], what)


def every_node(node):
    """Return the reports of all blocks in *node*; they may have any number of children."""
    found = [node] if isinstance(node, list) and len(node) == 6 else []
    children = node[CHILDREN] if found and isinstance(node[CHILDREN], list) else []
    return [*found, *(below for child in children for below in every_node(child))]


@check("block.smash-levels", marks=0.5, variants=ORDER, **HIDDEN)
@given(place=own.smashable_places, seed=FEW_SEEDS)
def test_smash_levels(student, reference, place, seed):
    """The blocks that smash makes have the right level and max_depth."""
    # spec 3.1, 3.3; for any number of blocks
    board, path = place
    node, _answer, what = smashed(student, board, path, seed, None, reference, strict=False)
    if not node[CHILDREN]:
        fail(f"{what} makes no blocks.", [shown_board("board before", board)])
    for parent in every_node(node):
        for child in parent[CHILDREN] if isinstance(parent[CHILDREN], list) else []:
            if isinstance(child, list) and len(child) == 6:
                level = parent[LEVEL] + 1 if type(parent[LEVEL]) is int else None
                expect(child[LEVEL], level, f"{what} makes a block of a wrong level.")
                expect(
                    child[MAX_DEPTH],
                    board["max_depth"],
                    f"{what} makes a block of a wrong max_depth.",
                )


@check("block.smash-places", marks=1, variants=SOUND, **HIDDEN)
@given(place=own.smashable_places, seed=FEW_SEEDS)
def test_smash_places(student, reference, place, seed):
    """The blocks that smash makes have the right positions."""
    # spec 3.3; another check grades the number of children. If it is not four, each must have one of the four places
    board, path = place
    node, _answer, what = smashed(student, board, path, seed, None, reference, strict=False)
    if not node[CHILDREN]:
        fail(f"{what} makes no blocks.", [shown_board("board before", board)])
    for parent in every_node(node):
        if not isinstance(parent[CHILDREN], list) or type(parent[SIZE]) not in (int, float):
            fail(
                f"{what}: the size of a block is {parent[SIZE]!r}.",
                [shown_board("board before", board)],
            )
        size = child_size(parent[SIZE])
        spots = child_places(parent[POSITION], size) if is_spot(parent[POSITION]) else []
        for index, child in enumerate(parent[CHILDREN]):
            lies = child[:CHILDREN] if isinstance(child, list) and len(child) == 6 else [None, None]
            right = spots[index : index + 1] if len(parent[CHILDREN]) == 4 else spots
            if lies[POSITION] not in right or lies[SIZE] != size:
                fail(
                    f"{what} makes a block at {lies[POSITION]!r}, {lies[SIZE]!r} wide, in the one at "
                    f"{parent[POSITION]!r}, {parent[SIZE]!r} wide; it belongs at {', '.join(map(str, right[:1]))}, {size} wide.",
                    [shown_board("board before", board)],
                )


def is_spot(position):
    """Return whether *position* is a tuple of two numbers."""
    return isinstance(position, tuple) and [type(part) in (int, float) for part in position] == [
        True,
        True,
    ]


@check("block.smash-divides-further", marks=1, variants=ORDER, **HIDDEN)
def test_smash_divides_further(student, reference):
    """smash makes blocks that may themselves be divided."""
    # spec 3.3, 10-13: draws of 0 divide every block down to max_depth
    board = draw.board_of([0, 1, 2, 3], 5)
    for path in ([0], [1], [2], [3]):
        node, _answer, what = smashed(student, board, path, 1, 0.0, reference, strict=False)
        levels = {repr(found[LEVEL]) for found in every_node(node) if not found[CHILDREN]}
        if levels != {"5"}:
            fail(
                f"{what}, when random.random() always gives 0, should divide everything up to the last level.",
                [value("levels of the undivided blocks", sorted(levels))],
            )
