"""Shows no calls, because ``calling`` of boards.py adds the call and its exhibits to each cause.

Makes each operation of the driver again as Java, for ``check.py --repro``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from graders.harness import Exhibit

COLOURS = ("RED", "GREEN", "BLUE", "YELLOW")
"""Names of BLOCK_COLORS, in order."""
MOST_BLOCKS = 1500
"""Blocks of a board that is written: a method of Java has 64 KB at most."""

HEAD = """
/** Returns the block at a path of indices of children, whose field is private. */
static Block at(Block block, int... path) throws ReflectiveOperationException {
    java.lang.reflect.Field children = Block.class.getDeclaredField("children");
    children.setAccessible(true);
    for (int index : path) {
        block = ((Block[]) children.get(block))[index];
    }
    return block;
}

/** Returns the block that a player selects: the whole board where none is found. */
static Block selected(Block board, int x, int y, int level) {
    Block found = board.getSelectedBlock(x, y, level);
    return found == null ? board : found;
}

static String name(java.awt.Color color) {
    String name = GameColors.colorToString(color);
    return name.isEmpty() ? String.valueOf(color) : name;
}

/** Returns an array of colours as a text, a row in a line. */
static String rows(java.awt.Color[][] rows) {
    StringBuilder text = new StringBuilder("" + (rows == null ? "null" : rows.length + " rows"));
    for (java.awt.Color[] row : rows == null ? new java.awt.Color[0][] : rows) {
        text.append("\\n   ");
        for (java.awt.Color color : row) {
            text.append(" ").append(name(color));
        }
    }
    return text.toString();
}

/** Returns what is drawn as a text, a square in a line. */
static String squares(java.util.List<BlockToDraw> squares) {
    StringBuilder text = new StringBuilder("" + (squares == null ? "null" : squares.size() + " squares"));
    for (BlockToDraw one : squares == null ? new java.util.ArrayList<BlockToDraw>() : squares) {
        java.awt.Rectangle shape = one.getShape();
        text.append("\\n    " + name(one.getColor()) + ", " + shape.width + " by " + shape.height + " at ("
            + shape.x + ", " + shape.y + "), stroke " + one.getStrokeThickness());
    }
    return text.toString();
}
"""
"""Members that the statements of :func:`program` use."""


def shown(_operation: str, _arguments: tuple[object, ...]) -> Iterable[Exhibit]:
    """Return no exhibits."""
    return ()


def program(operation: str, arguments: Sequence[Any]) -> str:
    """Return the statements in Java that do what an operation of the driver does.

    Raises LookupError for one that measures, or asks the same again and again, and for a board that is too large.
    """
    return "\n".join(STATEMENTS[operation](*arguments))


def _show(call: str, form: str = "{}") -> str:
    return f'show("{call}", () -> {form.format(call)});'


PRINTED = _show("board.printBlock()")


def _colour(index: int | None) -> str:
    return "null" if index is None else f"GameColors.{COLOURS[index]}"


def _seeded(seed: int, skipped: int = 0) -> list[str]:
    skip = f"for (int i = 0; i < {skipped}; i++) {{ Block.gen.nextInt(); }}"
    return [f"Block.gen = new java.util.Random({seed});", *[skip] * (skipped > 0)]


def _board(board: Any) -> str:
    level, deepest, block = board
    if _size(block) > MOST_BLOCKS:
        raise LookupError("a board that is too large")
    return f"Block board = {_block(block, level, deepest, '')};"


def _size(block: Any) -> int:
    return 1 + (sum(map(_size, block[3])) if isinstance(block[3], list | tuple) else 0)


def _block(block: Any, level: int, deepest: int, indent: str) -> str:
    x, y, size, inner = block
    head = f"new Block({x}, {y}, {size}, {level}, {deepest}"
    if not isinstance(inner, list | tuple):
        return f"{head}, {_colour(inner)}, new Block[0])"
    deeper = indent + "    "
    children = [f"\n{deeper}{_block(child, level + 1, deepest, deeper)}" for child in inner]
    return f"{head}, null, new Block[] {{{','.join(children)}}})"


def _at(path: Sequence[int]) -> str:
    return f"at(board, {', '.join(map(str, path))})" if path else "board"


def _construct(level: int, max_depth: int, seed: int, times: int) -> list[str]:
    return [*_seeded(seed), *[_show(f"new Block({level}, {max_depth}).printBlock()")] * times]


def _updates(board: Any, calls: Any) -> list[str]:
    updates = [_show(f"board.updateSizeAndPosition({size}, {x}, {y})") for size, x, y in calls]
    return [_board(board), *(line for update in updates for line in (update, PRINTED))]


def _select(board: Any, path: Any, points: Any, level: int) -> list[str]:
    calls = [_show(f"{_at(path)}.getSelectedBlock({x}, {y}, {level})") for x, y in points]
    return [_board(board), *calls]


def _move(block: str, method: str, direction: int | None) -> str:
    return _show(f"{block}.{method}({'' if direction is None else direction})")


def _moves(board: Any, steps: Any) -> list[str]:
    moves = [_move(_at(path), method, direction) for method, path, direction in steps]
    return [_board(board), *(line for move in moves for line in (move, PRINTED))]


def _goal(kind: str, board: Any, colour: int) -> list[str]:
    return [_board(board), _show(f"new {kind}({_colour(colour)}).score(board)")]


def _undiscovered(rows: Any, colour: int, visited: Any, cells: Any) -> list[str]:
    lines = [f"\n    {{{', '.join(map(_colour, row))}}}" for row in rows]
    if sum(map(len, rows)) > MOST_BLOCKS:
        raise LookupError("an array that is too large")
    return [
        f"java.awt.Color[][] unitCells = new java.awt.Color[][] {{{','.join(lines)}}};",
        f"boolean[][] visited = new boolean[{len(rows)}][{len(rows[0])}];",
        *(f"visited[{i}][{j}] = true;" for i, j in visited),
        f"BlobGoal goal = new BlobGoal({_colour(colour)});",
        *(_show(f"goal.undiscoveredBlobSize({i}, {j}, unitCells, visited)") for i, j in cells),
        _show("java.util.Arrays.deepToString(visited)"),
    ]


def _play(goal: str, depth: int, size: int, seed: int, turns: Any) -> list[str]:
    goals = ", ".join(f"new {goal}({_colour(index)})" for index in range(len(COLOURS)))
    seen = [
        _show("board.getBlocksToDraw()", "squares({})"),
        "for (Goal goal : goals) {",
        '    show(goal.getClass().getSimpleName() + ".score(board)", () -> goal.score(board));',
        "}",
    ]
    lines = [*_seeded(seed), f"Block board = new Block(0, {depth});"]
    lines += [_show(f"board.updateSizeAndPosition({size}, 0, 0)")]
    lines += [f"Goal[] goals = {{{goals}}};", *seen]
    for x, y, level, method, direction in turns:
        lines += [_move(f"selected(board, {x}, {y}, {level})", method, direction), PRINTED, *seen]
    return lines


STATEMENTS: dict[str, Callable[..., list[str]]] = {
    "attempt": lambda operation, arguments: [program(operation, arguments)],
    "construct": _construct,
    "update": lambda board, size, x, y: _updates(board, [[size, x, y]]),
    "updates": _updates,
    "draw": lambda board, path: [
        _board(board),
        _show(f"{_at(path)}.getBlocksToDraw()", "squares({})"),
    ],
    "select": _select,
    "moves": _moves,
    "moveNothing": lambda method, direction: [_show(f"new Block().{method}({direction})")],
    "smashNothing": lambda: [_show("new Block().smash()")],
    "smash": lambda board, path, seed, skipped: [
        _board(board),
        *_seeded(seed, skipped),
        _show(f"{_at(path)}.smash()"),
        PRINTED,
    ],
    "flatten": lambda board, path: [_board(board), _show(f"{_at(path)}.flatten()", "rows({})")],
    "perimeter": lambda board, colour, *_: _goal("PerimeterGoal", board, colour),
    "blob": lambda board, colour, *_: _goal("BlobGoal", board, colour),
    "undiscovered": _undiscovered,
    "play": _play,
}
"""By operation: a function from its arguments to statements."""
