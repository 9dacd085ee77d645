"""How checks show boards to a person: pictures where a picture can be drawn, words where something is broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graders.blocky.board import CHILDREN, broken, cells_of, is_tree, where
from graders.blocky.laws import flat
from graders.blocky.layout import tree
from graders.harness import fail, picture, value


@dataclass(frozen=True)
class Showing:
    """Shows the boards of one assignment, and compares them."""

    letters: str
    """Letters of the manifest's palette, in the order of the assignment's list of colours."""
    names: tuple[str, ...]
    """The names of the colours, in the same order."""

    def colour_name(self, index: int) -> str:
        """Return the name of a colour."""
        return self.names[index]

    def shown_board(self, label: str, board: Any) -> Any:
        """Return an exhibit of a board in notation."""
        return self._drawn(label, board["cells"], board["max_depth"])

    def shown_tree(self, label: str, shown: Any) -> Any:
        """Return an exhibit of a reported tree, by the order of its blocks; or of what is broken about it."""
        cells = cells_of(shown)
        if not is_tree(shown) or not self._drawable(cells):
            return value(label, broken(shown) or cells)
        level, max_depth = shown[3], shown[4]
        depth = max_depth - level if type(level) is int and type(max_depth) is int else -1
        if not _depth(cells) <= depth <= 6:
            return value(label, cells)
        return self._drawn(label, cells, depth)

    def _drawable(self, cells: Any) -> bool:
        if isinstance(cells, list):
            return all(self._drawable(cell) for cell in cells)
        return type(cells) is int and 0 <= cells < len(self.letters)

    def _drawn(self, label: str, cells: Any, max_depth: int) -> Any:
        squares: list[tuple[str, int, int, int]] = []

        def draw(part: Any, x: int, y: int, size: int) -> None:
            if isinstance(part, int):
                squares.append((self.letters[part], x, y, size))
                return
            half = size // 2
            for quarter, (right, down) in zip(part, ((1, 0), (0, 0), (0, 1), (1, 1)), strict=True):
                draw(quarter, x + right * half, y + down * half, half)

        draw(cells, 0, 0, 1 << max_depth)
        return picture(label, 1 << max_depth, squares)

    def returned(self, before: Any, got: Any, want: Any, what: str) -> None:
        """Fail unless the call *what* returned *want*."""
        if got != want:
            fail(
                f"{what} should return {want!r}.",
                lambda: [self.shown_board("board", before), value("expected", want), value("got", got)],
            )

    def unchanged(self, before: Any, tree_after: Any, what: str) -> None:
        """Fail unless the board is as it was."""
        due = tree(before)
        if tree_after != due:
            fail(
                f"{what} changes the board. {difference(tree_after, due)}",
                lambda: self._boards(before, due, tree_after),
            )

    def same_board(self, before: Any, answer: Any, want: Any, what: str) -> None:
        """Fail unless a call returned and left behind what it should.

        before: the board in notation; answer, want: ``{"result": ..., "board": tree}``; what: the call in words.
        """
        got = told(answer, "result", "board")
        self.returned(before, got["result"], want["result"], what)
        if got["board"] != want["board"]:
            fail(
                f"{what}: {difference(got['board'], want['board'])}",
                lambda: self._boards(before, want["board"], got["board"]),
            )

    def same_cells(self, before: Any, answer: Any, want: Any, what: str) -> None:
        """Fail unless a call returned what it should and left the right colours in order, wherever the blocks lie."""
        got = told(answer, "result", "board")
        self.returned(before, got["result"], want["result"], what)
        if cells_of(got["board"]) != cells_of(want["board"]):
            fail(
                f"{what}: {difference(got['board'], want['board'])}",
                lambda: self._boards(before, want["board"], got["board"]),
            )

    def refused(self, before: Any, answer: Any, what: str) -> None:
        """Fail unless a call returned False and changed nothing."""
        self.same_board(before, answer, {"result": False, "board": tree(before)}, what)

    def _boards(self, before: Any, want: Any, got: Any) -> list[Any]:
        """Return the exhibits of a wrong board; pictures that would look the same are left out."""
        alike = cells_of(want) == cells_of(got)
        shown = [self.shown_board("board before", before)]
        if not alike:
            shown.append(self.shown_tree("expected", want))
        if not alike or cells_of(got) != before["cells"]:
            shown.append(self.shown_tree("got", got))
        return shown


def _depth(cells: Any) -> int:
    return 1 + max(_depth(cell) for cell in cells) if isinstance(cells, list) else 0


def on(path: list[int]) -> str:
    """Return a place in words, as the end of "rotate(1) on ..."."""
    return "the " + where(path)


def told(answer: Any, *names: str) -> dict[str, Any]:
    """Return what the driver reported, with these *names*; fail if a submission has put something else in its place."""
    if not isinstance(answer, dict) or not all(name in answer for name in names):
        fail("The answer does not have the form of an answer.", [value("got", answer)])
    return answer


def difference(got: Any, want: Any) -> str:
    """Return a sentence on the first block in which two trees differ, and in what; "" if they are equal."""
    found = broken(got)
    if found:
        return f"There is {found}."
    cells = cells_of(got)
    if cells != cells_of(want):
        unfit = next((cell for cell in flat(cells) if isinstance(cell, str)), None)
        return "The board is not the right one." if unfit is None else f"There is {unfit}."
    return _first_difference(got, want, [])


def _first_difference(got: Any, want: Any, path: list[int]) -> str:
    names = ("position", "size", "colour", "level", "max_depth")
    for name, mine, due in zip(names, got, want, strict=False):
        if mine != due:
            return f"The {where(path)} has the {name} {mine!r}, not {due!r}."
    for index, (mine, due) in enumerate(zip(got[CHILDREN], want[CHILDREN], strict=False)):
        line = _first_difference(mine, due, [*path, index])
        if line:
            return line
    return ""
