"""Exhibits of boards: pictures of those that can be drawn, words about faults of the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from graders.blocky.board import (
    CHILDREN,
    COLOUR,
    LEVEL,
    MAX_DEPTH,
    POSITION,
    SIZE,
    broken,
    broken_at,
    cells_of,
    is_tree,
    quoted,
    where,
)
from graders.blocky.layout import tree
from graders.harness import Picture, fail, picture, text, value

FARTHEST = 1000
"""Largest position and size, in unit cells, of a block that is still drawn."""
ABOUT = 0.03
"""Tolerance in unit cells: with rounded pixels, positions and sizes are not whole cells."""


@dataclass(frozen=True)
class Showing:
    """Shows the boards of one assignment, and compares them."""

    letters: str
    """Letters of the boards, in the order of the assignment's list of colours."""
    names: tuple[str, ...]
    """The names of the colours, in the same order."""

    def colour_name(self, index: int) -> str:
        """Return the name of a colour."""
        return self.names[index]

    def shown_board(self, label: str, board: Any, more: str = "") -> Any:
        """Return an exhibit of a board in notation, with its size, if it has one: without it no call can be repeated.

        more: what else to say beside the size.
        """
        what = f"{label} ({board['size']} pixels wide{more})" if "size" in board else label
        return self._drawn(what, board["cells"], board["max_depth"])

    def shown_tree(self, label: str, shown: Any) -> Any:
        """Return an exhibit of a reported tree, by the order of its blocks, or of its fault.

        A block that no board has, such as one without a colour, has the letter "?".
        """
        cells = cells_of(shown)
        if not is_tree(shown):
            return text(label, broken(shown))
        level, max_depth = shown[3], shown[4]
        depth = max_depth - level if type(level) is int and type(max_depth) is int else -1
        if not _depth(cells) <= depth <= 6:
            return text(label, self.written(cells))
        return self._drawn(label, cells, depth)

    def shown_cells(self, label: str, cells: Any, max_depth: int) -> Any:
        """Return an exhibit of the reported cells of a whole board, or of their faults."""
        if not self._drawable(cells) or _depth(cells) > max_depth:
            return text(label, self.written(cells))
        return self._drawn(label, cells, max_depth)

    def _drawable(self, cells: Any) -> bool:
        if isinstance(cells, list):
            return all(self._drawable(cell) for cell in cells)
        return type(cells) is int and 0 <= cells < len(self.letters)

    def _drawn(self, label: str, cells: Any, max_depth: int) -> Any:
        squares: list[tuple[str, int, int, int]] = []

        def draw(part: Any, x: int, y: int, size: int) -> None:
            if not isinstance(part, list):
                squares.append((self.letters[part] if self._drawable(part) else "?", x, y, size))
                return
            half = size // 2
            for quarter, (right, down) in zip(part, ((1, 0), (0, 0), (0, 1), (1, 1)), strict=True):
                draw(quarter, x + right * half, y + down * half, half)

        draw(cells, 0, 0, 1 << max_depth)
        return picture(label, 1 << max_depth, squares)

    def written(self, shown: Any) -> str:
        """Return a value in which every number is a colour, as Python would print it, with letters for colours.

        A value that is not in the list of colours is shown by its repr.
        """
        match shown:
            case ["colour", other] if isinstance(shown, tuple):
                return repr(other)
            case list():
                return f"[{', '.join(map(self.written, shown))}]"
            case tuple():
                return f"({', '.join(map(self.written, shown))}{',' * (len(shown) == 1)})"
            case str():
                return shown  # describes a fault: the driver quotes the submission's own texts
        known = type(shown) is int and 0 <= shown < len(self.letters)
        return self.letters[shown] if known else repr(shown)

    def coloured(self, label: str, shown: Any) -> Any:
        """Return an exhibit of a value in which every number is a colour: letters as on the board."""
        return text(label, self.written(shown))

    def columns(self, label: str, grid: Any) -> Any:
        """Return a picture of a grid of colours, given by columns; its value if it is no such grid."""
        side = len(grid) if isinstance(grid, list) else 0
        if (
            not side
            or side & (side - 1)
            or any(not isinstance(line, list) or len(line) != side for line in grid)
        ):
            return self.coloured(label, grid)
        if not all(
            type(colour) is int and self._drawable(colour) for line in grid for colour in line
        ):
            return self.coloured(label, grid)
        return picture(
            label,
            side,
            [(self.letters[colour], x, y, size) for colour, x, y, size in _squares(grid, side)],
        )

    def rows(self, label: str, grid: Any) -> Any:
        """Return the same for a grid that is given by rows."""
        lines = isinstance(grid, list) and all(
            isinstance(line, list) and len(line) == len(grid) for line in grid
        )
        return self.columns(
            label, [list(line) for line in zip(*grid, strict=True)] if lines else grid
        )

    def wrong_grid(
        self, want: list[list[Any]], got: Any, rows: bool = False
    ) -> tuple[str, list[Any]]:
        """Return what is wrong with a grid, as the end of a sentence, and exhibits of both.

        If it has another form than *want*, only its form is told, because then no cell can be compared. rows: both are
        given by rows, otherwise by columns.
        """
        due, form = shape(want, rows), shape(got, rows)
        if form != due:
            if form is None:
                return f"is no list of lists, but should have {due}.", [self.coloured("got", got)]
            return f"has {form}, but should have {due}.", []
        draw = self.rows if rows else self.columns
        kind = "" if rows else "; it is shown as a board, each list a column"
        return f"is not the right grid{kind}.", [draw("expected", want), draw("got", got)]

    def squares(self, label: str, shown: Any) -> Any:
        """Return an exhibit of a list of tuples that begin with a colour, one on a line."""
        if not isinstance(shown, list | tuple):
            return value(label, shown)
        return text(label, "\n".join(sorted(map(self._square, shown))) or repr(shown))

    def _square(self, item: Any) -> str:
        if not isinstance(item, list | tuple) or not item:
            return repr(item)
        inner = ", ".join([self.written(item[0]), *map(repr, item[1:])])
        return f"({inner})" if isinstance(item, tuple) else f"[{inner}]"

    def move(self, label: str, move: Any) -> Any:
        """Return an exhibit of a move: its action, its number, and the block at its path, in words."""
        match move:
            case [str(action), number, path, *_]:
                return text(label, f"({action!r}, {number!r}, {_block(path)})")
            case {"no_move": str(kind), "parts": parts}:
                of = "" if parts is None else f" of {parts}"
                return text(label, f"not a move of three parts, but a {kind}{of}")
        return text(label, move) if isinstance(move, str) else value(label, move)

    def returned(self, before: Any, got: Any, want: Any, what: str) -> None:
        """Fail unless the call *what* returned *want*."""
        if got != want:
            fail(
                f"{what} should return {want!r}.",
                lambda: [
                    self.shown_board("board", before),
                    value("expected", want),
                    value("got", got),
                ],
            )

    def unchanged(self, before: Any, tree_after: Any, what: str) -> None:
        """Fail unless the call *what* left the board unchanged."""
        due = tree(before)
        if tree_after != due:
            fail(
                f"{what} changes the board: {difference(tree_after, due)}",
                lambda: self.boards(before, due, tree_after),
            )

    def same_board(self, before: Any, answer: Any, want: Any, what: str) -> None:
        """Fail unless a call returned the right result and left the right board.

        before: the board in notation; answer, want: ``{"result": ..., "board": tree}``; what: the call in words.
        """
        got = told(answer, "result", "board")
        self.returned(before, got["result"], want["result"], what)
        if got["board"] != want["board"]:
            fail(
                f"{what}: {difference(got['board'], want['board'])}",
                lambda: self.boards(before, want["board"], got["board"]),
            )

    def same_cells(self, before: Any, answer: Any, want: Any, what: str) -> None:
        """Fail unless a call returned the right result and left the right colours in order; positions do not matter."""
        got = told(answer, "result", "board")
        self.returned(before, got["result"], want["result"], what)
        if cells_of(got["board"]) != cells_of(want["board"]):
            fail(
                f"{what}: {difference(got['board'], want['board'])}",
                lambda: self.boards(before, want["board"], got["board"]),
            )

    def refused(self, before: Any, answer: Any, what: str) -> None:
        """Fail unless a call returned False and changed nothing."""
        self.same_board(before, answer, {"result": False, "board": tree(before)}, what)

    def after(self, before: Any, got: Any, by_place: bool) -> list[Any]:
        """Return the exhibits of a board before and after a call; a single picture if they look the same.

        by_place: draw the blocks at their reported positions, not in their order.
        """
        first = self.shown_board("board before", before)
        sound = is_tree(got) and self._drawable(cells_of(got))
        drawn = self._placed("got", got, tree(before)) if by_place and sound else None
        mine = drawn or self.shown_tree("got", got)
        return [first] if _look(mine) == _look(first) else [first, mine]

    def boards(self, before: Any, want: Any, got: Any) -> list[Any]:
        """Return the exhibits of a wrong board, without pictures that would look the same.

        If the blocks are the right ones in the right order, they are drawn at their reported positions.
        """
        first = self.shown_board("board before", before)
        alike = cells_of(want) == cells_of(got)
        placed = self._placed("expected", want, want) if alike else None
        if placed is not None and not _is_whole(placed):
            return [first]  # a part of the board belongs outside its quarter, as the message says
        expected = placed or self.shown_tree("expected", want)
        mine = (self._placed("got", got, want) if alike else None) or self.shown_tree("got", got)
        shown = [first]
        if _look(mine) != _look(expected):
            shown += [expected] * (_look(expected) != _look(first)) + [mine]
        elif _look(mine) != _look(first):
            shown.append(mine)
        return shown

    def _placed(self, label: str, shown: Any, due: Any) -> Any:
        """Return a picture of a tree's leaves at their positions on the board *due*; None if they fit no unit cells."""
        depth = due[MAX_DEPTH] - due[LEVEL]
        unit, (left, top) = due[SIZE] / (1 << depth), due[POSITION]
        squares = []
        for leaf in _leaves(shown):
            place, size = leaf[POSITION], leaf[SIZE]
            if (
                type(place) is not tuple
                or len(place) != 2
                or any(type(one) is not int for one in (*place, size))
            ):
                return None
            cells = [(place[0] - left) / unit, (place[1] - top) / unit, size / unit]
            if (
                any(abs(cell) > FARTHEST or abs(cell - round(cell)) > ABOUT for cell in cells)
                or cells[2] < 1 - ABOUT
            ):
                return None
            squares.append((self.letters[leaf[COLOUR]], *map(round, cells)))
        return picture(label, 1 << depth, squares)


PLAIN = 16
"""Cells along the side of the largest grid that is drawn cell by cell."""


def _squares(
    grid: list[list[int]], size: int, x: int = 0, y: int = 0
) -> Iterator[tuple[int, int, int, int]]:
    """Yield colour, position and size of the cells of a grid; in a large grid, a square of one colour is one item."""
    if size == 1 or (
        len(grid) > PLAIN
        and len({cell for line in grid[x : x + size] for cell in line[y : y + size]}) == 1
    ):
        yield grid[x][y], x, y, size
        return
    half = size // 2
    for right, down in ((0, 0), (half, 0), (0, half), (half, half)):
        yield from _squares(grid, half, x + right, y + down)


def _is_whole(drawn: Picture) -> bool:
    """Return whether the squares of a picture cover it without overlaps."""
    cells = [
        (x, y)
        for square in drawn.squares
        for x in range(square.x, square.x + square.size)
        for y in range(square.y, square.y + square.size)
    ]
    return len(set(cells)) == len(cells) == drawn.side**2


def _look(exhibit: Any) -> Any:
    """Return the visible part of an exhibit of a board, without its label."""
    return frozenset(exhibit.squares) if isinstance(exhibit, Picture) else exhibit.text


def _leaves(node: Any) -> Iterator[Any]:
    if not node[CHILDREN]:
        yield node
    for child in node[CHILDREN]:
        yield from _leaves(child)


def _block(path: Any) -> str:
    known = isinstance(path, list) and all(type(index) is int and 0 <= index < 4 for index in path)
    return f"<the {where(path)}>" if known else "<no block of the board>"


def _depth(cells: Any) -> int:
    return 1 + max(_depth(cell) for cell in cells) if isinstance(cells, list) else 0


def on(path: list[int]) -> str:
    """Return a place in words, as the end of "rotate(1) on ..."."""
    return "the " + where(path)


def shape(grid: Any, rows: bool = False) -> str | None:
    """Return the form of a grid in words, such as "8 columns of 8 cells"; None if it is no list of lists.

    A larger number than a grid of the game has is not said, because a program could choose it to tell something.
    """
    if not isinstance(grid, list) or not all(isinstance(line, list) for line in grid):
        return None
    line, lengths = "row" if rows else "column", sorted({len(each) for each in grid})
    number = f"{_counted(len(grid))} {line}{'' if len(grid) == 1 else 's'}"
    if not lengths:
        return number
    cells = " to ".join(_counted(length) for length in lengths[:1] + lengths[1:][-1:])
    return f"{number} of {cells} cell{'' if cells == '1' else 's'}"


def _counted(number: int) -> str:
    return str(number) if number <= LARGEST_GRID else f"more than {LARGEST_GRID}"


LARGEST_GRID = 32
"""Rows and columns of the largest board of the game, at its deepest."""


def on_pixels(board: Any) -> str:
    """Return " on a board of 750 pixels" for a board of that width; "" for one whose unit cells have the usual width."""
    usual = 8 << board["max_depth"]
    return "" if board["size"] == usual else f" on a board of {board['size']} pixels"


def told(answer: Any, *names: str) -> dict[str, Any]:
    """Return the driver's report; fail if it lacks one of *names*, because a submission has replaced it."""
    if not isinstance(answer, dict) or not all(name in answer for name in names):
        fail(
            "The program returned something of quite another form than it should.",
            [value("got", answer)],
        )
    return answer


def difference(got: Any, want: Any, path: tuple[int, ...] = ()) -> str:
    """Return the end of a sentence on the first difference between two trees; "" if they are equal.

    path: the place of both on the board.
    """
    if found := fault(got, path):
        return f"there is {found}."
    if cells_of(got) != cells_of(want):
        return "the board is wrong afterwards."
    return _first_difference(got, want, [*path], _numbers(want))


def fault(tree: Any, path: tuple[int, ...] = ()) -> str:
    """Return the first fault of a reported tree in words, and its place; "" if the game has such trees.

    path: the place of the tree on the board.
    """
    return broken_at(tree, path) or _unfit(cells_of(tree), path)


def _unfit(cells: Any, path: tuple[int, ...]) -> str:
    if isinstance(cells, str):
        return f"{cells}: the {where([*path])}"
    inner = cells if isinstance(cells, list) else []
    return next(filter(None, (_unfit(cell, (*path, i)) for i, cell in enumerate(inner))), "")


def _numbers(tree: Any) -> list[Any]:
    """Return positions and sizes of the blocks of a tree that the judge made."""
    inner = [number for child in tree[CHILDREN] for number in _numbers(child)]
    return [tree[POSITION], tree[SIZE], tree[MAX_DEPTH], *inner]


def _first_difference(got: Any, want: Any, path: list[int], due_numbers: list[Any]) -> str:
    names = ("position", "size", "colour", "level", "max_depth")
    for name, mine, due in zip(names, got, want, strict=False):
        if mine != due:
            if name == "position":
                return (
                    f"the {where(path)} is at {quoted(mine, due_numbers)} but should be at {due!r}."
                )
            return f"the {where(path)} has the {name} {quoted(mine, due_numbers)} but should have {due!r}."
    for index, (mine, due) in enumerate(zip(got[CHILDREN], want[CHILDREN], strict=False)):
        line = _first_difference(mine, due, [*path, index], due_numbers)
        if line:
            return line
    return ""
