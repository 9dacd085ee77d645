"""How the calls of a driver look in Python: what a person would type to see the same, with the board it is done on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from graders.blocky.showing import Showing
from graders.harness import Exhibit, Picture, Text, text

Told = tuple[str, Any]
"""A call in Python, and the tree of its board, or a picture of it, or None."""


def at(path: Sequence[int]) -> str:
    """Return the block at *path* in Python."""
    return "board" + "".join(f".children[{index}]" for index in path)


def method(name: str, tree: Any, path: Sequence[int], *arguments: object) -> Told:
    """Return a call of a method of the block at *path*."""
    return f"{at(path)}.{name}({', '.join(map(repr, arguments))})", tree


def after_seed(seed: object, told: Told) -> Told:
    """Return a call of something that draws by chance."""
    return f"random.seed({seed!r})\n{told[0]}", told[1]


@dataclass(frozen=True)
class Calls:
    """Shows the calls of one driver."""

    showing: Showing
    told: dict[str, Callable[..., Told]]
    """By operation, what it calls, from its arguments."""

    def shown(self, operation: str, arguments: tuple[object, ...]) -> Iterable[Exhibit]:
        """Return exhibits of a call; nothing where the operation is no single call of a person's."""
        if operation not in self.told:
            return []
        words, tree = self.told[operation](*arguments)
        board = [tree if isinstance(tree, Picture | Text) else self.showing.shown_tree("board", tree)]
        if tree is None:
            board.clear()
        return [*board, text("call", words)]

    def grid(self, columns: Any) -> Any:
        """Return a picture of a grid of colours."""
        return self.showing.columns("board", columns)

    def colour(self, index: int) -> str:
        """Return a colour in Python."""
        return self.showing.colour_name(index).upper().replace(" ", "_")
