"""Boards of this edition between judge and driver, and assertions and exhibits for checks.

A board is that of graders/blocky, ``{"size", "max_depth", "cells"}``, with optional keys: "x" and "y" for the position
of its upper left corner, and "level" for the level of its root; each defaults to 0. The maxDepth of its blocks is
``level + max_depth``. :func:`wire` converts a board to the driver's form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from graders.blocky.board import (
    CHILDREN,
    COLOUR,
    LEVEL,
    POSITION,
    SIZE,
    broken,
    cells_of,
    is_tree,
    quoted,
    where,
)
from graders.blocky.laws import CLOCKWISE, COUNTER_CLOCKWISE, flat, turned
from graders.blocky.letters import Lettering
from graders.blocky.showing import Showing, difference, fault, shape
from graders.blocky.showing import told as answered
from graders.harness import Misbehaved, Picture, Verdict, fail, text, value

LETTERS = "RGBY"
"""Letters of the palette, in the order of BLOCK_COLORS."""
NAMES = ("red", "green", "blue", "yellow")
LETTERING = Lettering(LETTERS)
SHOWING = Showing(LETTERS, NAMES)
REFUSED = "refused"
"""The driver's reply for an IllegalArgumentException."""
RAISED = "raised"
"""The driver's reply for any other exception in a control."""

MOST_LEAVES = 256
"""Largest number of undivided blocks of a board that is drawn: that of 16 rows of cells."""

colour_name = SHOWING.colour_name
shown_tree = SHOWING.shown_tree
returned = SHOWING.returned


def is_drawn(board: Any) -> bool:
    """Return whether a board in notation is small enough for a picture."""
    return len(flat(board["cells"])) <= MOST_LEAVES


def shown_board(label: str, board: Any) -> Any:
    """Return an exhibit of a board in notation, with its size and place; of a large one, its numbers only."""
    (x, y), level = origin(board), board.get("level", 0)
    if is_drawn(board):
        place = f", at ({x}, {y})" if (x, y) != (0, 0) else ""
        below = f", of level {level}" if level else ""
        return SHOWING.shown_board(label, board, f"{place}{below}")
    leaves = len(flat(board["cells"]))
    return text(
        label,
        f"a board of depth {board['max_depth']}, {board['size']} pixels wide, with {leaves} blocks that are not divided",
    )


def shown_value(label: str, got: Any) -> Any:
    """Return an exhibit of a returned value, as Java writes it."""
    return (
        text(label, "null" if got is None else str(got).lower())
        if got in (None, True, False)
        else value(label, got)
    )


def shown_rows(label: str, rows: Any) -> Any:
    """Return a picture of an array of colours, by rows; its lines of letters if it cannot be drawn."""
    shown = SHOWING.rows(label, rows)
    return shown if isinstance(shown, Picture) else text(label, lettered(rows).strip() or str(rows))


def origin(board: Any) -> tuple[int, int]:
    """Return the pixel in the upper left corner of a board."""
    return board.get("x", 0), board.get("y", 0)


def wire(board: Any) -> list[Any]:
    """Return a board in the driver's form."""
    level = board.get("level", 0)
    return [level, level + board["max_depth"], _block(tree_of(board))]


def fresh(board: Any) -> list[Any]:
    """Return a board in the driver's form, as the constructor leaves it: without sizes and positions."""
    return [*wire(board)[:2], _block(_without_places(tree_of(board)))]


def smashed_inside(board: Any) -> list[Any]:
    """Return a board in the driver's form, whose first child is new: only this child has no sizes and positions."""
    tree = tree_of(board)
    children = tree[CHILDREN]
    return [
        *wire(board)[:2],
        _block([*tree[:CHILDREN], [*map(_without_places, children[:1]), *children[1:]]]),
    ]


def displaced(board: Any) -> list[Any]:
    """Return a board in the driver's form, whose children have been turned, but have their old positions."""
    tree = tree_of(dict(board, cells=turned(board["cells"], COUNTER_CLOCKWISE)))
    return [*wire(board)[:2], _block(_reordered(tree))]


def _reordered(tree: Any) -> Any:
    children = [_reordered(child) for child in tree[CHILDREN]]
    return [*tree[:CHILDREN], [children[index] for index in CLOCKWISE] if children else []]


def _without_places(tree: Any) -> Any:
    return [(0, 0), 0, *tree[COLOUR:CHILDREN], [_without_places(child) for child in tree[CHILDREN]]]


def _block(tree: Any) -> list[Any]:
    inner = [_block(child) for child in tree[CHILDREN]]
    return [*tree[POSITION], tree[SIZE], inner or tree[COLOUR]]


def tree_of(board: Any) -> list[Any]:
    """Return the tree of a board, which is in notation."""
    deepest = board.get("level", 0) + board["max_depth"]

    def node(cells: Any, x: int, y: int, size: int, level: int) -> list[Any]:
        if not isinstance(cells, list):
            return [(x, y), size, cells, level, deepest, []]
        half = size // 2
        places = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
        children = [
            node(cell, *place, half, level + 1) for cell, place in zip(cells, places, strict=True)
        ]
        return [(x, y), size, None, level, deepest, children]

    return node(board["cells"], *origin(board), board["size"], board.get("level", 0))


def received(reported: Any, deepest: int = 40) -> Any:
    """Return a reported tree with its positions as tuples; any other value unchanged."""
    if not isinstance(reported, list) or len(reported) != 6 or deepest < 0:
        return reported
    node = list(reported)
    if isinstance(node[POSITION], list):
        node[POSITION] = tuple(node[POSITION])
    if isinstance(node[CHILDREN], list):
        node[CHILDREN] = [received(child, deepest - 1) for child in node[CHILDREN]]
    return node


def told(answer: Any, *names: str) -> dict[str, Any]:
    """Return the driver's report: "result", "board" as a tree, and *names*. Fail if one is missing."""
    found = dict(answered(answer, "result", "board", *names))
    found["board"] = received(found["board"])
    return found


def tree_told(reported: Any, what: str) -> list[Any]:
    """Return a reported tree; fail if a part of it is broken."""
    tree = received(reported)
    if not is_tree(tree, 12):
        fail(f"{what}: there is {broken(tree, 12) or 'no Block'}.")
    return tree


def answers(got: Any, number: int) -> list[Any]:
    """Return *got*; fail unless it is a list of *number* answers, because a submission has replaced it."""
    if not isinstance(got, list) or len(got) != number:
        fail("The answer does not have the form of an answer.", [value("got", got)])
    return got


@contextmanager
def calling(what: str, *exhibits: Callable[[], Any], slow: str = "") -> Iterator[None]:
    """Add the call *what* and its exhibits to the cause, if the program misbehaves in this block.

    slow: why the call may exceed the CPU time limit, if an infinite loop is not the likely reason.
    """
    try:
        yield
    except Misbehaved as wrong:
        if wrong.verdict is Verdict.MISSING:
            raise
        shown = tuple(exhibit() for exhibit in exhibits)
        raise wrong.slow(slow).about(what).showing(*shown) from None


def attempted(student: Any, what: str, operation: str, *arguments: Any) -> Any:
    """Return the report of an operation in a control, or None if it raised an exception.

    A control shows only that a method does not refuse every call. Other checks grade what the call does. what: the call
    in words.
    """
    with calling(what):
        report = student.attempt(operation, list(arguments))
    return None if report == RAISED else report


def compared(before: Any, want: Any, got: Any) -> list[Any]:
    """Return exhibits of a board, and of two trees that should be equal."""
    return [shown_board("board before", before), *SHOWING.boards(before, want, got)[1:]]


def unchanged(before: Any, tree: Any, what: str) -> None:
    """Fail unless the call *what* left the board unchanged."""
    due = tree_of(before)
    if tree != due:
        fail(
            f"{what} changes the board: {difference(tree, due)}",
            lambda: compared(before, due, tree),
        )


def same_cells(before: Any, tree: Any, cells: Any, what: str) -> None:
    """Fail unless a reported tree has these cells; the positions of its blocks do not matter."""
    if cells_of(tree) != cells:
        due = tree_of(dict(before, cells=cells))
        fail(f"{what}: {difference(tree, due)}", lambda: compared(before, due, tree))


def in_place(before: Any, tree: Any, what: str) -> None:
    """Fail unless every block of a reported tree has the size and the position that follow from its path."""
    if found := fault(tree):
        fail(
            f"{what}: there is {found}.",
            lambda: [shown_board("board before", before), shown_tree("got", tree)],
        )
    due = tree_of(dict(before, cells=cells_of(tree)))
    if tree != due:
        fail(f"{what}: {difference(tree, due)}", lambda: compared(before, due, tree))


def block_name(path: tuple[int, ...], node: Any) -> str:
    """Return a path in words. node: the tree there; its root may be a block that is not the whole board."""
    name = where(list(path))
    if node[LEVEL] == len(path):
        return name
    return name.removesuffix(" of the board") if path else "block itself"


def colour_told(colour: Any) -> str:
    """Return the value of a block's field *color* in words."""
    if type(colour) is int and 0 <= colour < len(NAMES):
        return NAMES[colour]
    return "null" if colour is None else quoted(colour)


def first_unlike(got: Any, want: Any, colours: bool = True, path: tuple[int, ...] = ()) -> str:
    """Return a clause on the first block, in the order in which they are made, that differs; "" if there is none.

    It is divided in only one of two trees or, with *colours*, has another colour.
    """
    name = f"the {block_name(path, want)}"
    if bool(got[CHILDREN]) != bool(want[CHILDREN]):
        return f"{name} should {'' if want[CHILDREN] else 'not '}be divided"
    if colours and got[COLOUR] != want[COLOUR]:
        return f"{name} has the colour {colour_told(got[COLOUR])}, not {colour_told(want[COLOUR])}"
    for index, (mine, due) in enumerate(zip(got[CHILDREN], want[CHILDREN], strict=False)):
        if clause := first_unlike(mine, due, colours, (*path, index)):
            return clause
    return ""


ATTRIBUTES = ("position", "size", "colour", "level", "maxDepth")


def first_odd(got: Any, want: Any, path: tuple[int, ...] = ()) -> str:
    """Return a sentence on the first block, from the top, with a wrong attribute; "" if there is none.

    The same blocks must be divided in both trees.
    """
    for name, mine, due in zip(ATTRIBUTES, got, want, strict=False):
        if mine != due:
            mine, due = map(colour_told if name == "colour" else repr, (mine, due))
            return f"The {block_name(path, want)} has the {name} {mine}, not {due}."
    for index, (mine, due) in enumerate(zip(got[CHILDREN], want[CHILDREN], strict=False)):
        if line := first_odd(mine, due, (*path, index)):
            return line
    return ""


def blanked(tree: Any) -> Any:
    """Return a tree in which no divided block has a colour, because another check grades such colours."""
    if not is_tree(tree, 12) or not tree[CHILDREN]:
        return tree
    return [
        *tree[:COLOUR],
        None,
        *tree[COLOUR + 1 : CHILDREN],
        [blanked(child) for child in tree[CHILDREN]],
    ]


def without_colours(tree: Any) -> Any:
    """Return the shape of a tree: a list of four for each divided block, 0 for each other block."""
    return [without_colours(child) for child in tree[CHILDREN]] if tree[CHILDREN] else 0


def lettered(rows: Any) -> str:
    """Return rows of colours as lines of letters; the repr of a value of another form. None is null."""
    if not isinstance(rows, list) or not all(row is None or isinstance(row, list) for row in rows):
        return "null" if rows is None else str(rows)
    lines = [
        ["null"]
        if row is None
        else ["null" if cell is None else LETTERING.written(cell) for cell in row]
        for row in rows
    ]
    return "\n".join(map(" ".join, lines))


def same_rows(before: Any, got: Any, want: Any, what: str) -> None:
    """Fail unless flatten returned the right rows."""
    if got != want:
        wrong, rows = SHOWING.wrong_grid(want, got, rows=True)
        if wrong.startswith("is no list"):
            wrong = f"is {'null' if got is None else 'not right'}, but should have {shape(want, rows=True)}."
            rows = [] if got is None else [shown_rows("got", got)]
        fail(
            f"{what} {wrong.replace('right grid', 'right array')}",
            lambda: [shown_board("board", before), *rows],
        )
