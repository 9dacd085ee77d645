"""Boards are drawn by colour or by lines, even if they are malformed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.text import Text

from graders.blocky.painting import svg
from graders.blocky.painting.terminal import draw
from graders.harness.reports.console import DRAWN, TYPED, TerminalCapabilities
from graders.harness.result import Picture, Square
from tests import strategies
from tests.reports.paper import PALETTE, board
from tests.reports.test_pages import Page, texts

PLAIN = TerminalCapabilities("utf-8", False, DRAWN)
TYPEWRITER = TerminalCapabilities("ascii", False, TYPED)
COLOUR = TerminalCapabilities("utf-8", True, DRAWN)
MEDIA = st.sampled_from([PLAIN, TYPEWRITER, COLOUR])

BLOCK = board(
    "before",
    4,
    ("y", 0, 0, 2),
    ("b", 2, 0, 1),
    ("r", 3, 0, 1),
    ("o", 2, 1, 1),
    ("b", 3, 1, 1),
    ("r", 0, 2, 2),
    ("b", 2, 2, 2),
)


def drawn(*pictures: Picture, terminal: TerminalCapabilities = PLAIN, width: int = 78) -> list[str]:
    """Return the lines of a drawing, without colours."""
    return [line.plain.rstrip() for line in draw(pictures, terminal, PALETTE, width)]


def background(line: Text, column: int) -> tuple[int, int, int] | None:
    """Return the background colour of one character of a line."""
    found = None
    for span in line.spans:
        if span.start <= column < span.end and span.style.bgcolor is not None:
            found = tuple(span.style.bgcolor.triplet)
    return found


def test_lines_show_the_structure_of_a_block() -> None:
    """Every square has its border and its letter in the middle."""
    assert drawn(BLOCK) == [
        "before",
        "┌───────┬───┬───┐",
        "│       │ b │ r │",
        "│   y   ├───┼───┤",
        "│       │ o │ b │",
        "├───────┼───┴───┤",
        "│       │       │",
        "│   r   │   b   │",
        "│       │       │",
        "└───────┴───────┘",
    ]


def test_typewriter_lines() -> None:
    """ASCII has the same structure."""
    assert drawn(BLOCK, terminal=TYPEWRITER)[1:6] == [
        "+-------+---+---+",
        "|       | b | r |",
        "|   y   +---+---+",
        "|       | o | b |",
        "+-------+---+---+",
    ]


def test_tiles_have_gaps_between_them_and_letters_in_them() -> None:
    """A tile is as wide as its cells, without the gap; its colour is the palette's."""
    lines = draw([BLOCK], COLOUR, PALETTE, 78)
    assert [line.plain for line in lines[1:5]] == [
        "▄▄▄▄▄▄▄ ▄▄▄ ▄▄▄",
        "         b   r ",
        "   y    ▄▄▄ ▄▄▄",
        "         o   b ",
    ]
    row = lines[2]
    assert [background(row, column) for column in (0, 6, 7, 8, 11, 12)] == [
        PALETTE["y"],
        PALETTE["y"],
        None,
        PALETTE["b"],
        None,
        PALETTE["r"],
    ]


def test_neighbours_of_one_colour_stay_apart() -> None:
    """Four equal squares do not look like one large one, with and without colour."""
    four = board("got", 2, ("b", 0, 0, 1), ("b", 1, 0, 1), ("b", 0, 1, 1), ("b", 1, 1, 1))
    one = board("got", 2, ("b", 0, 0, 2))
    for terminal in (PLAIN, TYPEWRITER, COLOUR):
        assert drawn(four, terminal=terminal) != drawn(one, terminal=terminal)


@pytest.mark.parametrize("terminal", [PLAIN, TYPEWRITER, COLOUR])
def test_wrong_squares_are_marked_in_the_submissions_board(terminal: TerminalCapabilities) -> None:
    """The marks are on the squares that the expected board does not have."""
    expected = board("expected", 2, ("b", 0, 0, 1), ("r", 1, 0, 1), ("o", 0, 1, 1), ("y", 1, 1, 1))
    got = board("got", 2, ("b", 0, 0, 1), ("o", 1, 0, 1), ("o", 0, 1, 1), ("y", 1, 1, 1))
    lines = drawn(expected, got, terminal=terminal)
    mark = terminal.glyphs.differs
    assert "1 wrong" in lines[0]
    assert "".join(lines[1:]).count(mark) == 1
    assert f"o{mark}" in lines[2]
    assert mark not in "".join(drawn(expected, expected, terminal=terminal))
    assert mark not in "".join(drawn(got, terminal=terminal))


@pytest.mark.parametrize(("width", "rows"), [(78, 1), (40, 1), (20, 2), (15, 3)])
def test_boards_are_side_by_side_if_they_fit(width: int, rows: int) -> None:
    """Before, expected and got are in one row if the console is wide enough, otherwise in more."""
    labels = ("before", "expected", "got")
    lines = drawn(
        *(Picture(label=label, side=4, squares=BLOCK.squares) for label in labels), width=width
    )
    assert sum(any(label in line for label in labels) for line in lines) == rows
    assert max(map(len, lines)) <= width


@pytest.mark.parametrize("terminal", [PLAIN, COLOUR])
@pytest.mark.parametrize("side", [8, 16, 32])
def test_large_boards_fit_an_ordinary_terminal(side: int, terminal: TerminalCapabilities) -> None:
    """Eighty columns are enough for the largest board of any assignment, and every square has its letter."""
    squares = tuple(Square(letter="b", x=x, y=y, size=1) for x in range(side) for y in range(side))
    lines = drawn(Picture(label="a", side=side, squares=squares), terminal=terminal)
    assert max(map(len, lines)) <= 78
    assert "".join(lines).count("b") == side * side


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        (board("got", 2, ("b", 0, 0, 1)), "got: 3 cells are covered by no square"),
        (board("got", 1), "got: 1 cell is covered by no square"),
        (board("got", 2, ("b", 0, 0, 2), ("r", 1, 1, 1)), "got: squares overlap in 1 cell"),
        (
            board("got", 2, ("b", 0, 0, 2), ("r", 1, 1, 2)),
            "got: 1 square does not lie inside the board",
        ),
        (
            board("got", 1, ("b", 0, 0, 1), ("r", 0, 0, 0)),
            "got: 1 square does not lie inside the board",
        ),
        (board("got", 1, *[("b", 0, 0, 1)] * 5), "got: only the first 2 of 5 squares are drawn"),
        (board("got", 0), "got: a board of 0 by 0 cells cannot be drawn"),
        (board("got", 10**18), f"got: a board of {10**18} by {10**18} cells cannot be drawn"),
    ],
)
@pytest.mark.parametrize("terminal", [PLAIN, TYPEWRITER, COLOUR])
def test_faults_of_a_board_are_described_in_words(
    picture: Picture, told: str, terminal: TerminalCapabilities
) -> None:
    """A malformed board is drawn as far as possible."""
    assert told in drawn(picture, terminal=terminal)


def test_gaps_are_hatched_or_dotted() -> None:
    """A gap is not a colour."""
    gap = board("got", 2, ("b", 0, 0, 1), ("b", 1, 0, 1))
    assert drawn(gap)[1:6] == ["┌───┬───┐", "│ b │ b │", "├───┴───┤", "│ ·   · │", "└───────┘"]
    assert drawn(gap, terminal=COLOUR)[1:5] == ["▄▄▄ ▄▄▄", " b   b", "", "░░░ ░░░"]


def test_a_board_too_wide_for_the_console_has_a_message_instead() -> None:
    """Half a board would mislead."""
    lines = drawn(Picture(label="a", side=32, squares=()), width=31)
    assert lines == [
        "a",
        "a: this board needs 32 columns",
        f"a: {32 * 32} cells are covered by no square",
    ]


@pytest.mark.parametrize("letter", ["", "\u4e16", "\u0301", "\n", "\x1b[2J", "two", "[red]"])
@pytest.mark.parametrize("terminal", [PLAIN, TYPEWRITER, COLOUR])
def test_a_strange_letter_takes_one_column(letter: str, terminal: TerminalCapabilities) -> None:
    """Any name of a colour keeps the shape of the drawing."""
    strange, plain = (
        draw([board("a", 1, (name, 0, 0, 1))], terminal, PALETTE, 78) for name in (letter, "b")
    )
    assert [line.cell_len for line in strange] == [line.cell_len for line in plain]


@pytest.mark.slow
@given(
    st.sampled_from([4, 8]).flatmap(strategies.sound_squares),
    MEDIA,
    st.integers(8, 130),
    st.integers(1, 4),
)
def test_drawings_stay_within_their_width(
    squares: tuple[Square, ...], terminal: TerminalCapabilities, width: int, number: int
) -> None:
    """No line is wider than the limit, for any number of boards."""
    side = max(square.x + square.size for square in squares)
    lines = draw(
        [Picture(label="a", side=side, squares=squares)] * number, terminal, PALETTE, width
    )
    assert max(line.cell_len for line in lines) <= width


@pytest.mark.slow
@given(strategies.sound_squares(8), MEDIA)
def test_every_square_of_a_sound_board_has_its_letter(
    squares: tuple[Square, ...], terminal: TerminalCapabilities
) -> None:
    """There are as many letters as squares, of the right colours, and no fault."""
    lines = drawn(Picture(label="", side=8, squares=squares), terminal=terminal)
    shown = [character for line in lines for character in line if character in "bory"]
    assert sorted(shown) == sorted(square.letter for square in squares)


# On pages.


def test_boards_have_a_description_in_words() -> None:
    """Colour is never alone: letters, hatches with crosses, and a description."""
    boards = (
        board("expected", 2, ("b", 0, 0, 1), ("r", 1, 0, 1), ("o", 0, 1, 1), ("y", 1, 1, 1)),
        board("got", 2, ("r", 0, 0, 1), ("r", 1, 0, 1), ("o", 0, 1, 1)),
    )
    expected, got = svg.draw(boards, PALETTE)
    assert "row 1: b r; row 2: o y" in str(expected.svg)
    assert "not as expected: r in row 1, column 1" in str(got.svg)
    assert (expected.wrong, got.wrong) == (0, 1)
    assert str(got.svg).count("#cross") == str(got.svg).count('class="wrong"') == 1
    assert str(got.svg).count('class="gap"') == 1
    assert got.problems == ("1 cell is covered by no square",)


@pytest.mark.nightly
@given(st.lists(strategies.pictures(texts), min_size=1, max_size=3))
@settings(deadline=None)
def test_every_picture_is_drawn_or_described(pictures) -> None:
    """A malformed one (overlaps, gaps, outside, huge) gives a well-formed drawing, or words."""
    for drawn in svg.draw(pictures, PALETTE):
        assert drawn.svg is not None or drawn.problems
        if drawn.svg is not None:
            Page(b"<div>" + str(drawn.svg).encode() + b"</div>")
            assert len(drawn.svg) < 600_000
