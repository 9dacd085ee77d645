"""Shows calls of a driver as Python that a reader can type to see the same, and the board of each call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from graders.blocky.board import POSITION, SIZE
from graders.blocky.showing import Showing
from graders.harness import Exhibit, Text, text

Told = tuple[str, Any]
"""A call in Python, and its board: a tree, a grid or None."""


@dataclass(frozen=True)
class Grid:
    """A flattened board: its columns of colours."""

    columns: Any


def at(path: Sequence[int]) -> str:
    """Return the block at *path* in Python."""
    return "board" + "".join(f".children[{index}]" for index in path)


def method(name: str, tree: Any, path: Sequence[int], *arguments: object) -> Told:
    """Return a call of a method of the block at *path*."""
    return f"{at(path)}.{name}({', '.join(map(repr, arguments))})", tree


def after_seed(seed: object, told: Told) -> Told:
    """Return a call that draws random numbers, after the seed."""
    return f"random.seed({seed!r})\n{told[0]}", told[1]


def _label(tree: Any) -> str:
    """Return the label of a board that the judge made: its size and, unless that is (0, 0), its position."""
    position, size = tuple(tree[POSITION]), tree[SIZE]
    place = f", at {position!r}" if position != (0, 0) else ""
    return f"board ({size} pixels wide{place})" if size else "board"


@dataclass(frozen=True)
class Calls:
    """Shows the calls of one driver."""

    showing: Showing
    told: dict[str, Callable[..., Told]]
    """By operation: a function from its arguments to the call in Python."""
    printing: str = ""
    """The statement that prints the board in a program, behind a call of its methods."""
    programs: dict[str, Callable[..., str]] = field(default_factory=dict)
    """By operation: a function from its arguments to statements, where a call alone shows too little."""

    def shown(self, operation: str, arguments: tuple[object, ...]) -> Iterable[Exhibit]:
        """Return exhibits of a call; none if no single call in Python corresponds to the operation."""
        if operation not in self.told:
            return []
        words, tree = self.told[operation](*arguments)
        call: Text = text("call", words)
        if tree is None:
            return [call]
        if isinstance(tree, Grid):
            return [self.showing.columns("board", tree.columns), call]
        return [self.showing.shown_tree(_label(tree), tree), call]

    def program(self, operation: str, arguments: tuple[object, ...]) -> str:
        """Return the call in Python below one that makes its board, by the function ``make`` of the
        grader's HEAD; "" if no single call corresponds to the operation.
        """
        if operation in self.programs:
            return self.programs[operation](*arguments)
        if operation not in self.told:
            return ""
        words, tree = self.told[operation](*arguments)
        if isinstance(tree, Grid):
            columns = ", ".join(
                f"[{', '.join(map(self.colour, column))}]" for column in tree.columns
            )
            return f"board = [{columns}]\n{words}"
        if tree is None:
            return words
        after = f"\n{self.printing}" if words.startswith("board") else ""
        return f"board = make({tree!r})\n{words}{after}"

    def colour(self, index: int) -> str:
        """Return a colour in Python."""
        return self.showing.colour_name(index).upper().replace(" ", "_")
