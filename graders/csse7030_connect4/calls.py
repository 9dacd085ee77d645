"""Shows the calls of this driver. One operation calls a function with several cases; for games, lines are typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from graders.csse7030_connect4.boards import SIZE, drawn
from graders.csse7030_connect4.showing import (
    NO_ARGUMENT,
    SEVERAL_ARGUMENTS,
    all_typed,
    called,
    calls,
)
from graders.harness import Exhibit, text

SEVERAL: dict[str, tuple[Callable[[int], str], Callable[..., list[str]]]] = {}
"""Operations that call a function more than once, in words and in Python."""
SEVERAL.update(
    boards_apart=(
        lambda size: f"{called('generate_initial_board', [], size)}, twice",
        lambda column: [
            "board = generate_initial_board()",
            f"for i in range(len(board)):\n    board[i] = {column!r}",
            "generate_initial_board()  # not the same list again",
        ],
    ),
)
TYPED = ("get_action", "game", "main", "play")


HEAD = """
import importlib
import io
from pathlib import Path

import a1_support


def typed(lines):
    '''Type these lines, of which the next call reads as many as it needs.'''
    sys.stdin = io.StringIO("".join(line + "\\n" for line in lines))


def board_size(size):
    '''Import a1.py for boards of this size.'''
    text = Path(a1_support.__file__).read_text("utf-8")
    exec(text.replace("BOARD_SIZE = 8", f"BOARD_SIZE = {size}"), vars(a1_support))
    globals().update(vars(importlib.reload(a1)))

"""
"""The beginning of a program that makes calls of a check."""
CHANGING = ("add_piece", "remove_piece")
"""Operations after whose calls a program shows the board."""
FUNCTIONS = {"game": "play_game", "play": "main"}
"""The functions that operations of other names call."""


def program(operation: str, arguments: tuple[Any, ...]) -> str:
    """Return the calls of an operation in Python."""
    size, *given = arguments
    name = FUNCTIONS.get(operation, operation)
    if operation in TYPED:
        calls = [f"typed({list(given[0])!r})\n{name}()"]
    elif operation == "games":
        calls = [f"typed({list(lines)!r})\nplay_game()" for lines, _known in given[0]]
    elif operation in SEVERAL:
        calls = SEVERAL[operation][1](*given)
    elif operation in NO_ARGUMENT:
        calls = [f"{name}()"]
    else:
        cases = given[0] if operation in SEVERAL_ARGUMENTS else [[case] for case in given[0]]
        calls = [f"{name}({', '.join(map(repr, case))})" for case in cases]
        if operation in CHANGING:
            calls = [
                f"board = {board!r}\n{name}(board, {', '.join(map(repr, more))})\nboard"
                for board, *more in cases
            ]
    return "\n".join([f"board_size({size})"] * (size != SIZE) + calls)


def shown(operation: str, arguments: tuple[Any, ...]) -> Iterable[Exhibit]:
    """Return exhibits of an operation: typed lines, or its calls, one of which failed, with the board of the first."""
    size = arguments[0] if arguments else SIZE
    if operation in TYPED:
        return [all_typed(arguments[1])]
    if operation == "games":
        return [all_typed([line for lines, _known in arguments[1] for line in lines])]
    if operation in SEVERAL:
        return [text("call", SEVERAL[operation][0](size))]
    if operation in NO_ARGUMENT:
        return [text("call", called(operation, [], size))]
    cases = arguments[1] if len(arguments) > 1 else []
    listed = cases if operation in SEVERAL_ARGUMENTS else [[case] for case in cases]
    if not listed:
        return []
    which, label = ("board", "call") if len(listed) == 1 else ("first board", "one of the calls")
    first = listed[0][0]
    boards = [text(which, drawn(first))] if isinstance(first, list) else []
    return [*boards, text(label, calls(operation, listed, size))]
