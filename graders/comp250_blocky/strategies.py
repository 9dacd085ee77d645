"""Strategies of this edition alone: boards at any position and on any level, sizes, arrays of cells.

Sizes are never 0, the blocks of boards always have sizes and positions, and depths are at least 1 (spec 7.2, 7.7).
"""

from __future__ import annotations

from hypothesis import strategies as st

from graders.blocky.laws import columns, groups
from graders.blocky.strategies import (
    QUARTERS,
    UNIT,
    Board,
    Cells,
    board_of,
    boards,
    chain_ends,
    chains,
    colours_in,
    decoded,
    is_big_leaf,
    is_divided,
    places,
)

SEEDS = st.integers(0, 99_999)
COLOURS = st.integers(0, 3)
DIRECTIONS = st.integers(0, 1)
NO_DIRECTIONS = (-1, 2, 3)
"""Numbers that are no direction."""
OFFSETS = st.tuples(st.integers(0, 40), st.integers(0, 40))
LEVELS = st.integers(0, 3)


UNITS = st.sampled_from([UNIT, 25])
"""Widths of unit cells: the usual one, and that of the game at depth 5, an odd number."""


def placed(board: Board, x: int = 0, y: int = 0, level: int = 0) -> Board:
    """Return a copy of *board* at another position, with its root on another level."""
    return dict(board, x=x, y=y, level=level)


def with_units(board: Board, unit: int) -> Board:
    """Return a copy of *board* whose unit cells have another width."""
    return dict(board, size=unit << board["max_depth"])


def elsewhere(
    kind: st.SearchStrategy[Board], levels: st.SearchStrategy[int] = LEVELS
) -> st.SearchStrategy[Board]:
    """Draw boards of a kind whose origin is not (0, 0), with a root on one of *levels*."""
    corner = st.tuples(st.integers(1, 40), st.integers(1, 40))
    return st.builds(lambda board, at, level: placed(board, *at, level), kind, corner, levels)


big_boards = st.builds(decoded, st.binary(min_size=40, max_size=120), st.integers(3, 4))
"""Boards that are up to 16 unit cells wide."""

leaf_boards = st.builds(
    lambda colour, depth, at: placed(board_of(colour, depth), *at),
    COLOURS,
    st.integers(1, 3),
    OFFSETS,
)
"""Boards that are not divided, though they could be."""

shallow_boards = st.builds(board_of, st.lists(COLOURS, min_size=4, max_size=4), st.integers(2, 3))
"""Boards whose children are not divided, though they could be."""

lower_leaves = st.builds(
    lambda colour, depth, level: placed(board_of(colour, depth), 0, 0, level),
    COLOURS,
    st.integers(1, 3),
    st.integers(1, 3),
)
"""The same below level 0, where the constructor makes such blocks."""

game_chains = chains(6)
"""Boards with one divided block on each level, of the game's usual depth (spec 2.6)."""

game_chain_roots = game_chains.map(lambda board: (board, []))
"""(such a board, path of its root)."""

game_chain_ends = chain_ends(6)
"""(such a board, path of a unit cell)."""

game_chain_parents = game_chain_ends.map(lambda place: (place[0], place[1][:1]))
"""(such a board, path of its divided block on level 1)."""

any_blocks = places(lambda board, path: True, (QUARTERS, []))
"""(board, path of any block). The board is divided, as every board is that the constructor makes (spec 3.1)."""

leaves = places(lambda board, path: not is_divided(board, path), (QUARTERS, [0]))
"""(board, path of a block that is not divided)."""

large_leaves = places(is_big_leaf, (board_of([0, 1, 2, 3], 2), [0]), shallowest=2)
"""(board, path of a block that is not divided, though it could be). The board itself is divided."""


def full_cells(depth: int, colour: int = 0) -> Cells:
    """Return the cells of a board of unit cells with different quarters."""
    if depth == 0:
        return colour % 4
    return [full_cells(depth - 1, colour + index) for index in range(4)]


full_boards = boards(2, 3, full=True)
"""Boards of unit cells alone, larger than one level."""


def smashable(board: Board, path: list[int]) -> bool:
    """Return whether the block at *path* can be smashed."""
    return 0 < len(path) < board["max_depth"]


smashable_places = places(smashable, (board_of([0, 1, 2, 3], 2), [1]), shallowest=2)
"""(board, path of a block that can be smashed)."""

smashable_leaves = places(
    lambda board, path: smashable(board, path) and not is_divided(board, path),
    (board_of([0, 1, 2, 3], 2), [2]),
    shallowest=2,
)
"""(board, path of an undivided block that can be smashed)."""

smashable_parents = places(
    lambda board, path: smashable(board, path) and is_divided(board, path),
    (board_of([0, 1, [0, 1, 2, 3], 3], 2), [2]),
    shallowest=2,
)
"""(board, path of a divided block that can be smashed)."""

unsmashable_places = places(
    lambda board, path: not smashable(board, path), (board_of([0, 1, 2, 3], 2), []), shallowest=2
)
"""(board, path of the whole board, or of a unit cell)."""


def sizes(depth: int) -> st.SearchStrategy[int]:
    """Draw sizes that can be halved *depth* times: powers of two, because one check grades other sizes."""
    return POWERS.map(lambda power: power << depth)


POWERS = st.integers(0, 4).map(lambda exponent: 1 << exponent)


def indivisible(number: int, depth: int) -> int:
    """Return a positive size that cannot be halved *depth* times, one for each *number*."""
    return number + number // ((1 << depth) - 1) + 1


Rows = list[list[int]]


def rows_of(data: bytes, height: int, width: int, colours: int) -> Rows:
    """Return the array of colours, as rows, that *data* encodes."""
    return [
        [
            (data[i * width + j] if i * width + j < len(data) else i + j) % colours
            for j in range(width)
        ]
        for i in range(height)
    ]


squares = st.builds(
    lambda data, side, colours: rows_of(data, side, side, colours),
    st.binary(max_size=64),
    st.sampled_from([2, 4, 4, 8]),
    st.integers(2, 3),
)
"""Square arrays of cells; of few colours, so that groups are common."""

oblongs = st.builds(
    lambda data, shape, colours: rows_of(data, *shape, colours),
    st.binary(max_size=30),
    st.sampled_from([(4, 3), (3, 4), (2, 5), (5, 2), (1, 4), (6, 1)]),
    st.integers(2, 3),
)
"""Arrays that are not square."""


def cell_of(rows: Rows, number: int) -> list[int]:
    """Return the cell of an array, as [row, column], that *number* selects."""
    number %= len(rows) * len(rows[0])
    return [number // len(rows[0]), number % len(rows[0])]


def framed(rows: Rows, cell: list[int]) -> tuple[Rows, list[int]]:
    """Return an array in a frame of another colour, so that the cell's group touches no border; and the moved cell."""
    i, j = cell
    other = (rows[i][j] + 1) % 4
    width = len(rows[0]) + 2
    inner = [[other, *row, other] for row in rows]
    return [[other] * width, *inner, [other] * width], [i + 1, j + 1]


def _begun_inside(board: Board, number: int) -> tuple[Board, int] | None:
    """Return *board* and a colour whose largest group reaches the inside of the board, or None."""
    grid = columns(board)
    inside = range(1, len(grid) - 1)

    def reaches(colour: int) -> bool:
        found = groups(grid, colour)
        largest = max(map(len, found))
        return any(
            len(group) == largest and any(x in inside and y in inside for x, y in group)
            for group in found
        )

    wanted = [colour for colour in colours_in(board["cells"]) if reaches(colour)]
    return (board, wanted[number % len(wanted)]) if wanted else None


inner_targets = st.builds(
    lambda board, number: (
        _begun_inside(board, number) or (board_of([[0, 1, 0, 0], 1, [2, 2, 1, 2], 3], 2), 0)
    ),
    st.one_of(boards(2, 2, colours=3), boards(2, 2), boards(3, 3, full=True)),
    st.integers(0, 3),
)
"""(board, a colour whose largest group is not only at the edge, which has its own check)."""

CELLS = st.integers(0, 63)
"""Numbers that choose a cell of an array."""


def cells_chosen(rows: Rows, bits: int) -> list[list[int]]:
    """Return the cells of an array, as [row, column], whose bits in *bits* are set."""
    width = len(rows[0])
    return [[i, j] for i in range(len(rows)) for j in range(width) if bits >> (i * width + j) & 1]


MARKS = st.integers(0, 2**100 - 1)
"""Numbers whose bits choose the visited cells."""
